import { plainSize } from '@guichet/values/money/amount-input.ts'
import { storableDay, typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { shownStatuses } from './paid.ts'

/** URL parameters, never an IBAN. */

const Decimal = z.string().regex(/^\d{1,13}(?:\.\d{1,2})?$/)

export const orderKinds = ['checkout', 'link', 'refund'] as const

export const PaymentFilter = z.object({
  /** References, descriptions, ids; a number is an amount. */
  q: typedSingleLine(100).default(''),
  status: z.enum(shownStatuses).nullable().default(null),
  kind: z.enum(orderKinds).nullable().default(null),
  bank: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,20}$/)
    .nullable()
    .default(null),
  /** Paris days, inclusive. */
  from: storableDay.nullable().default(null),
  to: storableDay.nullable().default(null),
  /** Inclusive. */
  min: Decimal.nullable().default(null),
  max: Decimal.nullable().default(null),
  link: z.uuid().nullable().default(null),
})
export type PaymentFilter = z.infer<typeof PaymentFilter>

export const noPaymentFilter: PaymentFilter = PaymentFilter.parse({})

const members = ['q', 'status', 'kind', 'bank', 'from', 'to', 'min', 'max', 'link'] as const

export type ReadPaymentFilter = {
  readonly filter: PaymentFilter
  readonly wrong: (typeof members)[number] | null
}

/** `1 234,56` counts too; empty is absent. */
export function readPaymentFilter(query: URLSearchParams): ReadPaymentFilter {
  let wrong: ReadPaymentFilter['wrong'] = null
  const filter: Record<string, unknown> = {}
  for (const member of members) {
    const given = query.get(member)?.trim() ?? ''
    if (given === '') continue
    const text = member === 'min' || member === 'max' ? (plainSize(given, null) ?? given) : given
    const value = PaymentFilter.shape[member].safeParse(text)
    if (value.success) filter[member] = value.data
    else wrong ??= member
  }
  return { filter: PaymentFilter.parse(filter), wrong }
}

export function writePaymentFilter(filter: PaymentFilter): Record<string, string> {
  return Object.fromEntries(
    members.flatMap(member => {
      const value = filter[member]
      return value === null || value === '' ? [] : [[member, value]]
    }),
  )
}
