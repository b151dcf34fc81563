import { issueCode } from '#sandbox/oauth/codes.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { inTransaction } from '#sandbox/store/open.ts'
import {
  type Cancellation,
  changeInstruction,
  endCancellation,
  findByNonce,
  findCancellation,
  movePaymentTo,
  type Payment,
  readPayment,
  spendNonce,
} from '#sandbox/store/payments.ts'
import { hashToken } from '#sandbox/store/tokens.ts'
import { executeCancellation } from './cancellation.ts'
import { runControls } from './controls.ts'
import { runDuePayments } from './due.ts'
import { eligibleAccounts } from './eligible.ts'
import { cancellationReport, failureReport, type ReportError, successReport } from './report-url.ts'
import { movePayment, type ReasonCode } from './status.ts'

/** The result of opening a `consentApproval` link. `ended`: nothing is left to ask, and `url` is where to redirect. */
export type Arrival =
  | { readonly kind: 'payment'; readonly payment: Payment }
  | { readonly kind: 'cancellation'; readonly payment: Payment; readonly cancellation: Cancellation }
  | { readonly kind: 'ended'; readonly payment: Payment; readonly url: string }
  | { readonly kind: 'used'; readonly payment: Payment }
  | { readonly kind: 'unknown' }

/**
 * Opens a link: uses the nonce up (a second use is `used`, document 2 rules) and runs the bank's controls if they have not run yet (bank:D38).
 */
export function arrive(sandbox: Sandbox, bankCode: string, paymentId: string, nonce: string): Arrival {
  runDuePayments(sandbox)
  const { db, clock } = sandbox
  return inTransaction(db, (): Arrival => {
    const target = findByNonce(db, bankCode, paymentId, nonce)
    if (!target) return { kind: 'unknown' }
    if (target.isUsed || !spendNonce(db, nonce, clock.now())) return { kind: 'used', payment: target.payment }
    if (target.cancellation) return arriveToCancel(target.payment, target.cancellation)
    if (target.payment.status === 'PDNG') runControls(sandbox, target.payment)
    const payment = readPayment(db, paymentId)
    if (payment.status === 'ACTC' || payment.status === 'ACCP') return { kind: 'payment', payment }
    return { kind: 'ended', payment, url: failureReport(payment, 'access_denied', sentenceFor(payment.reason)) }
  })
}

function arriveToCancel(payment: Payment, cancellation: Cancellation): Arrival {
  if (cancellation.state === 'asked') return { kind: 'cancellation', payment, cancellation }
  if (cancellation.state === 'executed') return { kind: 'ended', payment, url: cancellationReport(payment) }
  return {
    kind: 'ended',
    payment,
    url: failureReport(payment, 'access_denied', 'The cancellation is no longer asked for'),
  }
}

/**
 * Stores the PSU's consent with the chosen account: ACSP with instructions PDNG. Returns the one-time `code` for `o-confirmation`
 * (60 s, its redirect_uri is `successfulReportUrl`) and where to redirect; null if the request has ended meanwhile or the account
 * is not eligible.
 */
export function consentToPayment(
  sandbox: Sandbox,
  paymentId: string,
  choice: { readonly personId: string; readonly debtorResourceId: string },
): { readonly code: string; readonly url: string } | null {
  const { db, clock } = sandbox
  return inTransaction(db, () => {
    const payment = readPayment(db, paymentId)
    const status = movePayment(payment.status, 'consented')
    const account = eligibleAccounts(sandbox, payment, choice.personId).find(({ id }) => id === choice.debtorResourceId)
    if (status === null || !account || clock.now() >= payment.expiresAt) return null
    const { bankCode, clientId, successUrl } = payment
    const order = { bankCode, clientId, redirectUri: successUrl, scope: 'pisp', codeChallenge: null } as const
    const code = issueCode(sandbox, { ...order, personId: choice.personId, scaAt: clock.now() })
    movePaymentTo(db, paymentId, payment.status, {
      status,
      personId: choice.personId,
      debtorAccountId: account.id,
      consentedAt: clock.now(),
      codeHash: hashToken(code),
    })
    for (const instruction of payment.instructions) changeInstruction(db, instruction, { status: 'PDNG' })
    return { code, url: successReport(payment, code) }
  })
}

/**
 * Rejects a payment without consent: RJCT with `CUST` (refused), `NOAS` (timed out, gave up, no eligible account) or another
 * reason. Returns where to redirect. No-op for a request that has ended.
 */
export function refusePayment(sandbox: Sandbox, paymentId: string, reason: ReasonCode): { readonly url: string } {
  const { db } = sandbox
  return inTransaction(db, () => {
    const payment = readPayment(db, paymentId)
    const status = movePayment(payment.status, reason === 'NOAS' ? 'timed out' : 'refused')
    if (status !== null) movePaymentTo(db, paymentId, payment.status, { status, reason })
    return { url: failureReport(payment, errorOf(reason), sentenceFor(reason)) }
  })
}

/**
 * Stores the PSU's consent to a cancellation, which is executed at once and never confirmed (document 2, note 3). `isExecuted` is
 * false if it failed and no status changed.
 */
export function consentToCancellation(
  sandbox: Sandbox,
  cancellationId: string,
): { readonly isExecuted: boolean; readonly url: string } {
  runDuePayments(sandbox)
  const { db } = sandbox
  return inTransaction(db, () => {
    const cancellation = readCancellation(sandbox, cancellationId)
    const isExecuted = executeCancellation(sandbox, cancellation)
    const payment = readPayment(db, cancellation.paymentId)
    const url = isExecuted
      ? cancellationReport(payment)
      : failureReport(payment, 'server_error', 'The cancellation could not be executed')
    return { isExecuted, url }
  })
}

/** The PSU refused the cancellation or left: the payment does not change. Returns where to redirect. */
export function refuseCancellation(
  sandbox: Sandbox,
  cancellationId: string,
  reason: ReasonCode = 'CUST',
): { readonly url: string } {
  const { paymentId } = readCancellation(sandbox, cancellationId)
  endCancellation(sandbox.db, cancellationId, 'refused')
  return { url: failureReport(readPayment(sandbox.db, paymentId), errorOf(reason), sentenceFor(reason)) }
}

function readCancellation({ db }: Sandbox, id: string): Cancellation {
  const cancellation = findCancellation(db, id)
  if (!cancellation) throw new Error(`no cancellation ${id}`)
  return cancellation
}

const errorOf = (reason: ReasonCode): ReportError => (reason === 'FF01' ? 'invalid_request' : 'access_denied')

const sentences: Readonly<Partial<Record<string, string>>> = {
  CUST: 'CUST The customer refused',
  NOAS: 'NOAS No answer from the customer',
  AG01: 'AG01 The customer has no account that can pay this',
}

function sentenceFor(reason: string | null): string {
  if (reason === null) return 'The request has ended'
  return sentences[reason] ?? `${reason} The bank rejected the request`
}
