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
import { failureReport } from '#sandbox/pis/report-url.ts'
import type { ReasonCode } from '#sandbox/pis/status.ts'
import type { Sandbox } from '#sandbox/sandbox.ts'
import { findAccountOf } from '#sandbox/store/accounts.ts'
import { inTransaction } from '#sandbox/store/open.ts'
import {
  findPaymentVisit,
  forgetPaymentVisitsBefore,
  insertPaymentVisit,
  movePaymentVisit,
  noteOnPaymentVisit,
  type PaymentVisit,
} from '#sandbox/store/payment-visits.ts'
import { type Cancellation, findCancellation, type Payment, readPayment } from '#sandbox/store/payments.ts'
import { findPersonByIdentifier } from '#sandbox/store/people.ts'
import { type Outcome, readAuthorizationSeconds, showScreen } from './authorize.ts'
import { readIdentifier } from './identifier.ts'
import {
  advancePaymentJourney,
  beginPaymentJourney,
  type PaymentEvent,
  type PaymentMove,
  type PaymentOutcome,
} from './payment-journey.ts'
import {
  hashSecret,
  isJourneyId,
  judgeCode,
  judgePassword,
  newOneTimeCode,
  newSecret,
  readTypedIdentifier,
} from './sign-in.ts'
import type { Language } from './texts.ts'

/** The buttons of a payment's screens, as the last segment of the path they post to. */
export const paymentActions = [
  'identifier',
  'identifier-back',
  'password',
  'code',
  'resend',
  'account',
  'account-back',
  'confirm',
  'refuse',
  'acknowledge',
] as const
export type PaymentAction = (typeof paymentActions)[number]

/** An ended visit is remembered for a day. */
const rememberMs = 86_400_000

/** What a visit is about, read anew for each request: the bank's own books, not what the visit remembers. */
export type Subject = { readonly payment: Payment; readonly cancellation: Cancellation | null }

/** Why a redirection URL shows no screen. */
export type Welcome =
  | { readonly kind: 'begun'; readonly visit: PaymentVisit; readonly browserSecret: string }
  | { readonly kind: 'send_back'; readonly url: string }
  | { readonly kind: 'used' }
  | { readonly kind: 'unknown' }

/**
 * The customer comes with a redirection URL. Its nonce is used up and the visit stored in one transaction, so the link
 * works for one browser once (document 2, rules).
 */
export function welcome(
  sandbox: Sandbox,
  bank: Bank,
  link: { readonly paymentId: string; readonly nonce: string },
  language: Language,
): Welcome {
  forgetPaymentVisitsBefore(sandbox.db, new Date(sandbox.clock.now().getTime() - rememberMs))
  return inTransaction(sandbox.db, (): Welcome => {
    const arrival = arrive(sandbox, bank.code, link.paymentId, link.nonce)
    if (arrival.kind === 'ended') return { kind: 'send_back', url: arrival.url }
    if (arrival.kind === 'used') return { kind: 'used' }
    if (arrival.kind === 'unknown') return { kind: 'unknown' }
    return beginVisit(sandbox, bank, arrival, language)
  })
}

type Errand = Extract<Arrival, { kind: 'payment' | 'cancellation' }>

function beginVisit(sandbox: Sandbox, bank: Bank, errand: Errand, language: Language): Welcome {
  const browserSecret = newSecret()
  const { payment } = errand
  const cancellation = errand.kind === 'cancellation' ? errand.cancellation : null
  const named = readNamedCustomer(sandbox, bank, payment)
  const flow = cancellation ? 'cancellation' : payment.debtorIban === null ? 'full' : 'short'
  const ownEnd = sandbox.clock.now().getTime() + readAuthorizationSeconds(sandbox) * 1000
  const visit: PaymentVisit = {
    ...beginPaymentJourney(flow, named !== null),
    id: newSecret(),
    bankCode: bank.code,
    browserHash: hashSecret(browserSecret),
    paymentId: payment.id,
    cancellationId: cancellation?.id ?? null,
    language,
    turn: 0,
    identifier: named?.identifier ?? null,
    personId: named?.personId ?? null,
    accountId: null,
    oneTimeCode: null,
    codeBoundTo: null,
    codeSentAt: null,
    scaAt: null,
    // The screens have their own time, and never more than is left of the payment's 30 minutes (D38).
    expiresAt: new Date(Math.min(ownEnd, (cancellation ?? payment).expiresAt.getTime())),
  }
  insertPaymentVisit(sandbox.db, visit)
  return { kind: 'begun', visit, browserSecret }
}

// An identifier that has not the form of this bank (professional: subscription-usage) names nobody: it is asked for.
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

/** The visit of that id at that bank. */
export function readPaymentVisit(sandbox: Sandbox, bank: Bank, id: string): PaymentVisit | null {
  return isJourneyId(id) ? findPaymentVisit(sandbox.db, bank.code, id) : null
}

/** The payment of a visit, and the cancellation when it is about one. */
export function readSubject(sandbox: Sandbox, visit: PaymentVisit): Subject {
  return {
    payment: readPayment(sandbox.db, visit.paymentId),
    cancellation: visit.cancellationId === null ? null : findCancellation(sandbox.db, visit.cancellationId),
  }
}

/** Sends the customer back when their time is up. Null while there is time, and for a visit that has ended. */
export function endPaymentWhenTimedOut(sandbox: Sandbox, visit: PaymentVisit): Outcome | null {
  if (visit.step === 'ended' || sandbox.clock.now() < visit.expiresAt) return null
  const move = advancePaymentJourney(visit, 'time_ran_out')
  return move ? carryOut(sandbox, visit, move, {}) : null
}

/**
 * One press of a button. A form of an earlier turn (back button, second submit) and an event that does not fit the step
 * change nothing; the screen then says so.
 */
export function submitPaymentForm(
  sandbox: Sandbox,
  bank: Bank,
  visit: PaymentVisit,
  action: PaymentAction,
  form: URLSearchParams,
): Outcome {
  const late = endPaymentWhenTimedOut(sandbox, visit)
  if (late) return late
  if (form.get('turn') !== String(visit.turn)) return outOfTurn(sandbox, visit)
  const { event, change } = readEvent(sandbox, bank, visit, action, form)
  const move = advancePaymentJourney(visit, event)
  return move ? carryOut(sandbox, visit, move, change) : outOfTurn(sandbox, visit)
}

function outOfTurn(sandbox: Sandbox, visit: PaymentVisit): Outcome {
  if (visit.step !== 'ended') noteOnPaymentVisit(sandbox.db, visit.bankCode, visit.id, 'out_of_turn')
  return showScreen
}

type Reading = { readonly event: PaymentEvent; readonly change: Partial<PaymentVisit> }

const events = {
  'identifier-back': 'identifier_taken_back',
  resend: 'code_asked_again',
  'account-back': 'account_taken_back',
  confirm: 'confirmed',
  refuse: 'refused',
  acknowledge: 'acknowledged',
} as const satisfies Partial<Record<PaymentAction, PaymentEvent>>

function readEvent(
  sandbox: Sandbox,
  bank: Bank,
  visit: PaymentVisit,
  action: PaymentAction,
  form: URLSearchParams,
): Reading {
  switch (action) {
    case 'identifier': {
      const { isWellFormed, identifier, personId } = readTypedIdentifier(sandbox, bank, form)
      return { event: isWellFormed ? 'identifier_given' : 'identifier_malformed', change: { identifier, personId } }
    }
    case 'identifier-back':
      return { event: events[action], change: { personId: null } }
    case 'password':
      return readPassword(sandbox, visit, form.get('password') ?? '')
    case 'code':
      return readCode(sandbox, visit, form.get('code') ?? '')
    case 'account':
      return readAccount(sandbox, visit, form.get('account') ?? '')
    case 'account-back':
      return { event: events[action], change: { accountId: null, oneTimeCode: null, codeBoundTo: null } }
    default:
      return { event: events[action], change: {} }
  }
}

function readPassword(sandbox: Sandbox, visit: PaymentVisit, typed: string): Reading {
  const verdict = judgePassword(sandbox, visit.personId, typed)
  if (verdict === 'wrong') return { event: 'password_wrong', change: {} }
  if (verdict === 'terminated') return { event: 'password_right_but_terminated', change: {} }
  if (visit.flow === 'full') return { event: 'password_right', change: {} }
  const accountId = settleAccount(sandbox, visit)
  return accountId === null
    ? { event: 'password_right_but_no_account', change: {} }
    : { event: 'password_right', change: { accountId } }
}

/** The account of a request that leaves no choice: the one of the debtor IBAN, or the one that a cancellation is about. */
function settleAccount(sandbox: Sandbox, visit: PaymentVisit): string | null {
  const { payment } = readSubject(sandbox, visit)
  const personId = visit.personId ?? ''
  if (visit.flow === 'cancellation' && payment.debtorAccountId !== null) {
    return findAccountOf(sandbox.db, personId, payment.debtorAccountId)?.id ?? null
  }
  return eligibleAccounts(sandbox, payment, personId)[0]?.id ?? null
}

function readCode(sandbox: Sandbox, visit: PaymentVisit, typed: string): Reading {
  const verdict = judgeCode(sandbox, visit, typed)
  if (verdict !== 'right') return { event: verdict === 'expired' ? 'code_expired' : 'code_wrong', change: {} }
  const change = { scaAt: sandbox.clock.now(), oneTimeCode: null }
  if (visit.step === 'strong_authentication') {
    const { payment } = readSubject(sandbox, visit)
    const hasChoice = eligibleAccounts(sandbox, payment, visit.personId ?? '').length > 0
    return { event: hasChoice ? 'code_right' : 'code_right_but_no_account', change }
  }
  // RTS on strong authentication, art. 5: any change to amount or payee makes the code void.
  const isBound = visit.codeBoundTo === digestOfWhatIsValidated(readSubject(sandbox, visit), visit.accountId)
  return isBound ? { event: 'code_right', change } : { event: 'overtaken', change }
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

// Move and effect are one transaction, and only for the one request that finds the turn it read.
function carryOut(sandbox: Sandbox, visit: PaymentVisit, move: PaymentMove, change: Partial<PaymentVisit>): Outcome {
  return inTransaction(sandbox.db, () => {
    const next: PaymentVisit = { ...visit, ...move.journey, ...change }
    if (move.consequence === 'accept') return accept(sandbox, visit, next)
    if (!store(sandbox, visit, { ...next, ...effectOf(sandbox, visit, next, move) })) return outOfTurn(sandbox, visit)
    if (move.consequence === 'reject') reject(sandbox, next, 'no_account')
    if (move.consequence !== 'send_back' || next.outcome === null) return showScreen
    return { redirectTo: reject(sandbox, next, next.outcome) }
  })
}

function store(sandbox: Sandbox, visit: PaymentVisit, next: PaymentVisit): boolean {
  if (!movePaymentVisit(sandbox.db, next, visit.turn)) return false
  const { bankCode, flow, outcome } = next
  if (outcome !== null) sandbox.log({ event: 'payment_visit_ended', bankCode, flow, outcome })
  return true
}

const nothingSecret = { identifier: null, oneTimeCode: null, codeBoundTo: null } as const

function effectOf(sandbox: Sandbox, visit: PaymentVisit, next: PaymentVisit, move: PaymentMove): Partial<PaymentVisit> {
  if (move.consequence !== 'send_code') return next.step === 'ended' ? nothingSecret : {}
  const codeBoundTo =
    next.step === 'validation' ? digestOfWhatIsValidated(readSubject(sandbox, visit), next.accountId) : null
  return { oneTimeCode: newOneTimeCode(), codeSentAt: sandbox.clock.now(), codeBoundTo }
}

/** Consents, when the bank's books still allow it; else the visit ends as overtaken and nothing is consented to. */
function accept(sandbox: Sandbox, visit: PaymentVisit, next: PaymentVisit): Outcome {
  const { payment } = readSubject(sandbox, visit)
  const accepted = { ...next, ...nothingSecret }
  if (!store(sandbox, visit, accepted)) return outOfTurn(sandbox, visit)
  if (next.cancellationId !== null) return { redirectTo: consentToCancellation(sandbox, next.cancellationId).url }
  if (next.personId === null || next.accountId === null || next.scaAt === null) throw new Error('approved by nobody')
  const choice = { personId: next.personId, debtorResourceId: next.accountId }
  const consent = consentToPayment(sandbox, payment.id, choice)
  if (consent) return { redirectTo: consent.url }
  const overtaken: PaymentVisit = { ...accepted, outcome: 'overtaken' }
  store(sandbox, { ...visit, turn: visit.turn + 1 }, overtaken)
  return { redirectTo: reject(sandbox, overtaken, 'overtaken') }
}

type Refusal = Exclude<PaymentOutcome, 'approved'>

/** Reason code (D38, D39) and the sentence behind it in `error_description` (plain ASCII, RFC 6749 § 4.1.2.1). */
export const paymentRefusals: Readonly<Record<Refusal, { readonly reason: ReasonCode; readonly sentence: string }>> = {
  refused: { reason: 'CUST', sentence: 'refused by the customer' },
  timeout: { reason: 'NOAS', sentence: 'timeout' },
  no_account: { reason: 'NOAS', sentence: 'no eligible account' },
  password_locked: { reason: 'NOAS', sentence: 'password_locked' },
  code_locked: { reason: 'NOAS', sentence: 'code_locked' },
  subscription_terminated: { reason: 'NOAS', sentence: 'subscription_terminated' },
  overtaken: { reason: 'NOAS', sentence: 'the request has ended' },
}

/** Rejects the payment (a cancellation: leaves it as it was), and says where the customer goes. Safe to do twice. */
function reject(sandbox: Sandbox, visit: PaymentVisit, outcome: PaymentOutcome): string {
  if (outcome === 'approved') throw new Error('an approval is no refusal')
  const { reason, sentence } = paymentRefusals[outcome]
  if (visit.cancellationId === null) refusePayment(sandbox, visit.paymentId, reason)
  else refuseCancellation(sandbox, visit.cancellationId, reason)
  return failureReport(readPayment(sandbox.db, visit.paymentId), 'access_denied', `${reason} ${sentence}`)
}
