import { answerMember } from '#app/api/merchant/answer-member.ts'
import { whyOrWhere } from '#app/forms.ts'
import { startRefund } from '#lib/services/reconciliation/refunds.ts'

/** Redirects to the merchant's bank to authorise a refund. */
export const POST = answerMember(
  'refund.send',
  '/refunds/[id]',
  async ({ who, part, presence }) =>
    (await startRefund(who, part('id'), { bankCode: null, presence: presence() })).redirectTo,
  whyOrWhere,
)
