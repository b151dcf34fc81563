import { keyed } from '#app/api/v1/keyed.ts'
import { writeRefund } from '#app/api/v1/views.ts'
import { withdrawRefund } from '#lib/services/reconciliation/refunds.ts'
import { operations } from '#lib/views/v1/operations.ts'

export const POST = keyed(operations.cancelRefund, ({ actor, id, keep }) =>
  withdrawRefund(actor, id, keep(writeRefund)),
)
