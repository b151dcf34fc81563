import { z } from 'zod'

/**
 * Text that a person or a merchant's system sends. PostgreSQL stores neither NUL nor half of a surrogate pair: text with one of
 * them is refused, never changed, for what comes in must come out as it was (C71). Every schema of an input is made here, each
 * with a limit; whatever arrives with a request is read by app/read-request.ts.
 */

declare const kept: unique symbol
/** A text that can be stored: only this file makes one. */
export type PersonText = string & { readonly [kept]: true }

/** Whether PostgreSQL can store a text: it has no NUL and no half of a surrogate pair. */
export function isStorable(text: string): text is PersonText {
  return !text.includes('\u0000') && text.isWellFormed()
}

/** A text without what can't be stored, for what is looked for and not kept: words of a search, cursors, parts of an address. */
export function storable(text: string): PersonText {
  return text.replaceAll('\u0000', '').toWellFormed() as PersonText
}

const controls = /[\p{Cc}\u2028\u2029]/u
const allControls = /[\p{Cc}\u2028\u2029]/gu
/** The same without tabs and line breaks. */
const harshControls = /[^\P{Cc}\t\n\r]/u
const allHarshControls = /[^\P{Cc}\t\n\r]/gu

/** What a person typed into one line: a control character, as pasted text may have, becomes a space. */
export function oneLine(text: string): string {
  return text.replace(allControls, ' ')
}

/** The same for a field with lines: tabs and line breaks stay. */
function severalLines(text: string): string {
  return text.replace(allHarshControls, ' ')
}

const isOneLine = z.refine<string>(
  (text: string) => isStorable(text) && !controls.test(text),
  'must have no control characters, line breaks or halves of characters',
)
const isSeveralLines = z.refine<string>(
  (text: string) => isStorable(text) && !harshControls.test(text),
  'must have no control characters but tabs and line breaks, and no halves of characters',
)
/** What a text must be that is refused for what can't be stored. */
export const storableWords = 'must have no NUL and no halves of characters'
const isKept = z.refine<string>(isStorable, storableWords)

/** One line, kept exactly as it was sent, of at most `max` UTF-16 code units. */
export const line = (max: number) => z.string().max(max, `has at most ${max} characters`).check(isOneLine)
/** Text that may have line breaks, kept exactly as it was sent. */
export const lines = (max: number) => z.string().max(max, `has at most ${max} characters`).check(isSeveralLines)
/** One line that a person typed: control characters become spaces. */
export const typedLine = (max: number) =>
  z.string().max(max, `has at most ${max} characters`).check(isKept).overwrite(oneLine)
/** Text with line breaks that a person typed. */
export const typedLines = (max: number) =>
  z.string().max(max, `has at most ${max} characters`).check(isKept).overwrite(severalLines)

/** No input of ours is deeper. */
const deepest = 32

/**
 * Where in a value of JSON a text stands that can't be stored, as a path such as `metadata.note`; `body` for the value itself, for the
 * name of a member, and for what is nested deeper than any input. Null when all can be stored.
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
