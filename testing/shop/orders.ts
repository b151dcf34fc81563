import { db } from '#lib/db.ts'
import { createOrder, type NewOrder } from '#lib/services/payments/orders.ts'
import { checkoutOrder } from './checkout-order.ts'

/** Orders of a merchant at the sandbox bank, for tests and soaks of payments. */

export const payingBank = '19870'
export const payee = '0a0a0a0a-0000-4000-8000-00000000000f'

/** A merchant's order, to be paid once. */
export async function newOrder(change: Partial<NewOrder> = {}, ownerId = payee): Promise<string> {
  const { id } = await createOrder(ownerId, checkoutOrder(321n, change))
  return id
}

/** Expires the lease of a dead process, and makes the attempt due. */
export async function makeDue(orderId: string): Promise<void> {
  await db().paymentAttempt.updateMany({
    where: { orderId, nextAt: { not: null } },
    data: { leaseId: null, leaseUntil: null, nextAt: new Date(0) },
  })
}

/** Attempts of an order, oldest first. */
export function attemptsOf(orderId: string) {
  return db().paymentAttempt.findMany({ where: { orderId }, orderBy: { createdAt: 'asc' } })
}

/** Our status of an order. */
export async function statusOf(orderId: string): Promise<string> {
  return (await db().paymentOrder.findUniqueOrThrow({ where: { id: orderId } })).status
}
