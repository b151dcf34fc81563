import { readForm, seeOther, waitOf } from '#app/(auth)/forms.ts'
import { guarded } from '#app/guarded.ts'
import { presenceOf } from '#app/presence.ts'
import { toRefused } from '#app/problem.ts'
import { rememberDevice } from '#lib/services/people/devices.ts'
import { reauthenticate } from '#lib/services/people/reauthenticate.ts'
import { currentSession, keepDevice, ownPath, readDevice } from '#lib/session.ts'

/** The password once more (C24). Fields password, next: a page of ours to go on to. */
export const POST = guarded('session.reauthenticate', async (request: Request): Promise<Response> => {
  const form = await readForm(request)
  if (!form) return seeOther('/settings/confirm', { error: 'invalid_input' })
  const next = ownPath(form.field('next'))
  const session = await currentSession()
  if (!session) return seeOther('/signin', { next: '/settings/confirm' })
  try {
    const from = { ip: presenceOf(request).ipAddress, device: await readDevice() }
    await reauthenticate(session.userId, session.sessionId, form.field('password'), from)
    await keepDevice(await rememberDevice(session.userId, from.device))
  } catch (error) {
    const refused = toRefused(error, request)
    return seeOther('/settings/confirm', { error: refused.code, wait: waitOf(refused), next })
  }
  return seeOther(next ?? '/settings')
})
