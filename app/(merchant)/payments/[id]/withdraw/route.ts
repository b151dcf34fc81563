import { answerForm } from '#app/(merchant)/answer-form.ts'
import { guarded } from '#app/guarded.ts'
import { pathOf } from '#app/read-request.ts'
import { withdrawPaymentOf } from '#lib/services/merchant/merchant-cancellations.ts'

type Context = { params: Promise<unknown> }

/** Takes a payment back that nobody pays yet. Field organisation. */
export const POST = guarded('payment.withdraw', async (request: Request, { params }: Context): Promise<Response> => {
  const { id } = await pathOf(params, 'id')
  const page = `/payments/${encodeURIComponent(id)}`
  return answerForm(request, page, async ({ session, organisationId }) => {
    await withdrawPaymentOf(session.userId, organisationId, id)
    return page
  })
})
