import { openPage } from '#app/open-page.ts'
import { titleOf } from '#app/title-of.ts'
import { ConfirmEmail, type ConfirmEmailState } from '#components/auth/confirm-email.tsx'
import { readAuthQuery } from '#components/auth/query.ts'
import { readSignUpLink, readVerificationLink } from '#lib/services/people/verification.ts'
import { type CurrentSession, currentSession, readSignUpBrowser } from '#lib/session.ts'

export const generateMetadata = titleOf('auth.confirmEmail.metaTitle', { robots: { index: false } })

/** Target of the mailed link. Opening it confirms nothing, because programs that scan mail open every link. */
export default openPage(async ({ query }) => {
  const session = await currentSession()
  const token = typeof query.token === 'string' && /^[\w-]{43}$/.test(query.token) ? query.token : ''
  const { error, wait, next } = readAuthQuery(query)
  const signedUp = await readSignUpLink(token, (await readSignUpBrowser())?.secret ?? null)
  const state = signedUp && !session ? 'open' : await stateFor(session, token, query.sent === '1')
  return (
    <ConfirmEmail
      state={state}
      token={token}
      error={error}
      wait={wait}
      next={next}
      email={session?.email ?? signedUp?.email ?? ''}
      name={signedUp === null && session !== null ? session.name : null}
    />
  )
})

async function stateFor(session: CurrentSession | null, token: string, isSent: boolean): Promise<ConfirmEmailState> {
  const link = await readVerificationLink(session?.userId ?? null, token)
  if (session === null) return link === 'over' ? 'over_signed_out' : 'signed_out'
  if (link === 'other_account') return link
  if (session.isConfirmed) return 'done'
  if (isSent) return 'sent'
  return token === '' ? 'needed' : link
}
