import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { atBase, type Bank } from './bank.ts'
import type { CallContext } from './call.ts'
import { BankError, type IssuedToken } from './errors.ts'
import { parseJson } from './json.ts'
import { type BankAnswer, checkToken, readAnswer, send } from './send.ts'
import {
  type AispToken,
  aispToken,
  type ConfirmationToken,
  confirmationToken,
  type PispToken,
  pispToken,
  type RefreshToken,
  type RegistrationToken,
  refreshToken,
  registrationToken,
  Token,
  type TokenKind,
} from './token.ts'
import { WireTokenAnswer } from './wire/token.ts'

export type TokenSet = {
  readonly accessToken: AispToken
  readonly refreshToken: RefreshToken
  readonly expiresAt: Date
}

/** Without a PSU. */
export type ClientToken<T> = { readonly accessToken: T; readonly expiresAt: Date }

export type AuthorizeRequest = {
  readonly redirectUri: string
  readonly scope: 'aisp'
  readonly state: string
  readonly codeChallenge?: string
}

/** client_id before registration (document 3, bank:D12). */
export const registeringClientId = 'PSD2_TPPRegister'

type ClientScope = 'pisp' | 'manageRegistration'

/**
 * Where the PSU's browser is sent (`GET /authorize`, bank:D6). TypeError without a challenge at a bank with PKCE;
 * omitted elsewhere.
 */
export function authorizeUrl(bank: Bank, request: AuthorizeRequest): URL {
  if (bank.pkce && request.codeChallenge === undefined)
    throw new TypeError('this bank takes PKCE: a challenge is needed')
  const url = atBase(bank.screensUrl, '/stet/psd2/oauth/authorize')
  url.searchParams.set('response_type', 'code')
  url.searchParams.set('client_id', bank.clientId)
  url.searchParams.set('redirect_uri', request.redirectUri)
  url.searchParams.set('scope', request.scope)
  url.searchParams.set('state', request.state)
  if (bank.pkce && request.codeChallenge !== undefined) {
    url.searchParams.set('code_challenge', request.codeChallenge)
    url.searchParams.set('code_challenge_method', 'S256')
  }
  return url
}

/** 256 random bits (RFC 7636 § 4.1). */
export function createCodeVerifier(): string {
  return randomBytes(32).toString('base64url')
}

/** RFC 7636 § 4.2. */
export function codeChallengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

/**
 * Authorization code to tokens (bank:D7). Never repeat: a second use revokes the first tokens, so after `sent:
 * 'unknown'` authorise anew. Refusals: `invalid_grant` 400, `invalid_client` 401.
 */
export async function exchangeCode(
  bank: Bank,
  request: { readonly code: string; readonly redirectUri: string; readonly codeVerifier?: string },
  context: CallContext,
): Promise<TokenSet> {
  const operation = 'oauth.exchange'
  const { answer, at } = await requestToken(bank, operation, context, {
    client_id: bank.clientId,
    grant_type: 'authorization_code',
    code: request.code,
    redirect_uri: request.redirectUri,
    ...(request.codeVerifier === undefined ? {} : { code_verifier: request.codeVerifier }),
  })
  const token = readGranted(bank, answer, 'aisp', 'aisp')
  if (!token.refresh_token) throw unusable(answer, 'no refresh token', issuedBy(bank, answer, 'aisp'))
  return toTokenSet(bank, token, refreshToken(bank.code, token.refresh_token), at)
}

/**
 * Code of a payment's callback to the token that confirms it (document 2, note 2); `redirectUri` is the report URL
 * as sent. Never repeat: the code is used up. Refusals: `invalid_grant` 400 (unknown, used, over a minute old),
 * `invalid_client` 401.
 */
export async function exchangePaymentCode(
  bank: Bank,
  request: { readonly code: string; readonly redirectUri: string },
  context: CallContext,
): Promise<ClientToken<ConfirmationToken>> {
  const { answer, at } = await requestToken(bank, 'oauth.exchange.payment', context, {
    client_id: bank.clientId,
    grant_type: 'authorization_code',
    code: request.code,
    redirect_uri: request.redirectUri,
  })
  const granted = readGranted(bank, answer, 'pisp', 'confirmation')
  return { accessToken: confirmationToken(bank.code, granted.access_token), expiresAt: expiryOf(granted, at) }
}

/**
 * New access token (bank:D8); the old one ends at once. The refresh token may change or stay: store the returned
 * pair in one transaction. Refusals: `invalid_grant` 400 (authorise anew), `invalid_client` 401.
 */
export async function refreshTokens(bank: Bank, token: RefreshToken, context: CallContext): Promise<TokenSet> {
  const operation = 'oauth.refresh'
  checkToken(token, 'refresh', bank.code, { operation, requestId: context.requestId ?? '' })
  const { answer, at } = await requestToken(bank, operation, context, {
    client_id: bank.clientId,
    grant_type: 'refresh_token',
    refresh_token: token.reveal(),
  })
  const granted = readGranted(bank, answer, 'aisp', 'aisp')
  const next = granted.refresh_token ? refreshToken(bank.code, granted.refresh_token) : token
  return toTokenSet(bank, granted, next, at)
}

/** Client credentials for payments. Cache until a minute before expiry. */
export async function requestClientToken(
  bank: Bank,
  scope: 'pisp',
  context: CallContext,
): Promise<ClientToken<PispToken>> {
  const { token, expiresAt } = await requestOwnToken(bank, scope, bank.clientId, context)
  return { accessToken: pispToken(bank.code, token), expiresAt }
}

/** For registration (document 3). */
export async function requestRegistrationToken(
  bank: Bank,
  context: CallContext,
  clientId: string = registeringClientId,
): Promise<ClientToken<RegistrationToken>> {
  const { token, expiresAt } = await requestOwnToken(bank, 'manageRegistration', clientId, context)
  return { accessToken: registrationToken(bank.code, token), expiresAt }
}

async function requestOwnToken(bank: Bank, scope: ClientScope, clientId: string, context: CallContext) {
  const form = { client_id: clientId, grant_type: 'client_credentials', scope }
  const { answer, at } = await requestToken(bank, `oauth.client.${scope}`, context, form)
  const granted = readGranted(bank, answer, scope, scope)
  return { token: granted.access_token, expiresAt: expiryOf(granted, at) }
}

/** Revokes a token and the other of its pair (bank:D9), also an unknown one. Safe to repeat. */
export async function revokeToken(bank: Bank, token: IssuedToken, context: CallContext): Promise<void> {
  const operation = 'oauth.revoke'
  checkToken(token, token.kind, bank.code, { operation, requestId: context.requestId ?? '' })
  await postForm(
    bank,
    {
      operation,
      endpoint: 'revoke',
      form: {
        token: token.reveal(),
        token_type_hint: token.kind === 'refresh' ? 'refresh_token' : 'access_token',
        client_id: bank.clientId,
      },
    },
    context,
  )
}

type Form = Readonly<Record<string, string>>
type Posted = { readonly operation: string; readonly endpoint: 'token' | 'revoke'; readonly form: Form }

/** The lifetime counts from before the call. */
async function requestToken(bank: Bank, operation: string, context: CallContext, form: Form) {
  const at = bank.now()
  return { answer: await postForm(bank, { operation, endpoint: 'token', form }, context), at }
}

/** Only to the bank's own host (C18). */
function postForm(bank: Bank, { operation, endpoint, form }: Posted, context: CallContext) {
  const body = {
    contentType: 'application/x-www-form-urlencoded; charset=utf-8',
    text: new URLSearchParams(form).toString(),
  }
  const url = atBase(bank.baseUrl, `/stet/psd2/oauth/${endpoint}`)
  return send(bank, { operation, method: 'POST', url, token: null, body, signed: true }, context)
}

/**
 * A token of another scope would be revoked with its pair at the first call. A token in an unusable answer is
 * attached to the error, to be revoked.
 */
function readGranted(bank: Bank, answer: BankAnswer, scope: string, kind: AccessKind): WireTokenAnswer {
  const issued = issuedBy(bank, answer, kind)
  const granted = readToken(answer, issued)
  const scopes = granted.scope?.split(/[\s,]+/).filter(part => part !== '') ?? []
  if (scopes.length > 0 && !scopes.includes(scope)) throw unusable(answer, `scope is not ${scope}`, issued)
  const isBearer = !granted.token_type || granted.token_type.toLowerCase() === 'bearer'
  if (!isBearer) throw unusable(answer, 'not a bearer token', issued)
  return granted
}

function readToken(answer: BankAnswer, issued: IssuedToken | null): WireTokenAnswer {
  try {
    return readAnswer(answer, WireTokenAnswer)
  } catch (error) {
    if (!(error instanceof BankError)) throw error
    const { kind, sent, status, operation, requestId, detail, code, rawCode } = error
    throw new BankError({ kind, sent, status, operation, requestId, detail, code, rawCode, issued })
  }
}

function unusable({ status, operation, requestId }: BankAnswer, detail: string, issued: IssuedToken | null): BankError {
  return new BankError({ kind: 'unusable_token', sent: 'yes', status, operation, requestId, detail, issued })
}

type AccessKind = Exclude<TokenKind, 'refresh'>

/** Length of a token, and its offset in the answer. */
const longestToken = 16_384
const lookedAt = 262_144

/** The token to revoke, even from truncated JSON. */
function issuedBy({ code }: Bank, { text }: BankAnswer, kind: AccessKind): IssuedToken | null {
  const looked = text.slice(0, lookedAt)
  const parsed = parseJson(looked)
  const memberOf = (name: string): string | null => {
    const member = parsed.ok ? z.record(z.string(), z.unknown()).safeParse(parsed.value).data?.[name] : null
    const found = parsed.ok
      ? member
      : (new RegExp(`"${name}"\\s{0,100}:\\s{0,100}"([^"\\\\]*)"`).exec(looked)?.[1] ?? null)
    return typeof found === 'string' && found !== '' && found.length <= longestToken ? found.toWellFormed() : null
  }
  const refresh = memberOf('refresh_token')
  if (refresh !== null) return refreshToken(code, refresh)
  const access = memberOf('access_token')
  return access === null ? null : new Token(kind, code, access)
}

function toTokenSet(bank: Bank, granted: WireTokenAnswer, refresh: RefreshToken, at: Date): TokenSet {
  const expiresAt = expiryOf(granted, at)
  return { accessToken: aispToken(bank.code, granted.access_token), refreshToken: refresh, expiresAt }
}

/** bank:D10: the shortest documented lifetime. */
const unsaidLifetimeSeconds = 600

function expiryOf(granted: WireTokenAnswer, at: Date): Date {
  return new Date(at.getTime() + (granted.expires_in ?? unsaidLifetimeSeconds) * 1_000)
}
