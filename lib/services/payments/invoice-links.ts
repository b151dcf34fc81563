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
import { lockOrder } from './state.ts'

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

/**
 * What is left less what arrived by hand; closed if nothing. Minor units; null: paid before. Refusals:
 * `payment_under_way`.
 */
export async function lowerInvoiceLink(
  tx: Tx,
  { organisationId }: Actor<'invoice.credit'>,
  { linkId, leftMinor }: { readonly linkId: string; readonly leftMinor: bigint },
): Promise<bigint | null> {
  // As for opening: no order is created in between.
  await tx.$queryRaw`SELECT "id" FROM "PaymentLink" WHERE "id" = ${linkId}::uuid FOR UPDATE`
  const orders = await tx.paymentOrder.findMany({ where: { linkId, ownerId: organisationId }, orderBy: { id: 'asc' } })
  let dueMinor = leftMinor
  for (const { id: orderId } of orders) {
    const order = await lockOrder(tx, { ownerId: organisationId, orderId })
    if (order === null) continue
    if (order.status === 'executed' || order.status === 'partly_executed' || isReceived(order)) return null
    dueMinor -= order.receivedMinor
    if (isFinalOrder(order.status)) continue
    if (order.expiresAt !== null && order.expiresAt <= now() && order.status === 'open') continue
    await withdrawLocked(tx, order)
  }
  const data = dueMinor <= 0n ? { closedAt: now() } : { amountMinor: dueMinor }
  await tx.paymentLink.updateMany({ where: { id: linkId, organisationId, closedAt: null }, data })
  return dueMinor > 0n ? dueMinor : 0n
}
