import { formatAmount, parseAmount, toMoneyView } from '@guichet/values/money/minor.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { isUuid } from '#lib/base/ids.ts'
import { now } from '#lib/clock.ts'
import { db, type Prisma, type Tx } from '#lib/db.ts'
import { checkShare, type MatchWay } from '#lib/domain/payments/order/reconcile.ts'
import { isReceived } from '#lib/domain/payments/order/status.ts'
import { Refused, requireFound } from '#lib/domain/refusals/refused.ts'
import type { Actor } from '#lib/domain/who.ts'
import { auditOrganisation } from '#lib/services/merchant/organisations.ts'
import { adjustInvoiceLink, lockLink, withdrawOthers } from '#lib/services/payments/invoice-links.ts'
import { openLink } from '#lib/services/payments/links.ts'
import { announce } from '#lib/services/payments/outbox.ts'
import { appendEvent, lockOrder, type OrderRow } from '#lib/services/payments/state.ts'
import { isRefundedBeyond } from './refunds.ts'

/** The only place for matches. Credit, then order, are locked; parts never exceed the credit. */

type Giving = {
  readonly creditId: string
  readonly orderId: string
  readonly amountMinor: bigint
  readonly by: MatchWay
  /** Null: by rule. */
  readonly userId: string | null
}

/**
 * Matches a credit, or part of it, with an order. The rules only match unmatched credits: returns false if that has changed meanwhile.
 * Refusals: `not_found`, `invalid_input` with field `amount.<why>` (`lib/domain/payments/order/reconcile.ts`, `Share`).
 */
export function matchCredit(organisationId: string, giving: Giving, tx: Tx | null = null): Promise<boolean> {
  return tx === null
    ? db().$transaction(own => matchLocked(own, organisationId, giving))
    : matchLocked(tx, organisationId, giving)
}

async function matchLocked(tx: Tx, organisationId: string, giving: Giving): Promise<boolean> {
  const { creditId, orderId, amountMinor, by, userId } = giving
  const credit = await lockCredit(tx, organisationId, creditId)
  const active = { creditId, organisationId, undoneAt: null }
  const given = await tx.creditMatch.aggregate({ where: active, _sum: { amountMinor: true } })
  const matchedMinor = given._sum.amountMinor ?? 0n
  if (by !== 'person' && matchedMinor > 0n) return false
  const { linkId } = requireFound(
    isUuid(orderId) && (await tx.paymentOrder.findFirst({ where: { id: orderId, ownerId: organisationId } })),
  )
  if (linkId !== null) await lockLink(tx, linkId)
  const order = await lockOrder(tx, { ownerId: organisationId, orderId })
  if (!order || order.kind === 'refund' || order.mode !== credit.mode || credit.takenBack)
    throw new Refused('not_found')
  const share = checkShare(credit, matchedMinor, { amountMinor, currency: order.currency })
  if (share !== 'ok') throw new Refused('invalid_input', { field: `amount.${share}` })
  await tx.creditMatch.create({
    data: { organisationId, creditId, orderId, amountMinor, by, matchedByUserId: userId, createdAt: now() },
  })
  const received = await storeReceipt(tx, order)
  if (linkId !== null && isReceived(received)) await withdrawOthers(tx, order)
  const detail = { amount: formatAmount({ amountMinor, currency: order.currency }), currency: order.currency, way: by }
  await appendEvent(tx, order, 'order.received', { by: userId === null ? 'us' : 'owner', detail })
  return true
}

async function lockCredit(tx: Tx, organisationId: string, creditId: string) {
  if (!isUuid(creditId)) throw new Refused('not_found')
  await tx.$queryRaw`
    SELECT "id" FROM "IncomingCredit"
    WHERE "id" = ${creditId}::uuid AND "organisationId" = ${organisationId}::uuid FOR UPDATE`
  return requireFound(await tx.incomingCredit.findFirst({ where: { id: creditId, organisationId } }))
}

/** Announced; the order is locked. */
async function storeReceipt(tx: Tx, order: OrderRow): Promise<OrderRow> {
  const { id: orderId, ownerId } = order
  const parts = await tx.creditMatch.findMany({
    where: { orderId, organisationId: ownerId, undoneAt: null },
    select: { amountMinor: true, createdAt: true },
    orderBy: { createdAt: 'asc' },
  })
  let [receivedMinor, receivedAt]: [bigint, Date | null] = [0n, null]
  for (const { amountMinor, createdAt } of parts) {
    // More than was asked for comes to an order that is paid.
    if (receivedMinor < order.amountMinor) receivedAt = createdAt
    receivedMinor += amountMinor
  }
  const data = { receivedMinor, receivedAt }
  const changed = await tx.paymentOrder.update({ where: { id: orderId, ownerId }, data })
  await announce(tx, changed, 'payment.received')
  return changed
}

export type HandMatch = {
  readonly creditId: string
  readonly orderId: string
  /** Instead of `orderId`: nobody has opened its link. */
  readonly invoiceId?: string
  /** Null: all that is left. */
  readonly amount: string | null
}

/** By a member, many to many. Refusals: `not_found`, `invalid_input` (`amount.<why>`); those of `openLink`. */
export async function matchByHand({ userId, organisationId }: Actor<'credit.match'>, wish: HandMatch): Promise<void> {
  const { creditId, invoiceId } = wish
  const orderId = invoiceId ? await openInvoice(organisationId, { creditId, invoiceId }) : wish.orderId
  await db().$transaction(async tx => {
    const credit = await lockCredit(tx, organisationId, creditId)
    const amountMinor =
      wish.amount === null ? await restOf(tx, credit) : (parseAmount(wish.amount, credit.currency)?.amountMinor ?? 0n)
    await matchCredit(organisationId, { creditId, orderId, amountMinor, by: 'person', userId }, tx)
    const detail = { creditId, orderId, amount: formatAmount({ amountMinor, currency: credit.currency }) }
    await auditOrganisation(tx, { userId, organisationId, action: 'reconciliation.matched', detail })
  })
}

/** Its order. */
async function openInvoice(organisationId: string, { creditId, invoiceId }: { creditId: string; invoiceId: string }) {
  if (![creditId, invoiceId].every(isUuid)) throw new Refused('not_found')
  const { mode } = requireFound(await db().incomingCredit.findFirst({ where: { id: creditId, organisationId } }))
  const where = { id: invoiceId, organisationId, mode }
  const invoice = await db().invoice.findFirst({ where, select: { link: { select: { slug: true } } } })
  const opened = await openLink(requireFound(invoice?.link).slug)
  const { id } = await db().paymentOrder.findUniqueOrThrow({ where: opened, select: { id: true } })
  return id
}

async function restOf(tx: Tx, credit: { id: string; organisationId: string; amountMinor: bigint }): Promise<bigint> {
  const where = { creditId: credit.id, organisationId: credit.organisationId, undoneAt: null }
  const { _sum } = await tx.creditMatch.aggregate({ where, _sum: { amountMinor: true } })
  return credit.amountMinor - (_sum.amountMinor ?? 0n)
}

/** Never matched again by rule. Refusals: `not_found`, `payment_refunded`, `payment_under_way` for an invoice credited in part. */
export async function undoMatch(actor: Actor<'credit.match'>, matchId: string): Promise<void> {
  const { userId, organisationId } = actor
  await db().$transaction(async tx => {
    const active = { id: matchId, organisationId, undoneAt: null }
    const match = requireFound(isUuid(matchId) && (await tx.creditMatch.findFirst({ where: active })))
    const { creditId, orderId } = match
    await lockCredit(tx, organisationId, creditId)
    const order = await undoLocked(tx, match, userId)
    if (await isRefundedBeyond(tx, order)) throw new Refused('payment_refunded')
    const ids = { matchId, creditId, orderId }
    await auditOrganisation(tx, { userId, organisationId, action: 'reconciliation.unmatched', detail: ids })
  })
}

type Match = Prisma.CreditMatchGetPayload<object>

/** The credit is locked. `userId` null: by the bank. */
async function undoLocked(tx: Tx, match: Match, userId: string | null): Promise<OrderRow> {
  const { id, organisationId, orderId, amountMinor } = match
  const { linkId } = await tx.paymentOrder.findUniqueOrThrow({ where: { id: orderId, ownerId: organisationId } })
  if (linkId !== null) await lockLink(tx, linkId)
  const order = requireFound(await lockOrder(tx, { ownerId: organisationId, orderId }))
  const where = { id, organisationId, undoneAt: null }
  const undone = { undoneAt: now(), undoneByUserId: userId }
  if ((await tx.creditMatch.updateMany({ where, data: undone })).count === 0) throw new Refused('not_found')
  const left = await storeReceipt(tx, order)
  if (linkId !== null) await askForTheRest(tx, organisationId, linkId)
  const detail = toMoneyView({ amountMinor, currency: order.currency })
  const [type, by] = userId === null ? (['order.taken_back', 'bank'] as const) : (['order.unmatched', 'owner'] as const)
  await appendEvent(tx, order, type, { by, detail })
  return left
}

/** What it paid is open again. */
export async function dropCredit(organisationId: string, creditId: string): Promise<void> {
  await db().$transaction(async tx => {
    await lockCredit(tx, organisationId, creditId)
    const active = { creditId, organisationId, undoneAt: null }
    const matches = await tx.creditMatch.findMany({ where: active, orderBy: { orderId: 'asc' } })
    for (const match of matches) await undoLocked(tx, match, null)
    await tx.incomingCredit.deleteMany({ where: { id: creditId, organisationId } })
  })
}

/** Its credit notes had counted what is undone now. */
async function askForTheRest(tx: Tx, organisationId: string, linkId: string): Promise<void> {
  const invoice = await tx.invoice.findFirst({ where: { linkId, organisationId, creditedMinor: { gt: 0 } } })
  if (invoice === null) return
  await adjustInvoiceLink(tx, { organisationId, linkId, leftMinor: invoice.amountMinor - invoice.creditedMinor })
}

/** Empty deletes; 500 at most. Refusals: `not_found`. */
export async function noteCredit(
  { userId, organisationId }: Actor<'credit.match'>,
  { creditId, note }: { readonly creditId: string; readonly note: string },
): Promise<void> {
  await db().$transaction(async tx => {
    await lockCredit(tx, organisationId, creditId)
    const data = { note: cleanText(note, 500) || null }
    await tx.incomingCredit.updateMany({ where: { id: creditId, organisationId }, data })
    const detail = { creditId }
    await auditOrganisation(tx, { userId, organisationId, action: 'reconciliation.noted', detail })
  })
}
