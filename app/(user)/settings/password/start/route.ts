import { answer } from '#app/answer.ts'
import { faultQuery, seeOther } from '#app/forms.ts'
import { changePassword } from '#lib/services/people/password-change.ts'
import { readDevice, setDeviceCookie, setSessionCookie } from '#lib/session.ts'

/** Changes the password of a signed-in person who has just given the present one. Field password. */
export const POST = answer(
  'password.change',
  '/settings/password',
  async ({ who, field, presence }) => {
    const from = { ip: presence().ipAddress, device: await readDevice() }
    const tokens = await changePassword(who, field('password'), from)
    await setSessionCookie(tokens.session)
    await setDeviceCookie(tokens.device)
    return seeOther('/settings', { notice: 'password_changed' })
  },
  (refused, { who, field }) => faultQuery(refused, { password: field('password'), email: who.email }),
)
