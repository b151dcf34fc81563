import { plainAmount } from '@guichet/values/money/amount-input.ts'
import { answerMemberForm, whyOrWhere } from '#app/answer-form.ts'
import { matchByHand } from '#lib/services/reconciliation/matches.ts'

/** Matches a credit, or part of it, with an order. */
export const POST = answerMemberForm(
  'credit.match',
  '/reconciliation/[id]',
  async ({ actor, part, field }) => {
    const typed = field('amount').trim()
    const amount = typed === '' ? null : (plainAmount(typed, null) ?? typed)
    await matchByHand(actor, { creditId: part('id'), orderId: field('orderId'), amount })
    return { done: 'matched' }
  },
  whyOrWhere,
)
