import { typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { orderStatuses } from './order.ts'

/** A search over payments as URL parameters: words and codes, never an IBAN. */

const Decimal = z.string().regex(/^\d{1,13}(?:\.\d{1,2})?$/)

export const orderKinds = ['checkout', 'link', 'refund'] as const

export const PaymentFilter = z.object({
  /** References, descriptions, end-to-end ids, public ids; a number finds payments of that amount. */
  q: typedSingleLine(100).default(''),
  status: z.enum(orderStatuses).nullable().default(null),
  kind: z.enum(orderKinds).nullable().default(null),
  bank: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,20}$/)
    .nullable()
    .default(null),
  /** Days in Paris, both included. */
  from: z.iso.date().nullable().default(null),
  to: z.iso.date().nullable().default(null),
  /** Decimal strings, both included. */
  min: Decimal.nullable().default(null),
  max: Decimal.nullable().default(null),
  link: z.uuid().nullable().default(null),
})
export type PaymentFilter = z.infer<typeof PaymentFilter>

export const noPaymentFilter: PaymentFilter = PaymentFilter.parse({})

const members = ['q', 'status', 'kind', 'bank', 'from', 'to', 'min', 'max', 'link'] as const

export type ReadPaymentFilter = {
  /** Without the invalid members. */
  readonly filter: PaymentFilter
  /** First member that made no sense. */
  readonly wrong: (typeof members)[number] | null
}

/** Parses a filter from a URL. Amounts may be written `1 234,56`; an empty member counts as absent. */
export function readPaymentFilter(query: URLSearchParams): ReadPaymentFilter {
  let wrong: ReadPaymentFilter['wrong'] = null
  const filter: Record<string, unknown> = {}
  for (const member of members) {
    const given = query.get(member)?.trim() ?? ''
    if (given === '') continue
    const text = member === 'min' || member === 'max' ? plainAmount(given) : given
    const value = PaymentFilter.shape[member].safeParse(text)
    if (value.success) filter[member] = value.data
    else wrong ??= member
  }
  return { filter: PaymentFilter.parse(filter), wrong }
}

/** The members of a filter that are set, for a URL. */
export function writePaymentFilter(filter: PaymentFilter): Record<string, string> {
  return Object.fromEntries(
    members.flatMap(member => {
      const value = filter[member]
      return value === null || value === '' ? [] : [[member, value]]
    }),
  )
}

/** A typed amount with spaces and comma as a decimal string. */
export function plainAmount(text: string): string {
  return text.replace(/[\s\u00a0\u202f€]/g, '').replace(',', '.')
}
