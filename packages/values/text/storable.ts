import { z } from 'zod'

/**
 * Text from people and merchants. PostgreSQL stores neither NUL nor lone surrogates: such text is refused, never
 * changed (C71).
 */

declare const kept: unique symbol
/** Created only in this file. */
export type StorableText = string & { readonly [kept]: true }

/** No NUL, no lone surrogate. */
export function isStorable(text: string): text is StorableText {
  return !text.includes('\u0000') && text.isWellFormed()
}

/** Without unstorable characters: for what is searched, not stored. */
export function storable(text: string): StorableText {
  return text.replaceAll('\u0000', '').toWellFormed() as StorableText
}

const controls = /[\p{Cc}\u2028\u2029]/u
const allControls = /[\p{Cc}\u2028\u2029]/gu
/** Without tabs and line breaks. */
const harshControls = /[^\P{Cc}\t\n\r]/u
const allHarshControls = /[^\P{Cc}\t\n\r]/gu

/** Control characters become spaces. */
export function toSingleLine(text: string): string {
  return text.replace(allControls, ' ')
}

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
export const storableWords = 'must have no NUL and no halves of characters'
const isKept = z.refine<string>(isStorable, storableWords)

/** Kept as sent, at most `max` UTF-16 code units. */
export const singleLine = (max: number) => z.string().max(max, `has at most ${max} characters`).check(isSingleLine)
/** Kept as sent. */
export const multiLine = (max: number) => z.string().max(max, `has at most ${max} characters`).check(isMultiLine)
/** As a person typed it: control characters become spaces. */
export const typedSingleLine = (max: number) =>
  z.string().max(max, `has at most ${max} characters`).check(isKept).overwrite(toSingleLine)
export const typedMultiLine = (max: number) =>
  z.string().max(max, `has at most ${max} characters`).check(isKept).overwrite(toMultiLine)

/** PostgreSQL has no year 0. */
export const storableDay = z.iso.date().refine(day => day >= '0001', 'must be a day from year 1 on')

const deepest = 32

/** Whether JSON nests deeper, before it is parsed: a body of brackets alone takes a quarter of a second. */
export function isTooDeep(json: string): boolean {
  let depth = 0
  let inText = false
  for (let at = 0; at < json.length && depth <= deepest; at += 1) {
    const character = json[at]
    if (character === '"') inText = !inText
    else if (inText) at += character === '\\' ? 1 : 0
    else if (character === '[' || character === '{') depth += 1
    else if (character === ']' || character === '}') depth -= 1
  }
  return depth > deepest
}

/** Path in JSON, such as `metadata.note`; `body` for the value or a member name; null if all can be stored. */
export function findUnstorable(value: unknown): string | null {
  const open: { readonly value: unknown; readonly path: string }[] = [{ value, path: '' }]
  for (let at = open.pop(); at; at = open.pop()) {
    const { path } = at
    if (typeof at.value === 'string' && !isStorable(at.value)) return path || 'body'
    if (typeof at.value !== 'object' || at.value === null) continue
    for (const [name, inner] of Object.entries(at.value)) {
      if (!isStorable(name)) return path || 'body'
      const member = path === '' ? name : `${path}.${name}`
      // Parsers leave it out without a word.
      if (name === '__proto__') return member
      open.push({ value: inner, path: member })
    }
  }
  return null
}
