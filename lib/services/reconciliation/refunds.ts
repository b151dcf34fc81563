import type { Presence } from '@guichet/stet/terms/presence.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { bareIban, maskIban } from '@guichet/values/money/iban-text.ts'
import { formatAmount, parseAmount, toMoneyView } from '@guichet/values/money/minor.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { isSayable } from '@guichet/values/text/sepa.ts'
import { singleLine, typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { type CreatedBetween, createdBetween } from '#lib/base/created-between.ts'
import { readPage } from '#lib/base/cursor.ts'
import type { StoreResult } from '#lib/base/idempotent-result.ts'
import { isUuid } from '#lib/base/ids.ts'
import { takeTry } from '#lib/base/rate-limit.ts'
import { now } from '#lib/clock.ts'
import { db, type Prisma, type Tx } from '#lib/db.ts'
import type { OrderStatus } from '#lib/domain/payments/order/status.ts'
import { beneficiaryAt } from '#lib/domain/payments/payee/beneficiary-change.ts'
import { readTypedIban } from '#lib/domain/payments/payee/iban.ts'
import {
  refundableMinor,
  refundBaseMinor,
  refundedMinor,
  refundRefusal,
  refundTry,
} from '#lib/domain/payments/refund/rules.ts'
import { Refused, requireFound } from '#lib/domain/refusals/refused.ts'
import { omitUndefined } from '#lib/domain/requests/omit-undefined.ts'
import type { Actor } from '#lib/domain/who.ts'
import { ordersOf } from '#lib/services/merchant/actor.ts'
import { auditOrganisation } from '#lib/services/merchant/organisations.ts'
import { type StartedAttempt, startAttempt } from '#lib/services/payments/attempts.ts'
import { unsayable } from '#lib/services/payments/checkout.ts'
import { createOrder, withdrawLocked } from '#lib/services/payments/orders.ts'
import { announce, metadataOf } from '#lib/services/payments/outbox.ts'
import { bankNames } from '#lib/services/payments/read.ts'
import { appendEvent, inOrder, lockOrder, type OrderRow, toAttemptFacts } from '#lib/services/payments/state.ts'
import type { RefundListView, RefundOfferView, RefundPageView, RefundView } from '#lib/views/reconciliation.ts'
import { findLentAccount } from './account.ts'

/** Prepared by us, authorised by the merchant at its bank. The payer's IBAN is hidden unless agreed (PSD2 art. 66). */

const creationLimit = { limit: 300, windowSeconds: 60 * 60 }
/** Then it no longer counts. */
const refundLifeMs = 24 * 60 * 60_000
const pageSize = 50

/** `iban`: only if the bank reported none. */
export const RefundInput = z.object({
  paymentId: singleLine(60),
  /** Empty: all. */
  amount: singleLine(20).default(''),
  creditorName: typedSingleLine(300),
  iban: singleLine(60).default(''),
  reason: typedSingleLine(300).default(''),
  metadata: z.record(z.string(), z.string()).optional(),
})
export type RefundInput = z.infer<typeof RefundInput>

/**
 * Sends nothing; a day to authorise it. Summed under the payment's lock. Refusals: `not_found`, `too_many_tries`,
 * `invalid_input` (`amount`, `amount.<why>`, `creditorName`, `iban`, `beneficiary`).
 */
export async function createRefund<Result>(
  actor: Actor<'refund.create'>,
  input: RefundInput,
  keep: StoreResult<RefundView, Result>,
): Promise<Result> {
  const { organisationId, userId } = actor
  await takeTry(`refunds:${organisationId}`, creationLimit)
  return db().$transaction(async tx => {
    const organisation = await tx.organisation.findUniqueOrThrow({ where: { id: organisationId } })
    const payment = await lockPayment(tx, actor, input.paymentId)
    const { amountMinor, iban, name } = await validateRefund(tx, payment, input)
    const { inEffect: beneficiary } = beneficiaryAt(organisation, now())
    if (beneficiary === null) throw new Refused('invalid_input', { field: 'beneficiary' })
    const words = organisation.locale === 'en' ? 'Refund of' : 'Remboursement de'
    const refund = await createOrder(
      organisationId,
      {
        ownerKind: 'organisation',
        kind: 'refund',
        currency: payment.currency,
        categoryPurpose: 'CASH',
        mode: payment.mode,
        reference: payment.reference,
        description: cleanText(input.reason, 300) || null,
        instructions: [{ amountMinor, remittance: [`${words} ${payment.reference}`] }],
        creditor: { name, iban, bic: null },
        debtorIban: beneficiary.iban,
        metadata: input.metadata ?? null,
        refundOfId: payment.id,
        expiresAt: new Date(now().getTime() + refundLifeMs),
      },
      tx,
    )
    const where = { id: refund.id, ownerId: organisationId }
    const made = await tx.paymentOrder.update({ where, data: { payerShowsIban: payment.payerShowsIban } })
    const amount = formatAmount({ amountMinor, currency: payment.currency })
    const facts = { refundId: refund.id, amount, currency: payment.currency }
    await appendEvent(tx, payment, 'refund.created', { by: 'owner', detail: facts })
    await announce(tx, made, 'refund.created')
    const detail = { refundId: refund.id, paymentId: payment.id, amount }
    await auditOrganisation(tx, { userId, organisationId, action: 'refund.created', detail })
    return keep(tx, viewRefund(made))
  })
}

async function lockPayment(tx: Tx, { organisationId, via, mode }: Actor, paymentId: string): Promise<OrderRow> {
  const payment = isUuid(paymentId) ? await lockOrder(tx, { ownerId: organisationId, orderId: paymentId }) : null
  if (!payment || payment.kind === 'refund') throw new Refused('not_found')
  if (via === 'key' && payment.mode !== mode) throw new Refused('not_found')
  return payment
}

/** Names all that are wrong. */
async function validateRefund(tx: Tx, payment: OrderRow, { amount, iban: typed, creditorName }: RefundInput) {
  const [payable, payerIban] = [await amountOf(tx, payment, amount), await payerIbanOf(tx, payment)]
  // Nothing else matters then.
  if (payable === 'amount.nothing_to_refund') throw new Refused('invalid_input', { field: payable })
  const iban = payerIban ?? bareIban(typed)
  const name = cleanText(creditorName, 140)
  const issues = [
    ...(typeof payable === 'string' ? [{ field: payable }] : []),
    ...(readTypedIban(iban).check === 'sound' ? [] : [{ field: 'iban' }]),
    ...(isSayable(name) ? [] : [{ field: 'creditorName', why: unsayable }]),
  ]
  if (typeof payable === 'string' || issues.length > 0) throw new Refused('invalid_input', { ...issues[0], issues })
  return { amountMinor: payable, iban, name }
}

/** Or its fault: `amount`, `amount.<why>`. */
async function amountOf(tx: Tx, payment: OrderRow, typed: string): Promise<bigint | string> {
  const { came, refunds } = await refundsOf(tx, payment)
  const amountMinor = typed === '' ? refundableMinor(came, refunds) : parseAmount(typed, payment.currency)?.amountMinor
  if (amountMinor === undefined) return 'amount'
  const isAllRefunded = typed === '' && amountMinor === 0n && refundBaseMinor(came) > 0n
  const refusal = isAllRefunded ? 'more_than_left' : refundRefusal(came, refunds, amountMinor)
  return refusal === null ? amountMinor : `amount.${refusal}`
}

async function refundsOf(tx: Tx, payment: OrderRow) {
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
  const refunds = rows.map(row => ({ amountMinor: row.amountMinor, status: row.status }))
  return { came: { executedMinor, receivedMinor }, refunds, rows }
}

export async function isRefundedBeyond(tx: Tx, payment: OrderRow): Promise<boolean> {
  const { came, refunds } = await refundsOf(tx, payment)
  return refundedMinor(refunds) > refundBaseMinor(came)
}

/** Never from a form; null: not reported. */
async function payerIbanOf(tx: Tx, { id, ownerId }: OrderRow): Promise<string | null> {
  const attempt = await tx.paymentAttempt.findFirst({
    where: { orderId: id, ownerId, status: { in: ['executed', 'partly_executed'] }, debtorIban: { not: null } },
    orderBy: { createdAt: 'desc' },
  })
  return attempt?.debtorIban ?? null
}

export type RefundStart = { readonly bankCode: string | null; readonly presence: Presence }

/** From the beneficiary account. Refusals: `not_found`, `invalid_input` (`bank`, `amount.more_than_left`), `startAttempt`'s. */
export async function startRefund(
  actor: Actor<'refund.send'>,
  refundId: string,
  { bankCode, presence }: RefundStart,
): Promise<StartedAttempt> {
  const { organisationId, userId } = actor
  const refund = await findRefund(actor, refundId)
  const code = bankCode ?? (await bankOfBeneficiary(organisationId))
  if (code === null) throw new Refused('invalid_input', { field: 'bank' })
  const { debtorIban, refundOfId } = refund
  const where = { id: refundOfId ?? refundId, ownerId: organisationId }
  if (await isRefundedBeyond(db(), await db().paymentOrder.findUniqueOrThrow({ where })))
    throw new Refused('invalid_input', { field: 'amount.more_than_left' })
  return startAttempt(organisationId, refundId, { bankCode: code, debtorIban, presence, payerUserId: userId })
}

/** The lent account's, else by IBAN. */
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

async function findRefund(actor: Actor, refundId: string): Promise<Prisma.PaymentOrderGetPayload<object>> {
  const where = { id: refundId, kind: 'refund' as const, ...ordersOf(actor) }
  return requireFound(isUuid(refundId) && (await db().paymentOrder.findFirst({ where })))
}

/** Refusals: `not_found`, those of `withdrawLocked`. */
export async function withdrawRefund<Result>(
  actor: Actor<'refund.withdraw'>,
  refundId: string,
  keep: StoreResult<RefundView, Result>,
): Promise<Result> {
  const { id: orderId, ownerId } = await findRefund(actor, refundId)
  return inOrder({ ownerId, orderId }, async (tx, order) => {
    await withdrawLocked(tx, order)
    return keep(tx, viewRefund(await tx.paymentOrder.findUniqueOrThrow({ where: { id: orderId, ownerId } })))
  })
}

/** Refusals: `not_found`. */
export async function readRefundOffer(
  actor: Actor<'refund.read' | 'refund.offer'>,
  paymentId: string,
): Promise<RefundOfferView> {
  return db().$transaction(async tx => {
    const payment = await lockPayment(tx, actor, paymentId)
    const { came, refunds, rows } = await refundsOf(tx, payment)
    const [iban, views] = [await payerIbanOf(tx, payment), await viewTried(tx, rows)]
    const { id, reference, currency } = payment
    return {
      paymentId: id,
      reference,
      amount: toMoneyView(payment),
      refundable: toMoneyView({ amountMinor: refundableMinor(came, refunds), currency }),
      payerIban: iban === null ? null : payment.payerShowsIban ? iban : maskIban(iban),
      refunds: views,
    }
  })
}

/** Refusals: `not_found`. */
export async function readRefund(actor: Actor<'refund.read'>, refundId: string): Promise<RefundPageView> {
  const [refund] = await viewTried(db(), [await findRefund(actor, refundId)])
  if (refund === undefined) throw new Refused('not_found')
  return refund
}

type ListQuery = {
  readonly before?: string | null
  readonly limit?: number
  readonly filter?: {
    readonly status?: OrderStatus | undefined
    readonly paymentId?: string | undefined
    readonly reference?: string | undefined
    readonly created?: CreatedBetween
  }
}

/** Newest first, fifty; `before`: the last id shown. */
export async function listRefunds(
  { organisationId, mode }: Actor<'refund.read'>,
  { before = null, limit = pageSize, filter: { status, paymentId, reference, created = {} } = {} }: ListQuery = {},
): Promise<RefundListView> {
  const where = { ownerId: organisationId, kind: 'refund' as const, mode }
  const find = (id: string) => db().paymentOrder.findFirst({ where: { ...where, id } })
  const among = { ...where, ...omitUndefined({ status, reference, refundOfId: paymentId }) }
  const { page, next } = await readPage(
    { column: 'createdAt', size: limit, before, mustExist: true, find },
    ({ older, ...reading }) =>
      db().paymentOrder.findMany({ where: { ...among, AND: [createdBetween(created), older] }, ...reading }),
  )
  return { refunds: await viewTried(db(), page), next }
}

async function viewTried(tx: Tx, rows: readonly Prisma.PaymentOrderGetPayload<object>[]): Promise<RefundPageView[]> {
  const ownerId = rows[0]?.ownerId
  if (ownerId === undefined) return []
  const [attempts, names] = await Promise.all([
    tx.paymentAttempt.findMany({
      where: { ownerId, orderId: { in: rows.map(({ id }) => id) } },
      orderBy: { createdAt: 'desc' },
      distinct: ['orderId'],
    }),
    bankNames(),
  ])
  const today = parisDay(now())
  return rows.map(row => {
    const attempt = attempts.find(({ orderId }) => orderId === row.id)
    const how = attempt ? refundTry({ status: row.status, attempt: toAttemptFacts(attempt) }, today) : null
    if (!attempt || how === null) return { ...viewRefund(row), lastTry: null }
    const bankName = names.get(attempt.bankCode) ?? attempt.bankCode
    return { ...viewRefund(row), lastTry: { how, bankName, reason: attempt.bankReason ?? attempt.reason } }
  })
}

function viewRefund(row: Prisma.PaymentOrderGetPayload<object>): RefundView {
  return {
    id: row.id,
    paymentId: row.refundOfId ?? '',
    paymentReference: row.reference,
    mode: row.mode,
    status: row.status,
    amount: toMoneyView(row),
    creditorName: row.creditorName,
    creditorIban: row.payerShowsIban ? row.creditorIban : maskIban(row.creditorIban),
    reason: row.description,
    metadata: metadataOf(row.metadata),
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
  }
}
