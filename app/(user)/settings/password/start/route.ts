import { faultQuery, readForm, seeOther } from '#app/(auth)/forms.ts'
import { guarded } from '#app/guarded.ts'
import { presenceOf } from '#app/presence.ts'
import { toRefused } from '#app/problem.ts'
import { changePassword } from '#lib/services/people/password-change.ts'
import { currentSession, readDevice, setDeviceCookie, setSessionCookie } from '#lib/session.ts'

const page = '/settings/password'

/** Changes the password of a signed-in person who has just given the present one. Field password. */
export const POST = guarded(
  'password.change',
  async (request: Request): Promise<Response> => {
    const [form, session] = await Promise.all([readForm(request), currentSession()])
    if (!session) return seeOther('/signin', { next: page })
    if (!form) return seeOther(page, { error: 'invalid_input' })
    const password = form.field('password')
    try {
      const from = { ip: presenceOf(request).ipAddress, device: await readDevice() }
      const tokens = await changePassword(session, password, from)
      await setSessionCookie(tokens.session)
      await setDeviceCookie(tokens.device)
      return seeOther('/settings', { notice: 'password_changed' })
    } catch (error) {
      const refused = toRefused(error, request)
      if (refused.code === 'not_signed_in') return seeOther('/signin', { next: page })
      return seeOther(page, faultQuery(refused, { password, email: session.email }))
    }
  },
  page,
)
