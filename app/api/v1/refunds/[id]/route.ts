import { keyed } from '#app/api/v1/keyed.ts'
import { operations } from '#lib/domain/v1-operations.ts'
import { readRefundV1 } from '#lib/services/reconciliation/refunds-v1.ts'

export const GET = keyed(operations.readRefund, ({ holder, id }) => readRefundV1(holder, id))
