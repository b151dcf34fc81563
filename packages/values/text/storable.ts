import { z } from 'zod'

/**
 * Text from a person or a merchant's system. PostgreSQL stores neither NUL nor lone surrogates: text with one is
 * refused, never changed, because it must be returned as it was sent (C71). Every input schema uses these, each with a
 * limit; requests are read by app/read-request.ts.
 */

declare const kept: unique symbol
/** A text that can be stored; created only in this file. */
export type StorableText = string & { readonly [kept]: true }

/** Whether PostgreSQL can store a text: no NUL and no lone surrogate. */
export function isStorable(text: string): text is StorableText {
  return !text.includes('\u0000') && text.isWellFormed()
}

/**
 * A text without unstorable characters, for values that are searched and not stored: search words, cursors, path
 * segments.
 */
export function storable(text: string): StorableText {
  return text.replaceAll('\u0000', '').toWellFormed() as StorableText
}

const controls = /[\p{Cc}\u2028\u2029]/u
const allControls = /[\p{Cc}\u2028\u2029]/gu
/** The same without tabs and line breaks. */
const harshControls = /[^\P{Cc}\t\n\r]/u
const allHarshControls = /[^\P{Cc}\t\n\r]/gu

/** One typed line: control characters, as in pasted text, become spaces. */
export function toSingleLine(text: string): string {
  return text.replace(allControls, ' ')
}

/** The same for multi-line fields: tabs and line breaks stay. */
function toMultiLine(text: string): string {
  return text.replace(allHarshControls, ' ')
}

const isSingleLine = z.refine<string>(
  (text: string) => isStorable(text) && !controls.test(text),
  'must have no control characters, line breaks or halves of characters',
)
const isMultiLine = z.refine<string>(
  (text: string) => isStorable(text) && !harshControls.test(text),
  'must have no control characters but tabs and line breaks, and no halves of characters',
)
/** The remedy in a refusal of an unstorable text. */
export const storableWords = 'must have no NUL and no halves of characters'
const isKept = z.refine<string>(isStorable, storableWords)

/** One line, kept exactly as sent, of at most `max` UTF-16 code units. */
export const singleLine = (max: number) => z.string().max(max, `has at most ${max} characters`).check(isSingleLine)
/** Text that may have line breaks, kept exactly as sent. */
export const multiLine = (max: number) => z.string().max(max, `has at most ${max} characters`).check(isMultiLine)
/** One line that a person typed: control characters become spaces. */
export const typedSingleLine = (max: number) =>
  z.string().max(max, `has at most ${max} characters`).check(isKept).overwrite(toSingleLine)
/** Text with line breaks that a person typed. */
export const typedMultiLine = (max: number) =>
  z.string().max(max, `has at most ${max} characters`).check(isKept).overwrite(toMultiLine)

/** The deepest nesting of any input. */
const deepest = 32

/**
 * The path of an unstorable text in JSON, such as `metadata.note`; `body` for the value itself, for a member name, and
 * for excessive nesting. Null if everything can be stored.
 */
export function findUnstorable(value: unknown): string | null {
  const open: { readonly value: unknown; readonly path: string; readonly depth: number }[] = [
    { value, path: '', depth: 0 },
  ]
  for (let at = open.pop(); at; at = open.pop()) {
    const { path, depth } = at
    if (typeof at.value === 'string' && !isStorable(at.value)) return path || 'body'
    if (typeof at.value !== 'object' || at.value === null) continue
    if (depth === deepest) return 'body'
    for (const [name, inner] of Object.entries(at.value)) {
      if (!isStorable(name)) return path || 'body'
      open.push({ value: inner, path: path === '' ? name : `${path}.${name}`, depth: depth + 1 })
    }
  }
  return null
}
