import type { IsoDate } from '@guichet/values/calendar/day.ts'
import { cleanText, isCleanText } from '@guichet/values/text/clean.ts'

/**
 * Texts of a bank, safe to store and show: no NUL, control, invisible or direction-changing characters, within their
 * limit.
 */

declare const bankText: unique symbol

export type BankText = string & { readonly [bankText]: true }

export type IdFault = 'missing' | 'too long' | 'forbidden characters'

/**
 * Compared and sent back, so taken unchanged but for outer white space, or not at all. `maxLength` in code points:
 * an index takes 256 of them.
 */
export function bankId(text: string, maxLength: number): { readonly id: BankText } | { readonly fault: IdFault } {
  // Longer than any identifier with its white space.
  const id = text.length > 8_192 ? text : text.trim()
  if (id === '') return { fault: 'missing' }
  if (id.length > maxLength * 2 || (id.length > maxLength && [...id].length > maxLength)) return { fault: 'too long' }
  return isCleanText(id) ? { id: id as BankText } : { fault: 'forbidden characters' }
}

/** Cleaned and cut to `maxLength` (`cleanText`); null if nothing is left. */
export function bankLabel(text: string, maxLength: number): BankText | null {
  const clean = cleanText(text, maxLength)
  return clean === '' ? null : (clean as BankText)
}

/** ASCII only, so the length stays. */
export function bankCapitals(text: BankText): BankText {
  return text.replace(/[a-z]+/g, letters => letters.toUpperCase()) as BankText
}

/** Capitals without spaces. */
export function bankIban(text: BankText): BankText {
  return bankCapitals(text.replaceAll(/\s+/g, '') as BankText)
}

/** Sent back in a header: visible ASCII, 1 to `maxLength`; null otherwise. */
export function bankSecret(text: string, maxLength: number): BankText | null {
  return text.length <= maxLength && /^[\x21-\x7E]+$/.test(text) ? (text as BankText) : null
}

/** `YYYY-MM-DD`, also with an offset, or a date-time, 1900 to 2200; null otherwise. */
export function bankDate(text: string): IsoDate | null {
  const date = /^\s{0,8}(\d{4}-\d{2}-\d{2})(?:T| \d\d:\d\d|(?:Z|[+-]\d\d:?\d\d)?\s{0,8}$)/.exec(text)?.[1]
  if (date === undefined || date < '1900' || date >= '2201') return null
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) ? date : null
}

/** Stored as a whole, with cleaned texts. */
export type BankJson = null | boolean | number | BankText | readonly BankJson[] | { readonly [name: string]: BankJson }

const jsonLimits = { text: 16_384, name: 140, depth: 8, members: 500 } as const

/** Texts cut to 16,384 characters, names to 140, lists and objects to 500, null below eight levels. */
export function bankJson(value: unknown, depth: number = jsonLimits.depth): BankJson {
  if (typeof value === 'string') return cleanText(value, jsonLimits.text) as BankText
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return value
  if (typeof value !== 'object' || value === null || depth === 0) return null
  if (Array.isArray(value)) return value.slice(0, jsonLimits.members).map(item => bankJson(item, depth - 1))
  return bankMembers(value, depth)
}

export function bankMembers(value: object, depth: number = jsonLimits.depth): { readonly [name: string]: BankJson } {
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, jsonLimits.members)
      .map(([name, member]) => [cleanText(name, jsonLimits.name), bankJson(member, depth - 1)]),
  )
}
