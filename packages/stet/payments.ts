import type { BankPayment } from '#stet/terms/payment-copy.ts'
import type { PaymentRequest } from '#stet/terms/payment-request.ts'
import { atBase, type Bank } from './bank.ts'
import { readBankPayment } from './bank-payment.ts'
import type { CallContext, CallName } from './call.ts'
import { BankError } from './errors.ts'
import { isPathId, pathSegment } from './links.ts'
import { type CancellationOrder, cancellationBody, paymentBody, type ReportUrls } from './payment-body.ts'
import { type BankAnswer, readAnswer, send } from './send.ts'
import type { ConfirmationToken, PispToken } from './token.ts'
import { WireConfirmation, WireConsentLink, WirePaymentAnswer, WirePaymentState } from './wire/payment.ts'

/** Payment initiation (document 2), v1.4.2 at every bank. */

export type CreatedPayment = {
  readonly resourceId: string
  /** On the bank's hosts; single-use and secret: never log it. */
  readonly consentUrl: URL
}

/** `raw` is sent back by a cancellation (document 2, note 6). */
export type PaymentReading = {
  readonly payment: BankPayment
  readonly raw: Readonly<Record<string, unknown>>
}

/** A status request repeats the creation's X-Request-ID (bank:D36). */
export type PaymentAddress = { readonly resourceId: string; readonly creationRequestId: string }

const json = 'application/json; charset=utf-8'
const paymentsPath = '/stet/psd2/v1.4.2/payment-requests'

const callOf = (operation: string, { requestId = '' }: CallContext): CallName => ({ operation, requestId })

/**
 * Requests a payment (`POST /payment-requests`). Commit every id before, and never repeat: a replay is answered 500,
 * a lost answer can't be looked up (bank:D43). Abandon it after `schema` (no usable link) and `redirect_host`.
 * Refusals: `FF01` 400, 403, 500 for a duplicate.
 */
export async function createPayment(
  bank: Bank,
  token: PispToken,
  { request, urls }: { readonly request: PaymentRequest; readonly urls: ReportUrls },
  context: CallContext,
): Promise<CreatedPayment> {
  const answer = await send(
    bank,
    {
      operation: 'payments.create',
      method: 'POST',
      url: atBase(bank.baseUrl, paymentsPath),
      token: { value: token, kind: 'pisp' },
      body: { contentType: json, text: JSON.stringify(paymentBody(request, urls)) },
      signed: true,
    },
    context,
  )
  const consentUrl = readConsentUrl(bank, answer)
  return { consentUrl, resourceId: findResourceId(answer, consentUrl) }
}

/** The bank's copy of a request, for 35 days. Safe to repeat. Refusals: 404, 403. */
export async function readPayment(
  bank: Bank,
  token: PispToken,
  address: PaymentAddress,
  context: CallContext,
): Promise<PaymentReading> {
  const answer = await send(
    bank,
    {
      operation: 'payments.read',
      method: 'GET',
      url: paymentUrl(bank, { operation: 'payments.read', requestId: address.creationRequestId }, address.resourceId),
      token: { value: token, kind: 'pisp' },
      body: null,
      signed: true,
    },
    { ...context, requestId: address.creationRequestId },
  )
  return readReading(answer)
}

/**
 * Confirms a consented payment (`POST …/o-confirmation`, bank:D33) with the callback's token; null if the answer is
 * empty or the payment in it unusable. May be repeated: 409 is confirmed before (bank:D44, bank:D54) or over, so read
 * it. Refusals: 403 invalid token, 404 (bank:D55), 409.
 */
export async function confirmPayment(
  bank: Bank,
  token: ConfirmationToken,
  resourceId: string,
  context: CallContext,
): Promise<PaymentReading | null> {
  const answer = await send(
    bank,
    {
      operation: 'payments.confirm',
      method: 'POST',
      url: paymentUrl(bank, callOf('payments.confirm', context), resourceId, '/o-confirmation'),
      token: { value: token, kind: 'confirmation' },
      // An object is required (document 2).
      body: { contentType: json, text: '{}' },
      signed: true,
    },
    context,
  )
  if (answer.status === 204 || answer.text.trim() === '') return null
  const { paymentRequest } = readAnswer(answer, WireConfirmation)
  return paymentRequest && readingOf(paymentRequest)
}

type ReadPayment = { readonly resourceId: string; readonly raw: PaymentReading['raw'] }

/**
 * Requests a cancellation (`PUT`, document 2, note 6) with data just read; returns where the PSU consents. Read
 * before repeating. Refusals: 403 not cancellable or data differs, nothing changed; `FF01` 400; 404.
 */
export async function cancelPayment(
  bank: Bank,
  token: PispToken,
  { payment, order }: { readonly payment: ReadPayment; readonly order: CancellationOrder },
  context: CallContext,
): Promise<{ readonly consentUrl: URL }> {
  const answer = await send(
    bank,
    {
      operation: 'payments.cancel',
      method: 'PUT',
      url: paymentUrl(bank, callOf('payments.cancel', context), payment.resourceId),
      token: { value: token, kind: 'pisp' },
      body: { contentType: json, text: JSON.stringify(cancellationBody(payment.raw, order)) },
      signed: true,
    },
    context,
  )
  return { consentUrl: readConsentUrl(bank, answer) }
}

function paymentUrl(bank: Bank, call: CallName, resourceId: string, action = ''): URL {
  return atBase(bank.baseUrl, `${paymentsPath}/${pathSegment(resourceId, call)}${action}`)
}

/** The PSU is redirected to the bank's own hosts only (bank:D20). */
function readConsentUrl(bank: Bank, answer: BankAnswer): URL {
  const { href } = readAnswer(answer, WireConsentLink)._links.consentApproval
  const url = URL.canParse(href, bank.screensUrl) ? new URL(href, bank.screensUrl) : null
  const isOfBank = url !== null && [bank.baseUrl.origin, bank.screensUrl.origin].includes(url.origin)
  if (!isOfBank || url.username !== '' || url.password !== '') {
    throw unusable(answer, 'redirect_host', 'consentApproval leads to another host')
  }
  return url
}

/** bank:D35: `Location`, else the link's parameter in any case, also with the double s. */
function findResourceId(answer: BankAnswer, consentUrl: URL): string {
  const location = answer.headers.location
  const fromLocation = location === undefined ? null : lastSegment(location)
  const parameters = [...consentUrl.searchParams]
  const [, fromLink = ''] = parameters.find(([name]) => /^paymentRequestRess?ourceId$/i.test(name)) ?? []
  const id = fromLocation ?? fromLink
  if (!isPathId(id)) throw unusable(answer, 'schema', 'no payment resource id')
  return id
}

function lastSegment(location: string): string | null {
  const segment =
    location
      .split(/[?#]/)[0]
      ?.replace(/(?<!\/)\/+$/, '')
      .split('/')
      .at(-1) ?? ''
  try {
    return segment === '' || segment === 'payment-requests' ? null : decodeURIComponent(segment)
  } catch {
    return null
  }
}

function readReading(answer: BankAnswer): PaymentReading {
  const reading = readingOf(readAnswer(answer, WirePaymentAnswer).paymentRequest)
  if (reading === null) throw unusable(answer, 'schema', 'paymentRequest without a status')
  return reading
}

function readingOf(raw: PaymentReading['raw']): PaymentReading | null {
  const state = WirePaymentState.safeParse(raw)
  return state.success ? { payment: readBankPayment(raw, state.data), raw } : null
}

function unusable({ status, operation, requestId }: BankAnswer, kind: 'schema' | 'redirect_host', detail: string) {
  return new BankError({ kind, sent: 'yes', status, operation, requestId, detail })
}
