import { keyed } from '#app/api/v1/keyed.ts'
import { operations } from '#lib/domain/v1-operations.ts'
import { readPaymentV1 } from '#lib/services/merchant/checkout.ts'

export const GET = keyed(operations.readPayment, ({ holder, id }) => readPaymentV1(holder, id))
