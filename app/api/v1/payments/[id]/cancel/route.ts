import { keyed, Refusing } from '#app/api/v1/keyed.ts'
import { writeCancellation } from '#app/api/v1/views.ts'
import { withdrawOrCancel } from '#lib/services/payments/merchant-cancellations.ts'
import { operations } from '#lib/views/v1/operations.ts'

export const POST = keyed(operations.cancelPayment, async ({ actor, id, body, keep }) => {
  const { reason, instruction_ids: instructionIds } = body
  // No payer is present; the payer authorises on the bank's own page.
  const wish = { reason, instructionIds, presence: null }
  const result = await withdrawOrCancel(actor, id, wish, keep(writeCancellation(id)))
  if ('status' in result) return result
  return new Refusing('payment_not_cancellable', { conditions: [...result] })
})
