import type { Presence } from '@guichet/stet/terms/presence.ts'
import { isoDay } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { maskIban } from '@guichet/values/money/iban-text.ts'
import { toMoneyView } from '@guichet/values/money/minor.ts'
import { toSepa } from '@guichet/values/text/sepa.ts'
import { now } from '#lib/clock.ts'
import { columnsOf, db, Prisma } from '#lib/db.ts'
import { fillReturnUrl } from '#lib/domain/merchant/return-url.ts'
import { isUnread, readableUntil } from '#lib/domain/payments/attempt/machine.ts'
import { arrivalDay, type InstantChoice, isInstantAt, wasRefusedInstant } from '#lib/domain/payments/order/instant.ts'
import { lineItemsOf } from '#lib/domain/payments/order/line-items.ts'
import { type ReceiptTruth, receiptTruth } from '#lib/domain/payments/order/receipt.ts'
import {
  isGood,
  isSettled,
  mayChooseBank,
  type PayStage,
  payStage,
  wasReplaced,
} from '#lib/domain/payments/order/stage.ts'
import { orderStatus } from '#lib/domain/payments/order/status.ts'
import { readTypedIban } from '#lib/domain/payments/payee/iban.ts'
import { shownPayee } from '#lib/domain/payments/payee/trade-name.ts'
import { merchantFinding, type PayeeAnswer } from '#lib/domain/payments/payee/verification.ts'
import { parseEmail } from '#lib/domain/people/email.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { readEnv } from '#lib/env.ts'
import { listBanks, toBankView } from '#lib/services/banks/directory.ts'
import { isBankPaused } from '#lib/services/banks/health.ts'
import { brandOf } from '#lib/services/merchant/brand-view.ts'
import { type PayBank, type PayProgress, PublicOrderView, untried } from '#lib/views/public-order.ts'
import { startAttempt } from './attempts.ts'
import { listOrdinaryBanks } from './ordinary-banks.ts'
import { countPayerTry, type Payer } from './payer-limits.ts'
import { unreadableSinceOf } from './state.ts'

const idPattern = /^[A-Za-z0-9_-]{22}$/

type OrderRow = Prisma.PaymentOrderGetPayload<object>
type AttemptRow = Prisma.PaymentAttemptGetPayload<object>
type Merchant = Parameters<typeof brandOf>[0] & { readonly suspendedAt: string | null }
/** Newest first; payee null if gone. */
export type PublicOrderRow = OrderRow & {
  readonly attempts: readonly AttemptRow[]
  readonly merchant: Merchant | null
  readonly verifications: readonly Verification[]
}
/** Of its account, newest first. */
type Verification = { readonly name: string; readonly answer: PayeeAnswer; readonly verifiedAt: string }

const orderColumns = columnsOf(Prisma.PaymentOrderScalarFieldEnum)

/** Organisations' only; null: unknown. One query while nobody tried: the most opened page. */
export async function findPublicOrder(publicId: string): Promise<PublicOrderRow | null> {
  if (!idPattern.test(publicId)) return null
  const [found] = await db().$queryRaw<(Omit<PublicOrderRow, 'attempts'> & { hasAttempts: boolean })[]>`
    SELECT ${orderColumns},
      EXISTS (SELECT 1 FROM "PaymentAttempt" AS a WHERE a."orderId" = o."id" AND a."ownerId" = o."ownerId") AS "hasAttempts",
      (SELECT json_build_object('name', m."name", 'brandColour', m."brandColour", 'logoVersion', m."logoVersion",
        'addressLines', COALESCE(m."addressLines", '{}'), 'country', m."country", 'email', m."email", 'website', m."website",
        'suspendedAt', m."suspendedAt") FROM "Organisation" AS m WHERE m."id" = o."ownerId") AS "merchant",
      (SELECT COALESCE(json_agg(v), '[]') FROM (SELECT "name", "answer", "verifiedAt" FROM "PayeeVerification"
        WHERE "ownerId" = o."ownerId" AND "iban" = o."creditorIban" ORDER BY "verifiedAt" DESC LIMIT 20) AS v) AS "verifications"
    FROM "PaymentOrder" AS o WHERE "publicId" = ${publicId} AND "ownerKind" = 'organisation'`
  if (found === undefined) return null
  const { hasAttempts, ...order } = found
  const where = { orderId: order.id, ownerId: order.ownerId }
  const attempts = hasAttempts ? await db().paymentAttempt.findMany({ where, orderBy: { createdAt: 'desc' } }) : []
  return { ...order, attempts }
}

/** Expired even before the sweep. */
export function stageOf(order: PublicOrderRow): PayStage {
  return payStage(order, order.attempts, now())
}

export function receiptTruthOf(order: PublicOrderRow): ReceiptTruth | null {
  return receiptTruth(orderStatus(order, order.attempts, now()), order.attempts)
}

/** Null: unknown. `tried`: the reader's attempt. */
export async function readPublicOrder(publicId: string, tried: number | null = null): Promise<PublicOrderView | null> {
  const order = await findPublicOrder(publicId)
  if (order === null) return null
  const latest = order.attempts[0] ?? null
  const own = tried === null ? undefined : order.attempts.at(-tried)
  const stage = stageOf(order)
  const mayStart = mayChooseBank(stage) && order.kind !== 'refund'
  const { merchant } = order
  const { reference, description } = order
  const remittance = toSepa(reference, 140)
  return PublicOrderView.parse({
    publicId,
    stage,
    reference,
    description,
    instant: instantOf(order),
    wantsInstant: order.instant,
    ordinaryAt: order.attempts.filter(wasRefusedInstant).map(({ bankCode }) => bankCode),
    arrivesOn: arrivalOf(order),
    lineItems: lineItemsOf(order.lineItems),
    remittance: remittance === reference ? null : remittance,
    kind: order.kind,
    isTest: order.mode === 'test',
    version: order.eventCount,
    ...payeeOf(order),
    holderCheck: holderCheckOf(order),
    merchant: merchant && brandOf(merchant),
    isReplaced: own !== undefined && wasReplaced(own),
    ...moneyOf(order),
    executionDate: isoDay(order.executionDate) ?? null,
    isRecurrent: order.recurrence !== null,
    knownDebtor: order.debtorIban === null ? null : maskIban(order.debtorIban),
    preferredBank: order.preferredBank,
    expiresAt: order.expiresAt?.toISOString() ?? null,
    ...(latest === null ? untried : await showAttempt(latest)),
    isSuspended: mayStart && (merchant?.suspendedAt ?? null) !== null,
    hasReceipt: receiptTruthOf(order) !== null,
    goOnTo: goOnTo(order, stage),
    giveUpTo: mayChooseBank(stage) && order.cancelUrl !== null ? fillReturnUrl(order.cancelUrl, order.id) : null,
  } satisfies Record<keyof PublicOrderView, unknown>)
}

function moneyOf({ amountMinor, receivedMinor, currency }: PublicOrderRow) {
  const moneyOfMinor = (minor: bigint) => toMoneyView({ amountMinor: minor, currency })
  return {
    amount: moneyOfMinor(amountMinor),
    received: receivedMinor > 0n ? moneyOfMinor(receivedMinor) : null,
    isOverpaid: receivedMinor > amountMinor,
  }
}

/** A refund goes to whom the merchant names. */
export function payeeOf({ kind, merchant, creditorName }: PublicOrderRow) {
  return shownPayee(kind === 'refund' ? null : (merchant?.name ?? null), creditorName)
}

/** The order has the holder's name in SEPA characters. */
function holderCheckOf({ verifications, creditorName }: PublicOrderRow): PublicOrderView['holderCheck'] {
  const found = verifications.find(({ name }) => toSepa(name, 140) === creditorName)
  const at = found === undefined ? null : new Date(found.verifiedAt).toISOString()
  const finding = merchantFinding(found?.answer ?? null)
  return { finding, at: finding === 'unchecked' ? null : at }
}

async function showAttempt(attempt: PublicOrderRow['attempts'][number]) {
  const { bankCode: code, bankReason, reason, bankStatus, createdAt } = attempt
  const bank = await db().bank.findUnique({ where: { code }, select: { name: true } })
  return {
    bank: { code, name: bank?.name ?? code },
    reason: bankReason ?? reason,
    bankStatus,
    askedUntil: readableUntil(createdAt).toISOString(),
    isUnread: isUnread(attempt),
    isUnreadable: unreadableSinceOf(attempt) !== null,
  }
}

/** Asked of the bank, else wanted. */
function instantOf({ instant, attempts: [latest] }: PublicOrderRow): InstantChoice {
  return instant === 'preferred' && latest !== undefined && !latest.isInstant ? 'never' : instant
}

/** Of an ordinary transfer, at the latest. */
function arrivalOf({ executionDate, attempts: [latest] }: PublicOrderRow): string {
  return arrivalDay(isoDay(latest?.executionDate ?? executionDate) ?? parisDay(now()))
}

/** With `payment_id` and `status`, a hint to check by the API (C41). Null until settled. */
function goOnTo(order: PublicOrderRow, stage: PayStage): string | null {
  if (!isSettled(stage)) return null
  const target = isGood(stage) ? order.returnUrl : (order.cancelUrl ?? order.returnUrl)
  if (target === null || !URL.canParse(target)) return null
  const url = new URL(fillReturnUrl(target, order.id))
  url.searchParams.set('payment_id', order.id)
  url.searchParams.set('status', orderStatus(order, order.attempts, now()))
  return url.href
}

/** By primary key, as it is polled. Refusals: `not_found`, `too_many_tries` (C46). */
export async function readPayProgress(publicId: string, payer: Payer): Promise<PayProgress> {
  const order = await findPublicOrder(publicId)
  await countPayerTry('pay-poll', order?.id ?? null, payer)
  if (order === null) throw new Refused('not_found')
  return { stage: stageOf(order), version: order.eventCount }
}

type BankRow = Prisma.BankGetPayload<object>
/** Null: never opened. */
type HealthColumns = Parameters<typeof isBankPaused>[0]

const bankColumns = columnsOf(Prisma.BankScalarFieldEnum)

/** By name or `query`, without those that lack a required instant transfer; ordinary where the payer's accounts are. */
export async function listPayBanks(
  order: Pick<PublicOrderView, 'isTest' | 'wantsInstant'> & Partial<Pick<PublicOrderView, 'ordinaryAt'>>,
  query = '',
  payerUserId: string | null = null,
): Promise<PayBank[]> {
  const [rows, found, ordinary] = await Promise.all([
    db().$queryRaw<(BankRow & HealthColumns)[]>`
      SELECT ${bankColumns}, "breaker", "downSince", "retryAt", "failedProbes", "probeUntil"
      FROM "Bank" LEFT JOIN "BankHealth" ON "bankCode" = "code"
      WHERE "enabled" AND 'payments' = ANY("supports") AND ("platform" = 'sandbox') = ${order.isTest} ORDER BY "name", "code"`,
    query === '' ? null : listBanks(query),
    listOrdinaryBanks(payerUserId),
  ])
  const ranks = found && new Map(found.map(({ code }, at) => [code, at]))
  const sorted = ranks
    ? rows
        .filter(({ code }) => ranks.has(code))
        .sort((one, other) => (ranks.get(one.code) ?? 0) - (ranks.get(other.code) ?? 0))
    : rows
  return sorted.flatMap(row => {
    const isInstant = isInstantAt(
      order.wantsInstant,
      row.supports.includes('instant'),
      [...ordinary, ...(order.ordinaryAt ?? [])].includes(row.code),
    )
    return isInstant === null ? [] : [{ bank: toBankView(row), answers: !isBankPaused(row), isInstant }]
  })
}

export type PublicStart = {
  readonly bankCode: string
  /** Empty: chosen at the bank. */
  readonly debtorIban: string
  readonly isOtherAccount?: boolean
  /** Empty: the bank asks. Never stored. */
  readonly identifier: string
  /** PSD2 art. 66. */
  readonly showsIban: boolean
  /** Empty: none. */
  readonly receiptEmail?: string
  readonly locale?: 'fr' | 'en'
  readonly presence: Presence
  readonly payerUserId: string | null
}

/**
 * Refusals: `not_found`; `too_many_tries` (C46); `invalid_input` (`debtorIban`, `identifier`, `receiptEmail`); those
 * of `startAttempt`.
 */
export async function startPublicAttempt(
  publicId: string,
  start: PublicStart,
): Promise<{ readonly redirectTo: string }> {
  const order = await findPublicOrder(publicId)
  await countPayerTry('pay-start', order?.id ?? null, start.presence)
  if (order === null) throw new Refused('not_found')
  const debtorIban = readDebtor(start.debtorIban) ?? (start.isOtherAccount ? null : order.debtorIban)
  const identifier = readIdentifier(start.identifier)
  const { id: orderId, ownerId } = order
  const receiptEmail = readReceiptEmail(start.receiptEmail ?? '')
  if (mayChooseBank(stageOf(order))) await storeWishes(order, { ...start, receiptEmail })
  const { bankCode, presence, payerUserId } = start
  return startAttempt(ownerId, orderId, {
    bankCode,
    presence,
    payerUserId,
    debtorIban,
    debtorIdentification: identifier,
  })
}

function readDebtor(typed: string): string | null {
  const { check, bare } = readTypedIban(typed.slice(0, 60))
  if (check === 'empty') return null
  if (check !== 'sound') throw new Refused('invalid_input', { field: 'debtorIban' })
  return bare
}

/** bank:D46: 70. A professional's is two numbers joined by `-` (document 2). */
function readIdentifier(typed: string): string | null {
  const bare = typed.trim()
  if (bare === '') return null
  if (!/^[A-Za-z0-9-]{1,70}$/.test(bare)) throw new Refused('invalid_input', { field: 'identifier' })
  return bare
}

function readReceiptEmail(typed: string): string | null {
  if (typed.trim() === '') return null
  const email = parseEmail(typed)
  if (email === null) throw new Refused('invalid_input', { field: 'receiptEmail' })
  return email
}

type Wishes = Pick<PublicStart, 'showsIban' | 'locale'> & { readonly receiptEmail: string | null }

/** Unticking withdraws the agreement, an empty field the receipt. */
async function storeWishes(order: PublicOrderRow, { showsIban, receiptEmail, locale = 'fr' }: Wishes): Promise<void> {
  const { id, ownerId } = order
  if (order.payerShowsIban === showsIban && order.receiptEmail === receiptEmail) return
  const receiptLanguage = receiptEmail === null ? null : locale
  const data = { payerShowsIban: showsIban, receiptEmail, receiptLanguage }
  await db().paymentOrder.update({ where: { id, ownerId }, data })
}

/** No IBAN and no amount. */
export function payAddress(publicId: string): string {
  return new URL(`/pay/${encodeURIComponent(publicId)}`, readEnv('APP_URL')).href
}
