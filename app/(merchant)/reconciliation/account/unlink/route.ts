import { answerForm } from '#app/(merchant)/answer-form.ts'
import { unlinkReconciliationAccount } from '#lib/services/reconciliation/account.ts'

/** The account is taken back. */
export const POST = answerForm('account.take_back', '/reconciliation', async ({ actor, page }) => {
  await unlinkReconciliationAccount(actor)
  return `${page}?done=unlinked`
})
