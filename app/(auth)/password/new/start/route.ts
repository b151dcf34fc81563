import { confirmingBrowser } from '#app/(auth)/confirming-browser.ts'
import { answerAnyone } from '#app/answer.ts'
import { faultQuery } from '#app/forms.ts'
import { readResetLink, resetPassword } from '#lib/services/people/password-change.ts'
import { setDeviceCookie } from '#lib/session.ts'

/** Sets a new password by a mailed link, and redirects to the sign-in. Fields token, password. */
export const POST = answerAnyone(
  'password.reset',
  '/password/new',
  async ({ request, field }) => {
    const { device } = await resetPassword(field('token'), field('password'), await confirmingBrowser(request))
    await setDeviceCookie(device)
    return '/signin?notice=password_reset'
  },
  async (refused, { field }) => {
    const [token, password] = [field('token'), field('password')]
    return { token, ...faultQuery(refused, { password, email: (await readResetLink(token))?.email ?? '' }) }
  },
)
