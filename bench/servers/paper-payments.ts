import { setTimeout as delay } from 'node:timers/promises'
import { PaperBank } from '#e2e/schedules/paper-bank.ts'
import { checkoutOrder } from '#e2e/services/checkout-order.ts'
import { openBank } from '#lib/banks.ts'
import { db } from '#lib/db.ts'
import { createOrder } from '#lib/services/payments/orders.ts'
import { receiveReport } from '#lib/services/payments/report.ts'
import type { Transport } from '#lib/stet/transport.ts'
import { presence } from './our-side.ts'

/** Payments at a simulated bank (e2e/schedules/paper-bank.ts), so that only our side is measured. */

const ownerId = '0a0a0a0a-0000-4000-8000-0000000000be'

export type PaperWire = Transport & { readonly bank: PaperBank; delayMs: number }

/** A bank that answers after `delayMs` of real time, which can be changed. */
export function createPaperWire(delayMs = 0): PaperWire {
  const bank = new PaperBank(() => Date.now())
  const exchange: Transport['exchange'] = async request => {
    if (wire.delayMs > 0) await delay(wire.delayMs)
    return bank.answer(request)
  }
  const wire: PaperWire = { bank, delayMs, exchange, close: async () => {} }
  return wire
}

/** Enables payments at the first bank. */
export async function takePayments(): Promise<void> {
  await db().bank.updateMany({ data: { supports: ['payments'] } })
}

/** Adds a second bank. */
export async function addBank(code: string, wire: Transport): Promise<void> {
  const { code: _, ...entry } = await db().bank.findUniqueOrThrow({ where: { code: '19870' } })
  await db().bank.create({ data: { ...entry, code } })
  const bank = await openBank(code)
  if (!bank) throw new Error('no bank')
  bank.credentials = { transport: wire, seal: bank.credentials.seal }
}

/** Creates an order like a merchant's checkout. */
export async function makeOrder(): Promise<{ readonly ownerId: string; readonly orderId: string }> {
  const { id } = await createOrder(ownerId, checkoutOrder())
  return { ownerId, orderId: id }
}

/** Authorises at the bank's consent link and returns to us. */
export async function comeBack(bank: PaperBank, bankCode: string, redirectTo: string): Promise<void> {
  const id = new URL(redirectTo).searchParams.get('paymentRequestResourceId') ?? ''
  const url = new URL(bank.approve(id) ?? 'about:blank')
  const reportId = url.pathname.split('/payment/')[1] ?? ''
  await receiveReport({ bankCode, reportId, query: url.searchParams, presence })
}
