import { type BankText, bankId, bankLabel } from '#stet/terms/bank-text.ts'
import { absent, type ParsedField, parsedValue, unreadable } from '#stet/terms/parsed-field.ts'

/** Readers of members compared with the request. Strict: any undocumented form is unreadable. */

type Bag = Readonly<Record<string, unknown>>

/** An object that is not a list. */
export function isBag(value: unknown): value is Bag {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The member at a path of names. Absent if a name of the path is missing or null; unreadable if something other than an
 * object contains the next name, or if `read` returns null.
 */
export function readField<T>(
  holder: unknown,
  path: readonly string[],
  read: (value: unknown) => T | null,
): ParsedField<T> {
  let value = holder
  for (const name of path) {
    if (!isBag(value)) return unreadable
    // Own properties only, nothing inherited from Object.
    value = Object.hasOwn(value, name) ? value[name] : null
    if (value === undefined || value === null) return absent
  }
  const found = read(value)
  return found === null ? unreadable : parsedValue(found)
}

/** A remittance line has 140 characters; a bank may join several. */
const longestText = 2_000

/** A text as it is (`bankId`); an empty one counts as present and different. A number is its digits. */
export function readText(value: unknown): BankText | null {
  const text = typeof value === 'number' ? String(value) : value
  const read = typeof text === 'string' ? bankId(text, longestText) : null
  return read !== null && 'id' in read ? read.id : null
}

/** A code that is shown but not compared: cleaned like every text for people. */
export function readCode(value: unknown): BankText | null {
  return typeof value === 'string' || typeof value === 'number' ? bankLabel(String(value), longestCode) : null
}

/** Bank codes have four characters; an unknown one is shown up to this length. */
const longestCode = 35

/** Lines of text: a list, or one text (bank:D28). */
export function readLines(value: unknown): readonly BankText[] | null {
  const lines = Array.isArray(value) ? value : [value]
  if (lines.length > maxLines) return null
  const read = lines.map(readText)
  return read.every(line => line !== null) ? read : null
}

const maxLines = 100
