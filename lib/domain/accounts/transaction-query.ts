import type { TransactionFilter } from './transaction-filter.ts'

/** Writes filters; parsing is in read-filter.ts, with the schema, which no browser needs. */

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
}

/** The URL parameter of each member. */
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
} as const satisfies { readonly [member in keyof TransactionFilter]: string }

/** The filter as URL parameters; default values are omitted. */
export function writeFilter(filter: TransactionFilter): URLSearchParams {
  const query = new URLSearchParams()
  for (const [member, name] of Object.entries(addressNames)) {
    const value = filter[member as keyof TransactionFilter]
    for (const one of Array.isArray(value) ? value : [value]) if (one !== null && one !== '') query.append(name, one)
  }
  return query
}

/** Number of conditions besides the words, shown on the filter's button. */
export function countConditions(filter: TransactionFilter): number {
  const { accounts, categories, from, to, min, max, direction, status, source } = filter
  const present = [accounts.length > 0, categories.length > 0, from ?? to, min ?? max, direction, status, source]
  return present.filter(Boolean).length
}

/** Whether the filter has any condition or word. */
export function isFiltered(filter: TransactionFilter): boolean {
  return filter.q.trim() !== '' || countConditions(filter) > 0
}
