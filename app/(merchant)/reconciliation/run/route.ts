import { answerForm } from '#app/(merchant)/answer-form.ts'
import { guarded } from '#app/guarded.ts'
import { presenceOf } from '#app/presence.ts'
import { reconcileNow } from '#lib/services/reconciliation/reconciliation.ts'

/** Reads the account anew, where it is the member's own, and matches. */
export const POST = guarded('credit.read', (request: Request): Promise<Response> => {
  return answerForm(request, '/reconciliation', async ({ session, organisationId }) => {
    const count = await reconcileNow(session.userId, organisationId, presenceOf(request))
    return `/reconciliation?done=ran&count=${count}`
  })
})
