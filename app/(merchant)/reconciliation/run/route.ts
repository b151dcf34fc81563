import { answerMember } from '#app/api/merchant/answer-member.ts'
import { reconcileNow } from '#lib/services/reconciliation/reconcile.ts'

/** Refreshes the account, if it is the member's own, and matches. */
export const POST = answerMember('credit.read', '/reconciliation', async ({ presence, who, page }) => {
  const count = await reconcileNow(who, presence())
  return `${page}?done=ran&count=${count}`
})
