import { readForm, seeOther, waitOf } from '#app/(auth)/forms.ts'
import { guarded } from '#app/guarded.ts'
import { heldMark, readHeldForm } from '#app/held-form.ts'
import { presenceOf } from '#app/presence.ts'
import { toRefused } from '#app/problem.ts'
import { rememberDevice } from '#lib/services/people/devices.ts'
import { isFreshlyAuthenticated, reauthenticate } from '#lib/services/people/reauthenticate.ts'
import { currentSession, ownPath, readDevice, setDeviceCookie } from '#lib/session.ts'

/**
 * Asks for the password again (C24). Fields password, next: a page of ours to continue to; held: a form kept by this browser is
 * submitted instead.
 */
export const POST = guarded('session.reauthenticate', async (request: Request): Promise<Response> => {
  const form = await readForm(request)
  if (!form) return seeOther('/settings/confirm', { error: 'invalid_input' })
  const next = ownPath(form.field('next'))
  const isHeld = form.field('held') === '1'
  const session = await currentSession()
  if (!session) return seeOther('/signin', { next: '/settings/confirm' })
  try {
    // A passkey was used on this page a moment ago.
    if (isFreshlyAuthenticated(session)) return goOn(request, session.sessionId, isHeld, next)
    const from = { ip: presenceOf(request).ipAddress, device: await readDevice() }
    await reauthenticate(session.userId, session.sessionId, form.field('password'), from)
    await setDeviceCookie(await rememberDevice(session.userId, from.device))
  } catch (error) {
    const refused = toRefused(error, request)
    return seeOther('/settings/confirm', {
      error: refused.code,
      wait: waitOf(refused),
      next,
      held: isHeld ? '1' : null,
    })
  }
  return goOn(request, session.sessionId, isHeld, next)
})

/** Submits the kept form: a 307 makes the browser post again, without scripts. Without a form, redirects to the page. */
async function goOn(request: Request, sessionId: string, isHeld: boolean, next: string | null): Promise<Response> {
  const held = isHeld ? await readHeldForm(request, sessionId) : null
  if (!held) return seeOther(next ?? '/settings')
  const location = `${held.path}?${heldMark}=1`
  return new Response(null, { status: 307, headers: { location, 'cache-control': 'no-store' } })
}
