import { answerForm } from '#app/(merchant)/answer-form.ts'
import { orNamed } from '#app/(merchant)/reconciliation/named-field.ts'
import { guarded } from '#app/guarded.ts'
import { presenceOf } from '#app/presence.ts'
import { toRefused } from '#app/problem.ts'
import { pathOf } from '#app/read-request.ts'
import { plainAmount } from '#lib/domain/payment-filter.ts'
import { createRefund, startRefund } from '#lib/services/reconciliation/refunds.ts'

type Params = { params: Promise<unknown> }

/** Prepares a refund and leads to the merchant's bank; where the bank can't be reached, to the refund, to try again. */
export const POST = guarded(
  'refund.send',
  async (request: Request, { params }: Params): Promise<Response> => {
    const { paymentId } = await pathOf(params, 'paymentId')
    const page = `/refunds/new/${encodeURIComponent(paymentId)}`
    return answerForm(request, page, ({ session, organisationId, field }) =>
      orNamed(page, async () => {
        const { userId } = session
        const typed = { creditorName: field('creditorName'), iban: field('iban'), reason: field('reason') }
        const wish = { paymentId, amount: plainAmount(field('amount')), ...typed }
        const { id } = await createRefund(userId, organisationId, wish, session)
        try {
          const start = { bankCode: null, presence: presenceOf(request) }
          return (await startRefund(userId, organisationId, id, start, session)).redirectTo
        } catch (error) {
          return `/refunds/${id}?error=${toRefused(error, request).code}`
        }
      }),
    )
  },
  '/refunds/new/[paymentId]',
)
