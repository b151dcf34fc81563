import { answerMember } from '#app/api/merchant/answer-member.ts'
import { whyOrWhere } from '#app/forms.ts'
import { linkReconciliationAccount } from '#lib/services/reconciliation/account.ts'

/** A member lends their linked account. */
export const POST = answerMember(
  'account.lend',
  '/reconciliation',
  async ({ who, field }) => {
    await linkReconciliationAccount(who, field('accountId'))
    return { done: 'linked' }
  },
  whyOrWhere,
)
