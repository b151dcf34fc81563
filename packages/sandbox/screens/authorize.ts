import type { Bank } from '#sandbox/banks.ts'
import { type AuthorizeRequest, isStillRegistered } from '#sandbox/oauth/authorize-request.ts'
import { issueCode } from '#sandbox/oauth/codes.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { beginJourney } from '#sandbox/store/journey.ts'
import type { Authorization } from '#sandbox/store/visits.ts'
import type { Language } from '#sandbox/texts/catalogue.ts'
import { buildRedirect } from './redirect.ts'
import { openVisit, readAuthorizationSeconds, type VisitType } from './visits.ts'

/** An authorize request that passed the checks (bank:D6). */
export type CheckedRequest = Extract<AuthorizeRequest, { ok: true }>

/** Starts the customer's screens, in the bank's app of that version (document 1, app-to-app activation) or in a browser. */
export function beginAuthorization(
  sandbox: Sandbox,
  bank: Bank,
  request: CheckedRequest,
  { language, app = null }: { readonly language: Language; readonly app?: string | null },
): { visit: Authorization; browserSecret: string } {
  const { application, redirectUri, scope, state, codeChallenge } = request
  const { clientId, softwareId, name: legalName } = application
  const expiresAt = new Date(sandbox.clock.now().getTime() + readAuthorizationSeconds(sandbox) * 1000)
  const asked = { clientId, softwareId, legalName, redirectUri, scope, state, codeChallenge, app }
  const how = { journey: beginJourney('authorization'), language, expiresAt }
  return openVisit(sandbox, bank, how, { purpose: 'authorization', ...asked })
}

/** The PSU approves a TPP or refuses (document 1, overall sequence 2 and 3): returns a code, or `access_denied`. */
export const authorization: VisitType<'authorization'> = {
  purpose: 'authorization',
  buttons: { approve: () => ({ event: 'agreed' }) },
  conclude(sandbox, visit, consequence) {
    // The TPP has removed its address, its role or its registration meanwhile, so there is nowhere to redirect to.
    if (!isStillRegistered(sandbox, visit)) return { redirectTo: null, outcome: 'refused' }
    return { redirectTo: consequence === 'accept' ? approvalOf(sandbox, visit) : refusalOf(visit) }
  },
}

// The outcomes are plain ASCII, as RFC 6749 § 4.1.2.1 requires for an `error_description`.
function refusalOf({ outcome, redirectUri, state }: Authorization): string {
  return buildRedirect(redirectUri, { error: 'access_denied', error_description: outcome, state })
}

function approvalOf(sandbox: Sandbox, visit: Authorization): string {
  const { bankCode, clientId, personId, redirectUri, scope, codeChallenge, scaAt, state } = visit
  if (personId === null || scaAt === null) throw new Error('approved by nobody')
  const code = issueCode(sandbox, { bankCode, clientId, personId, redirectUri, scope, codeChallenge, scaAt })
  return buildRedirect(redirectUri, { code, state })
}
