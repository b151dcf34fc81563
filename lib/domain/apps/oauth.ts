import { createHash } from 'node:crypto'
import { cleanText } from '@guichet/values/text/clean.ts'
import { z } from 'zod'
import { isLoopback } from '#lib/domain/merchant/return-url.ts'
import { type AppGrant, appGrants } from './allowance.ts'

/** OAuth 2.1 for programs that registered themselves: authorization code with PKCE, public clients, exact redirect URIs. */

export const accessSeconds = 3_600
/** A refresh token is taken for so long after the next one was given, since an answer can be lost. */
export const graceSeconds = 60
export const codeMinutes = 10

const maxRedirectUris = 5
const longestUri = 500

/** https, an address of the person's own machine, or a scheme that only its owner may use (RFC 8252). */
export function isRedirectUri(text: string): boolean {
  if (text.length > longestUri || text.includes('#') || /\s/.test(text)) return false
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return false
  }
  if (url.username !== '' || url.password !== '') return false
  if (url.protocol === 'https:') return true
  if (url.protocol === 'http:') return isLoopback(url.hostname)
  return /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/.test(url.protocol)
}

/** The same text; of an address of the person's own machine the port may differ (RFC 8252 § 7.3). */
export function isRegisteredUri(uri: string, registered: readonly string[]): boolean {
  if (!isRedirectUri(uri)) return false
  const withoutPort = (text: string) => {
    const url = new URL(text)
    if (url.protocol !== 'http:') return text
    url.port = ''
    return url.href
  }
  return registered.some(one => one === uri || withoutPort(one) === withoutPort(uri))
}

export type Registration = { readonly name: string; readonly redirectUris: readonly string[] }
export type OAuthError = { readonly error: string; readonly description: string }

const Registering = z.object({
  client_name: z.string().max(200).optional(),
  redirect_uris: z.array(z.string()).min(1).max(maxRedirectUris),
})

export function readRegistration(body: unknown): Registration | OAuthError {
  const read = Registering.safeParse(body)
  const wrong = read.success ? read.data.redirect_uris.find(uri => !isRedirectUri(uri)) : undefined
  if (!read.success || wrong !== undefined) {
    const uris =
      'redirect_uris: one to five of https, of http on localhost, or of a scheme with a dot, without a fragment.'
    const isName = !read.success && read.error.issues.some(({ path }) => path[0] === 'client_name')
    return isName
      ? { error: 'invalid_client_metadata', description: 'client_name: a text of at most 200 characters.' }
      : { error: 'invalid_redirect_uri', description: uris }
  }
  const { client_name = '', redirect_uris } = read.data
  return { name: cleanText(client_name, 60) || 'App', redirectUris: [...new Set(redirect_uris)] }
}

export type AuthorizeAsked = {
  readonly redirectUri: string
  readonly state: string | null
  readonly challenge: string
  readonly grants: readonly AppGrant[]
}

const longestState = 500

/**
 * What a request to authorize asks for. A wrong client or redirect URI has been refused before: nothing may be sent there. `resources`:
 * the addresses that a token is good for.
 */
export function readAuthorize(
  query: Readonly<Record<string, string>>,
  resources: readonly string[],
): AuthorizeAsked | OAuthError {
  const {
    response_type,
    code_challenge = '',
    code_challenge_method,
    state = null,
    scope = '',
    resource,
    redirect_uri = '',
  } = query
  const refuse = (error: string, description: string) => ({ error, description })
  if (response_type !== 'code') return refuse('unsupported_response_type', 'response_type: code.')
  if (code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(code_challenge)) {
    return refuse('invalid_request', 'code_challenge with code_challenge_method S256 (PKCE).')
  }
  if (state !== null && state.length > longestState) return refuse('invalid_request', 'state: at most 500 characters.')
  const asked = scope.split(' ').filter(Boolean)
  const unknown = asked.find(one => !appGrants.some(grant => grant === one))
  if (unknown !== undefined) return refuse('invalid_scope', `scope: of ${appGrants.join(', ')}.`)
  if (resource !== undefined && !resources.includes(resource)) {
    return refuse('invalid_target', `resource: ${resources.join(' or ')}.`)
  }
  const grants = asked.length === 0 ? appGrants : appGrants.filter(grant => asked.includes(grant))
  return { redirectUri: redirect_uri, state, challenge: code_challenge, grants }
}

/** RFC 7636, S256. */
export function isVerifierOf(verifier: string, challenge: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false
  return createHash('sha256').update(verifier).digest('base64url') === challenge
}

/** The redirect URI with what the answer says; absent members are left out. */
export function answerAddress(redirectUri: string, answer: Readonly<Record<string, string | null>>): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(answer)) if (value !== null) url.searchParams.set(name, value)
  return url.href
}
