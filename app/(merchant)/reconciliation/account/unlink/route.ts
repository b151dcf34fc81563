import { answerMember } from '#app/api/merchant/answer-member.ts'
import { unlinkReconciliationAccount } from '#lib/services/reconciliation/account.ts'

/** Withdraws the lent account. */
export const POST = answerMember('account.take_back', '/reconciliation', async ({ who, page }) => {
  await unlinkReconciliationAccount(who)
  return `${page}?done=unlinked`
})
