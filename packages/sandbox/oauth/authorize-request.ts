import type { Sandbox } from '#sandbox/running-bank.ts'
import { type Application, findApplication } from '#sandbox/store/applications.ts'
import { isRegisteredUri } from '#sandbox/wire/redirect-uris.ts'
import type { CheckedStep } from '#sandbox/wire/request-log.ts'

export type AuthorizeError =
  | 'invalid_request'
  | 'unauthorized_client'
  | 'access_denied'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'server_error'
  | 'temporarily_unavailable'

/** What is checked of an authorize request, in this order. */
export const authorizeSteps = [
  'namesClient',
  'namesRedirectUri',
  'namesEachOnce',
  'asksForCode',
  'namesScope',
  'bringsChallenge',
] as const
type AuthorizeStep = (typeof authorizeSteps)[number]

/** The outcome of an authorize request: the customer's screens, the bank's own error page, or a redirect to the TPP. */
export type AuthorizeRequest =
  | {
      readonly ok: true
      readonly application: Application
      readonly redirectUri: string
      readonly scope: 'aisp' | 'cbpii'
      readonly state: string | null
      readonly codeChallenge: string | null
    }
  | {
      readonly ok: false
      readonly show: 'page'
      readonly step: AuthorizeStep
      readonly reason: PageReason
    }
  | {
      readonly ok: false
      readonly show: 'redirect'
      readonly step: AuthorizeStep
      readonly redirectUri: string
      readonly state: string | null
      readonly error: AuthorizeError
      readonly description: string
    }

/**
 * Checks the parameters of `GET /authorize` (bank:D6). With an unregistered client_id or redirect_uri there must be no redirect, so it
 * ends on the bank's own page; every other fault is redirected to the TPP with its `state`.
 */
export function checkAuthorizeRequest(sandbox: Sandbox, query: URLSearchParams): AuthorizeRequest {
  const repeated = [...new Set(query.keys())].find(name => query.getAll(name).length > 1)
  if (repeated === 'client_id') return page('namesClient', 'repeated_parameter')
  if (repeated === 'redirect_uri') return page('namesRedirectUri', 'repeated_parameter')
  const application = findApplication(sandbox.db, query.get('client_id') ?? '')
  if (!application) return page('namesClient', 'unknown_client')
  const redirectUri = query.get('redirect_uri') ?? ''
  if (!isRegisteredUri(application.redirectUris, redirectUri)) return page('namesRedirectUri', 'unknown_redirect_uri')

  const state = query.get('state')
  const back = (step: AuthorizeStep, error: AuthorizeError, description: string): AuthorizeRequest => ({
    ok: false,
    show: 'redirect',
    step,
    redirectUri,
    state,
    error,
    description,
  })
  if (repeated !== undefined) {
    return back('namesEachOnce', 'invalid_request', `parameter ${repeated} stands more than once`)
  }
  const responseType = query.get('response_type')
  if (responseType === null) return back('asksForCode', 'invalid_request', 'response_type is missing')
  if (responseType !== 'code') {
    return back('asksForCode', 'unsupported_response_type', 'response_type must be code')
  }
  const scope = readRole(query.get('scope') ?? '')
  if (scope === null) {
    const description = 'scope must be aisp, which extended_transaction_history may follow, or cbpii'
    return back('namesScope', 'invalid_scope', description)
  }
  if (!application.scopes.includes(scope))
    return back('namesScope', 'invalid_scope', `the application is not registered for ${scope}`)
  const challenge = checkChallenge(query)
  if (!challenge.ok) return back('bringsChallenge', 'invalid_request', challenge.description)
  return { ok: true, application, redirectUri, scope, state, codeChallenge: challenge.codeChallenge }
}

/**
 * Whether what was checked at the start is still registered: an application may be replaced or deleted while the screens are open, and then
 * nobody is redirected to its old address (document 3, redirect_uris).
 */
export function isStillRegistered(
  sandbox: Sandbox,
  request: { readonly clientId: string; readonly redirectUri: string; readonly scope: 'aisp' | 'cbpii' },
): boolean {
  const application = findApplication(sandbox.db, request.clientId)
  if (!application?.scopes.includes(request.scope)) return false
  return isRegisteredUri(application.redirectUris, request.redirectUri)
}

/**
 * The role of a scope; null for an unknown one. Clients of this interface send `aisp extended_transaction_history`; no call
 * reaches further back than 90 days (document 1, Limits), so the token response says `aisp` (RFC 6749 § 3.3).
 */
function readRole(scope: string): 'aisp' | 'cbpii' | null {
  if (scope === 'cbpii') return scope
  const names = scope.split(' ')
  const isExtended = names.length === 2 && names.includes('extended_transaction_history')
  return scope === 'aisp' || (isExtended && names.includes('aisp')) ? 'aisp' : null
}

// RFC 7636: a missing method means `plain`, which is not supported.
function checkChallenge(
  query: URLSearchParams,
): { ok: true; codeChallenge: string | null } | { ok: false; description: string } {
  const codeChallenge = query.get('code_challenge')
  const method = query.get('code_challenge_method')
  if (codeChallenge === null) {
    return method === null ? { ok: true, codeChallenge } : { ok: false, description: 'code_challenge is missing' }
  }
  if (method !== 'S256') return { ok: false, description: 'code_challenge_method must be S256' }
  if (!/^[A-Za-z0-9_-]{43}$/.test(codeChallenge)) {
    return { ok: false, description: 'code_challenge must be a SHA-256 in base64url' }
  }
  return { ok: true, codeChallenge }
}

type PageReason = 'unknown_client' | 'unknown_redirect_uri' | 'repeated_parameter'

function page(step: AuthorizeStep, reason: PageReason): AuthorizeRequest {
  return { ok: false, show: 'page', step, reason }
}

/** The checks that an authorize request went through, for the request log. */
export function listCheckedSteps(request: AuthorizeRequest): readonly CheckedStep[] {
  const passed = request.ok ? authorizeSteps : authorizeSteps.slice(0, authorizeSteps.indexOf(request.step))
  const detail = request.ok ? null : request.show === 'page' ? request.reason.replaceAll('_', ' ') : request.description
  return [
    ...passed.map(step => ({ step, outcome: 'passed', detail: null }) as const),
    request.ok
      ? { step: 'sendToScreens', outcome: 'answered', detail: null }
      : { step: request.step, outcome: 'refused', detail },
  ]
}
