import { cancellationReasons } from '@guichet/stet/terms/payment-request.ts'
import { answerMember } from '#app/api/merchant/answer-member.ts'
import { storeNothing } from '#lib/base/idempotent-result.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { cancelMerchantPayment } from '#lib/services/payments/merchant-cancellations.ts'

const pages = { page: '/payments/[id]', confirmPage: '/payments/[id]/cancel' } as const

/** Redirects to the bank, where the cancellation is authorised. Fields organisation, reason. */
export const POST = answerMember('payment.cancel', pages, async ({ presence, who, part, field }) => {
  const reason = cancellationReasons.find(one => one === field('reason'))
  if (!reason) throw new Refused('invalid_input', { field: 'reason' })
  const wish = { reason, instructionIds: [], presence: presence() }
  return (await cancelMerchantPayment(who, part('id'), wish, storeNothing)).redirectTo
})
