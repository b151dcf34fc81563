import { keyed } from '#app/api/v1/keyed.ts'
import { readCursor, writePage, writeRefund } from '#app/api/v1/views.ts'
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
  const { limit, cursor, status, payment_id: paymentId, reference, created_from: from, created_to: to } = query
  const filter = { status, paymentId, reference, created: { from, to } }
  const { refunds, next } = await listRefunds(actor, { limit, before: readCursor(cursor), filter })
  return writePage(refunds, next, writeRefund)
})
