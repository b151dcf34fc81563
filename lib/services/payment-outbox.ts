import type { Prisma, Tx } from '#lib/db.ts'
import type { OrderStatus } from '#lib/domain/order.ts'

type Order = Prisma.PaymentOrderGetPayload<object>

/**
 * Tells whoever is to be told that an order's status changed, in the transaction that changes it: what is announced and what
 * is true commit together (outbox). Merchants' webhooks are written here.
 */
export async function announceOrder(_tx: Tx, _order: Order, _from: OrderStatus): Promise<void> {}
