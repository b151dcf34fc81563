import { confirmingBrowser } from '#app/(auth)/confirming-browser.ts'
import { faultQuery, readForm, seeOther } from '#app/(auth)/forms.ts'
import { guarded } from '#app/guarded.ts'
import { toRefused } from '#app/problem.ts'
import { readResetLink, resetPassword } from '#lib/services/people/password-change.ts'
import { setDeviceCookie } from '#lib/session.ts'

const page = '/password/new'

/** Sets a new password by a mailed link, and redirects to the sign-in. Fields token, password. */
export const POST = guarded('password.reset', async (request: Request): Promise<Response> => {
  const form = await readForm(request)
  if (!form) return seeOther(page)
  const [token, password] = [form.field('token'), form.field('password')]
  try {
    await setDeviceCookie((await resetPassword(token, password, await confirmingBrowser(request))).device)
    return seeOther('/signin', { notice: 'password_reset' })
  } catch (error) {
    const email = (await readResetLink(token))?.email ?? ''
    return seeOther(page, { token, ...faultQuery(toRefused(error, request), { password, email }) })
  }
})
