import { findApplication } from '#sandbox/store/applications.ts'
import { findGrantByAccessToken, type Grant, revokePair, type Scope } from '#sandbox/store/tokens.ts'
import type { Exchange, Step } from '#sandbox/wire/exchange.ts'
import { namedStep } from '#sandbox/wire/named-step.ts'
import { refuse, refuseToken } from '#sandbox/wire/refuse.ts'
import { endWhenElapsed } from '#sandbox/wire/token-delays.ts'

/**
 * The access token must be valid (401 `invalid_token`, bank:D3), of this bank (document 1 rule 2) and of the connection's organisation
 * (document 1, authentication 2): else 403 `BE05`. Sets `grant` and `application`.
 */
export const checkToken: Step = namedStep('bearsToken', exchange => {
  const grant = readGrant(exchange)
  if (grant.bankCode !== exchange.bankCode) refuse('BE05', 'The token was issued by another bank')
  if (grant.organisationId !== exchange.organisationId) {
    refuse('BE05', "The token's client_id does not match the client certificate")
  }
  exchange.grant = grant
  const application = findApplication(exchange.sandbox.db, grant.clientId)
  if (application) exchange.application = application
})

function readGrant(exchange: Exchange): Grant {
  const token = /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i.exec(exchange.headers.get('authorization') ?? '')?.[1]
  if (!token) refuseToken('Authorization: Bearer <access token> is missing')
  const grant = findGrantByAccessToken(exchange.sandbox.db, token)
  if (!grant || grant.revokedAt || endWhenElapsed(exchange.sandbox, grant)) refuseToken()
  if (grant.accessExpiresAt <= exchange.sandbox.clock.now()) refuseToken('The access token has expired')
  return grant
}

/**
 * A token of the registration constants (bank:D12) belongs to no application, so a signature could not be checked: it has the wrong
 * scope for everything but registration.
 */
export const bearsApplicationToken: Step = exchange => {
  if (!exchange.application) refuseScope(exchange, 'This resource needs the token of a registered application')
}

/** The token must be of this role: else 403 `BADS`, and both tokens of its pair are revoked (document 1, tokens; bank:D59). */
export function hasScope(scope: Scope): Step {
  return namedStep(`hasScope ${scope}`, exchange => {
    const { grant } = exchange
    if (grant?.scope !== scope) refuseScope(exchange, `This resource needs a token of scope ${scope}`)
    if (scope === 'aisp' && grant.personId === null)
      refuseScope(exchange, 'This resource needs a token that a PSU gave')
  })
}

function refuseScope({ grant, sandbox }: Exchange, detail: string): never {
  if (!grant) throw new Error('the scope is checked behind checkToken')
  revokePair(sandbox.db, grant.pairId, 'wrong_scope', sandbox.clock.now())
  refuse('BADS', detail)
}
