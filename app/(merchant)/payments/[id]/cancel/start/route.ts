import { answerForm } from '#app/(merchant)/answer-form.ts'
import { guarded } from '#app/guarded.ts'
import { presenceOf } from '#app/presence.ts'
import { pathOf } from '#app/read-request.ts'
import { cancellationReasons } from '#lib/domain/cancellation.ts'
import { Refused } from '#lib/domain/refused.ts'
import { cancelPaymentOf } from '#lib/services/merchant/merchant-cancellations.ts'

type Context = { params: Promise<unknown> }

/** On to the bank, where the cancellation is agreed to. Fields organisation, reason. */
export const POST = guarded(
  'payment.cancel',
  async (request: Request, { params }: Context): Promise<Response> => {
    const { id } = await pathOf(params, 'id')
    return answerForm(request, `/payments/${encodeURIComponent(id)}`, async ({ session, organisationId, field }) => {
      const reason = cancellationReasons.find(one => one === field('reason'))
      if (!reason) throw new Refused('invalid_input', { field: 'reason' })
      const wish = { reason, presence: presenceOf(request) }
      return (await cancelPaymentOf(session.userId, organisationId, id, wish, session)).redirectTo
    })
  },
  '/payments/[id]/cancel',
)
