import { answer } from '#app/answer.ts'
import { startLink } from '#lib/services/connections/link.ts'

/** The form before leaving: redirects to the bank. */
export const POST = answer(
  'connection.link',
  '/link/[bank]',
  async ({ who: { userId }, part }) =>
    (await startLink({ userId }, { bankCode: part('bank'), purpose: 'link' })).redirectTo,
)
