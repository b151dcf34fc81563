import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { type Application, isRole } from '#sandbox/store/applications.ts'
import { findCode, type StoredCode, useCode } from '#sandbox/store/codes.ts'
import { inTransaction } from '#sandbox/store/open.ts'
import {
  findGrantByRefreshToken,
  type Grant,
  hashToken,
  type IssuedTokens,
  issueTokens,
  renewTokens,
  revokePairsOfCode,
  type Scope,
} from '#sandbox/store/tokens.ts'
import type { Answer, Exchange, Step } from '#sandbox/wire/exchange.ts'
import { isRegisteredUri, isReportUrl } from '#sandbox/wire/redirect-uris.ts'
import { refuseOauth } from '#sandbox/wire/refuse.ts'
import { type Elapsed, endWhenElapsed, refreshTokenDays } from '#sandbox/wire/token-delays.ts'
import { authenticateClient, registrationClientIds, requireRoleOfScope } from './client.ts'
import { codeSeconds } from './codes.ts'
import { fallbackLocation } from './fallback.ts'
import { ClientForm, ClientName, CodeForm, GrantName, RefreshForm, type TokenForm } from './fields.ts'
import { type OauthForm, readOauthForm, requireFields } from './form.ts'
import { rotatesRefresh } from './rotation.ts'

type Grants = Readonly<
  Record<z.output<typeof TokenForm>['grant_type'], (exchange: Exchange, form: OauthForm) => Answer | Promise<Answer>>
>

/** `POST /token`: authorization code (bank:D7), refresh (bank:D8) and client credentials (document 1, authentication 4 and 5). */
export const answerToken: Step = exchange => {
  const form = readOauthForm(exchange)
  const { grant_type } = requireFields(GrantName, form)
  const grant = Object.entries(grants).find(([name]) => name === grant_type)?.[1]
  if (!grant) refuseOauth('unsupported_grant_type', `grant_type must be one of ${Object.keys(grants).join(', ')}`)
  return grant(exchange, form)
}

const grants: Grants = {
  authorization_code: exchangeCode,
  refresh_token: refreshTokens,
  client_credentials: grantClient,
}

/** The client is checked before the rest (RFC 6749 § 5.2, `invalid_client`). */
function readClient(exchange: Exchange, form: OauthForm): Application {
  return authenticateClient(exchange, requireFields(ClientName, form).client_id)
}

function exchangeCode(exchange: Exchange, form: OauthForm): Answer {
  const application = readClient(exchange, form)
  const { code, redirect_uri: redirectUri, code_verifier: verifier } = requireFields(CodeForm, form)
  const stored = findCode(exchange.sandbox.db, hashToken(code))
  if (!stored || stored.bankCode !== exchange.bankCode || stored.clientId !== application.clientId) {
    refuseOauth('invalid_grant', 'the code is unknown')
  }
  const scope = stored.scope as Scope
  requireRegistered(application, scope)
  requireRoleOfScope(exchange, scope)
  refuseUsedCode(exchange, stored)
  const now = exchange.sandbox.clock.now()
  if (now.getTime() - stored.issuedAt.getTime() > codeSeconds * 1000) {
    refuseOauth('invalid_grant', 'the code has expired')
  }
  if (stored.redirectUri !== redirectUri) {
    const wanted = scope === 'pisp' ? 'the successfulReportUrl of the payment' : 'that of the authorize request'
    refuseOauth('invalid_grant', `redirect_uri is not ${wanted}`)
  }
  // The code of a payment came in its report URL, which must be below a registered one (bank:D45).
  const isKnown = scope === 'pisp' ? isReportUrl : isRegisteredUri
  if (!isKnown(application.redirectUris, redirectUri))
    refuseOauth('invalid_grant', 'redirect_uri is no longer registered')
  checkVerifier(stored.codeChallenge, verifier || null)
  return answerTokens(exchange, issueForCode(exchange, application, { stored, scope, now }))
}

// The registration may have been replaced since the customer approved (RFC 7592 § 2.2).
function requireRegistered({ scopes }: Application, scope: Scope): void {
  if (!isRole(scope) || !scopes.includes(scope)) {
    refuseOauth('invalid_grant', `the application is not registered for ${scope} any more`)
  }
}

// RFC 6749 § 4.1.2: a second use may be an attacker's, so what the first use issued is revoked too.
function refuseUsedCode(exchange: Exchange, stored: StoredCode): void {
  if (!stored.usedAt) return
  revokePairsOfCode(exchange.sandbox.db, stored.hash, exchange.sandbox.clock.now())
  refuseOauth('invalid_grant', 'the code was used before; the tokens it gave are revoked')
}

// Code and pair are stored in one transaction, so that a crash leaves both or neither.
function issueForCode(
  { sandbox: { db, settings } }: Exchange,
  application: Application,
  { stored, scope, now }: { readonly stored: StoredCode; readonly scope: Scope; readonly now: Date },
): IssuedTokens {
  return inTransaction(db, () => {
    if (!useCode(db, stored.hash, now)) throw new Error('a code was used twice at once')
    return issueTokens(db, {
      bankCode: stored.bankCode,
      personId: stored.personId,
      clientId: application.clientId,
      organisationId: application.organisationId,
      tppId: application.tppId,
      scope,
      scaAt: stored.scaAt,
      codeHash: stored.hash,
      now,
      accessSeconds: settings.accessTokenSeconds,
    })
  })
}

// RFC 7636 § 4.6; a verifier without a challenge would hide a downgrade (RFC 9700 § 2.1.1).
function checkVerifier(challenge: string | null, verifier: string | null): void {
  if (challenge === null) {
    if (verifier !== null)
      refuseOauth('invalid_grant', 'code_verifier without a code_challenge in the authorize request')
    return
  }
  if (verifier === null) refuseOauth('invalid_grant', 'code_verifier is missing')
  if (createHash('sha256').update(verifier).digest('base64url') !== challenge) {
    refuseOauth('invalid_grant', 'code_verifier does not match the code_challenge')
  }
}

function refreshTokens(exchange: Exchange, form: OauthForm): Answer {
  const application = readClient(exchange, form)
  const { refresh_token: refreshToken } = requireFields(RefreshForm, form)
  const { db, clock, settings } = exchange.sandbox
  const grant = findGrantByRefreshToken(db, refreshToken)
  const now = clock.now()
  checkRefreshable(exchange, application, grant)
  exchange.grant = grant
  requireRoleOfScope(exchange, grant.scope)
  const renewed = renewTokens(db, grant.pairId, {
    rotate: rotatesRefresh(exchange.sandbox),
    now,
    accessSeconds: settings.accessTokenSeconds,
  })
  if (!renewed) refuseOauth('invalid_grant', 'the refresh token is revoked')
  return answerTokens(exchange, { ...renewed, refreshToken: renewed.refreshToken ?? refreshToken })
}

// Document 1, authentication 9 and the token state table.
function checkRefreshable(exchange: Exchange, application: Application, grant: Grant | null): asserts grant is Grant {
  if (!grant || grant.bankCode !== exchange.bankCode || grant.clientId !== application.clientId) {
    refuseOauth('invalid_grant', 'the refresh token is unknown')
  }
  if (grant.revokedAt) refuseOauth('invalid_grant', 'the refresh token is revoked')
  const elapsed = endWhenElapsed(exchange.sandbox, grant)
  if (elapsed) refuseOauth('invalid_grant', elapsedSentences[elapsed])
}

const elapsedSentences: Readonly<Record<Elapsed, string>> = {
  refresh_token_age: `the refresh token is ${refreshTokenDays} days old or more`,
  legal_delay: 'the last strong authentication of the PSU is too long ago by law',
  bank_delay: 'the last strong authentication of the PSU is too long ago by a rule of the bank',
}

function grantClient(exchange: Exchange, form: OauthForm): Answer | Promise<Answer> {
  const { client_id: clientId } = requireFields(ClientName, form)
  const isFallback = exchange.headers.get('fallback') === '1'
  if (registrationClientIds.includes(clientId) && !isFallback) return grantRegistration(exchange, clientId, form)
  const application = authenticateClient(exchange, clientId)
  const { scope } = requireFields(ClientForm, form, 'invalid_scope')
  // Without this header it is an ordinary call (document 1, fallback mode).
  if (isFallback) return openFallback(exchange, application, scope)
  if (scope === 'manageRegistration') {
    refuseOauth('unauthorized_client', `manageRegistration is asked for with client_id ${registrationClientIds[0]}`)
  }
  if (!application.scopes.includes(scope))
    refuseOauth('invalid_scope', `the application is not registered for ${scope}`)
  requireRoleOfScope(exchange, scope)
  return answerTokens(exchange, issueToClient(exchange, application, scope))
}

// The constants of bank:D12 belong to no application, only to the organisation of the QWAC.
function grantRegistration(exchange: Exchange, clientId: string, form: OauthForm): Answer {
  const { scope } = requireFields(ClientForm, form, 'invalid_scope')
  if (scope !== 'manageRegistration') refuseOauth('invalid_scope', 'this client_id only gets manageRegistration')
  return answerTokens(exchange, issueToClient(exchange, { clientId, tppId: exchange.organisationId ?? '' }, scope))
}

// Nothing of the dedicated interface is involved: no token is issued or checked (document 1, fallback mode).
async function openFallback(exchange: Exchange, application: Application, scope: Scope): Promise<Answer> {
  if (scope !== 'aisp') refuseOauth('invalid_scope', 'scope must be aisp in fallback mode')
  if (!application.scopes.includes('aisp')) refuseOauth('invalid_scope', 'the application is not registered for aisp')
  requireRoleOfScope(exchange, 'aisp')
  const location = await fallbackLocation(exchange.sandbox, exchange.bankCode, application)
  return { status: 302, headers: { Location: location, 'Cache-Control': 'no-store', Pragma: 'no-cache' } }
}

function issueToClient(exchange: Exchange, client: { clientId: string; tppId: string }, scope: Scope): IssuedTokens {
  const { db, clock, settings } = exchange.sandbox
  return issueTokens(db, {
    bankCode: exchange.bankCode,
    personId: null,
    clientId: client.clientId,
    organisationId: exchange.organisationId ?? '',
    tppId: client.tppId,
    scope,
    scaAt: null,
    codeHash: null,
    now: clock.now(),
    accessSeconds: settings.accessTokenSeconds,
  })
}

function answerTokens(exchange: Exchange, tokens: IssuedTokens): Answer {
  return {
    status: 200,
    headers: { 'Cache-Control': 'no-store', Pragma: 'no-cache' },
    body: {
      access_token: tokens.accessToken,
      token_type: 'Bearer',
      expires_in: exchange.sandbox.settings.accessTokenSeconds,
      scope: tokens.grant.scope,
      refresh_token: tokens.refreshToken ?? undefined,
    },
  }
}
