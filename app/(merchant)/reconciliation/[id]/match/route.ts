import { answerForm } from '#app/(merchant)/answer-form.ts'
import { orNamed } from '#app/(merchant)/reconciliation/named-field.ts'
import { guarded } from '#app/guarded.ts'
import { pathOf } from '#app/read-request.ts'
import { plainAmount } from '#lib/domain/payment-filter.ts'
import { matchByHand } from '#lib/services/reconciliation/reconciliation-matches.ts'

/** Gives a credit, or part of it, to an order. */
export const POST = guarded(
  'credit.match',
  async (request: Request, { params }: { params: Promise<unknown> }): Promise<Response> => {
    const { id: creditId } = await pathOf(params, 'id')
    const page = `/reconciliation/${encodeURIComponent(creditId)}`
    return answerForm(request, page, ({ session, organisationId, field }) =>
      orNamed(page, async () => {
        const wish = { creditId, orderId: field('orderId'), amount: plainAmount(field('amount')) || null }
        await matchByHand(session.userId, organisationId, wish)
        return `${page}?done=matched`
      }),
    )
  },
)
