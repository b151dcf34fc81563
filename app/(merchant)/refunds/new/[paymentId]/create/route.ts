import { plainAmount } from '@guichet/values/money/amount-input.ts'
import { answerMember } from '#app/api/merchant/answer-member.ts'
import { whyOrWhere } from '#app/forms.ts'
import { toRefused } from '#app/problem.ts'
import { storeNothing } from '#lib/base/idempotent-result.ts'
import { actAsMember } from '#lib/services/merchant/actor.ts'
import { createRefund, startRefund } from '#lib/services/reconciliation/refunds.ts'
import { requireSession } from '#lib/session.ts'

/** Prepares a refund and redirects to the merchant's bank; if the bank can't be reached, to the refund, to try again. */
export const POST = answerMember(
  'refund.create',
  '/refunds/new/[paymentId]',
  async ({ request, who, part, field, presence }) => {
    const typed = { creditorName: field('creditorName'), iban: field('iban'), reason: field('reason') }
    const wish = {
      paymentId: part('paymentId'),
      amount: plainAmount(field('amount'), null) ?? field('amount').trim(),
      ...typed,
    }
    const { id } = await createRefund(who, wish, storeNothing)
    try {
      const sender = await actAsMember(await requireSession(), who, 'refund.send')
      return (await startRefund(sender, id, { bankCode: null, presence: presence() })).redirectTo
    } catch (error) {
      return `/refunds/${id}?error=${toRefused(error, request).code}`
    }
  },
  whyOrWhere,
)
