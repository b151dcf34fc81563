import { answerMemberForm, whyOrWhere } from '#app/answer-form.ts'
import { linkReconciliationAccount } from '#lib/services/reconciliation/account.ts'

/** A member lends their linked account. */
export const POST = answerMemberForm(
  'account.lend',
  '/reconciliation',
  async ({ actor, field }) => {
    await linkReconciliationAccount(actor, field('accountId'))
    return { done: 'linked' }
  },
  whyOrWhere,
)
