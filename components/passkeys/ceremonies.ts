import { useSyncExternalStore } from 'react'
import { sendJson, sendOnly } from '#components/query/fetch-json.ts'
import type { PasskeyQuestion, PasskeyView } from '#lib/views/passkey.ts'

/** WebAuthn ceremonies. The library is loaded on demand, so that no page waits for it. */

const library = () => import('@simplewebauthn/browser')

const knowsPasskeys = () => 'PublicKeyCredential' in window
const never = () => () => {}

/** Whether this browser supports passkeys. The server assumes it does, so that nothing moves when the scripts have loaded. */
export const usePasskeySupport = (): boolean => useSyncExternalStore(never, knowsPasskeys, () => true)

/** Creates a passkey and stores it under this name; returns the updated list. */
export async function makePasskey(name: string) {
  const { startRegistration } = await library()
  const { challengeId, options } = await sendJson<PasskeyQuestion>('POST', '/api/passkeys/question')
  const response = await startRegistration({ optionsJSON: options as never })
  return sendJson<PasskeyView[]>('POST', '/api/passkeys', { challengeId, name, response })
}

/** Signs in with a passkey. With `isOffered` the browser offers passkeys in the email field, and waits. */
export async function signInByPasskey(isOffered: boolean): Promise<void> {
  const { startAuthentication, browserSupportsWebAuthnAutofill } = await library()
  if (isOffered && !(await browserSupportsWebAuthnAutofill())) return new Promise(() => {})
  const { challengeId, options } = await sendJson<PasskeyQuestion>('POST', '/signin/passkey/question')
  const response = await startAuthentication({ optionsJSON: options as never, useBrowserAutofill: isOffered })
  await sendOnly('POST', '/signin/passkey', { challengeId, response })
}

/** Re-authenticates with a passkey instead of the password. */
export async function confirmByPasskey(): Promise<void> {
  const { startAuthentication } = await library()
  const { challengeId, options } = await sendJson<PasskeyQuestion>('POST', '/api/passkeys/confirm/question')
  const response = await startAuthentication({ optionsJSON: options as never })
  await sendOnly('POST', '/api/passkeys/confirm', { challengeId, response })
}

/** Whether this device already has a passkey of the account (WebAuthn, `excludeCredentials`). */
export const isThereAlready = (error: unknown): boolean => error instanceof Error && error.name === 'InvalidStateError'

/** Whether the person or another request cancelled the ceremony, which is not a failure. */
export const wasGivenUp = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)
