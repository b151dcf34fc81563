import { answerMemberForm } from '#app/answer-form.ts'
import { unlinkReconciliationAccount } from '#lib/services/reconciliation/account.ts'

/** Withdraws the lent account. */
export const POST = answerMemberForm('account.take_back', '/reconciliation', async ({ actor, page }) => {
  await unlinkReconciliationAccount(actor)
  return `${page}?done=unlinked`
})
