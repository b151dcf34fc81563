import { answerMember } from '#app/api/merchant/answer-member.ts'
import { storeNothing } from '#lib/base/idempotent-result.ts'
import { withdrawRefund } from '#lib/services/reconciliation/refunds.ts'

/** Withdraws a refund before it is authorised. */
export const POST = answerMember('refund.withdraw', '/refunds/[id]', async ({ who, part, page }) => {
  await withdrawRefund(who, part('id'), storeNothing)
  return page
})
