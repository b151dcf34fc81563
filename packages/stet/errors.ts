import { brand } from '@guichet/values/brand.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { type BankCode, bankCodes, causeOf, type WireCause } from '#stet/terms/cause.ts'
import type { BankSeconds } from './bank-time.ts'
import { parseJson } from './json.ts'
import type { Token, TokenKind } from './token.ts'

/**
 * Before sending: `request` (inexpressible), `token` (wrong scope or bank, C10, C18), `unsupported` (by the
 * version), `paused` (breaker open), `crowded` (no slot), `signer`, `certificate_revoked`. On the way: `transport`,
 * `timeout`, `aborted`, `too_large`. In the answer: `status`, `media_type`, `json`, `schema`, `too_many`
 * (`limits.ts`). Between pages: `redirect_host`.
 */
export type BankErrorKind = 'status' | WireCause

/** Whether the bank may have acted: `no` not sent, `yes` answered, `unknown` sent without an answer. */
export type Sent = 'no' | 'unknown' | 'yes'

export type BankErrorFields = {
  readonly kind: BankErrorKind
  readonly operation: string
  readonly requestId: string
  readonly sent: Sent
  readonly detail: string
  readonly status?: number | null
  readonly code?: BankCode | null
  readonly rawCode?: string | null
  readonly retryAfterSeconds?: BankSeconds | null
  readonly cause?: unknown
  readonly issued?: IssuedToken | null
}

/** The refresh token if there is one, as revoking it revokes the pair (bank:D9); else the access token. */
export type IssuedToken = Token<TokenKind>

/**
 * Every failed call. `code` is document 1's, normalised (bank:D1); `rawCode` the original, at most 70 characters.
 * Both, and the masked `detail`, are safe to store and log. `issued`: a token from an unusable answer, to revoke.
 */
export class BankError extends Error {
  static {
    brand(BankError, 'BankError')
  }

  readonly kind: BankErrorKind
  readonly operation: string
  readonly requestId: string
  readonly sent: Sent
  readonly detail: string
  readonly status: number | null
  readonly code: BankCode | null
  readonly rawCode: string | null
  readonly retryAfterSeconds: BankSeconds | null
  readonly issued: IssuedToken | null

  constructor(fields: BankErrorFields) {
    const detail = cleanText(fields.detail, 200)
    const rawCode = fields.rawCode ? cleanText(fields.rawCode, 70) : null
    const said = fields.code ?? rawCode ?? fields.status ?? detail
    super(`${fields.operation}: ${fields.kind} (${said})`, fields.cause === undefined ? {} : { cause: fields.cause })
    this.name = 'BankError'
    this.kind = fields.kind
    this.operation = fields.operation
    this.requestId = fields.requestId
    this.sent = fields.sent
    this.detail = detail
    this.status = fields.status ?? null
    this.code = fields.code ?? null
    this.rawCode = rawCode
    this.retryAfterSeconds = fields.retryAfterSeconds ?? null
    this.issued = fields.issued ?? null
  }
}

/** Refresh the token and retry (bank:D3). */
export function isInvalidToken(error: unknown): error is BankError {
  return error instanceof BankError && error.status === 401 && causeOf(error) === 'invalid_token'
}

/** Only a new authorization helps (bank:D2). */
export function isInvalidGrant(error: unknown): error is BankError {
  return error instanceof BankError && causeOf(error) === 'invalid_grant'
}

/** 429, or `TMRQ` with any status (bank:D5). */
export function isQuotaUsed(error: unknown): error is BankError {
  return error instanceof BankError && causeOf(error) === 'TMRQ'
}

const misspelt: Readonly<Record<string, BankCode>> = { TQMR: 'TMRQ', ISPM: 'NIMP' }
const oauthErrorPattern = /^[a-z]{1,30}(?:_[a-z]{1,30}){1,5}$/

const longestMember = 1_000

export type ErrorWords = {
  readonly code: BankCode | null
  readonly rawCode: string | null
  readonly detail: string
}

/**
 * Parses JSON of bank:D1 or bank:D2, text, HTML or nothing; a known code comes from `message`, `code`, `error` or
 * `errorCode`, in this order.
 */
export function readErrorWords(body: string, wwwAuthenticate: string | null): ErrorWords {
  const members = readMembers(body)
  const challenge = /\berror="?([a-z_]{1,64})"?/.exec(wwwAuthenticate ?? '')?.[1] ?? null
  const raw = members.map(findCode).find(found => found !== null) ?? null
  const word = members.find(member => oauthErrorPattern.test(member)) ?? null
  return {
    code: raw === null ? null : toBankCode(raw),
    rawCode: challenge === 'invalid_token' ? challenge : (raw ?? word ?? challenge),
    detail: maskDetail(wordsOf(members, body)),
  }
}

function toBankCode(raw: string): BankCode | null {
  return misspelt[raw] ?? bankCodes.find(code => code === raw) ?? null
}

/** `TMRQ`, or `AC01 - unknown account`. */
export function findCode(member: string): string | null {
  const word = /^\s*([A-Z]{2}[A-Z0-9]{2})\b/i.exec(member)?.[1]?.toUpperCase()
  return word !== undefined && toBankCode(word) !== null ? word : null
}

function readMembers(body: string): string[] {
  const trimmed = body.trim()
  if (trimmed === '' || trimmed.startsWith('<')) return []
  const parsed = parseJson(trimmed)
  if (!parsed.ok) return [trimmed.slice(0, longestMember)]
  const value = parsed.value
  if (typeof value === 'string') return [value.slice(0, longestMember)]
  if (typeof value !== 'object' || value === null) return []
  const record: Readonly<Record<string, unknown>> = { ...value }
  return ['message', 'code', 'error', 'errorCode', 'error_description']
    .map(name => record[name])
    .filter(member => typeof member === 'string')
    .map(member => member.slice(0, longestMember))
}

function wordsOf(members: readonly string[], body: string): string {
  if (members.length > 0) return members.join(', ')
  return body.trim() === '' ? 'no body' : 'body without a message'
}

/** Characters examined to keep 140. */
const longestDetail = 4_096

/** What the cut may have split: an IBAN, or a long word. */
const cutWord = /(?:\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){0,32}|(?<![\w~+/=.-])[\w~+/=.-]+)$/i

/** At most 140 characters, without IBANs or words long enough to be a secret. */
export function maskDetail(text: string): string {
  const looked = text.length > longestDetail ? text.slice(0, longestDetail).replace(cutWord, '[…]') : text
  return looked
    .toWellFormed()
    .replace(/\p{C}+/gu, ' ')
    .replace(/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/gi, '[iban]')
    .replace(/[\w~+/=.-]{32,}/g, '[…]')
    .slice(0, 140)
}
