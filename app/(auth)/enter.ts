import { presenceOf } from '#app/presence.ts'
import { rememberLocale } from '#app/remember.ts'
import { rememberDevice } from '#lib/services/people/devices.ts'
import {
  findSession,
  openSession,
  readDevice,
  readSessionToken,
  rememberTyped,
  type SessionStart,
  setDeviceCookie,
  setSessionCookie,
} from '#lib/session.ts'

/** Signs in a person who has been authenticated: session, cookie, device token, language. */
export async function enter(
  request: Request,
  start: Pick<SessionStart, 'userId' | 'passwordStamp' | 'isStale'>,
): Promise<void> {
  const { ipAddress: ip, userAgent } = presenceOf(request)
  const opened = await openSession({ ...start, ip, userAgent }, await readSessionToken())
  await setSessionCookie(opened)
  await setDeviceCookie(await rememberDevice(start.userId, await readDevice(), userAgent))
  await rememberTyped(null)
  const session = await findSession(opened)
  if (session) await rememberLocale(session.locale)
}
