import { answerMemberForm } from '#app/answer-form.ts'
import { presenceOf } from '#app/presence.ts'
import { reconcileNow } from '#lib/services/reconciliation/reconcile.ts'

/** Refreshes the account, if it is the member's own, and matches. */
export const POST = answerMemberForm('credit.read', '/reconciliation', async ({ request, actor, page }) => {
  const count = await reconcileNow(actor, presenceOf(request))
  return `${page}?done=ran&count=${count}`
})
