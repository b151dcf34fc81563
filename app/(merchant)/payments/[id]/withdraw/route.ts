import { answerMemberForm } from '#app/answer-form.ts'
import { storeNothing } from '#lib/base/idempotent-result.ts'
import { withdrawPayment } from '#lib/services/payments/merchant-cancellations.ts'

/** Withdraws a payment that nobody has authorised. Field organisation. */
export const POST = answerMemberForm('payment.withdraw', '/payments/[id]', async ({ actor, part, page }) => {
  await withdrawPayment(actor, part('id'), storeNothing)
  return page
})
