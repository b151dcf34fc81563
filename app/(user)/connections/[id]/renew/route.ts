import { answer } from '#app/answer.ts'
import { startLink } from '#lib/services/connections/link.ts'
import { readConnection } from '#lib/services/connections/read.ts'

/** The renewal's form: redirects to the bank for the same connection. */
export const POST = answer('connection.link', '/connections/[id]', async ({ who: { userId }, part }) => {
  const { bank } = await readConnection({ userId }, part('id'))
  const start = { bankCode: bank.code, purpose: 'renew', connectionId: part('id') } as const
  return (await startLink({ userId }, start)).redirectTo
})
