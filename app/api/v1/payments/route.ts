import { keyed } from '#app/api/v1/keyed.ts'
import { pageIn, writePage, writePaymentSummary } from '#app/api/v1/views.ts'
import { noPaymentFilter } from '#lib/domain/payments/order/filter.ts'
import { splitMember } from '#lib/services/payments/checkout.ts'
import { listPayments } from '#lib/services/payments/list.ts'
import { operations } from '#lib/views/v1/operations.ts'

export const GET = keyed(operations.listPayments, async ({ actor, query }) => {
  const { search: q = '', status = null, kind = null, reference, metadata } = query
  const { limit, before: cursor, created } = pageIn(query)
  const filter = { ...noPaymentFilter, q, kind, from: created.from ?? null, to: created.to ?? null }
  const exact = { status, reference, metadata: metadata === undefined ? undefined : splitMember(metadata) }
  const { payments, next } = await listPayments(actor, { filter, limit, cursor, exact })
  return writePage(payments, next, writePaymentSummary)
})
