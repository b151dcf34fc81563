import { z } from 'zod'
import { type Bank, bankCodeOfHost, findBank } from '#sandbox/banks.ts'
import { callbackTimes } from '#sandbox/faults/callback.ts'
import { checkAuthorizeRequest } from '#sandbox/oauth/authorize-request.ts'
import { passwordOf } from '#sandbox/people/passwords.ts'
import {
  arrive,
  consentToCancellation,
  consentToPayment,
  refuseCancellation,
  refusePayment,
} from '#sandbox/pis/consent.ts'
import { consentPath } from '#sandbox/pis/consent-link.ts'
import { eligibleAccounts } from '#sandbox/pis/eligible.ts'
import { failureReport } from '#sandbox/pis/report-url.ts'
import type { ReasonCode } from '#sandbox/pis/status.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { authorization, beginAuthorization } from '#sandbox/screens/authorize.ts'
import { buildRedirect } from '#sandbox/screens/redirect.ts'
import { endWhenOver, pressButton, readVisit } from '#sandbox/screens/visits.ts'
import { findAccountOf, type PersonAccount } from '#sandbox/store/accounts.ts'
import { type Cancellation, findPayment, type Payment } from '#sandbox/store/payments.ts'
import type { Person } from '#sandbox/store/people.ts'
import type { Authorization } from '#sandbox/store/visits.ts'
import { personOf } from './people.ts'
import { DeskRefusal, type DeskRoute, routesOf } from './route.ts'

const authorizePath = '/stet/psd2/oauth/authorize'

const Callback = z.strictObject({
  outcome: z.string().describe('How the journey ended: approved, refused, timeout, password_locked …'),
  callbackUrl: z.string().describe('Where the bank sends the browser'),
  callbacks: z.array(z.string()).describe('The same as often as the browser goes there: a fault may drop or double it'),
})

const decision = z.enum(['approve', 'refuse', 'time_out', 'wrong_password', 'wrong_code']).default('approve')

const Walk = z.strictObject({
  authorizeUrl: z.url().describe('The authorize request that the TPP would open in the browser'),
  personId: z.string(),
  decision: decision.describe('The wrong ones are tried until the bank locks'),
})

const PaymentWalk = z.strictObject({
  consentUrl: z.url().describe('href of consentApproval, of a payment or of its cancellation'),
  personId: z.string(),
  decision: decision.describe('The wrong ones end as the screens do when they lock'),
  account: z
    .union([z.int().min(1).max(1_000), z.string().min(1).max(40)])
    .default(1)
    .describe('Which of the eligible accounts pays: its number from 1, its IBAN or its resourceId'),
})

type Ending = z.output<typeof Callback>

function bankAt(url: URL, path: string, what: string): Bank {
  const code = bankCodeOfHost(url.host)
  const bank = code === null ? null : findBank(code)
  if (!bank || url.pathname !== path) throw new DeskRefusal(400, 'foreign_address', `This is no ${what} of the sandbox`)
  return bank
}

function ownPerson(sandbox: Sandbox, bank: Bank, id: string): Person {
  const person = personOf(sandbox, id)
  if (person.bankCode !== bank.code) {
    throw new DeskRefusal(409, 'other_bank', `${id} is a customer of ${person.bankCode}, not of ${bank.code}`)
  }
  return person
}

function end(sandbox: Sandbox, clientId: string, person: Person, outcome: string, callbackUrl: string): Ending {
  const times = callbackTimes(sandbox, { bankCode: person.bankCode, clientId, personId: person.id })
  return { outcome, callbackUrl, callbacks: Array.from({ length: times }, () => callbackUrl) }
}

/**
 * Goes through an authorization as a customer, without the screens: the same functions get the same forms. Refuses an address
 * that would end on the bank's own page (409), because that gives no callback.
 */
export function walkAuthorization(sandbox: Sandbox, wish: z.output<typeof Walk>): Ending {
  const url = new URL(wish.authorizeUrl)
  const bank = bankAt(url, authorizePath, 'authorize address')
  const person = ownPerson(sandbox, bank, wish.personId)
  const checked = checkAuthorizeRequest(sandbox, url.searchParams)
  if (!checked.ok && checked.show === 'page') {
    throw new DeskRefusal(409, checked.reason, 'The bank shows this on its own page and never redirects it')
  }
  const clientId = url.searchParams.get('client_id') ?? ''
  if (!checked.ok) {
    const { error, description, state, redirectUri } = checked
    const callbackUrl = buildRedirect(redirectUri, { error, error_description: description, state })
    return end(sandbox, clientId, person, error, callbackUrl)
  }
  const { visit } = beginAuthorization(sandbox, bank, checked, { language: 'fr' })
  const callbackUrl = new Hand(sandbox, bank, person, visit.id).walk(wish.decision)
  const outcome = readVisit(sandbox, bank, 'authorization', visit.id)?.outcome ?? 'approved'
  return end(sandbox, clientId, person, outcome, callbackUrl)
}

/** Presses one customer's buttons in one authorization. */
class Hand {
  private readonly sandbox: Sandbox
  private readonly bank: Bank
  private readonly person: Person
  private readonly id: string

  constructor(sandbox: Sandbox, bank: Bank, person: Person, id: string) {
    this.sandbox = sandbox
    this.bank = bank
    this.person = person
    this.id = id
  }

  walk(decision: z.output<typeof Walk>['decision']): string {
    if (decision === 'time_out') return this.letTimePass()
    this.press('identifier', { identifier: this.person.identifier })
    if (decision === 'wrong_password') return this.repeat('password', { password: 'not-the-password' })
    const password = passwordOf(this.sandbox.db, this.person.id)
    if (password === null) throw new DeskRefusal(409, 'unknown_password', 'The desk does not know this password')
    this.press('password', { password })
    if (this.visit().step === 'terminated') return this.press('acknowledge') ?? this.lost()
    if (decision === 'wrong_code') return this.repeat('code', { code: this.wrongCode() })
    this.press('code', { code: this.visit().oneTimeCode ?? '' })
    return this.press(decision === 'approve' ? 'approve' : 'refuse') ?? this.lost()
  }

  private visit(): Authorization {
    return readVisit(this.sandbox, this.bank, 'authorization', this.id) ?? this.lost()
  }

  private press(action: string, fields: Readonly<Record<string, string>> = {}): string | null {
    const visit = this.visit()
    const form = new URLSearchParams({ turn: String(visit.turn), ...fields })
    return pressButton(this.sandbox, this.bank, visit, authorization, { action, form }).redirectTo
  }

  private repeat(action: string, fields: Readonly<Record<string, string>>): string {
    for (let at = 0; at < 10; at++) {
      const redirectTo = this.press(action, fields)
      if (redirectTo !== null) return redirectTo
    }
    return this.lost()
  }

  private wrongCode(): string {
    return this.visit().oneTimeCode === '000000' ? '111111' : '000000'
  }

  // Only this authorization times out: the clock is not changed for others.
  private letTimePass(): string {
    const late = { ...this.visit(), expiresAt: this.sandbox.clock.now() }
    return endWhenOver(this.sandbox, late, authorization)?.redirectTo ?? this.lost()
  }

  private lost(): never {
    throw new DeskRefusal(409, 'journey_lost', 'The journey ended in another way than asked for')
  }
}

/**
 * Answers a payment or a cancellation as a customer: the nonce is used up, the bank's controls run, and the decision is made as on the
 * screens. Refuses a link that is unknown (404) or used (409).
 */
export function walkPayment(sandbox: Sandbox, wish: z.output<typeof PaymentWalk>): Ending {
  const url = new URL(wish.consentUrl)
  const bank = bankAt(url, consentPath, 'consent address')
  const person = ownPerson(sandbox, bank, wish.personId)
  const paymentId = url.searchParams.get('paymentRequestResourceId') ?? ''
  checkPayer(findPayment(sandbox.db, bank.code, paymentId), person)
  const arrival = arrive(sandbox, bank.code, paymentId, url.searchParams.get('nonce') ?? '')
  if (arrival.kind === 'unknown') throw new DeskRefusal(404, 'unknown_request', 'No request has that id and nonce')
  if (arrival.kind === 'used')
    throw new DeskRefusal(409, 'used_nonce', 'The nonce was used: a new request gives a new one')
  const { payment } = arrival
  if (arrival.kind === 'ended') return end(sandbox, payment.clientId, person, 'ended', arrival.url)
  const subject = { payment, cancellation: arrival.kind === 'cancellation' ? arrival.cancellation : null }
  const { outcome, url: callbackUrl } = decide(sandbox, subject, person, wish)
  return end(sandbox, payment.clientId, person, outcome, callbackUrl)
}

function checkPayer(payment: Payment | null, person: Person): void {
  const wanted = payment?.debtorIdentification ?? null
  if (wanted !== null && wanted !== person.identifier) {
    throw new DeskRefusal(409, 'other_person', 'The request names another identifier than this person has')
  }
}

type Subject = { readonly payment: Payment; readonly cancellation: Cancellation | null }
type Decided = { readonly outcome: string; readonly url: string }

/** Endings without consent: reason (bank:D38, bank:D39) and its sentence. */
const endings = {
  refused: ['CUST', 'refused by the customer'],
  timeout: ['NOAS', 'timeout'],
  password_locked: ['NOAS', 'password_locked'],
  code_locked: ['NOAS', 'code_locked'],
  subscription_terminated: ['NOAS', 'subscription_terminated'],
  no_account: ['NOAS', 'no eligible account'],
  // The nonce is used up, as for a customer who leaves the page.
  account_not_offered: ['NOAS', 'timeout'],
} as const satisfies Record<string, readonly [ReasonCode, string]>

/** Without consent: the payment becomes RJCT; a cancellation changes nothing. */
function giveUp(sandbox: Sandbox, { payment, cancellation }: Subject, outcome: keyof typeof endings): Decided {
  const [reason, sentence] = endings[outcome]
  if (cancellation) refuseCancellation(sandbox, cancellation.id, reason)
  else refusePayment(sandbox, payment.id, reason)
  return { outcome, url: failureReport(payment, 'access_denied', `${reason} ${sentence}`) }
}

/** In the order of the screens: time, password, subscription, one-time code, accounts, the customer's decision. */
function decide(
  sandbox: Sandbox,
  subject: Subject,
  person: Person,
  { decision, account }: z.output<typeof PaymentWalk>,
): Decided {
  if (decision === 'time_out') return giveUp(sandbox, subject, 'timeout')
  if (decision === 'wrong_password') return giveUp(sandbox, subject, 'password_locked')
  if (person.status === 'terminated') return giveUp(sandbox, subject, 'subscription_terminated')
  const offered = offeredAccounts(sandbox, subject, person)
  if (offered.length === 0) return giveUp(sandbox, subject, 'no_account')
  if (decision === 'wrong_code') return giveUp(sandbox, subject, 'code_locked')
  if (decision === 'refuse') return giveUp(sandbox, subject, 'refused')
  if (subject.cancellation) {
    const { isExecuted, url } = consentToCancellation(sandbox, subject.cancellation.id)
    return { outcome: isExecuted ? 'approved' : 'not_executed', url }
  }
  const chosen = chooseAccount(offered, account)
  if (!chosen) return giveUp(sandbox, subject, 'account_not_offered')
  const choice = { personId: person.id, debtorResourceId: chosen.id }
  const consented = consentToPayment(sandbox, subject.payment.id, choice)
  if (!consented) throw new DeskRefusal(409, 'request_ended', 'The request ended meanwhile')
  return { outcome: 'approved', url: consented.url }
}

/** The eligible accounts; for a cancellation the payment's account, which only its holders can act for. */
function offeredAccounts(sandbox: Sandbox, { payment, cancellation }: Subject, person: Person): PersonAccount[] {
  if (!cancellation || payment.debtorAccountId === null) return eligibleAccounts(sandbox, payment, person.id)
  const account = findAccountOf(sandbox.db, person.id, payment.debtorAccountId)
  return account ? [account] : []
}

function chooseAccount(offered: readonly PersonAccount[], wish: string | number): PersonAccount | undefined {
  if (typeof wish === 'number') return offered[wish - 1]
  return offered.find(({ iban, id }) => iban === wish.replace(/\s/g, '') || id === wish)
}

const route = routesOf('customer')

export const customerRoutes: readonly DeskRoute[] = [
  route('POST /customer/authorization', 'walkAuthorization', {
    summary: 'Walk an authorization as a person: authorize address in, callback address out',
    body: Walk,
    answer: Callback,
    run: (sandbox, { body }) => walkAuthorization(sandbox, body),
  }),
  route('POST /customer/payment', 'walkPayment', {
    summary: 'Answer a payment or a cancellation as a person: consentApproval address in, callback address out',
    body: PaymentWalk,
    answer: Callback,
    run: (sandbox, { body }) => walkPayment(sandbox, body),
  }),
]
