import { expect, test } from 'vitest'
import { setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { attemptRow } from '#testing/shop/checkout-order.ts'
import { newOrder, payee } from '#testing/shop/orders.ts'
import { sweepPayers } from './payers.ts'

const paid = new Date('2026-11-01T08:00:00Z')
const iban = 'FR7630001007941234567890185'
const someone = '0a0a0a0a-0000-4000-8000-0000000000aa'

async function attempt(confirmingAt: Date | null, payerUserId: string | null = null): Promise<string> {
  const orderId = await newOrder()
  await db().paymentOrder.update({ where: { id: orderId }, data: { debtorIban: iban, payerUserId } })
  const row = attemptRow({ orderId, ownerId: payee, status: confirmingAt === null ? 'expired' : 'executed' })
  await db().paymentAttempt.create({ data: { ...row, debtorIban: iban, createdAt: paid, confirmingAt } })
  return orderId
}

test('the IBAN of a payer without account goes after thirteen months, of what was paid after five years; nobody else’s does', async () => {
  setClock(paid)
  const [never, executed, own] = [await attempt(null), await attempt(paid), await attempt(null, someone)]
  const ibans = async () => {
    const rows = await db().paymentAttempt.findMany({
      where: { orderId: { in: [never, executed, own] } },
      include: { order: true },
    })
    return [never, executed, own].map(id => {
      const row = rows.find(({ orderId }) => orderId === id)
      return [row?.debtorIban, row?.order.debtorIban]
    })
  }
  const [kept, gone] = [
    [iban, iban],
    [null, null],
  ]
  setClock(new Date('2027-12-01T08:00:00Z'))
  expect(await sweepPayers()).toBe(0)
  setClock(new Date('2027-12-01T08:00:01Z'))
  expect(await sweepPayers(1)).toBe(1)
  expect(await ibans()).toEqual([gone, kept, kept])
  setClock(new Date('2031-11-01T08:00:01Z'))
  expect(await sweepPayers()).toBe(1)
  expect(await ibans()).toEqual([gone, gone, kept])
})
