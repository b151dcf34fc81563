import { answerForm } from '#app/(merchant)/answer-form.ts'
import { guarded } from '#app/guarded.ts'
import { pathOf } from '#app/read-request.ts'
import { withdrawRefund } from '#lib/services/reconciliation/refunds.ts'

/** Takes a refund back before it is authorised. */
export const POST = guarded(
  'refund.withdraw',
  async (request: Request, { params }: { params: Promise<unknown> }): Promise<Response> => {
    const { id } = await pathOf(params, 'id')
    const page = `/refunds/${encodeURIComponent(id)}`
    return answerForm(request, page, async ({ session, organisationId }) => {
      await withdrawRefund(session.userId, organisationId, id)
      return page
    })
  },
)
