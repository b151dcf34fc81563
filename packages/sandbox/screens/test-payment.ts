import { randomBytes } from 'node:crypto'
import { parisDay } from '#sandbox/clock.ts'
import { consentPath } from '#sandbox/pis/consent-link.ts'
import { accountsOf, type PersonAccount } from '#sandbox/store/accounts.ts'
import { insertCancellation, insertPayment, type NewPayment, readPayment } from '#sandbox/store/payments.ts'
import { type Page, type TestBank, Visitor, Walk } from './test-visitor.ts'

export const successUrl = 'https://tpp.example/pay/7f3a?order=1'
export const failureUrl = 'https://tpp.example/pay/7f3a/ko'
export const payeeIban = 'FR7619871000010017523005547'

const minutes30 = 30 * 60_000

type Transfer = NewPayment['instructions'][number]
export type PaymentChange = Partial<Omit<NewPayment, 'instructions'>> & { transfers?: readonly Partial<Transfer>[] }

/** A person's account whose name begins with this text. */
export function accountNamed(bank: TestBank, personId: string, name: string): PersonAccount {
  const found = accountsOf(bank.sandbox.db, personId).find(account => account.name.startsWith(name))
  if (!found) throw new Error(`${personId} has no account ${name}`)
  return found
}

/** A payment request as the interface stores it, and the link it returns. */
export function askPayment(bank: TestBank, change: PaymentChange = {}): { id: string; link: string; nonce: string } {
  const { transfers = [{}], ...rest } = change
  const { clock, db } = bank.sandbox
  const id = randomBytes(12).toString('hex')
  const nonce = randomBytes(16).toString('hex')
  const now = clock.now()
  const payment: NewPayment = {
    id,
    bankCode: '19870',
    clientId: 'tpp-1',
    organisationId: 'PSDFR-ACPR-99999',
    softwareId: 'Other',
    legalName: 'Other TPP SARL',
    requestId: `request-${id}`,
    paymentInformationId: `info-${id}`,
    body: {},
    creditorName: 'Librairie du Port',
    creditorIban: payeeIban,
    debtorIban: null,
    debtorIdentification: null,
    isInstant: false,
    successUrl,
    failureUrl,
    status: 'PDNG',
    createdAt: now,
    controlsAt: now,
    expiresAt: new Date(now.getTime() + minutes30),
    instructions: transfers.map((transfer, position) => ({
      id: `${id}-${position}`,
      position,
      instructionId: `instruction-${id}-${position}`,
      endToEndId: `end-${id.slice(0, 8)}-${position}`,
      amountMinor: 4_250n,
      currency: 'EUR',
      lines: ['Commande 118'],
      firstOn: parisDay(now),
      frequency: null,
      rule: 'FWNG',
      endOn: null,
      ...transfer,
    })),
    ...rest,
  }
  insertPayment(db, payment, nonce)
  return { id, nonce, link: linkOf(id, nonce) }
}

/** A cancellation of the named instructions (by default all), as the interface stores it. */
export function askCancellation(
  bank: TestBank,
  paymentId: string,
  reason = 'DS02',
  positions?: readonly number[],
): { id: string; link: string } {
  const nonce = randomBytes(16).toString('hex')
  const id = randomBytes(12).toString('hex')
  const now = bank.sandbox.clock.now()
  const { instructions } = readPayment(bank.sandbox.db, paymentId)
  const named = instructions.filter(({ position }) => positions?.includes(position) ?? true)
  const reasons = Object.fromEntries(named.map(one => [one.id, reason]))
  const expiresAt = new Date(now.getTime() + minutes30)
  insertCancellation(bank.sandbox.db, { id, paymentId, reasons, state: 'asked', askedAt: now, expiresAt }, nonce)
  return { id, link: linkOf(paymentId, nonce) }
}

/** The `consentApproval` link of a payment request, without its host. */
export function linkOf(paymentRequestResourceId: string, nonce: string): string {
  return `${consentPath}?${new URLSearchParams({ paymentRequestResourceId, nonce })}`
}

/** A customer who follows a link and goes through its screens. */
export async function follow(bank: TestBank, link: string, visitor = new Visitor(bank)): Promise<Walk> {
  const page = await visitor.get(link)
  return new Walk(visitor, page.location)
}

export const paymentScreens = [
  'identifier',
  'password',
  'strong_authentication',
  'account',
  'validation',
  'confirmation',
] as const
export type PaymentScreen = (typeof paymentScreens)[number]

/** Goes through the full flow until `screen` is shown. */
export async function reachPayment(walk: Walk, screen: PaymentScreen, accountId?: string): Promise<Page> {
  const pressing: [PaymentScreen, () => Promise<Page>][] = [
    ['identifier', () => walk.press('identifier', { identifier: '10020002' })],
    ['password', () => walk.press('password', { password: '135790' })],
    ['strong_authentication', () => walk.pressCode()],
    ['account', async () => walk.press('account', { account: accountId ?? (await firstChoice(walk)) })],
    ['validation', () => walk.pressCode()],
  ]
  for (const [at, press] of pressing) {
    if (at === screen) break
    await press()
  }
  return walk.page()
}

/** The first account offered. */
export async function firstChoice(walk: Walk): Promise<string> {
  return /name="account" value="([^"]+)"/.exec((await walk.page()).text)?.[1] ?? ''
}
