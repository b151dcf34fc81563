import { TransactionFilter } from './transaction-filter.ts'
import { addressNames } from './transaction-query.ts'

const lists: ReadonlySet<string> = new Set(['accounts', 'categories'])

export type ReadFilter = {
  readonly filter: TransactionFilter
  /** URL name of the first invalid member. */
  readonly wrong: string | null
}

/** Amounts may be written `1 234,56`. */
export function readFilter(query: URLSearchParams): ReadFilter {
  const filter: Record<string, unknown> = {}
  let wrong: string | null = null
  for (const [member, name] of Object.entries(addressNames)) {
    const given = query
      .getAll(name)
      .map(value => value.trim())
      .filter(value => value !== '')
    if (given.length === 0) continue
    const value = lists.has(member) ? given : normalise(member, given[0] ?? '')
    const read = TransactionFilter.safeParse({ [member]: value })
    if (read.success) filter[member] = value
    else wrong ??= name
  }
  return { filter: TransactionFilter.parse(filter), wrong }
}

function normalise(member: string, value: string): string {
  return member === 'min' || member === 'max' ? value.replace(/\s/g, '').replace(',', '.') : value
}
