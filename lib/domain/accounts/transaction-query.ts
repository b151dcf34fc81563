import type { TransactionFilter } from './transaction-filter.ts'

/** Parsing is in read-filter.ts, with the schema no browser needs. */

export const noFilter: TransactionFilter = {
  q: '',
  accounts: [],
  categories: [],
  from: null,
  to: null,
  min: null,
  max: null,
  direction: null,
  status: null,
  source: null,
  counterparty: null,
  tags: [],
  counted: null,
}

export const addressNames = {
  q: 'q',
  accounts: 'account',
  categories: 'category',
  from: 'from',
  to: 'to',
  min: 'min',
  max: 'max',
  direction: 'direction',
  status: 'status',
  source: 'source',
  counterparty: 'counterparty',
  tags: 'tag',
  counted: 'counted',
} as const satisfies { readonly [member in keyof TransactionFilter]: string }

/** Defaults are omitted. */
export function writeFilter(filter: TransactionFilter): URLSearchParams {
  const query = new URLSearchParams()
  for (const [member, name] of Object.entries(addressNames)) {
    const value = filter[member as keyof TransactionFilter]
    for (const one of Array.isArray(value) ? value : [value]) if (one !== null && one !== '') query.append(name, one)
  }
  return query
}

/** Besides the words: as many as there are chips. */
export function countConditions(filter: TransactionFilter): number {
  const { q: _, from, to, min, max, ...others } = filter
  return [from ?? to, min ?? max, ...Object.values(others)].flatMap(value => value ?? []).length
}

export function isFiltered(filter: TransactionFilter): boolean {
  return filter.q.trim() !== '' || countConditions(filter) > 0
}
