import { answerMemberForm, whyOrWhere } from '#app/answer-form.ts'
import { plainAmount } from '#lib/domain/payments/order/filter.ts'
import { matchByHand } from '#lib/services/reconciliation/matches.ts'

/** Matches a credit, or part of it, with an order. */
export const POST = answerMemberForm(
  'credit.match',
  '/reconciliation/[id]',
  async ({ actor, part, field }) => {
    const amount = plainAmount(field('amount')) || null
    await matchByHand(actor, { creditId: part('id'), orderId: field('orderId'), amount })
    return { done: 'matched' }
  },
  whyOrWhere,
)
