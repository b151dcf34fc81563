import { sendJson, sendOnly } from '#components/query/fetch-json.ts'

/** Conversations with the browser about passkeys. The library comes when it is needed: no page waits for it. */

const library = () => import('@simplewebauthn/browser')
const loadQuestion = () => import('#lib/views/passkey.ts').then(views => views.PasskeyQuestion)
const loadList = () => import('#lib/views/passkey.ts').then(views => views.PasskeyView.array())

/** Whether this browser knows passkeys at all. */
export const knowsPasskeys = (): boolean => typeof window !== 'undefined' && 'PublicKeyCredential' in window

/** Makes a new passkey and keeps it under this name; answers with the whole list. */
export async function makePasskey(name: string) {
  const { startRegistration } = await library()
  const { challengeId, options } = await sendJson('POST', '/api/passkeys/question', loadQuestion)
  const response = await startRegistration({ optionsJSON: options as never })
  return sendJson('POST', '/api/passkeys', loadList, { challengeId, name, response })
}

/** Signs in by a passkey. With `isOffered` the browser offers passkeys in the field of the address, and waits. */
export async function signInByPasskey(isOffered: boolean): Promise<void> {
  const { startAuthentication, browserSupportsWebAuthnAutofill } = await library()
  if (isOffered && !(await browserSupportsWebAuthnAutofill())) return new Promise(() => {})
  const { challengeId, options } = await sendJson('POST', '/signin/passkey/question', loadQuestion)
  const response = await startAuthentication({ optionsJSON: options as never, useBrowserAutofill: isOffered })
  await sendOnly('POST', '/signin/passkey', { challengeId, response })
}

/** Proves who is there by a passkey, instead of the password. */
export async function confirmByPasskey(): Promise<void> {
  const { startAuthentication } = await library()
  const { challengeId, options } = await sendJson('POST', '/api/passkeys/confirm/question', loadQuestion)
  const response = await startAuthentication({ optionsJSON: options as never })
  await sendOnly('POST', '/api/passkeys/confirm', { challengeId, response })
}

/** Whether the person, or another request, ended the conversation: nothing went wrong. */
export const wasGivenUp = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)
