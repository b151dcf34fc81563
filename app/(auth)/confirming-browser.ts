import { presenceOf } from '#app/presence.ts'
import type { ConfirmingBrowser } from '#lib/services/people/verification.ts'
import { currentSession, readDevice, readSignUpBrowser } from '#lib/session.ts'

/** This request's browser, for a service that may confirm an address: what it keeps if it is not the one that signed up. */
export async function confirmingBrowser(request: Request): Promise<ConfirmingBrowser> {
  const [signedUp, device, session] = await Promise.all([readSignUpBrowser(), readDevice(), currentSession()])
  const here = { ip: presenceOf(request).ipAddress, browser: signedUp?.secret ?? null, device }
  return session ? { ...here, sessionId: session.sessionId } : here
}
