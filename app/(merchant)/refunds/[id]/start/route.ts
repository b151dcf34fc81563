import { answerMemberForm, whyOrWhere } from '#app/answer-form.ts'
import { startRefund } from '#lib/services/reconciliation/refunds.ts'

/** Redirects to the merchant's bank to authorise a refund. */
export const POST = answerMemberForm(
  'refund.send',
  '/refunds/[id]',
  async ({ actor, part, presence }) =>
    (await startRefund(actor, part('id'), { bankCode: null, presence: presence() })).redirectTo,
  whyOrWhere,
)
