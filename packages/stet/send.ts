import type { z } from 'zod'
import type { Bank } from './bank.ts'
import { readRetryAfter, readSkew } from './bank-time.ts'
import type { CallContext, CallName, CallRecord, PlannedCall } from './call.ts'
import { acceptedCodings } from './decode.ts'
import { BankError, maskDetail, readErrorWords } from './errors.ts'
import { yieldBeforeParsing } from './event-loop.ts'
import { type Excess, parseJson } from './json.ts'
import { answerBytes } from './limits.ts'
import { psuHeaders } from './psu-headers.ts'
import { digestBody, type SignedRequest, signRequest } from './sign.ts'
import { type Seal, SignerError } from './signer.ts'
import { Token, type TokenKind } from './token.ts'
import { TransportFailure, type WireAnswer, type WireRequest } from './transport.ts'

export type BankRequest = {
  readonly operation: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** On the bank's own host. */
  readonly url: URL
  /** Null for OAuth endpoints, which authenticate by certificate. */
  readonly token: { readonly value: Token<TokenKind>; readonly kind: TokenKind } | null
  readonly body: { readonly contentType: string; readonly text: string } | null
  /** With the QSealC; the data interface and registration. */
  readonly signed: boolean
  /** Unsigned: `fallback: 1`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Success is a 302, which is not followed (document 1, Fallback mode). */
  readonly redirects?: true
}

/** `text` is empty for 204. */
export type BankAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly operation: string
  readonly requestId: string
}

/**
 * Sends one request: checks the token, adds request id, date, digest, PSU headers and signature (bank:D14,
 * bank:D15), within time and size limits. Never repeats nor redirects. Resolves for 2xx (302 if `redirects`), else
 * throws `BankError`; a failure of `beforeSend` is rethrown.
 */
export async function send(bank: Bank, request: BankRequest, context: CallContext): Promise<BankAnswer> {
  const requestId = context.requestId ?? bank.newRequestId()
  const call = { operation: request.operation, requestId }
  checkRequest(bank, request, context, call)
  const planned = { ...call, method: request.method, path: loggedPath(request), attended: context.presence !== null }
  const { signal = null, passesBreaker = false } = context
  const pass = await bank.gate.enter({ ...planned, passesBreaker }, signal)
  try {
    const answer = await exchange(bank, request, context, planned)
    await pass.leave(looksLikeDown(answer) ?? 'answered')
    await yieldBeforeParsing(answer)
    return answer
  } catch (error) {
    await pass.leave(error instanceof BankError ? error : 'not_sent')
    throw error
  }
}

async function exchange(
  bank: Bank,
  request: BankRequest,
  context: CallContext,
  planned: PlannedCall,
): Promise<BankAnswer> {
  const call = { operation: planned.operation, requestId: planned.requestId }
  const signWithCurrent = async () => {
    const { credentials } = bank
    return { credentials, wire: await buildWireRequest(bank, request, context, { ...call, seal: credentials.seal }) }
  }
  // A call without a signature is not sent, and must not be counted.
  let signed = await signWithCurrent()
  if (context.beforeSend !== undefined) await context.beforeSend(planned)
  // Certificates may be rolled meanwhile: the old connections are closing then.
  while (signed.credentials !== bank.credentials) signed = await signWithCurrent()
  const at = bank.clock()
  const startedAt = performance.now()
  const record = (status: number | null, code: string | null, bankDate?: string) => {
    const durationMs = Math.round(performance.now() - startedAt)
    const bankAheadSeconds = readSkew(bankDate, at, durationMs)
    report(bank, context, { ...planned, status, code, durationMs, at, bankAheadSeconds })
  }
  let answer: WireAnswer
  try {
    answer = await signed.credentials.transport.exchange(signed.wire)
  } catch (cause) {
    const error = toTransportError(cause, call)
    record(error.status, error.kind)
    throw error
  }
  const refusal = isSuccess(request, answer.status) ? null : toStatusError(answer, call, at)
  record(answer.status, refusal === null ? null : (refusal.code ?? refusal.rawCode), answer.headers.date)
  if (refusal !== null) throw refusal
  return { ...answer, ...call }
}

function isSuccess({ redirects }: BankRequest, status: number): boolean {
  return redirects === true ? status === 302 : status >= 200 && status < 300
}

/** A web page usually means maintenance: it counts for the bank's health. */
function looksLikeDown({ headers, ...answer }: BankAnswer): BankError | null {
  if (!/^text\/html\b/i.test(headers['content-type'] ?? '') || answer.text === '') return null
  const { status, operation, requestId } = answer
  return new BankError({ kind: 'media_type', sent: 'yes', detail: 'text/html', status, operation, requestId })
}

function checkRequest(bank: Bank, request: BankRequest, context: CallContext, call: CallName): void {
  if (request.url.origin !== bank.baseUrl.origin) {
    throw new BankError({ kind: 'redirect_host', sent: 'no', detail: `not on the host of bank ${bank.code}`, ...call })
  }
  if (request.token !== null) checkToken(request.token.value, request.token.kind, bank.code, call)
  if (context.requestId !== undefined && !/^[\x21-\x7e]{1,70}$/.test(context.requestId)) {
    throw new BankError({ kind: 'request', sent: 'no', detail: 'request id: 1 to 70 characters (D18)', ...call })
  }
}

/** C10, C18: `BankError` `token`, sent `no`. */
export function checkToken(
  token: Token<TokenKind>,
  kind: TokenKind,
  bankCode: string,
  call: { readonly operation: string; readonly requestId: string },
): void {
  const detail = !(token instanceof Token)
    ? 'not a token of this library'
    : token.kind !== kind
      ? `a ${token.kind} token where ${kind} is needed`
      : token.bankCode !== bankCode
        ? `a token of bank ${token.bankCode} for bank ${bankCode}`
        : null
  if (detail !== null) throw new BankError({ kind: 'token', sent: 'no', detail, ...call })
}

const inPages: ReadonlySet<string> = new Set(['accounts.list', 'transactions.read'])

async function buildWireRequest(
  bank: Bank,
  request: BankRequest,
  context: CallContext,
  { requestId, seal }: { readonly requestId: string; readonly seal: Seal },
): Promise<WireRequest> {
  const target = request.url.pathname + request.url.search
  const psu = request.signed ? psuHeaders(context.presence) : []
  const toSign: SignedRequest = {
    method: request.method,
    target,
    headers: signedHeaders(bank, request, requestId, psu),
  }
  const headers: Record<string, string> = {
    ...request.headers,
    ...Object.fromEntries(toSign.headers),
    accept: 'application/hal+json, application/json;q=0.9',
    'accept-encoding': acceptedCodings,
  }
  if (request.token !== null) headers.authorization = `Bearer ${request.token.value.reveal()}`
  if (request.signed) {
    headers.signature = await signRequest(toSign, seal, context.presence !== null).catch(error => {
      throw toSignerFailure(error, { operation: request.operation, requestId })
    })
  }
  const { limits } = bank
  return {
    method: request.method,
    target,
    headers,
    body: request.body?.text ?? null,
    headersMs: context.presence === null ? limits.batchHeadersMs : limits.attendedHeadersMs,
    bodyMs: limits.bodyMs,
    answerBytes: Math.min(limits.answerBytes, inPages.has(request.operation) ? answerBytes.list : answerBytes.other),
    refusalBytes: answerBytes.refusal,
    budget: context.budget ?? null,
    signal: context.signal ?? null,
  }
}

function signedHeaders(
  bank: Bank,
  request: BankRequest,
  requestId: string,
  psu: readonly (readonly [string, string])[],
): readonly (readonly [string, string])[] {
  const headers: (readonly [string, string])[] = [
    ['host', request.url.host],
    ['date', bank.clock().toUTCString()],
    ['x-request-id', requestId],
  ]
  if (request.body !== null) {
    headers.push(['digest', digestBody(request.body.text)], ['content-type', request.body.contentType])
  }
  return [...headers, ...psu]
}

function toSignerFailure(error: unknown, call: CallName): unknown {
  if (!(error instanceof SignerError)) return error
  return new BankError({ kind: 'signer', sent: 'no', detail: error.message, cause: error, ...call })
}

function toTransportError(cause: unknown, call: CallName): BankError {
  if (!(cause instanceof TransportFailure)) {
    return new BankError({ kind: 'transport', sent: 'unknown', detail: 'the transport failed', cause, ...call })
  }
  const { kind, sent, status } = cause
  return new BankError({ kind, sent, status, detail: transportDetail(cause), cause: cause.cause, ...call })
}

function transportDetail(failure: TransportFailure): string {
  const cause = failure.cause
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : null
  return code ?? maskDetail(failure.message)
}

function toStatusError(answer: WireAnswer, call: CallName, at: Date): BankError {
  const words = readErrorWords(answer.text, answer.headers['www-authenticate'] ?? null)
  const retryAfterSeconds = readRetryAfter(answer.headers['retry-after'], at)
  return new BankError({ kind: 'status', sent: 'yes', status: answer.status, retryAfterSeconds, ...words, ...call })
}

/** Keeps secrets of OAuth queries out of the log. */
function loggedPath(request: BankRequest): string {
  return request.signed ? request.url.pathname + request.url.search : request.url.pathname
}

function report(bank: Bank, context: CallContext, record: CallRecord): void {
  for (const listener of [bank.onCall, context.onCall]) {
    try {
      listener?.(record)
    } catch {
      // A failing listener must not break the call.
    }
  }
}

/** Throws `BankError` `media_type`, `json`, `too_many` or `schema`. */
export function readAnswer<T>(answer: BankAnswer, schema: z.ZodType<T>): T {
  const failed = {
    status: answer.status,
    sent: 'yes',
    operation: answer.operation,
    requestId: answer.requestId,
  } as const
  // Repeated headers are joined with a comma.
  const mediaType = (answer.headers['content-type'] ?? '').split(/[;,]/)[0]?.trim().toLowerCase() ?? ''
  if (mediaType !== '' && !/^application\/([\w.-]+\+)?json$/.test(mediaType)) {
    throw new BankError({ kind: 'media_type', detail: maskDetail(mediaType), ...failed })
  }
  const parsed = parseJson(answer.text)
  if (!parsed.ok && parsed.excess !== null) throw tooMany(parsed.excess, answer)
  if (!parsed.ok) throw new BankError({ kind: 'json', detail: 'the answer is not JSON', ...failed })
  const read = schema.safeParse(parsed.value)
  if (!read.success) {
    const issue = read.error.issues[0]
    const detail = maskDetail(`${issue?.path.join('.') ?? ''}: ${issue?.code ?? 'unreadable'}`)
    throw new BankError({ kind: 'schema', detail, ...failed })
  }
  return read.data
}

export function tooMany({ list, limit }: Excess, answer: Omit<BankAnswer, 'headers' | 'text'>): BankError {
  const { status, operation, requestId } = answer
  const detail = maskDetail(`more than ${limit} in ${list}`)
  return new BankError({ kind: 'too_many', sent: 'yes', detail, status, operation, requestId })
}
