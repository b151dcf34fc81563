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

/** Besides the words. */
export function countConditions(filter: TransactionFilter): number {
  const { accounts, categories, from, to, min, max, direction, status, source, counterparty, counted } = filter
  const present = [
    accounts.length > 0,
    categories.length > 0,
    from ?? to,
    min ?? max,
    direction,
    status,
    source,
    counterparty,
    counted,
  ]
  return present.filter(Boolean).length
}

export function isFiltered(filter: TransactionFilter): boolean {
  return filter.q.trim() !== '' || countConditions(filter) > 0
}
