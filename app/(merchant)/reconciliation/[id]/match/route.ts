import { plainAmount } from '@guichet/values/money/amount-input.ts'
import { answerMember } from '#app/api/merchant/answer-member.ts'
import { whyOrWhere } from '#app/forms.ts'
import { matchByHand } from '#lib/services/reconciliation/matches.ts'

/** Matches a credit, or part of it, with an order, or with an invoice that has none. */
export const POST = answerMember(
  'credit.match',
  '/reconciliation/[id]',
  async ({ who, part, field }) => {
    const typed = field('amount').trim()
    const amount = typed === '' ? null : (plainAmount(typed, null) ?? typed)
    await matchByHand(who, { creditId: part('id'), orderId: field('orderId'), invoiceId: field('invoiceId'), amount })
    return { done: 'matched' }
  },
  whyOrWhere,
)
