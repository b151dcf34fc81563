import { storableDay, typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'

/** As URL parameters: ids and words, never an IBAN. */

const Decimal = z.string().regex(/^\d{1,13}(?:\.\d{1,5})?$/)

export const TransactionFilter = z.object({
  /** See domain/accounts/rule.ts. */
  q: typedSingleLine(100).default(''),
  /** None: all. */
  accounts: z.array(z.uuid()).max(200).default([]),
  /** None: all. */
  categories: z
    .array(z.string().regex(/^[a-z0-9_-]{1,40}$/))
    .max(60)
    .default([]),
  from: storableDay.nullable().default(null),
  to: storableDay.nullable().default(null),
  /** Absolute, inclusive. */
  min: Decimal.nullable().default(null),
  max: Decimal.nullable().default(null),
  direction: z.enum(['in', 'out']).nullable().default(null),
  status: z.enum(['booked', 'open']).nullable().default(null),
  source: z.enum(['bank', 'file']).nullable().default(null),
  /** Folded, as on the transaction. */
  counterparty: typedSingleLine(200).nullable().default(null),
  /** All of them; folded as stored. */
  tags: z.array(typedSingleLine(30)).max(10).default([]),
  /** Those that sums of this currency count. */
  counted: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullable()
    .default(null),
})
export type TransactionFilter = z.infer<typeof TransactionFilter>
