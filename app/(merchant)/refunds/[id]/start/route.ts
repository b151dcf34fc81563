import { answerForm } from '#app/(merchant)/answer-form.ts'
import { orNamed } from '#app/(merchant)/reconciliation/named-field.ts'
import { guarded } from '#app/guarded.ts'
import { presenceOf } from '#app/presence.ts'
import { pathOf } from '#app/read-request.ts'
import { startRefund } from '#lib/services/reconciliation/refunds.ts'

/** To the merchant's bank, to authorise a refund. */
export const POST = guarded(
  'refund.send',
  async (request: Request, { params }: { params: Promise<unknown> }): Promise<Response> => {
    const { id } = await pathOf(params, 'id')
    const page = `/refunds/${encodeURIComponent(id)}`
    return answerForm(request, page, ({ session, organisationId }) =>
      orNamed(page, async () => {
        const start = { bankCode: null, presence: presenceOf(request) }
        return (await startRefund(session.userId, organisationId, id, start, session)).redirectTo
      }),
    )
  },
  '/refunds/[id]',
)
