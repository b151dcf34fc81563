import { answerForm } from '#app/(merchant)/answer-form.ts'
import { orNamed } from '#app/(merchant)/reconciliation/named-field.ts'
import { guarded } from '#app/guarded.ts'
import { linkReconciliationAccount } from '#lib/services/reconciliation/reconciliation-account.ts'

/** A member lends their linked account. */
export const POST = guarded(
  'account.lend',
  (request: Request): Promise<Response> => {
    return answerForm(request, '/reconciliation', ({ session, organisationId, field }) =>
      orNamed('/reconciliation', async () => {
        await linkReconciliationAccount(session.userId, organisationId, field('accountId'))
        return '/reconciliation?done=linked'
      }),
    )
  },
  '/reconciliation',
)
