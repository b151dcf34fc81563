import { keyed, Refusing } from '#app/api/v1/keyed.ts'
import { guarded } from '#app/guarded.ts'
import { operations } from '#lib/domain/v1-operations.ts'
import { cancelPaymentV1 } from '#lib/services/merchant/checkout.ts'

export const POST = guarded(
  'api.payment_cancel',
  keyed(operations.cancelPayment, async ({ holder, id, body }) => {
    const result = await cancelPaymentV1(holder, id, body)
    if (result.outcome !== 'not_cancellable') return result
    const conditions = [...result.check.conditions]
    const failing = conditions.find(({ holds }) => !holds)?.condition
    return new Refusing('payment_not_cancellable', { conditions, ...(failing ? { field: failing } : {}) })
  }),
)
