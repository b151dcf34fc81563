import type { IsoDate } from '#lib/domain/calendar/day.ts'
import { cleanText, isCleanText } from '#lib/domain/text/clean.ts'

/**
 * Texts that a bank sent, fit to be stored and shown: no NUL or other control character, no half character, nothing that hides or
 * turns the reading direction, and never longer than its member allows. Only the functions of this file make one.
 */

declare const bankText: unique symbol

export type BankText = string & { readonly [bankText]: true }

/** Why a text can't be an identifier. */
export type IdFault = 'missing' | 'too long' | 'forbidden characters'

/**
 * An identifier is compared, looked up and sent back: a cleaned or shortened one would be another one. So it is taken as it is, less
 * the white space around it, or not at all. `maxLength` in characters (code points): at four bytes
 * each, an index of PostgreSQL takes 256 of them (2,704 bytes).
 */
export function bankId(text: string, maxLength: number): { readonly id: BankText } | { readonly fault: IdFault } {
  // No identifier stands in so much white space that what is looked at is cut off within it.
  const id = text.length > 8_192 ? text : text.trim()
  if (id === '') return { fault: 'missing' }
  if (id.length > maxLength * 2 || (id.length > maxLength && [...id].length > maxLength)) return { fault: 'too long' }
  return isCleanText(id) ? { id: id as BankText } : { fault: 'forbidden characters' }
}

/** A text for people, cleaned and cut to `maxLength` characters (`cleanText`); null when nothing is left of it. */
export function bankLabel(text: string, maxLength: number): BankText | null {
  const clean = cleanText(text, maxLength)
  return clean === '' ? null : (clean as BankText)
}

/** A code in capitals, letters of ASCII alone: it stays as long as it is. */
export function bankCapitals(text: BankText): BankText {
  return text.replace(/[a-z]+/g, letters => letters.toUpperCase()) as BankText
}

/** An IBAN as it is stored: without the spaces it is printed with, in capitals. */
export function bankIban(text: BankText): BankText {
  return bankCapitals(text.replaceAll(/\s+/g, '') as BankText)
}

/** What is sent back in a header as it is, a token: visible ASCII, 1 to `maxLength` characters. Null for anything else. */
export function bankSecret(text: string, maxLength: number): BankText | null {
  return text.length <= maxLength && /^[\x21-\x7E]+$/.test(text) ? (text as BankText) : null
}

/**
 * The day of `YYYY-MM-DD`, or of a date-time that begins so: one that the calendar has, from 1900 to 2200. Null for anything else:
 * PostgreSQL has no year 0, and pages reckon with days.
 */
export function bankDate(text: string): IsoDate | null {
  const date = /^\s{0,8}(\d{4}-\d{2}-\d{2})(?:T|\s{0,8}$)/.exec(text)?.[1]
  if (date === undefined || date < '1900' || date >= '2201') return null
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) ? date : null
}

/** JSON of a bank that is kept whole, like the members of a registration, made of cleaned texts alone. */
export type BankJson = null | boolean | number | BankText | readonly BankJson[] | { readonly [name: string]: BankJson }

const jsonLimits = { text: 16_384, name: 140, depth: 8, members: 500 } as const

/**
 * Any JSON as it may be stored: texts and names of members cleaned and cut (16,384 and 140 characters; a certificate has some 3,000),
 * lists and objects at most 500 long, null for what lies deeper than eight levels.
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
