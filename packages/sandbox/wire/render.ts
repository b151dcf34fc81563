import { STATUS_CODES } from 'node:http'
import { areaOf, isPaymentPath } from './area.ts'
import type { Answer } from './exchange.ts'
import type { Reason, Refusal } from './refuse.ts'

const longest = 140

/** The answer for a refusal on `path`: bank:D1 for data, RFC 6749 § 5.2 for OAuth (bank:D2), RFC 7591 for registration (bank:D4), RFC 9457 for verification. */
export function renderRefusal(refusal: Refusal, path: string, now: Date): Answer {
  const area = areaOf(path)
  const headers = { ...refusal.headers, 'Content-Type': 'application/json; charset=utf-8' }
  if (area === 'data') return { status: refusal.status, headers, body: renderData(refusal, path, now) }
  if (area === 'vop') return renderVerification(refusal, headers)
  const { status, error } = area === 'oauth' ? asOauth(refusal) : asRegistration(refusal)
  return { status, headers, body: { error, error_description: cut(refusal.message) } }
}

function renderData(refusal: Refusal, path: string, now: Date): Record<string, unknown> {
  const name = isPaymentPath(path) ? namePayment : nameData
  return {
    timestamp: now.toISOString(),
    status: refusal.status,
    ...name(refusal.reason, refusal),
    path: cut(path),
  }
}

// bank:D1: `message` contains the four-letter code; for authentication it names the part (bank:D53); for an expired token `error` does (bank:D3).
function nameData(reason: Reason, refusal: Refusal): { error: string; message: string } {
  if (reason.kind === 'code') return { error: cut(refusal.message), message: reason.code }
  if (reason.kind === 'proof') return { error: cut(refusal.message), message: reason.proof }
  if (reason.kind === 'token') return { error: 'invalid_token', message: cut(refusal.message) }
  return { error: STATUS_CODES[refusal.status] ?? 'Error', message: cut(refusal.message) }
}

// bank:D1 for payments: a `code`, then `message` is RJCT and `error` the reason. Document 2 has no code for the statuses 405 and
// 500, nor for a bad token: those use the status's own text.
function namePayment(reason: Reason, refusal: Refusal): { error: string; message: string; code?: string } {
  if (reason.kind === 'proof') return nameData(reason, refusal)
  if (reason.kind === 'code' && refusal.status !== 405 && refusal.status !== 500) {
    return { code: reason.code, error: cut(refusal.message), message: 'RJCT' }
  }
  return { error: STATUS_CODES[refusal.status] ?? 'Error', message: cut(refusal.message) }
}

function asOauth(refusal: Refusal): { status: number; error: string } {
  const { reason, status } = refusal
  if (reason.kind === 'oauth') return { status, error: reason.error }
  const isProof = reason.kind === 'proof' || (reason.kind === 'code' && reason.code === 'BE05')
  if (isProof) return { status: 401, error: 'invalid_client' }
  return { status, error: status >= 500 ? 'server_error' : 'invalid_request' }
}

const verificationErrors: Readonly<Record<number, string>> = {
  403: 'CLIENT_INVALID',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_ERROR',
  503: 'SERVICE_UNAVAILABLE',
}

/** RFC 9457 with the scheme's codes; a proof that is missing or wrong is 400. */
function renderVerification({ reason, status: original, message }: Refusal, headers: Answer['headers']): Answer {
  const status = reason.kind === 'proof' ? 400 : original
  const isTimestamp = reason.kind === 'proof' && reason.proof === 'Date'
  const code = isTimestamp ? 'TIMESTAMP_INVALID' : (verificationErrors[status] ?? 'FORMAT_ERROR')
  const title = STATUS_CODES[status] ?? 'Error'
  return {
    status,
    ...(headers && { headers }),
    body: { type: 'about:blank', code, title, status, detail: cut(message) },
  }
}

const registrationErrors: Readonly<Record<number, string>> = {
  400: 'invalid_client_metadata',
  401: 'invalid_token',
  404: 'not_found',
  405: 'method_not_allowed',
  406: 'not_acceptable',
  408: 'request_timeout',
  429: 'too_many_requests',
  500: 'server_error',
  501: 'not_implemented',
  503: 'temporarily_unavailable',
}

function asRegistration(refusal: Refusal): { status: number; error: string } {
  const { reason, status } = refusal
  if (reason.kind === 'registration') return { status, error: reason.error }
  if (reason.kind === 'proof') return { status: 400, error: 'invalid_client_metadata' }
  if (reason.kind === 'code' && reason.code === 'BE05') return { status, error: 'invalid_client' }
  if (reason.kind === 'code' && reason.code === 'BADS') return { status, error: 'insufficient_scope' }
  return { status, error: registrationErrors[status] ?? 'invalid_request' }
}

function cut(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`
}
