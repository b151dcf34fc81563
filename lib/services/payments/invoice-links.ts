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

/** The payment link that an invoice owns: one payment of its amount, which carries its number as reference. */

type Invoice = { readonly title: string; readonly number: string; readonly amountMinor: bigint }

/**
 * Creates the link of an invoice. It has no end, because an overdue invoice can still be paid. Refusals: those of `requirePayable`;
 * `payment_limit_reached`; `invalid_input` with the field `beneficiary` before there is an account.
 */
export async function createInvoiceLink(
  tx: Tx,
  { organisationId, userId, mode }: Actor<'invoice.send'>,
  { title, number, amountMinor }: Invoice,
): Promise<{ readonly id: string; readonly slug: string }> {
  const organisation = await requirePayable(tx, organisationId, mode)
  if (beneficiaryAt(organisation, now()).inEffect === null) throw new Refused('invalid_input', { field: 'beneficiary' })
  if (mode === 'live') requireWithinPaymentLimit(organisation, amountMinor)
  const slug = newUnguessableId()
  const terms = { title, amountMinor, referencePrefix: number, isReusable: false }
  const origin = { organisationId, mode, createdByUserId: userId, createdAt: now() }
  return tx.paymentLink.create({ data: { ...terms, ...origin, slug }, select: { id: true, slug: true } })
}

/**
 * Asks by the link of an invoice for what is left less what arrived by hand, or closes it for good if that is nothing, and withdraws an order
 * that nobody has paid. Returns what it asks for then, in minor units; null for one that was paid, which stays as it is. Refusals:
 * `payment_under_way` while it is being paid.
 */
export async function lowerInvoiceLink(
  tx: Tx,
  { organisationId }: Actor<'invoice.credit'>,
  { linkId, leftMinor }: { readonly linkId: string; readonly leftMinor: bigint },
): Promise<bigint | null> {
  // The same lock as for opening it: no order is created in between.
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
