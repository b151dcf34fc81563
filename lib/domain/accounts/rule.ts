import { absolute } from '@guichet/values/money/minor.ts'
import { foldText } from '@guichet/values/text/clean.ts'

/** A person's rules that categorise. */

export type Direction = 'in' | 'out'

export type Rule = {
  readonly id: string
  /** As in `parsePattern`; empty: any. */
  readonly pattern: string
  /** Folded; null: any. */
  readonly counterparty: string | null
  readonly direction: Direction | null
  /** Absolute, in minor units of `currency`, inclusive. */
  readonly minMinor: bigint | null
  readonly maxMinor: bigint | null
  readonly currency: string | null
  readonly accountId: string | null
  /** Built-in name or own id. */
  readonly category: string
}

/** `searchText` is folded. */
export type RuledLine = {
  readonly accountId: string
  readonly searchText: string
  readonly counterparty: string
  readonly amountMinor: bigint
  readonly currency: string
}

/** Pieces in order, anything in between. */
export type Term = readonly string[]

const patternLimit = 200

/**
 * Terms that a text must all contain: words, quoted phrases, `*` for anything. No regular expressions: no pattern is
 * slow.
 */
export function parsePattern(pattern: string): Term[] {
  const folded = foldText(bareAmounts(pattern.slice(0, patternLimit).replace(/[«»“”]/g, '"')))
  const terms = [...folded.matchAll(/"([^"]*)"?|(\S+)/g)].map(([, quoted, word]) => (quoted ?? word ?? '').trim())
  return terms.map(term => term.split('*').filter(piece => piece.trim() !== '')).filter(pieces => pieces.length > 0)
}

/** As they are stored: `−1 234,56 €`, copied from a list, is found as `1234,56`. */
function bareAmounts(text: string): string {
  return text.replace(
    /(?<![\w.,])[-+\u2212]?(?:€ ?)?(\d{1,3}(?:[\s\u00a0\u202f.,’']\d{3}){0,4}|\d{4,13})([.,]\d{1,2})?(?:[\s\u00a0\u202f]?(?:€|EUR\b))?(?![\w])/giu,
    (found, whole: string, cents: string | undefined) =>
      /[€\u2212+-]|EUR/i.test(found) || cents !== undefined ? whole.replace(/\D/g, '') + (cents ?? '') : found,
  )
}

/** True without terms. */
export function holdsTerms(searchText: string, terms: readonly Term[]): boolean {
  return terms.every(pieces => {
    let from = 0
    for (const piece of pieces) {
      const at = searchText.indexOf(piece, from)
      if (at < 0) return false
      from = at + piece.length
    }
    return true
  })
}

export type PreparedRule = Rule & { readonly terms: readonly Term[] }

export function prepareRule(rule: Rule): PreparedRule {
  return { ...rule, terms: parsePattern(rule.pattern) }
}

/** Would match everything. */
export function saysNothing(rule: Omit<Rule, 'id' | 'category'>): boolean {
  const { pattern, counterparty, direction, minMinor, maxMinor, accountId } = rule
  const conditions = [counterparty, direction, minMinor, maxMinor, accountId]
  return parsePattern(pattern).length === 0 && conditions.every(condition => condition === null)
}

/** Amounts without sign, in the rule's currency only. */
export function matchesRule(line: RuledLine, rule: PreparedRule): boolean {
  const size = absolute(line.amountMinor)
  if (rule.accountId !== null && rule.accountId !== line.accountId) return false
  if (rule.counterparty !== null && rule.counterparty !== line.counterparty) return false
  if (rule.direction !== null && rule.direction !== (line.amountMinor < 0n ? 'out' : 'in')) return false
  const bounded = rule.minMinor !== null || rule.maxMinor !== null
  if (bounded && rule.currency !== null && rule.currency !== line.currency) return false
  if (rule.minMinor !== null && size < rule.minMinor) return false
  if (rule.maxMinor !== null && size > rule.maxMinor) return false
  return holdsTerms(line.searchText, rule.terms)
}

export function findRule(line: RuledLine, rules: readonly PreparedRule[]): PreparedRule | null {
  return rules.find(rule => matchesRule(line, rule)) ?? null
}

/** For SQL's LIKE, escaped; matches as `holdsTerms`. */
export function likePatterns(pattern: string): string[] {
  return parsePattern(pattern).map(pieces => `%${pieces.map(piece => piece.replace(/[\\%_]/g, '\\$&')).join('%')}%`)
}
