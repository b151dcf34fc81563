import { faultQuery, readForm, seeOther } from '#app/(auth)/forms.ts'
import { guarded } from '#app/guarded.ts'
import { presenceOf } from '#app/presence.ts'
import { toRefused } from '#app/problem.ts'
import { newSecret } from '#lib/base/secrets.ts'
import { signUp } from '#lib/services/people/users.ts'
import { canMail } from '#lib/services/people/verification.ts'
import { ownPath, rememberSignUpBrowser, rememberTyped } from '#lib/session.ts'

/**
 * The sign-up form. Fields name, email, password, locale, next. A known e-mail gets the same answer as a new one (C27); opening the
 * mailed link in this browser signs in.
 */
export const POST = guarded('account.create', async (request: Request): Promise<Response> => {
  const form = await readForm(request)
  if (!form) return seeOther('/signup', { error: 'invalid_input' })
  const [name, email, password] = [form.field('name'), form.field('email'), form.field('password')]
  const [secret, next] = [newSecret(), ownPath(form.field('next'))]
  try {
    await signUp({
      name,
      email,
      password,
      locale: form.field('locale'),
      ip: presenceOf(request).ipAddress,
      browser: secret,
    })
  } catch (error) {
    await rememberTyped({ name, email })
    return seeOther('/signup', { ...faultQuery(toRefused(error, request), { password, email }), next })
  }
  await rememberTyped({ name: '', email })
  await rememberSignUpBrowser({ secret, next })
  return canMail() ? seeOther('/signup/sent') : seeOther('/signin', { notice: 'signed_up', next })
})
