import { absent, type Shown, shownValue, unreadable } from '#lib/domain/bank/shown.ts'
import { type BankText, bankId, bankLabel } from '#lib/domain/bank/text.ts'

/** Readers of members that are compared with what was asked. Strict: what has another form than documented is unreadable. */

type Bag = Readonly<Record<string, unknown>>

/** An object, and no list. */
export function isBag(value: unknown): value is Bag {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The member at a path of names. Absent where a name of the path is missing or null, unreadable where something other than an
 * object holds the next name, or where `read` answers null.
 */
export function readShown<T>(holder: unknown, path: readonly string[], read: (value: unknown) => T | null): Shown<T> {
  let value = holder
  for (const name of path) {
    if (!isBag(value)) return unreadable
    // Only what the bank wrote: nothing that every object inherits.
    value = Object.hasOwn(value, name) ? value[name] : null
    if (value === undefined || value === null) return absent
  }
  const found = read(value)
  return found === null ? unreadable : shownValue(found)
}

/** A line of remittance information has 140 characters; a bank may join several. */
const longestText = 2_000

/** A text as it is (`bankId`): an empty one is there, and not what was asked. A number is its digits. */
export function readText(value: unknown): BankText | null {
  const text = typeof value === 'number' ? String(value) : value
  const read = typeof text === 'string' ? bankId(text, longestText) : null
  return read !== null && 'id' in read ? read.id : null
}

/** A code that is told and not compared: cleaned as every text for people. */
export function readCode(value: unknown): BankText | null {
  return typeof value === 'string' || typeof value === 'number' ? bankLabel(String(value), longestCode) : null
}

/** Codes of a bank have four characters; one that we don't know is told as it came, in so many. */
const longestCode = 35

/** Lines of text: a list, or one text (D28). */
export function readLines(value: unknown): readonly BankText[] | null {
  const lines = Array.isArray(value) ? value : [value]
  if (lines.length > mostLines) return null
  const read = lines.map(readText)
  return read.every(line => line !== null) ? read : null
}

const mostLines = 100
