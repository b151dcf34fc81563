import { createHash } from 'node:crypto'
import type { Bank } from '#sandbox/banks.ts'
import {
  type Arrival,
  arrive,
  consentToCancellation,
  consentToPayment,
  refuseCancellation,
  refusePayment,
} from '#sandbox/pis/consent.ts'
import { eligibleAccounts } from '#sandbox/pis/eligible.ts'
import { failureReport, isStillReported } from '#sandbox/pis/report-url.ts'
import type { ReasonCode } from '#sandbox/pis/status.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { findAccountOf } from '#sandbox/store/accounts.ts'
import { beginJourney, type Outcome } from '#sandbox/store/journey.ts'
import { inTransaction } from '#sandbox/store/open.ts'
import { type Cancellation, findCancellation, type Payment, readPayment } from '#sandbox/store/payments.ts'
import { findPersonByIdentifier } from '#sandbox/store/people.ts'
import type { PaymentVisit } from '#sandbox/store/visits.ts'
import type { Language } from '#sandbox/texts/catalogue.ts'
import { readIdentifier } from './identifier.ts'
import type { Reading } from './sign-in.ts'
import { type Onward, openVisit, readAuthorizationSeconds, showScreen, type VisitType } from './visits.ts'

/** The payment of a visit, read again for each request, because the visit may be out of date. */
export type Subject = { readonly payment: Payment; readonly cancellation: Cancellation | null }

/** Why a redirection URL shows no screen. */
export type Welcome =
  | { readonly kind: 'begun'; readonly visit: PaymentVisit; readonly browserSecret: string }
  | { readonly kind: 'send_back'; readonly url: string }
  | { readonly kind: 'used' }
  | { readonly kind: 'unknown' }

/**
 * Opens a visit by a redirection URL. Using the nonce and storing the visit are one transaction, so the link works for one browser, once
 * (document 2, rules).
 */
export function welcome(
  sandbox: Sandbox,
  bank: Bank,
  link: { readonly paymentId: string; readonly nonce: string },
  language: Language,
): Welcome {
  return inTransaction(sandbox.db, (): Welcome => {
    const arrival = arrive(sandbox, bank.code, link.paymentId, link.nonce)
    if (arrival.kind === 'used') return { kind: 'used' }
    if (arrival.kind === 'unknown' || !isStillReported(sandbox, arrival.payment)) return { kind: 'unknown' }
    if (arrival.kind === 'ended') return { kind: 'send_back', url: arrival.url }
    return { kind: 'begun', ...beginVisit(sandbox, bank, arrival, language) }
  })
}

function beginVisit(
  sandbox: Sandbox,
  bank: Bank,
  arrival: Extract<Arrival, { kind: 'payment' | 'cancellation' }>,
  language: Language,
): { visit: PaymentVisit; browserSecret: string } {
  const { payment } = arrival
  const cancellation = arrival.kind === 'cancellation' ? arrival.cancellation : null
  const named = readNamedCustomer(sandbox, bank, payment)
  const flow = cancellation ? 'cancellation' : payment.debtorIban === null ? 'full' : 'short'
  const ownEnd = sandbox.clock.now().getTime() + readAuthorizationSeconds(sandbox) * 1000
  // The screens have their own time limit, but never longer than what is left of the payment's 30 minutes (bank:D38).
  const expiresAt = new Date(Math.min(ownEnd, (cancellation ?? payment).expiresAt.getTime()))
  const how = { journey: beginJourney(flow, named !== null), language, expiresAt }
  const asked = { paymentId: payment.id, cancellationId: cancellation?.id ?? null }
  return openVisit(sandbox, bank, how, { purpose: 'payment', ...asked, ...named })
}

// An identifier in another form than this bank's (professional: subscription-usage) is ignored, and the screen asks for it.
function readNamedCustomer(
  sandbox: Sandbox,
  bank: Bank,
  payment: Payment,
): { identifier: string; personId: string | null } | null {
  const read = readIdentifier(bank, payment.debtorIdentification ?? '')
  if (!read.ok) return null
  const person = findPersonByIdentifier(sandbox.db, bank.code, read.identifier)
  return { identifier: read.identifier, personId: person?.id ?? null }
}

/** The payment of a visit, and its cancellation if the visit is about one. */
export function readSubject(sandbox: Sandbox, visit: PaymentVisit): Subject {
  return {
    payment: readPayment(sandbox.db, visit.paymentId),
    cancellation: visit.cancellationId === null ? null : findCancellation(sandbox.db, visit.cancellationId),
  }
}

/** Consent to a payment, or to its cancellation (document 2, redirect screen sequence). */
export const paymentVisitType: VisitType<'payment'> = {
  purpose: 'payment',
  buttons: {
    account: (sandbox, { visit, form }) => readAccount(sandbox, visit, form.get('account') ?? ''),
    'account-back': () => ({
      event: 'account_taken_back',
      change: { accountId: null, oneTimeCode: null, codeBoundTo: null },
    }),
    confirm: () => ({ event: 'agreed' }),
  },
  refine: (sandbox, visit, reading) =>
    reading.event === 'code_right' ? refineCode(sandbox, visit, reading) : settleAccount(sandbox, visit, reading),
  bind: (sandbox, visit) => digestOfWhatIsValidated(readSubject(sandbox, visit), visit.accountId),
  conclude(sandbox, visit, consequence) {
    // As for an authorization: there is nowhere to redirect to any more.
    if (!isStillReported(sandbox, readSubject(sandbox, visit).payment)) {
      const outcome = consequence === 'accept' ? 'overtaken' : visit.outcome
      reject(sandbox, visit, outcome ?? 'no_account')
      return outcome === null ? showScreen : { ...showScreen, outcome }
    }
    if (consequence === 'accept') return accept(sandbox, visit)
    if (consequence === 'send_back') return { redirectTo: reject(sandbox, visit, visit.outcome) }
    reject(sandbox, visit, 'no_account')
    return { redirectTo: null }
  },
}

/** The account of a request without a choice: that of the debtor IBAN, or of the payment to cancel. */
function settleAccount(sandbox: Sandbox, visit: PaymentVisit, reading: Reading): Reading {
  if (visit.flow === 'full') return reading
  const { payment } = readSubject(sandbox, visit)
  const personId = visit.personId ?? ''
  const account =
    visit.flow === 'cancellation' && payment.debtorAccountId !== null
      ? findAccountOf(sandbox.db, personId, payment.debtorAccountId)
      : eligibleAccounts(sandbox, payment, personId)[0]
  return account ? { ...reading, change: { accountId: account.id } } : { event: 'password_right_but_no_account' }
}

function refineCode(sandbox: Sandbox, visit: PaymentVisit, reading: Reading): Reading {
  if (visit.step === 'strong_authentication') {
    const { payment } = readSubject(sandbox, visit)
    const hasChoice = eligibleAccounts(sandbox, payment, visit.personId ?? '').length > 0
    return hasChoice ? reading : { ...reading, event: 'code_right_but_no_account' }
  }
  // RTS on strong authentication, art. 5: any change to amount or payee invalidates the code.
  const isBound = visit.codeBoundTo === digestOfWhatIsValidated(readSubject(sandbox, visit), visit.accountId)
  return isBound ? reading : { ...reading, event: 'overtaken' }
}

function readAccount(sandbox: Sandbox, visit: PaymentVisit, accountId: string): Reading {
  const { payment } = readSubject(sandbox, visit)
  const account = eligibleAccounts(sandbox, payment, visit.personId ?? '').find(({ id }) => id === accountId)
  return account
    ? { event: 'account_chosen', change: { accountId: account.id } }
    : { event: 'account_not_offered', change: {} }
}

/** What the one-time code of the validation is bound to (dynamic linking): amounts, payee, days, account, cancellation. */
export function digestOfWhatIsValidated({ payment, cancellation }: Subject, accountId: string | null): string {
  const transfers = payment.instructions.map(one => [
    one.id,
    String(one.amountMinor),
    one.currency,
    one.firstOn,
    one.frequency,
    one.endOn,
  ])
  const { id, creditorName, creditorIban, isInstant } = payment
  const reasons = cancellation ? [cancellation.id, Object.entries(cancellation.reasons)] : null
  const whole = JSON.stringify([id, creditorName, creditorIban, isInstant, transfers, accountId, reasons])
  return createHash('sha256').update(whole).digest('base64url')
}

/** Stores the consent if the payment still allows it; otherwise the visit ends as overtaken, without consent. */
function accept(sandbox: Sandbox, visit: PaymentVisit): Onward & { outcome?: Outcome } {
  if (visit.cancellationId !== null) return { redirectTo: consentToCancellation(sandbox, visit.cancellationId).url }
  const { paymentId, personId, accountId, scaAt } = visit
  if (personId === null || accountId === null || scaAt === null) throw new Error('approved by nobody')
  const consent = consentToPayment(sandbox, paymentId, { personId, debtorResourceId: accountId })
  if (consent) return { redirectTo: consent.url }
  return { redirectTo: reject(sandbox, visit, 'overtaken'), outcome: 'overtaken' }
}

type Refusal = Exclude<Outcome, 'approved'>

/** Reason code (bank:D38, bank:D39) and sentence for `error_description` (plain ASCII, RFC 6749 § 4.1.2.1). */
export const paymentRefusals: Readonly<Record<Refusal, { readonly reason: ReasonCode; readonly sentence: string }>> = {
  refused: { reason: 'CUST', sentence: 'refused by the customer' },
  timeout: { reason: 'NOAS', sentence: 'timeout' },
  no_account: { reason: 'NOAS', sentence: 'no eligible account' },
  password_locked: { reason: 'NOAS', sentence: 'password_locked' },
  code_locked: { reason: 'NOAS', sentence: 'code_locked' },
  subscription_terminated: { reason: 'NOAS', sentence: 'subscription_terminated' },
  overtaken: { reason: 'NOAS', sentence: 'the request has ended' },
}

/** Rejects the payment (a cancellation changes nothing), and returns where to redirect. Idempotent. */
function reject(sandbox: Sandbox, visit: PaymentVisit, outcome: Outcome | null): string {
  if (outcome === null || outcome === 'approved') throw new Error('an approval is no refusal')
  const { reason, sentence } = paymentRefusals[outcome]
  if (visit.cancellationId === null) refusePayment(sandbox, visit.paymentId, reason)
  else refuseCancellation(sandbox, visit.cancellationId, reason)
  return failureReport(readPayment(sandbox.db, visit.paymentId), 'access_denied', `${reason} ${sentence}`)
}
