import { plainSize } from '@guichet/values/money/amount-input.ts'
import { TransactionFilter } from './transaction-filter.ts'
import { addressNames } from './transaction-query.ts'

const lists: ReadonlySet<string> = new Set(['accounts', 'categories', 'tags'])

export type ReadFilter = {
  readonly filter: TransactionFilter
  /** URL name of the first invalid member. */
  readonly wrong: string | null
}

/** Amounts as one writes them in that language. */
export function readFilter(query: URLSearchParams, locale: 'fr' | 'en'): ReadFilter {
  const filter: Record<string, unknown> = {}
  let wrong: string | null = null
  for (const [member, name] of Object.entries(addressNames)) {
    const given = query
      .getAll(name)
      .map(value => value.trim())
      .filter(value => value !== '')
    if (given.length === 0) continue
    const value = lists.has(member) ? given : normalise(member, given[0] ?? '', locale)
    const read = TransactionFilter.safeParse({ [member]: value })
    if (read.success) filter[member] = value
    else wrong ??= name
  }
  return { filter: TransactionFilter.parse(filter), wrong }
}

function normalise(member: string, value: string, locale: 'fr' | 'en'): string {
  return member === 'min' || member === 'max' ? (plainSize(value, locale) ?? value) : value
}
