import type { Transport } from '@guichet/stet/transport.ts'
import { db } from '#lib/db.ts'
import { createOrder } from '#lib/services/payments/orders.ts'
import { PaperBank } from '#testing/bank/in-memory.ts'
import { checkoutOrder } from '#testing/shop/checkout-order.ts'

/** Payments at a simulated bank (testing/bank/in-memory.ts), so that only our side is measured. */

const ownerId = '0a0a0a0a-0000-4000-8000-0000000000be'

/** A bank that answers at once. */
export function createPaperWire(): Transport {
  const bank = new PaperBank(() => Date.now())
  return { exchange: async request => bank.answer(request), close: async () => {} }
}

/** Enables payments at the first bank. */
export async function takePayments(): Promise<void> {
  await db().bank.updateMany({ data: { supports: ['payments'] } })
}

/** Creates an order like a merchant's checkout. */
export async function makeOrder(): Promise<{ readonly ownerId: string; readonly orderId: string }> {
  const { id } = await createOrder(ownerId, checkoutOrder())
  return { ownerId, orderId: id }
}
