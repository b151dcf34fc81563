import { absolute } from '@guichet/values/money/minor.ts'
import { foldText } from '@guichet/values/text/clean.ts'

/** A person's rules that categorise transactions: words, amount range, direction, account, counterparty. */

export type Direction = 'in' | 'out'

export type Rule = {
  readonly id: string
  /** Words as in `parsePattern`; empty: any label. */
  readonly pattern: string
  /** Exactly this counterparty, folded; null: any. */
  readonly counterparty: string | null
  readonly direction: Direction | null
  /** Absolute amounts in minor units of `currency`, inclusive. */
  readonly minMinor: bigint | null
  readonly maxMinor: bigint | null
  readonly currency: string | null
  readonly accountId: string | null
  /** Built-in name or id of an own category. */
  readonly category: string
}

/** The members of a transaction that a rule compares. `searchText` is folded (domain/accounts/transaction.ts). */
export type RuledLine = {
  readonly accountId: string
  readonly searchText: string
  readonly counterparty: string
  readonly amountMinor: bigint
  readonly currency: string
}

/** One term of a pattern: pieces that must follow each other, with anything in between. */
export type Term = readonly string[]

const patternLimit = 200

/**
 * Parses a pattern into terms, all of which a text must contain, in any order: words, quoted phrases, and `*` for
 * anything between two pieces of a term. No regular expressions, so no pattern makes matching slow.
 */
export function parsePattern(pattern: string): Term[] {
  const folded = foldText(pattern.slice(0, patternLimit).replace(/[«»“”]/g, '"'))
  const terms = [...folded.matchAll(/"([^"]*)"?|(\S+)/g)].map(([, quoted, word]) => (quoted ?? word ?? '').trim())
  return terms.map(term => term.split('*').filter(piece => piece.trim() !== '')).filter(pieces => pieces.length > 0)
}

/** Whether a folded text contains every term; true without terms. */
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

/** A rule prepared for matching many transactions. */
export type PreparedRule = Rule & { readonly terms: readonly Term[] }

/** Parses a rule's pattern once, before matching many transactions. */
export function prepareRule(rule: Rule): PreparedRule {
  return { ...rule, terms: parsePattern(rule.pattern) }
}

/** Whether a rule would match every transaction: it needs a word, counterparty, direction, amount or account. */
export function saysNothing(rule: Omit<Rule, 'id' | 'category'>): boolean {
  const { pattern, counterparty, direction, minMinor, maxMinor, accountId } = rule
  const conditions = [counterparty, direction, minMinor, maxMinor, accountId]
  return parsePattern(pattern).length === 0 && conditions.every(condition => condition === null)
}

/** Whether a rule matches a transaction. Amounts are compared without sign and only in the rule's currency. */
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

/** The first matching rule in order; null if none matches. */
export function findRule(line: RuledLine, rules: readonly PreparedRule[]): PreparedRule | null {
  return rules.find(rule => matchesRule(line, rule)) ?? null
}

/** The terms for SQL's LIKE: `%piece%piece%`, with wildcards escaped. Matches the same transactions as `holdsTerms`. */
export function likePatterns(pattern: string): string[] {
  return parsePattern(pattern).map(pieces => `%${pieces.map(piece => piece.replace(/[\\%_]/g, '\\$&')).join('%')}%`)
}
