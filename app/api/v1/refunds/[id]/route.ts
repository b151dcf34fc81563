import { keyed } from '#app/api/v1/keyed.ts'
import { writeRefund } from '#app/api/v1/views.ts'
import { readRefund } from '#lib/services/reconciliation/refunds.ts'
import { operations } from '#lib/views/v1/operations.ts'

export const GET = keyed(operations.readRefund, async ({ actor, id }) => writeRefund(await readRefund(actor, id)))
