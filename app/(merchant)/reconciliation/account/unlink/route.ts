import { answerForm } from '#app/(merchant)/answer-form.ts'
import { guarded } from '#app/guarded.ts'
import { unlinkReconciliationAccount } from '#lib/services/reconciliation/reconciliation-account.ts'

/** The account is taken back. */
export const POST = guarded('account.take_back', (request: Request): Promise<Response> => {
  return answerForm(request, '/reconciliation', async ({ session, organisationId }) => {
    await unlinkReconciliationAccount(session.userId, organisationId)
    return '/reconciliation?done=unlinked'
  })
})
