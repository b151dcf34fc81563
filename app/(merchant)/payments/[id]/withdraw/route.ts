import { answerMember } from '#app/api/merchant/answer-member.ts'
import { storeNothing } from '#lib/base/idempotent-result.ts'
import { withdrawPayment } from '#lib/services/payments/merchant-cancellations.ts'

/** Withdraws a payment that nobody has authorised. Field organisation. */
export const POST = answerMember('payment.withdraw', '/payments/[id]', async ({ who, part, page }) => {
  await withdrawPayment(who, part('id'), storeNothing)
  return page
})
