import type { IsoDate } from '@guichet/values/calendar/day.ts'
import { cleanText, isCleanText } from '@guichet/values/text/clean.ts'

/**
 * Texts from a bank, safe to store and display: no NUL, control characters, lone surrogates, invisible or
 * direction-changing characters, and within the member's limit. Only this file creates them.
 */

declare const bankText: unique symbol

export type BankText = string & { readonly [bankText]: true }

/** Why a text can't be an identifier. */
export type IdFault = 'missing' | 'too long' | 'forbidden characters'

/**
 * An identifier is compared, looked up and sent back, so it is taken unchanged except for surrounding white space, or
 * not at all. `maxLength` in code points: at four bytes each, a PostgreSQL index takes 256 of them (2,704 bytes).
 */
export function bankId(text: string, maxLength: number): { readonly id: BankText } | { readonly fault: IdFault } {
  // No identifier has so much white space around it that this limit would cut it.
  const id = text.length > 8_192 ? text : text.trim()
  if (id === '') return { fault: 'missing' }
  if (id.length > maxLength * 2 || (id.length > maxLength && [...id].length > maxLength)) return { fault: 'too long' }
  return isCleanText(id) ? { id: id as BankText } : { fault: 'forbidden characters' }
}

/** A text for people, cleaned and cut to `maxLength` characters (`cleanText`); null if nothing is left. */
export function bankLabel(text: string, maxLength: number): BankText | null {
  const clean = cleanText(text, maxLength)
  return clean === '' ? null : (clean as BankText)
}

/** A code in capitals, ASCII letters only, so its length is unchanged. */
export function bankCapitals(text: BankText): BankText {
  return text.replace(/[a-z]+/g, letters => letters.toUpperCase()) as BankText
}

/** An IBAN in its stored form: capitals without spaces. */
export function bankIban(text: BankText): BankText {
  return bankCapitals(text.replaceAll(/\s+/g, '') as BankText)
}

/** A token that is sent back in a header: visible ASCII, 1 to `maxLength` characters. Null for anything else. */
export function bankSecret(text: string, maxLength: number): BankText | null {
  return text.length <= maxLength && /^[\x21-\x7E]+$/.test(text) ? (text as BankText) : null
}

/**
 * The day of `YYYY-MM-DD`, or of a date-time: a calendar day from 1900 to 2200. Null for anything else, because
 * PostgreSQL has no year 0 and pages compute with days.
 */
export function bankDate(text: string): IsoDate | null {
  const date = /^\s{0,8}(\d{4}-\d{2}-\d{2})(?:T|\s{0,8}$)/.exec(text)?.[1]
  if (date === undefined || date < '1900' || date >= '2201') return null
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) ? date : null
}

/** A bank's JSON that is stored as a whole, like a registration's members, with cleaned texts. */
export type BankJson = null | boolean | number | BankText | readonly BankJson[] | { readonly [name: string]: BankJson }

const jsonLimits = { text: 16_384, name: 140, depth: 8, members: 500 } as const

/**
 * Any JSON in storable form: texts and member names cleaned and cut (16,384 and 140 characters; a certificate has about
 * 3,000), lists and objects at most 500 long, null below eight levels.
 */
export function bankJson(value: unknown, depth: number = jsonLimits.depth): BankJson {
  if (typeof value === 'string') return cleanText(value, jsonLimits.text) as BankText
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return value
  if (typeof value !== 'object' || value === null || depth === 0) return null
  if (Array.isArray(value)) return value.slice(0, jsonLimits.members).map(item => bankJson(item, depth - 1))
  return bankMembers(value, depth)
}

/** The same of an object. */
export function bankMembers(value: object, depth: number = jsonLimits.depth): { readonly [name: string]: BankJson } {
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, jsonLimits.members)
      .map(([name, member]) => [cleanText(name, jsonLimits.name), bankJson(member, depth - 1)]),
  )
}
