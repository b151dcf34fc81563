import { CredentialsSignin } from 'next-auth'
import { CodeNeeded, signIn, TooManyTries } from '#app/api/auth/auth.ts'
import { readForm, seeOther, waitOf } from '#app/forms.ts'
import { guarded } from '#app/guarded.ts'
import { toRefused } from '#app/problem.ts'
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
export const POST = guarded('session.open', async (request: Request): Promise<Response> => {
  const form = await readForm(request)
  if (!form) return seeOther('/signin', { error: 'invalid_input' })
  const [email, password, next] = [form.field('email'), form.field('password'), ownPath(form.field('next'))]
  try {
    await signIn('credentials', { email, password, redirect: false, redirectTo: '/home' })
  } catch (error) {
    if (error instanceof CodeNeeded) {
      await keepPending(error.pending)
      return seeOther('/signin/code', { next, entered: keepsCookies(request) ? null : '1' })
    }
    await rememberTyped({ email })
    return seeOther('/signin', { ...reasonOf(error, request), next })
  }
  await rememberTyped(null)
  const session = await currentSession()
  if (session) await rememberLocale(session.locale)
  return keepsCookies(request) ? seeOther(next ?? '/start') : seeOther('/signin', { next, entered: '1' })
})

function reasonOf(error: unknown, request: Request): Record<string, string | null> {
  if (error instanceof TooManyTries) return { error: 'too_many_tries', wait: waitOf(error) }
  if (error instanceof CredentialsSignin) return { error: 'wrong_credentials' }
  return { error: toRefused(error, request).code }
}
