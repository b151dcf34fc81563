import { answerForm } from '#app/(merchant)/answer-form.ts'
import { orNamed } from '#app/(merchant)/reconciliation/named-field.ts'
import { presenceOf } from '#app/presence.ts'
import { startRefund } from '#lib/services/reconciliation/refunds.ts'

/** Redirects to the merchant's bank to authorise a refund. */
export const POST = answerForm('refund.send', '/refunds/[id]', ({ request, actor, part, page }) =>
  orNamed(page, async () => {
    const start = { bankCode: null, presence: presenceOf(request) }
    return (await startRefund(actor, part('id'), start)).redirectTo
  }),
)
