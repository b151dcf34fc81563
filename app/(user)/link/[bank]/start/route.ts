import { answerForm } from '#app/answer-form.ts'
import { startLink } from '#lib/services/connections/link.ts'

/** The form before leaving: redirects to the bank. */
export const POST = answerForm(
  'connection.link',
  '/link/[bank]',
  async ({ who: { userId, sessionId }, part }) =>
    (await startLink({ userId }, { bankCode: part('bank'), sessionId, purpose: 'link' })).redirectTo,
)
