import { randomUUID } from 'node:crypto'
import { parisDay } from '#sandbox/clock.ts'
import { accountsOf, type PersonAccount } from '#sandbox/store/accounts.ts'
import { findPayment, type Payment } from '#sandbox/store/payments.ts'
import type { TestInstruction, TestPayment } from '#sandbox/wire/test-answer.ts'
import { clientToken, registerClient, testRedirectUri, tokenPath } from '#sandbox/wire/test-application.ts'
import {
  startTestBank,
  type TestAnswer,
  type TestBank,
  type TestCall,
  testBankCode,
} from '#sandbox/wire/test-client.ts'
import { arrive, consentToCancellation, consentToPayment } from './consent.ts'

export const paymentsPath = '/stet/psd2/v1.4.2/payment-requests'
/** An account outside the group. */
export const foreignIban = 'DE89370400440532013000'

/** A bank with a registered PISP. Accounts have no lives, so payments are their only entries. */
export type PaymentBank = TestBank & Payments & { readonly clientId: string }

/** Payments of a registered PISP. */
export type Payments = {
  /** A client-credentials token of scope pisp. */
  readonly token: string
  /** Signed call with that token. */
  send(method: string, path: string, body?: unknown, more?: Partial<TestCall>): Promise<TestAnswer>
  /** POST of a body; returns the id, the nonce and the X-Request-ID with the answer. */
  create(
    body: unknown,
    more?: Partial<TestCall>,
  ): Promise<{ answer: TestAnswer; id: string; nonce: string; requestId: string }>
  read(id: string, requestId: string): Promise<TestAnswer>
  /** A payment with the person's consent. */
  consented(body: unknown, who?: Payer): Promise<{ id: string; requestId: string; code: string; nonce: string }>
  /** A payment confirmed with the code of the callback. */
  confirmed(body: unknown, who?: Payer): Promise<{ id: string; requestId: string; answer: TestAnswer }>
  /** Exchanges the code of a callback. */
  exchange(code: string, redirectUri?: string): Promise<TestAnswer>
  payment(id: string): Payment
  /** Moves the bank's clock by days. */
  moveDays(days: number): void
  account(personId: string, at?: number): PersonAccount
}

type Payer = { personId?: string; account?: number }

/** Starts it with its clock at `at`: by default noon today, so that tests that let an hour pass do not reach midnight. */
export async function startPaymentBank(at = new Date(`${dayIn(0)}T11:00:00Z`)): Promise<PaymentBank> {
  const bank = await startTestBank({}, { withoutLives: true })
  bank.sandbox.clock.moveTo(at.getTime() - Date.now())
  const clientId = await registerClient(bank)
  const token = await clientToken(bank, clientId)
  // Longer than any test: clocks are moved by years.
  bank.sandbox.db.exec('UPDATE token_pairs SET access_expires_at = access_expires_at + 315360000000')
  return { ...bank, clientId, ...paymentsOf(bank, clientId, token) }
}

export function paymentsOf(bank: TestBank, clientId: string, token: string): Payments {
  const keyId = 'seal-1'
  const send: PaymentBank['send'] = (method, path, body, more = {}) =>
    bank.call({
      method,
      path,
      keyId,
      token,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...more,
    })
  const create: PaymentBank['create'] = async (body, more = {}) => {
    const requestId = more.headers?.['x-request-id'] ?? randomUUID()
    const answer = await send('POST', paymentsPath, body, {
      ...more,
      headers: { ...more.headers, 'x-request-id': requestId },
    })
    return { answer, requestId, ...linkOf(answer) }
  }
  const account = (personId: string, position = 0) => {
    const found = accountsOf(bank.sandbox.db, personId)[position]
    if (!found) throw new Error(`${personId} has no account ${position}`)
    return found
  }
  const consented: PaymentBank['consented'] = async (body, who = {}) => {
    const created = await create(body)
    if (created.answer.status !== 201) throw new Error(`creation answered ${created.answer.text}`)
    const arrival = arrive(bank.sandbox, testBankCode, created.id, created.nonce)
    if (arrival.kind !== 'payment') throw new Error(`arrived at ${arrival.kind}`)
    const personId = who.personId ?? 'camille-bernard'
    const debtorResourceId = account(personId, who.account).id
    const given = consentToPayment(bank.sandbox, created.id, { personId, debtorResourceId })
    if (!given) throw new Error('not consented')
    return { id: created.id, requestId: created.requestId, nonce: created.nonce, code: given.code }
  }
  const exchange: PaymentBank['exchange'] = (code, redirectUri = reportUrl) =>
    bank.form(tokenPath, { client_id: clientId, grant_type: 'authorization_code', code, redirect_uri: redirectUri })
  return {
    token,
    send,
    create,
    read: (id, requestId) =>
      send('GET', `${paymentsPath}/${id}`, undefined, { headers: { 'x-request-id': requestId } }),
    consented,
    async confirmed(body, who) {
      const { id, requestId, code } = await consented(body, who)
      const { access_token } = (await exchange(code)).body
      const answer = await send('POST', `${paymentsPath}/${id}/o-confirmation`, {}, { token: access_token })
      if (answer.status !== 200) throw new Error(`confirmation answered ${answer.text}`)
      return { id, requestId, answer }
    },
    exchange,
    payment(id) {
      const found = findPayment(bank.sandbox.db, testBankCode, id)
      if (!found) throw new Error(`no payment ${id}`)
      return found
    },
    moveDays(days) {
      const { clock } = bank.sandbox
      clock.moveTo(clock.now().getTime() - clock.realNow().getTime() + days * 86_400_000)
    },
    account,
  }
}

/** What the link to the bank's screens in an answer carries; empty texts without one. */
export function linkOf({ body }: TestAnswer): { id: string; nonce: string } {
  const query = new URL(body?._links?.consentApproval?.href ?? 'http://none.example', 'http://bank').searchParams
  return { id: query.get('paymentRequestResourceId') ?? '', nonce: query.get('nonce') ?? '' }
}

export const reportUrl = `${testRedirectUri}/7f3a`

let made = 0
/** A new payment id. */
export const freshId = (prefix: string): string => `${prefix}-${process.pid}-${made++}`

/** The day that many days from now, `YYYY-MM-DD`. */
export const dayIn = (days: number): string => parisDay(new Date(Date.now() + days * 86_400_000))

export type Order = {
  amount?: string
  day?: string
  iban?: string
  series?: Record<string, unknown>
  amounts?: string[]
}

/** A valid body: `day` is `YYYY-MM-DD`, `series` the members of bank:D41. */
export function paymentBody(order: Order = {}): TestPayment {
  const [first = '12.34', ...others] = order.amounts ?? (order.amount === undefined ? [] : [order.amount])
  const day = order.day ?? dayIn(0)
  const toInstruction = (amount: string): TestInstruction => ({
    paymentId: { instructionId: freshId('IN'), endToEndId: freshId('E2E') },
    instructedAmount: { currency: 'EUR', amount },
    remittanceInformation: { unstructured: ['Commande 4711'] },
    ...order.series,
  })
  return {
    paymentInformationId: freshId('PI'),
    creationDateTime: '2026-11-21T08:00:00.000+01:00',
    numberOfTransactions: 1 + others.length,
    requestedExecutionDate: `${day}T23:00:00`,
    initiatingParty: { name: 'Essai SAS' },
    paymentTypeInformation: { serviceLevel: 'SEPA', categoryPurpose: 'DVPM' },
    beneficiary: {
      creditor: { name: 'Librairie du Port' },
      creditorAccount: { iban: order.iban ?? foreignIban },
    },
    purpose: 'COMC',
    chargeBearer: 'SLEV',
    creditTransferTransaction: [toInstruction(first), ...others.map(toInstruction)],
    supplementaryData: {
      acceptedAuthenticationApproach: ['REDIRECT'],
      successfulReportUrl: reportUrl,
      unsuccessfulReportUrl: `${reportUrl}/ko`,
    },
  }
}

/** Completes a cancellation as the PSU who consents. */
export function consentToLink(bank: PaymentBank, answer: TestAnswer): ReturnType<typeof consentToCancellation> {
  const { id, nonce } = linkOf(answer)
  const arrival = arrive(bank.sandbox, testBankCode, id, nonce)
  if (arrival.kind !== 'cancellation') throw new Error(`arrived at ${arrival.kind}`)
  return consentToCancellation(bank.sandbox, arrival.cancellation.id)
}
