import { answerForm } from '#app/(merchant)/answer-form.ts'
import { orNamed } from '#app/(merchant)/reconciliation/named-field.ts'
import { plainAmount } from '#lib/domain/payments/order/filter.ts'
import { matchByHand } from '#lib/services/reconciliation/matches.ts'

/** Matches a credit, or part of it, with an order. */
export const POST = answerForm('credit.match', '/reconciliation/[id]', ({ actor, part, field, page }) =>
  orNamed(page, async () => {
    const amount = plainAmount(field('amount')) || null
    await matchByHand(actor, { creditId: part('id'), orderId: field('orderId'), amount })
    return `${page}?done=matched`
  }),
)
