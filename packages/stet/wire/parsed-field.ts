import { type BankText, bankId, bankLabel } from '#stet/terms/bank-text.ts'
import { absent, type ParsedField, parsedValue, unreadable } from '#stet/terms/parsed-field.ts'

/** Members compared with the request: any undocumented form is unreadable. */

type Bag = Readonly<Record<string, unknown>>

export function isBag(value: unknown): value is Bag {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Absent if missing or null on the path; unreadable if a parent is no object or `read` returns null; `empty` for ''. */
export function readField<T>(
  holder: unknown,
  path: readonly string[],
  read: (value: unknown) => T | null,
  empty: ParsedField<T> = unreadable,
): ParsedField<T> {
  let value = holder
  for (const name of path) {
    if (!isBag(value)) return unreadable
    // Own properties only.
    value = Object.hasOwn(value, name) ? value[name] : null
    if (value === undefined || value === null) return absent
  }
  const found = read(value)
  if (found !== null) return parsedValue(found)
  return value === '' ? empty : unreadable
}

/** 140 characters each; a bank may join several. */
const longestText = 2_000

/** As it is (`bankId`); empty is present, a number is its digits. */
export function readText(value: unknown): BankText | null {
  const text = typeof value === 'number' ? String(value) : value
  const read = typeof text === 'string' ? bankId(text, longestText) : null
  return read !== null && 'id' in read ? read.id : null
}

/** Shown, not compared: cleaned. */
export function readCode(value: unknown): BankText | null {
  return typeof value === 'string' || typeof value === 'number' ? bankLabel(String(value), longestCode) : null
}

/** Unknown codes are shown up to this length. */
const longestCode = 35

/** A list, or one text (bank:D28). */
export function readLines(value: unknown): readonly BankText[] | null {
  const lines = Array.isArray(value) ? value : [value]
  if (lines.length > maxLines) return null
  const read = lines.map(readText)
  return read.every(line => line !== null) ? read : null
}

const maxLines = 100
