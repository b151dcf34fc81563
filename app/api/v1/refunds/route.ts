import { keyed } from '#app/api/v1/keyed.ts'
import { pageIn, writePage, writeRefund } from '#app/api/v1/views.ts'
import { createRefund, listRefunds } from '#lib/services/reconciliation/refunds.ts'
import { operations } from '#lib/views/v1/operations.ts'

export const POST = keyed(operations.createRefund, ({ actor, body, keep }) => {
  const input = {
    paymentId: body.payment_id,
    amount: body.amount ?? '',
    creditorName: body.creditor_name,
    iban: body.creditor_iban ?? '',
    reason: body.reason ?? '',
    metadata: body.metadata,
  }
  return createRefund(actor, input, keep(writeRefund))
})

export const GET = keyed(operations.listRefunds, async ({ actor, query }) => {
  const { created, ...page } = pageIn(query)
  const filter = { status: query.status, paymentId: query.payment_id, reference: query.reference, created }
  const { refunds, next } = await listRefunds(actor, { ...page, filter })
  return writePage(refunds, next, writeRefund)
})
