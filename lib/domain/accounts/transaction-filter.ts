import { typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'

/** A search over transactions as URL parameters: ids and words, never an IBAN. */

const Decimal = z.string().regex(/^\d{1,13}(?:\.\d{1,5})?$/)

export const TransactionFilter = z.object({
  /** Words, `"several words"`, `*`: see domain/accounts/rule.ts. */
  q: typedSingleLine(100).default(''),
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
