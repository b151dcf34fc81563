import { keyed } from '#app/api/v1/keyed.ts'
import { readCursor, writePage, writePaymentSummary } from '#app/api/v1/views.ts'
import { noPaymentFilter } from '#lib/domain/payments/order/filter.ts'
import { splitMember } from '#lib/services/payments/checkout.ts'
import { listPayments } from '#lib/services/payments/list.ts'
import { operations } from '#lib/views/v1/operations.ts'

export const GET = keyed(operations.listPayments, async ({ actor, query }) => {
  const { search: q = '', status = null, kind = null, created_from: from = null, created_to: to = null } = query
  const filter = { ...noPaymentFilter, q, status, kind, from, to }
  const { limit, reference, metadata } = query
  const exact = { reference, metadata: metadata === undefined ? undefined : splitMember(metadata) }
  const { payments, next } = await listPayments(actor, { filter, limit, cursor: readCursor(query.cursor), exact })
  return writePage(payments, next, writePaymentSummary)
})
