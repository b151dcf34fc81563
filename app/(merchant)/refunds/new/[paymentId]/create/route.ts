import { plainAmount } from '@guichet/values/money/amount-input.ts'
import { answerMemberForm, whyOrWhere } from '#app/answer-form.ts'
import { toRefused } from '#app/problem.ts'
import { storeNothing } from '#lib/base/idempotent-result.ts'
import { createRefund, startRefund } from '#lib/services/reconciliation/refunds.ts'

/** Prepares a refund and redirects to the merchant's bank; if the bank can't be reached, to the refund, to try again. */
export const POST = answerMemberForm(
  'refund.create',
  '/refunds/new/[paymentId]',
  async ({ request, actor, as, part, field, presence }) => {
    const typed = { creditorName: field('creditorName'), iban: field('iban'), reason: field('reason') }
    const wish = {
      paymentId: part('paymentId'),
      amount: plainAmount(field('amount'), null) ?? field('amount').trim(),
      ...typed,
    }
    const { id } = await createRefund(actor, wish, storeNothing)
    try {
      const start = { bankCode: null, presence: presence() }
      return (await startRefund(await as('refund.send'), id, start)).redirectTo
    } catch (error) {
      return `/refunds/${id}?error=${toRefused(error, request).code}`
    }
  },
  whyOrWhere,
)
