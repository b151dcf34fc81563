import type { X509Certificate } from 'node:crypto'
import { readCertificate } from '#sandbox/pki/read-certificate.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { findCode } from '#sandbox/store/codes.ts'
import { findPayment, findPaymentOfCode } from '#sandbox/store/payments.ts'
import { findGrantByAccessToken, findGrantByRefreshToken, hashToken } from '#sandbox/store/tokens.ts'
import { areaOf } from '#sandbox/wire/area.ts'
import type { Answer, Exchange, Step } from '#sandbox/wire/exchange.ts'
import { Refusal, type RefusalCode } from '#sandbox/wire/refuse.ts'
import { renderRefusal } from '#sandbox/wire/render.ts'
import type { Match } from '#sandbox/wire/router.ts'
import type { CallFacts, Fault } from './decide.ts'
import { listFaultRules } from './rules.ts'

type Call = {
  readonly bankCode: string | null
  readonly method: string
  readonly path: string
  readonly headers: Headers
}

type Seen = {
  readonly match: Match
  readonly certificate: X509Certificate | null
  readonly body: Buffer
  readonly personId: string | null
}

/**
 * A call's properties for matching faults, before any step. Certificate and token are only read if a fault is active, so that the
 * desk costs nothing when unused.
 */
export function readFacts(sandbox: Sandbox, call: Call, { match, certificate, body, personId }: Seen): CallFacts {
  const { bankCode, method } = call
  const path = match.found === 'endpoint' ? match.endpoint.path : call.path
  if (listFaultRules(sandbox.db).length === 0) {
    return { method, path, bankCode, organisationId: null, personId: null, text: '' }
  }
  const { db } = sandbox
  const text = body.toString('utf8')
  const [, paymentId] = /\/payment-requests\/([^/]+)/.exec(call.path) ?? []
  const code = new URLSearchParams(text).get('code')
  const payment = paymentId
    ? findPayment(db, bankCode ?? '', paymentId)
    : code && findPaymentOfCode(db, hashToken(code))
  return {
    method,
    path,
    bankCode,
    organisationId: certificate ? readOrganisation(certificate) : null,
    personId,
    text: payment ? JSON.stringify(payment.body) : text,
  }
}

function readOrganisation(certificate: X509Certificate): string | null {
  try {
    return readCertificate(certificate).organisationId ?? null
  } catch {
    return null
  }
}

/** Whose token or code a call carries, whatever becomes of it: a token that it ends is known before that. */
export function readPerson({ db }: Sandbox, call: Call, body: Buffer): string | null {
  const bearer = /^Bearer (\S+)$/i.exec(call.headers.get('authorization') ?? '')?.[1]
  if (bearer) return findGrantByAccessToken(db, bearer)?.personId ?? null
  if (!call.path.startsWith('/stet/psd2/oauth/')) return null
  const form = new URLSearchParams(body.toString('utf8'))
  const token = form.get('refresh_token') ?? form.get('token')
  if (token) return (findGrantByRefreshToken(db, token) ?? findGrantByAccessToken(db, token))?.personId ?? null
  const code = form.get('code')
  return code ? (findCode(db, hashToken(code))?.personId ?? null) : null
}

/** The answer of a fault that replaces the endpoint's; null if there is none. Status 0 means no answer. */
export function answerInstead(faults: readonly Fault[], path: string, now: Date): Answer | null {
  if (faults.some(({ kind }) => kind === 'close_before')) return { status: 0 }
  const fault = faults.find(({ kind }) => kind === 'status')
  if (fault?.kind !== 'status') return null
  if (fault.status < 400) return { status: fault.status }
  const detail = 'Fault of the control desk'
  if (fault.code !== null && areaOf(path) !== 'data') {
    return { status: fault.status, body: { error: fault.code, error_description: detail } }
  }
  // Any code is allowed here, also undocumented ones; the type only has those of document 1.
  const reason =
    fault.code === null ? ({ kind: 'http' } as const) : ({ kind: 'code', code: fault.code as RefusalCode } as const)
  const retry = fault.status === 429 || fault.status === 503 ? { 'Retry-After': '60' } : {}
  return renderRefusal(new Refusal(reason, fault.status, detail, retry), path, now)
}

/** The previous page of an answer, for the fault that repeats it; null if there is none or no such fault. */
export async function repeatedPage(
  exchange: Exchange,
  answering: Step,
  answer: Answer,
  faults: readonly Fault[],
): Promise<Answer | null> {
  if (!faults.some(({ kind }) => kind === 'page_duplicate')) return null
  const { _links } = (answer.body ?? {}) as { _links?: { prev?: { href?: string } } }
  const href = _links?.prev?.href
  if (href === undefined) return null
  const query = new URLSearchParams(href.split('?')[1] ?? '')
  return (await answering({ ...exchange, query, target: href })) ?? null
}
