import { CredentialsSignin } from 'next-auth'
import { answerAnyone } from '#app/answer.ts'
import { CodeNeeded, signIn, TooManyTries } from '#app/api/auth/auth.ts'
import { seeOther, waitOf, why } from '#app/forms.ts'
import { rememberLocale } from '#app/remember.ts'
import { currentSession, keepPending, ownPath, rememberTyped } from '#lib/session.ts'

/**
 * Whether the browser has shown that it keeps cookies. One without any goes once over the sign-in page, which leads on, or says that it has
 * refused the cookie: WebKit does over plain http, and people can. Programs go on at once.
 */
function keepsCookies({ headers }: Request): boolean {
  return headers.has('cookie') || !headers.get('accept')?.includes('text/html')
}

/** The sign-in form. Fields email, password, next. */
export const POST = answerAnyone(
  'session.open',
  '/signin',
  async ({ request, field }) => {
    const [email, password, next] = [field('email'), field('password'), ownPath(field('next'))]
    try {
      await signIn('credentials', { email, password, redirect: false, redirectTo: '/home' })
    } catch (error) {
      if (error instanceof CodeNeeded) {
        await keepPending(error.pending)
        return seeOther('/signin/code', { next, entered: keepsCookies(request) ? null : '1' })
      }
      await rememberTyped({ email })
      if (error instanceof TooManyTries) return { error: 'too_many_tries', wait: waitOf(error), next }
      if (error instanceof CredentialsSignin) return { error: 'wrong_credentials', next }
      throw error
    }
    await rememberTyped(null)
    const session = await currentSession()
    if (session) await rememberLocale(session.locale)
    return keepsCookies(request) ? (next ?? '/start') : { next, entered: '1' }
  },
  (refused, { field }) => ({ ...why(refused), next: ownPath(field('next')) }),
)
