import { answer, type Posted } from '#app/answer.ts'
import { seeOther, waitOf } from '#app/forms.ts'
import { heldMark, readHeldForm } from '#app/held-form.ts'
import { rememberDevice } from '#lib/services/people/devices.ts'
import { isFreshlyAuthenticated, reauthenticate } from '#lib/services/people/reauthenticate.ts'
import { type CurrentSession, ownPath, readDevice, setDeviceCookie } from '#lib/session.ts'

/**
 * Asks for the password again (C24). Fields password, next: a page of ours to continue to; held: a form kept by this browser is
 * submitted instead.
 */
export const POST = answer(
  'session.reauthenticate',
  '/settings/confirm',
  async posted => {
    const { who, field, presence } = posted
    // A passkey may have been used on this page a moment ago.
    if (!isFreshlyAuthenticated(who)) {
      const from = { ip: presence().ipAddress, device: await readDevice() }
      await reauthenticate(who, who.sessionId, field('password'), from)
      await setDeviceCookie(await rememberDevice(who.userId, from.device, presence().userAgent))
    }
    return goOn(posted)
  },
  (refused, { field }) => ({
    error: refused.code,
    wait: waitOf(refused),
    next: ownPath(field('next')),
    held: field('held') === '1' ? '1' : null,
  }),
)

/** Submits the kept form: a 307 makes the browser post again, without scripts. Without a form, redirects to the page. */
async function goOn({ request, who, field }: Posted<CurrentSession>): Promise<Response> {
  const held = field('held') === '1' ? await readHeldForm(request, who.userId) : null
  if (!held) return seeOther(ownPath(field('next')) ?? '/settings')
  const location = `${held.path}?${heldMark}=1`
  return new Response(null, { status: 307, headers: { location, 'cache-control': 'no-store' } })
}
