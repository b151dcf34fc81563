import { now } from '#lib/clock.ts'
import type { Tx } from '#lib/db.ts'
import { isFinalOrder, isReceived } from '#lib/domain/payments/order/status.ts'
import { beneficiaryAt } from '#lib/domain/payments/payee/beneficiary-change.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Actor } from '#lib/domain/who.ts'
import { requirePayable } from '#lib/services/merchant/activation.ts'
import { requireWithinPaymentLimit } from './live-limits.ts'
import { withdrawLocked } from './orders.ts'
import { newUnguessableId } from './secrets.ts'
import { lockOrder, type OrderRow, refreshOrder } from './state.ts'

/** One payment, with the invoice's number. */

type Invoice = { readonly title: string; readonly number: string; readonly amountMinor: bigint }

/**
 * No end: an overdue one can be paid. Refusals: those of `requirePayable`; `payment_limit_reached`; `invalid_input`
 * (`beneficiary`).
 */
export async function createInvoiceLink(
  tx: Tx,
  { organisationId, userId, mode }: Actor<'invoice.send'>,
  { title, number, amountMinor }: Invoice,
): Promise<{ readonly id: string; readonly slug: string }> {
  const organisation = await requirePayable(tx, organisationId, mode)
  if (beneficiaryAt(organisation, now()).inEffect === null) throw new Refused('invalid_input', { field: 'beneficiary' })
  requireWithinPaymentLimit(organisation, { mode, amountMinor })
  const slug = newUnguessableId()
  const terms = { title, amountMinor, referencePrefix: number, isReusable: false }
  const origin = { organisationId, mode, createdByUserId: userId, createdAt: now() }
  return tx.paymentLink.create({ data: { ...terms, ...origin, slug }, select: { id: true, slug: true } })
}

/** No order is created in between. */
export async function lockLink(tx: Tx, linkId: string): Promise<void> {
  await tx.$queryRaw`SELECT "id" FROM "PaymentLink" WHERE "id" = ${linkId}::uuid FOR UPDATE`
}

/** Of a link for one payment, once another of its orders is paid by hand; a payer's under way isn't confirmed. Link locked. */
export async function withdrawOthers(tx: Tx, { id, ownerId, linkId }: OrderRow): Promise<void> {
  const where = { ownerId, linkId, id: { not: id }, status: 'open' as const, link: { isReusable: false } }
  const others = await tx.paymentOrder.findMany({ where, select: { id: true }, orderBy: { id: 'asc' } })
  for (const { id: orderId } of others) {
    const order = await lockOrder(tx, { ownerId, orderId })
    if (order !== null && (await refreshOrder(tx, order)) === 'open') await withdrawLocked(tx, order)
  }
}

/**
 * What is left less what arrived by hand; closed if nothing. Minor units; null: paid before. Refusals:
 * `payment_under_way`.
 */
export async function adjustInvoiceLink(
  tx: Tx,
  { organisationId, linkId, leftMinor }: { organisationId: string; linkId: string; leftMinor: bigint },
): Promise<bigint | null> {
  await lockLink(tx, linkId)
  const orders = await tx.paymentOrder.findMany({ where: { linkId, ownerId: organisationId }, orderBy: { id: 'asc' } })
  let dueMinor = leftMinor
  for (const { id: orderId } of orders) {
    const order = await lockOrder(tx, { ownerId: organisationId, orderId })
    if (order === null) continue
    if (order.status === 'executed' || order.status === 'partly_executed' || isReceived(order)) return null
    dueMinor -= order.receivedMinor
    if (isFinalOrder(order.status) || isFinalOrder(await refreshOrder(tx, order))) continue
    await withdrawLocked(tx, order)
  }
  const closing = dueMinor <= 0n
  const where = { id: linkId, organisationId, ...(closing && { closedAt: null }) }
  const data = closing ? { closedAt: now() } : { amountMinor: leftMinor, closedAt: null }
  await tx.paymentLink.updateMany({ where, data })
  return closing ? 0n : dueMinor
}
