import { formatAmount, parseAmount } from '@guichet/values/money/minor.ts'
import { cleanText, foldText } from '@guichet/values/text/clean.ts'

/** What a person adds to a transaction. Minor units are of its currency. */

export const noteLimit = 500
export const tagLimits = { count: 10, length: 30 } as const
export const partsLimit = 12

type Words = { readonly note: string | null; readonly tags: readonly string[]; readonly leftOut: boolean }

/** What a form was drawn with: another window may have changed it since. */
export const seenWords = ({ note, tags, leftOut }: Words): string => JSON.stringify([note, tags, leftOut])

export type Part = { readonly category: string; readonly amountMinor: bigint }

/** As a transaction keeps it. */
export const storedPart = ({ category, amountMinor }: Part) => ({ category, amountMinor: amountMinor.toString() })

/** An amount without sign, as typed and read; '' takes what is left. */
type GivenPart = { readonly category: string; readonly amount: string }
type Line = { readonly amountMinor: bigint; readonly currency: string }

export type Split =
  | { readonly parts: readonly Part[] }
  /** An amount that is none; too few or many parts; `left`: what the parts miss, negative if they are more. */
  | { readonly wrong: 'amount' | 'count' | 'sum'; readonly left?: string }

/** Rows of one category become one part. No rows: no split. */
export function splitLine({ amountMinor, currency }: Line, given: readonly GivenPart[]): Split {
  const sign = amountMinor < 0n ? -1n : 1n
  const whole = amountMinor * sign
  const read = given.map(({ category, amount }) => ({
    category,
    money: amount === '' ? null : parseAmount(amount, currency),
  }))
  const isWrong = given.some(({ amount }, at) => amount !== '' && (read[at]?.money?.amountMinor ?? 0n) <= 0n)
  if (isWrong) return { wrong: 'amount' }
  const open = read.filter(({ money }) => money === null)
  if (open.length > 1) return { wrong: 'amount' }
  const left = read.reduce((rest, { money }) => rest - (money?.amountMinor ?? 0n), whole)
  if (open.length === 1 ? left <= 0n : left !== 0n) {
    return { wrong: 'sum', left: formatAmount({ amountMinor: left, currency }) }
  }
  const sums = new Map<string, bigint>()
  for (const { category, money } of read) {
    sums.set(category, (sums.get(category) ?? 0n) + (money?.amountMinor ?? left) * sign)
  }
  if (sums.size < 2 || sums.size > partsLimit) return { wrong: 'count' }
  return { parts: [...sums].map(([category, minor]) => ({ category, amountMinor: minor })) }
}

/** Separated by commas; each once, whatever its case and accents, as it is `known`. Null: too many, or too long. */
export function readTags(text: string, known: readonly string[] = []): string[] | null {
  const spelling = new Map(known.map(tag => [foldText(tag), tag]))
  const words = text.split(',').map(word => word.trim().replace(/^#/, '').trim())
  const tags = new Map<string, string>()
  for (const word of words.filter(word => word !== '')) {
    const tag = cleanText(word, tagLimits.length)
    if (!tags.has(foldText(tag))) tags.set(foldText(tag), spelling.get(foldText(tag)) ?? tag)
  }
  const isTooMuch = tags.size > tagLimits.count || words.some(word => word.length > tagLimits.length)
  return isTooMuch ? null : [...tags.values()]
}
