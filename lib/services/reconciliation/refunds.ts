import { z } from 'zod'
import { now } from '#lib/clock.ts'
import { db, type Prisma, type Tx } from '#lib/db.ts'
import { beneficiaryAt } from '#lib/domain/beneficiary-change.ts'
import { isIban } from '#lib/domain/iban.ts'
import { maskIban } from '#lib/domain/iban-text.ts'
import { formatAmount, parseAmount } from '#lib/domain/money.ts'
import { line, typedLine } from '#lib/domain/person-text.ts'
import type { Presence } from '#lib/domain/presence.ts'
import { parisDay } from '#lib/domain/quota.ts'
import {
  type RefundListView,
  type RefundOfferView,
  type RefundPageView,
  type RefundTryView,
  type RefundView,
  refundTries,
} from '#lib/domain/reconciliation-view.ts'
import { refundableMinor, refundBaseMinor, refundObstacle } from '#lib/domain/refund.ts'
import { Refused } from '#lib/domain/refused.ts'
import { cleanText } from '#lib/domain/text.ts'
import { transferState } from '#lib/domain/transfer-state.ts'
import { isUuid } from '#lib/services/ids.ts'
import { memberOf } from '#lib/services/merchant/members.ts'
import { type Authenticated, auditOrganisation } from '#lib/services/merchant/organisations.ts'
import { type StartedAttempt, startAttempt } from '#lib/services/payments/payment-attempts.ts'
import { createOrder, withdrawOrder } from '#lib/services/payments/payment-orders.ts'
import {
  appendEvent,
  lockOrder,
  type OrderRow,
  orderStatusOf,
  toStanding,
} from '#lib/services/payments/payment-state.ts'
import { takeTry } from '#lib/services/people/limits.ts'
import { requireFreshPassword } from '#lib/services/people/reauthenticate.ts'
import { findLentAccount } from './reconciliation-account.ts'

/**
 * Refunds: a payment in the other direction, filled in by us and authorised by the merchant at its own bank. We hold no money.
 * The payer's IBAN is used and not shown, unless the payer agreed (PSD2 art. 66).
 */

const creationLimit = { limit: 300, windowSeconds: 60 * 60 }
/** One that nobody authorises gives its amount free again. */
const refundLifeMs = 60 * 60_000
const pageSize = 50

/** A refund as typed. `iban` counts only where the way of paying does not tell the payer's. */
export const RefundInput = z.object({
  paymentId: line(60),
  /** Decimal string; empty: all that is left. */
  amount: line(20).default(''),
  creditorName: typedLine(300),
  iban: line(60).default(''),
  reason: typedLine(300).default(''),
})
export type RefundInput = z.infer<typeof RefundInput>

/**
 * Prepares a refund, because a member asks. Nothing is sent: it waits an hour for the merchant's authorisation at its bank.
 * Refusals: `not_found`, `not_allowed`, `reauthentication_required` (C24), those of `makeRefund`.
 */
export async function createRefund(
  userId: string,
  organisationId: string,
  input: RefundInput,
  session: Authenticated,
): Promise<{ readonly id: string }> {
  await memberOf(userId, organisationId, 'refunds.write')
  requireFreshPassword(session)
  return makeRefund(organisationId, input, userId)
}

type Made = {
  /** Payments of another mode are not found. */
  readonly mode?: 'test' | 'live'
  /** What is to be kept together with the refund. */
  readonly keep?: (tx: Tx, refund: RefundView) => Promise<void>
}

/**
 * The same for an organisation whose member or key was checked already. The payment is locked while its refunds are summed, so
 * two at once never give back more than came. Refusals: `not_found`, `too_many_tries`, `invalid_input` with field
 * `amount.<why>` (`RefundObstacle`), `amount`, `creditorName`, `iban`, or `beneficiary` when the organisation has no account.
 */
export async function makeRefund(
  organisationId: string,
  input: RefundInput,
  createdBy: string,
  { mode, keep }: Made = {},
): Promise<{ id: string }> {
  await takeTry(`refunds:${organisationId}`, creationLimit)
  return db().$transaction(async tx => {
    const organisation = await tx.organisation.findUniqueOrThrow({ where: { id: organisationId } })
    const payment = await lockPayment(tx, organisationId, input.paymentId)
    if (mode !== undefined && payment.mode !== mode) throw new Refused('not_found')
    const amountMinor = await soundAmount(tx, payment, input.amount)
    const iban = (await payerIbanOf(tx, payment)) ?? typedIban(input.iban)
    const name = cleanText(input.creditorName, 140)
    if (name === '') throw new Refused('invalid_input', { field: 'creditorName' })
    const { inEffect: beneficiary } = beneficiaryAt(organisation, now())
    if (beneficiary === null) throw new Refused('invalid_input', { field: 'beneficiary' })
    const words = organisation.locale === 'en' ? 'Refund of' : 'Remboursement de'
    const refund = await createOrder(
      organisationId,
      {
        ...{ ownerKind: 'organisation', kind: 'refund', currency: payment.currency, categoryPurpose: 'CASH' },
        mode: payment.mode === 'live' ? 'live' : 'test',
        reference: payment.reference,
        description: cleanText(input.reason, 300) || null,
        instructions: [{ amountMinor, remittance: [`${words} ${payment.reference}`] }],
        creditor: { name, iban, bic: null },
        debtorIban: beneficiary.iban,
        refundOfId: payment.id,
        expiresAt: new Date(now().getTime() + refundLifeMs),
      },
      tx,
    )
    const { payerShowsIban } = payment
    const made = await tx.paymentOrder.update({
      where: { id: refund.id, ownerId: organisationId },
      data: { payerShowsIban },
    })
    const amount = formatAmount({ amountMinor, currency: payment.currency })
    const told = { refundId: refund.id, amount, currency: payment.currency }
    await appendEvent(tx, payment, 'refund.created', { by: 'owner', detail: told })
    const detail = { refundId: refund.id, paymentId: payment.id, amount }
    await auditOrganisation(tx, { userId: createdBy, organisationId, action: 'refund.created', detail })
    await keep?.(tx, viewRefund(made, payment.reference))
    return { id: refund.id }
  })
}

async function lockPayment(tx: Tx, organisationId: string, paymentId: string): Promise<OrderRow> {
  const payment = isUuid(paymentId) ? await lockOrder(tx, { ownerId: organisationId, orderId: paymentId }) : null
  if (!payment || payment.kind === 'refund') throw new Refused('not_found')
  return payment
}

async function soundAmount(tx: Tx, payment: OrderRow, typed: string): Promise<bigint> {
  const { came, refunds } = await standingOf(tx, payment)
  const amountMinor = typed === '' ? refundableMinor(came, refunds) : parseAmount(typed, payment.currency)?.amountMinor
  if (amountMinor === undefined) throw new Refused('invalid_input', { field: 'amount' })
  const obstacle =
    typed === '' && amountMinor === 0n && refundBaseMinor(came) > 0n
      ? 'more_than_left'
      : refundObstacle(came, refunds, amountMinor)
  if (obstacle !== null) throw new Refused('invalid_input', { field: `amount.${obstacle}` })
  return amountMinor
}

/** What came of a payment and what was given back of it so far. */
async function standingOf(tx: Tx, payment: OrderRow) {
  const { id, ownerId, receivedMinor } = payment
  const [attempts, rows] = await Promise.all([
    tx.paymentAttempt.findMany({
      where: { orderId: id, ownerId, status: { in: ['executed', 'partly_executed'] } },
      include: { instructions: true },
    }),
    tx.paymentOrder.findMany({ where: { ownerId, refundOfId: id }, orderBy: { createdAt: 'desc' } }),
  ])
  const executedMinor = attempts
    .flatMap(({ status, instructions }) =>
      instructions.filter(({ bankStatus }) => status === 'executed' || bankStatus === 'ACSC'),
    )
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  const refunds = rows.map(row => ({ amountMinor: row.amountMinor, status: orderStatusOf(row) }))
  return { came: { executedMinor, receivedMinor }, refunds, rows }
}

/** The account that paid, as the payer's bank told it; null where it was paid by another way. Never taken from a form. */
async function payerIbanOf(tx: Tx, { id, ownerId }: OrderRow): Promise<string | null> {
  const paid = { in: ['executed', 'partly_executed'] }
  const attempt = await tx.paymentAttempt.findFirst({
    where: { orderId: id, ownerId, status: paid, debtorIban: { not: null } },
    orderBy: { createdAt: 'desc' },
  })
  return attempt?.debtorIban ?? null
}

function typedIban(text: string): string {
  const iban = text.replace(/\s/g, '').toUpperCase()
  if (!isIban(iban)) throw new Refused('invalid_input', { field: 'iban' })
  return iban
}

export type RefundStart = { readonly bankCode: string | null; readonly presence: Presence }

/**
 * Takes a refund to the merchant's own bank and says where to send the member: the short flow, from the account that is paid
 * to. Refusals: `not_found`, `not_allowed`, `reauthentication_required`, `invalid_input` (field `bank`) when nobody knows
 * which bank it is, those of `startAttempt`.
 */
export async function startRefund(
  userId: string,
  organisationId: string,
  refundId: string,
  { bankCode, presence }: RefundStart,
  session: Authenticated,
): Promise<StartedAttempt> {
  await memberOf(userId, organisationId, 'refunds.write')
  requireFreshPassword(session)
  const refund = await findRefund(organisationId, refundId)
  const code = bankCode ?? (await bankOfBeneficiary(organisationId))
  if (code === null) throw new Refused('invalid_input', { field: 'bank' })
  const { debtorIban } = refund
  return startAttempt(organisationId, refundId, { bankCode: code, debtorIban, presence, payerUserId: userId })
}

/** The bank of the account that an organisation is paid to: of the one that is lent, else as a French IBAN names it. */
export async function bankOfBeneficiary(organisationId: string): Promise<string | null> {
  const organisation = await db().organisation.findUniqueOrThrow({ where: { id: organisationId } })
  const account = await findLentAccount(organisation)
  const iban = beneficiaryAt(organisation, now()).inEffect?.iban ?? null
  if (account !== null && account.iban === iban) {
    const { bankCode } = await db().connection.findUniqueOrThrow({ where: { id: account.connectionId } })
    return bankCode
  }
  if (iban === null || !iban.startsWith('FR')) return null
  const bank = await db().bank.findFirst({ where: { code: iban.slice(4, 9), supports: { has: 'payments' } } })
  return bank?.code ?? null
}

async function findRefund(organisationId: string, refundId: string): Promise<Prisma.PaymentOrderGetPayload<object>> {
  const refund = isUuid(refundId)
    ? await db().paymentOrder.findFirst({ where: { id: refundId, ownerId: organisationId, kind: 'refund' } })
    : null
  if (!refund) throw new Refused('not_found')
  return refund
}

/** Takes a refund back before it is authorised. Refusals: `not_found`, `not_allowed`, those of `withdrawOrder`. */
export async function withdrawRefund(userId: string, organisationId: string, refundId: string): Promise<void> {
  await memberOf(userId, organisationId, 'refunds.write')
  await findRefund(organisationId, refundId)
  await withdrawOrder(organisationId, refundId)
}

/** What a refund of a payment starts from. Refusals: `not_found`, `not_allowed`. */
export async function readRefundOffer(
  userId: string,
  organisationId: string,
  paymentId: string,
): Promise<RefundOfferView> {
  await memberOf(userId, organisationId, 'payments.read')
  return db().$transaction(async tx => {
    const payment = await lockPayment(tx, organisationId, paymentId)
    const { came, refunds, rows } = await standingOf(tx, payment)
    const iban = await payerIbanOf(tx, payment)
    const { id, reference, currency } = payment
    return {
      ...{ paymentId: id, reference, amount: moneyOf(payment) },
      refundable: moneyOf({ amountMinor: refundableMinor(came, refunds), currency }),
      payerIban: iban === null ? null : payment.payerShowsIban ? iban : maskIban(iban),
      refunds: rows.map(row => viewRefund(row, reference)),
    }
  })
}

/** One refund, with how the latest way to the bank went. Refusals: `not_found`, `not_allowed`. */
export async function readRefund(userId: string, organisationId: string, refundId: string): Promise<RefundPageView> {
  await memberOf(userId, organisationId, 'payments.read')
  const refund = await findRefund(organisationId, refundId)
  return { ...viewRefund(refund, refund.reference), lastTry: await lastTryOf(refund) }
}

async function lastTryOf(refund: Prisma.PaymentOrderGetPayload<object>): Promise<RefundTryView | null> {
  const attempt = await db().paymentAttempt.findFirst({
    where: { orderId: refund.id, ownerId: refund.ownerId },
    orderBy: { createdAt: 'desc' },
  })
  if (attempt === null) return null
  const state = transferState(
    { status: orderStatusOf(refund), attempt: toStanding(attempt), isRecurrent: false },
    parisDay(now()),
  )
  const how = refundTries.find(one => one === state)
  if (how === undefined) return null
  const bank = await db().bank.findUnique({ where: { code: attempt.bankCode }, select: { name: true } })
  return { how, bankName: bank?.name ?? attempt.bankCode, reason: attempt.bankReason ?? attempt.reason }
}

/** One refund for an organisation whose key was checked already. */
export async function findRefundView(organisationId: string, refundId: string): Promise<RefundView> {
  const refund = await findRefund(organisationId, refundId)
  return viewRefund(refund, refund.reference)
}

type ListQuery = { readonly mode: 'test' | 'live'; readonly before?: string | null; readonly limit?: number }

/** Refunds of one mode, newest first, fifty at a time; `before` is the id of the last one seen. Refusals: as `readRefund`. */
export async function listRefunds(userId: string, organisationId: string, query: ListQuery): Promise<RefundListView> {
  await memberOf(userId, organisationId, 'payments.read')
  return pageRefunds(organisationId, query)
}

/** The same for an organisation whose key was checked already. */
export async function pageRefunds(
  organisationId: string,
  { mode, before = null, limit = pageSize }: ListQuery,
): Promise<RefundListView> {
  const place = { ownerId: organisationId, kind: 'refund', mode }
  const last = isUuid(before ?? undefined)
    ? await db().paymentOrder.findFirst({ where: { ...place, id: before ?? '' } })
    : null
  const older = last
    ? { OR: [{ createdAt: { lt: last.createdAt } }, { createdAt: last.createdAt, id: { lt: last.id } }] }
    : {}
  const rows = await db().paymentOrder.findMany({
    where: { ...place, ...older },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  })
  const page = rows.slice(0, limit)
  const refunds = page.map(row => viewRefund(row, row.reference))
  return { refunds, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
}

function viewRefund(row: Prisma.PaymentOrderGetPayload<object>, paymentReference: string): RefundView {
  return {
    id: row.id,
    paymentId: row.refundOfId ?? '',
    paymentReference,
    mode: row.mode === 'live' ? 'live' : 'test',
    status: orderStatusOf(row),
    amount: moneyOf(row),
    creditorName: row.creditorName,
    creditorIban: row.payerShowsIban ? row.creditorIban : maskIban(row.creditorIban),
    reason: row.description,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
  }
}

function moneyOf(money: { readonly amountMinor: bigint; readonly currency: string }) {
  return { amount: formatAmount(money), currency: money.currency }
}
