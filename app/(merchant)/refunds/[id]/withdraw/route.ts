import { answerForm } from '#app/(merchant)/answer-form.ts'
import { withoutKey } from '#lib/services/keep.ts'
import { withdrawRefund } from '#lib/services/reconciliation/refunds.ts'

/** Withdraws a refund before it is authorised. */
export const POST = answerForm('refund.withdraw', '/refunds/[id]', async ({ actor, part, page }) => {
  await withdrawRefund(actor, part('id'), withoutKey)
  return page
})
