import { z } from 'zod'
import { type Bank, bankCodeOfHost, findBank } from '#sandbox/banks.ts'
import { callbackTimes } from '#sandbox/faults/callback.ts'
import { checkAuthorizeRequest } from '#sandbox/oauth/authorize-request.ts'
import { passwordOf } from '#sandbox/people/passwords.ts'
import { consentPath } from '#sandbox/pis/consent-link.ts'
import { eligibleAccounts } from '#sandbox/pis/eligible.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { authorization, beginAuthorization } from '#sandbox/screens/authorize.ts'
import { paymentVisitType, welcome } from '#sandbox/screens/payment-visit.ts'
import { buildRedirect } from '#sandbox/screens/redirect.ts'
import { endWhenOver, pressButton, readVisit, type VisitType } from '#sandbox/screens/visits.ts'
import type { PersonAccount } from '#sandbox/store/accounts.ts'
import { findCancellation, findPayment, type Payment } from '#sandbox/store/payments.ts'
import type { Person } from '#sandbox/store/people.ts'
import type { Purpose, VisitFor } from '#sandbox/store/visits.ts'
import { personOf } from './people.ts'
import { DeskRefusal, type DeskRoute, routesOf } from './route.ts'

const authorizePath = '/stet/psd2/oauth/authorize'

const Callback = z.strictObject({
  outcome: z.string().describe('How the journey ended: approved, refused, timeout, password_locked …'),
  callbackUrl: z.string().describe('Where the bank sends the browser'),
  callbacks: z.array(z.string()).describe('The same as often as the browser goes there: a fault may drop or double it'),
})

const decision = z.enum(['approve', 'refuse', 'time_out', 'wrong_password', 'wrong_code']).default('approve')
type Decision = z.output<typeof decision>

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

type Asked = Pick<Parameters<typeof callbackTimes>[1], 'clientId' | 'about'>

function end(sandbox: Sandbox, asked: Asked, person: Person, outcome: string, callbackUrl: string): Ending {
  const times = callbackTimes(sandbox, { ...asked, bankCode: person.bankCode, personId: person.id })
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
  const asked = { clientId: url.searchParams.get('client_id') ?? '', about: '' }
  if (!checked.ok) {
    const { error, description, state, redirectUri } = checked
    const callbackUrl = buildRedirect(redirectUri, { error, error_description: description, state })
    return end(sandbox, asked, person, error, callbackUrl)
  }
  const { visit } = beginAuthorization(sandbox, bank, checked, { language: 'fr' })
  const hand = new Hand(sandbox, { bank, person, id: visit.id, visitType: authorization })
  return end(sandbox, asked, person, ...hand.walk(wish.decision))
}

/** Where a customer is at the screens, and as whom. */
type Journey<P extends Purpose> = {
  readonly bank: Bank
  readonly person: Person
  readonly id: string
  readonly visitType: VisitType<P>
  /** The account that pays; null if the wanted one is not offered. */
  readonly account?: () => string | null
}

/** More than any journey has screens and tries. */
const mostPresses = 20

/** Presses one customer's buttons in one visit. */
class Hand<P extends Purpose> {
  private readonly sandbox: Sandbox
  private readonly journey: Journey<P>

  constructor(sandbox: Sandbox, journey: Journey<P>) {
    this.sandbox = sandbox
    this.journey = journey
  }

  /** How it ended, and where the bank sends the browser. */
  walk(decision: Decision): [outcome: string, callbackUrl: string] {
    if (decision === 'time_out') return this.letTimePass()
    for (let pressed = 0; pressed < mostPresses; pressed++) {
      const isOffered = this.visit().step !== 'account' || this.journey.account?.() !== null
      if (!isOffered) return ['account_not_offered', this.letTimePass()[1]]
      const redirectTo = this.answerScreen(decision)
      if (redirectTo !== null) return [this.visit().outcome ?? 'approved', redirectTo]
    }
    return this.lost()
  }

  private answerScreen(decision: Decision): string | null {
    const { step, oneTimeCode } = this.visit()
    const { identifier } = this.journey.person
    switch (step) {
      case 'identifier':
        return this.press('identifier', { identifier })
      case 'password':
        return this.press('password', {
          password: decision === 'wrong_password' ? 'not-the-password' : this.password(),
        })
      case 'strong_authentication':
      case 'validation': {
        const wrong = oneTimeCode === '000000' ? '111111' : '000000'
        return this.press('code', { code: decision === 'wrong_code' ? wrong : (oneTimeCode ?? '') })
      }
      case 'terminated':
      case 'no_account':
        return this.press('acknowledge')
      case 'account':
        return decision === 'refuse'
          ? this.press('refuse')
          : this.press('account', { account: this.journey.account?.() ?? '' })
      case 'confirmation':
      case 'cancellation':
        return this.press(decision === 'refuse' ? 'refuse' : 'confirm')
      default:
        return this.press(decision === 'refuse' ? 'refuse' : 'approve') ?? this.lost()
    }
  }

  private password(): string {
    const password = passwordOf(this.sandbox.db, this.journey.person.id)
    if (password === null) throw new DeskRefusal(409, 'unknown_password', 'The desk does not know this password')
    return password
  }

  private visit(): VisitFor<P> {
    const { bank, visitType, id } = this.journey
    return readVisit(this.sandbox, bank, visitType.purpose, id) ?? this.lost()
  }

  private press(action: string, fields: Readonly<Record<string, string>> = {}): string | null {
    const visit = this.visit()
    const form = new URLSearchParams({ turn: String(visit.turn), ...fields })
    return pressButton(this.sandbox, this.journey.bank, visit, this.journey.visitType, { action, form }).redirectTo
  }

  // Only this visit times out: the clock is not changed for others.
  private letTimePass(): [outcome: string, callbackUrl: string] {
    const late = { ...this.visit(), expiresAt: this.sandbox.clock.now() }
    return ['timeout', endWhenOver(this.sandbox, late, this.journey.visitType)?.redirectTo ?? this.lost()]
  }

  private lost(): never {
    throw new DeskRefusal(409, 'journey_lost', 'The journey ended in another way than asked for')
  }
}

/**
 * Answers a payment or a cancellation as a customer: the nonce is used up, the bank's controls run, and the screens' own functions get the
 * forms. Refuses a link that is unknown (404) or used (409).
 */
export function walkPayment(sandbox: Sandbox, wish: z.output<typeof PaymentWalk>): Ending {
  const url = new URL(wish.consentUrl)
  const bank = bankAt(url, consentPath, 'consent address')
  const person = ownPerson(sandbox, bank, wish.personId)
  const paymentId = url.searchParams.get('paymentRequestResourceId') ?? ''
  const payment = findPayment(sandbox.db, bank.code, paymentId)
  checkPayer(payment, person)
  const welcomed = welcome(sandbox, bank, { paymentId, nonce: url.searchParams.get('nonce') ?? '' }, 'fr')
  if (welcomed.kind === 'unknown' || !payment)
    throw new DeskRefusal(404, 'unknown_request', 'No request has that id and nonce')
  if (welcomed.kind === 'used')
    throw new DeskRefusal(409, 'used_nonce', 'The nonce was used: a new request gives a new one')
  const asked = { clientId: payment.clientId, about: JSON.stringify(payment.body) }
  if (welcomed.kind === 'send_back') return end(sandbox, asked, person, 'ended', welcomed.url)
  const { id, cancellationId } = welcomed.visit
  const account = () => chooseAccount(eligibleAccounts(sandbox, payment, person.id), wish.account)
  const hand = new Hand(sandbox, { bank, person, id, visitType: paymentVisitType, account })
  const [outcome, callbackUrl] = hand.walk(wish.decision)
  const isFailed = cancellationId !== null && findCancellation(sandbox.db, cancellationId)?.state === 'failed'
  return end(sandbox, asked, person, isFailed ? 'not_executed' : outcome, callbackUrl)
}

function checkPayer(payment: Payment | null, person: Person): void {
  const wanted = payment?.debtorIdentification ?? null
  if (wanted !== null && wanted !== person.identifier) {
    throw new DeskRefusal(409, 'other_person', 'The request names another identifier than this person has')
  }
}

function chooseAccount(offered: readonly PersonAccount[], wish: string | number): string | null {
  const chosen =
    typeof wish === 'number'
      ? offered[wish - 1]
      : offered.find(({ iban, id }) => iban === wish.replace(/\s/g, '') || id === wish)
  return chosen?.id ?? null
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
