import { randomUUID } from 'node:crypto'
import type { WireAnswer, WireRequest } from '@guichet/stet/transport.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'

/**
 * A simulated bank: the payment interface of document 2 as far as a correct client uses it, in memory, for thousands of
 * schedules. The contract test compares it with the sandbox bank. Its ledger is the reference.
 */
type Instruction = {
  readonly endToEndId: string
  status: string | null
  readonly sent: Readonly<Record<string, unknown>>
}

export type PaperPayment = {
  readonly id: string
  readonly requestId: string
  readonly successUrl: string
  readonly failureUrl: string
  readonly body: Readonly<Record<string, unknown>>
  readonly instructions: Instruction[]
  status: 'PDNG' | 'ACTC' | 'ACSP' | 'ACSC' | 'RJCT' | 'CANC'
  reason: string | null
  confirmed: boolean
  /** When its controls run, unless the PSU comes before (bank:D38). */
  controlsAt: number
  expiresAt: number
  /** Reason of the cancellation that waits for its PSU. */
  cancelling: string | null
}

type Code = { readonly payment: string; readonly redirectUri: string; readonly at: number; used: boolean }
type Token = { readonly payment: string | null; readonly expiresAt: number }

/** When a confirmed payment is executed: at once, only by `executeLater`, or not at all. */
export type Execution = 'now' | 'later' | 'reject'

export class PaperBank {
  readonly payments = new Map<string, PaperPayment>()
  /** End-to-end ids of executed transfers, in order; each must occur once. */
  readonly ledger: string[] = []
  readonly confirmations: string[] = []
  private readonly codes = new Map<string, Code>()
  private readonly tokens = new Map<string, Token>()
  private readonly seen = new Set<string>()
  private readonly clock: () => number
  execution: Execution = 'now'
  /** From now on it shows another amount than requested, which a bank must not do. */
  distorts = false

  constructor(clock: () => number) {
    this.clock = clock
  }

  /** Answers one request of the client. */
  answer({ method, target, headers, body }: WireRequest): WireAnswer {
    const path = target.split('?')[0] ?? ''
    if (path.endsWith('/oauth/token')) return this.token(new URLSearchParams(body ?? ''))
    const [, id = null, action = ''] = /\/payment-requests(?:\/([^/]+))?(\/o-confirmation)?$/.exec(path) ?? []
    const token = this.tokens.get((headers.authorization ?? '').replace('Bearer ', ''))
    if (!token || token.expiresAt <= this.clock()) return refusal(403)
    if (method === 'POST' && id === null) return this.create(headers['x-request-id'] ?? '', parse(body))
    const payment = this.payments.get(id ?? '')
    if (!payment) return refusal(404)
    this.timeOut(payment)
    if (action !== '') return this.confirm(payment, token)
    if (method === 'GET')
      return payment.requestId === headers['x-request-id'] ? this.show(payment) : refusal(400, 'FF01')
    if (method === 'PUT') return this.cancel(payment, parse(body))
    return refusal(405)
  }

  /** The PSU authorises the waiting cancellation, or refuses; returns where the bank redirects. */
  answerCancellation(id: string, isAgreed: boolean): string | null {
    const payment = this.payments.get(id)
    if (!payment || payment.cancelling === null) return null
    const reason = payment.cancelling
    payment.cancelling = null
    if (!isAgreed) return `${payment.failureUrl}?error=access_denied`
    // Executed meanwhile: nothing is left to cancel.
    if (payment.status !== 'ACSP') return `${payment.failureUrl}?error=server_error`
    payment.status = 'CANC'
    payment.reason = reason
    for (const one of payment.instructions) one.status = 'CANC'
    return payment.successUrl
  }

  /** The PSU approves; returns where the bank redirects, null if the request is over. */
  approve(id: string): string | null {
    const payment = this.payments.get(id)
    if (!payment) return null
    this.timeOut(payment)
    if (payment.status !== 'ACTC' && payment.status !== 'PDNG') return null
    payment.status = 'ACSP'
    for (const one of payment.instructions) one.status = 'PDNG'
    const code = randomUUID()
    this.codes.set(code, { payment: id, redirectUri: payment.successUrl, at: this.clock(), used: false })
    return `${payment.successUrl}?code=${code}`
  }

  /** The PSU refuses. */
  refuse(id: string): string | null {
    const payment = this.payments.get(id)
    if (!payment) return null
    if (payment.status === 'ACTC' || payment.status === 'PDNG') this.reject(payment, 'CUST')
    return `${payment.failureUrl}?error=access_denied`
  }

  /** Executes confirmed payments whose day has come. */
  executeLater(): void {
    for (const payment of this.payments.values()) {
      if (payment.confirmed && payment.status === 'ACSP' && !this.isDeferred(payment, 0)) this.execute(payment)
    }
  }

  private isDeferred({ body }: PaperPayment, days: number): boolean {
    const today = parisDay(new Date(this.clock() + days * 86_400_000))
    return String(body.requestedExecutionDate).slice(0, 10) > today
  }

  /** Note 6: deferred transfers only; before the PSU's consent no authorisation is needed (table of transitions). */
  private cancel(payment: PaperPayment, body: Readonly<Record<string, unknown>>): WireAnswer {
    const reason = String(body.statusReasonInformation)
    if (!this.isDeferred(payment, 0) || (payment.status !== 'ACTC' && payment.status !== 'ACSP')) return refusal(403)
    if (payment.status === 'ACTC') this.reject(payment, reason)
    else payment.cancelling = reason
    const href = `/consent?paymentRequestResourceId=${payment.id}&nonce=${randomUUID()}`
    return json(200, {
      resourceId: payment.id,
      appliedAuthenticationApproach: 'REDIRECT',
      _links: { consentApproval: { href, templated: false } },
    })
  }

  private token(form: URLSearchParams): WireAnswer {
    if (form.get('grant_type') === 'client_credentials') return this.issue(null)
    const code = this.codes.get(form.get('code') ?? '')
    const isGood =
      code && !code.used && this.clock() - code.at <= 60_000 && code.redirectUri === form.get('redirect_uri')
    if (!code || !isGood) return json(400, { error: 'invalid_grant', error_description: 'the code is unknown' })
    code.used = true
    return this.issue(code.payment)
  }

  private issue(payment: string | null): WireAnswer {
    const text = randomUUID()
    this.tokens.set(text, { payment, expiresAt: this.clock() + 900_000 })
    return json(200, { access_token: text, token_type: 'Bearer', expires_in: 900, scope: 'pisp' })
  }

  private create(requestId: string, body: Readonly<Record<string, unknown>>): WireAnswer {
    const sent = readInstructions(body)
    const keys = [requestId, String(body.paymentInformationId), ...sent.map(one => `${one.endToEndId}`)]
    if (keys.some(key => this.seen.has(key))) return refusal(500)
    for (const key of keys) this.seen.add(key)
    const urls = body.supplementaryData as { successfulReportUrl: string; unsuccessfulReportUrl: string }
    const id = randomUUID().replaceAll('-', '').toUpperCase().slice(0, 28)
    this.payments.set(id, {
      id,
      requestId,
      body,
      reason: null,
      confirmed: false,
      status: 'PDNG' as const,
      cancelling: null,
      successUrl: urls.successfulReportUrl,
      failureUrl: urls.unsuccessfulReportUrl,
      instructions: sent,
      controlsAt: this.clock() + 10_000,
      expiresAt: this.clock() + 30 * 60_000,
    })
    const href = `/consent?paymentRequestResourceId=${id}&nonce=${randomUUID()}`
    return json(201, {
      appliedAuthenticationApproach: 'REDIRECT',
      _links: { consentApproval: { href, templated: false } },
    })
  }

  private confirm(payment: PaperPayment, token: Token): WireAnswer {
    if (token.payment !== payment.id) return refusal(403)
    if (payment.status !== 'ACSP' || payment.confirmed) return refusal(409)
    payment.confirmed = true
    this.confirmations.push(payment.id)
    if (this.isDeferred(payment, 0)) return this.show(payment)
    if (this.execution === 'now') this.execute(payment)
    if (this.execution === 'reject') this.reject(payment, 'AM04')
    return this.show(payment)
  }

  private execute(payment: PaperPayment): void {
    payment.status = 'ACSC'
    for (const one of payment.instructions) {
      one.status = 'ACSC'
      this.ledger.push(one.endToEndId)
    }
  }

  private reject(payment: PaperPayment, reason: string): void {
    payment.status = 'RJCT'
    payment.reason = reason
    for (const one of payment.instructions) if (one.status !== null) one.status = 'RJCT'
  }

  private timeOut(payment: PaperPayment): void {
    if (payment.status === 'PDNG' && payment.controlsAt <= this.clock()) payment.status = 'ACTC'
    if (payment.status === 'ACTC' && payment.expiresAt <= this.clock()) this.reject(payment, 'NOAS')
  }

  private show(payment: PaperPayment): WireAnswer {
    return json(200, {
      paymentRequest: {
        ...payment.body,
        resourceId: payment.id,
        paymentInformationStatus: payment.status,
        statusReasonInformation: payment.reason,
        creditTransferTransaction: payment.instructions.map(({ sent, status }) => ({
          ...(this.distorts ? { ...sent, instructedAmount: { currency: 'EUR', amount: '9999.00' } } : sent),
          ...(status === null ? {} : { transactionStatus: status }),
        })),
      },
      _links: {},
    })
  }
}

function readInstructions(body: Readonly<Record<string, unknown>>): Instruction[] {
  const list = Array.isArray(body.creditTransferTransaction) ? body.creditTransferTransaction : []
  return list.map(sent => ({ sent, status: null, endToEndId: String(sent.paymentId.endToEndId) }))
}

function parse(body: string | null): Readonly<Record<string, unknown>> {
  return JSON.parse(body ?? '{}')
}

function json(status: number, body: unknown): WireAnswer {
  return { status, headers: { 'content-type': 'application/json' }, text: JSON.stringify(body) }
}

const refusal = (status: number, code?: string) => json(status, { status, message: 'RJCT', error: 'no', code })
