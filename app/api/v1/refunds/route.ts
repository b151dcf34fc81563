import { keyed } from '#app/api/v1/keyed.ts'
import { guarded } from '#app/guarded.ts'
import { operations } from '#lib/domain/v1-operations.ts'
import { createRefundV1, listRefundsV1 } from '#lib/services/reconciliation/refunds-v1.ts'

export const POST = guarded(
  'api.refund',
  keyed(operations.createRefund, ({ holder, body, keep }) => createRefundV1(holder, body, keep)),
)

export const GET = keyed(operations.listRefunds, ({ holder, query }) => listRefundsV1(holder, query))
