import { answerMemberForm } from '#app/answer-form.ts'
import { storeNothing } from '#lib/base/idempotent-result.ts'
import { withdrawRefund } from '#lib/services/reconciliation/refunds.ts'

/** Withdraws a refund before it is authorised. */
export const POST = answerMemberForm('refund.withdraw', '/refunds/[id]', async ({ actor, part, page }) => {
  await withdrawRefund(actor, part('id'), storeNothing)
  return page
})
