import { z } from 'zod'
import { typedLine } from '#lib/domain/text/person.ts'
import { addressNames } from './transaction-query.ts'

/** A search over transactions as URL parameters: ids and words, never an IBAN. */

const Decimal = z.string().regex(/^\d{1,13}(?:\.\d{1,5})?$/)

export const TransactionFilter = z.object({
  /** Words, `"several words"`, `*`: see domain/accounts/rule.ts. */
  q: typedLine(100).default(''),
  /** Ids of own accounts; none: all. */
  accounts: z.array(z.uuid()).max(200).default([]),
  /** Built-in names or ids of own categories; empty: all. */
  categories: z
    .array(z.string().regex(/^[a-z0-9_-]{1,40}$/))
    .max(60)
    .default([]),
  from: z.iso.date().nullable().default(null),
  to: z.iso.date().nullable().default(null),
  /** Absolute amounts, both included. */
  min: Decimal.nullable().default(null),
  max: Decimal.nullable().default(null),
  direction: z.enum(['in', 'out']).nullable().default(null),
  status: z.enum(['booked', 'open']).nullable().default(null),
  source: z.enum(['bank', 'file']).nullable().default(null),
})
export type TransactionFilter = z.infer<typeof TransactionFilter>

const lists: ReadonlySet<string> = new Set(['accounts', 'categories'])

export type ReadFilter = {
  /** The valid members; invalid ones are left out. */
  readonly filter: TransactionFilter
  /** The URL name of the first invalid member. */
  readonly wrong: string | null
}

/** Parses a filter from a URL. Amounts may be written `1 234,56`. */
export function readFilter(query: URLSearchParams): ReadFilter {
  const filter: Record<string, unknown> = {}
  let wrong: string | null = null
  for (const [member, name] of Object.entries(addressNames)) {
    const given = query
      .getAll(name)
      .map(value => value.trim())
      .filter(value => value !== '')
    if (given.length === 0) continue
    const value = lists.has(member) ? given : tidy(member, given[0] ?? '')
    const read = TransactionFilter.safeParse({ [member]: value })
    if (read.success) filter[member] = value
    else wrong ??= name
  }
  return { filter: TransactionFilter.parse(filter), wrong }
}

function tidy(member: string, value: string): string {
  return member === 'min' || member === 'max' ? value.replace(/\s/g, '').replace(',', '.') : value
}
