import { describe, expect, test } from 'vitest'
import { setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import type { AttemptStatus } from '#lib/domain/payments/attempt/machine.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { aShop } from '#testing/people/a-shop.ts'
import { activate } from '#testing/people/activate.ts'
import { attemptRow, checkoutOrder } from '#testing/shop/checkout-order.ts'
import { requireStartable, requireWithinLimits } from './live-limits.ts'
import { createOrder, type NewOrder } from './orders.ts'
import { inOrder } from './state.ts'

/** Limits of live payments in a real database: what counts, and that parallel starts cannot exceed them. */

const creditor = { name: 'Librairie du Port', iban: 'FR7619873009020009362007722', bic: null }

/** An activated shop with limits of €100 per payment, €250 a day and €600 a month. */
async function shop(): Promise<string> {
  const limits = { limitPaymentMinor: 10_000n, limitDayMinor: 25_000n, limitMonthMinor: 60_000n }
  const { organisationId: id } = await aShop({ beneficiaryIban: creditor.iban, ...limits })
  await activate(id)
  return id
}

async function order(ownerId: string, euros: number, more: Partial<NewOrder> = {}): Promise<string> {
  return (await createOrder(ownerId, checkoutOrder(BigInt(euros) * 100n, { mode: 'live', creditor, ...more }))).id
}

/** Starts an order as `attempts.ts` does: checked and stored under the same locks. */
const start = (ownerId: string, orderId: string, status: AttemptStatus = 'redirected') =>
  inOrder({ ownerId, orderId }, async (tx, locked) => {
    await requireStartable(tx, locked)
    await tx.paymentAttempt.create({ data: attemptRow({ orderId, ownerId, status }) })
  })

const outcomeOf = (acting: Promise<unknown>) =>
  acting.then(
    () => 'started' as const,
    (error: unknown) => (error instanceof Refused ? { code: error.code, limit: error.limit } : error),
  )
const reached = (name: string, max: string, left: string) => ({
  code: 'payment_limit_reached',
  limit: { name, max, left },
})

describe('the start of a live payment', () => {
  test('is refused above the limit per payment, day or month, with what is left', async () => {
    setClock(new Date('2026-11-10T12:00:00Z'))
    const id = await shop()
    expect(await outcomeOf(start(id, await order(id, 101)))).toEqual(reached('payment', '100.00', '100.00'))
    for (const euros of [100, 100]) expect(await outcomeOf(start(id, await order(id, euros)))).toBe('started')
    expect(await outcomeOf(start(id, await order(id, 51)))).toEqual(reached('day', '250.00', '50.00'))
    expect(await outcomeOf(start(id, await order(id, 50)))).toBe('started')
    setClock(new Date('2026-11-11T12:00:00Z'))
    for (const euros of [100, 100, 50]) expect(await outcomeOf(start(id, await order(id, euros)))).toBe('started')
    setClock(new Date('2026-11-12T12:00:00Z'))
    expect(await outcomeOf(start(id, await order(id, 100)))).toBe('started')
    expect(await outcomeOf(start(id, await order(id, 1)))).toEqual(reached('month', '600.00', '0.00'))
    setClock(new Date('2026-12-01T12:00:00Z'))
    expect(await outcomeOf(start(id, await order(id, 100)))).toBe('started')
  })

  test('counts the day in Paris', async () => {
    const id = await shop()
    setClock(new Date('2026-11-10T22:59:00Z'))
    for (const euros of [100, 100, 50]) await start(id, await order(id, euros))
    expect(await outcomeOf(start(id, await order(id, 1)))).toEqual(reached('day', '250.00', '0.00'))
    setClock(new Date('2026-11-10T23:00:00Z'))
    expect(await outcomeOf(start(id, await order(id, 1)))).toBe('started')
  })

  test.each(['rejected', 'cancelled', 'expired', 'abandoned'] as const)(
    'an attempt that is %s leaves room again',
    async status => {
      const id = await shop()
      for (let times = 0; times < 4; times += 1) {
        expect(await outcomeOf(start(id, await order(id, 100), status))).toBe('started')
      }
    },
  )

  test('another try of the same order counts once', async () => {
    const id = await shop()
    for (const euros of [100, 50]) await start(id, await order(id, euros))
    const last = await order(id, 100)
    for (let times = 0; times < 3; times += 1) expect(await outcomeOf(start(id, last))).toBe('started')
  })

  test('neither tests nor refunds count, nor what another merchant takes', async () => {
    const [id, other] = await Promise.all([shop(), shop()])
    for (const euros of [100, 100, 50]) await start(other, await order(other, euros))
    const test = { mode: 'test' } as const
    for (const euros of [5_000, 5_000]) expect(await outcomeOf(start(id, await order(id, euros, test)))).toBe('started')
    for (const euros of [100, 100, 50]) expect(await outcomeOf(start(id, await order(id, euros)))).toBe('started')
  })

  test('eight parallel ones that each fit never exceed the day together', async () => {
    const id = await shop()
    const orders = await Promise.all(Array.from({ length: 8 }, () => order(id, 100)))
    const outcomes = await Promise.all(orders.map(one => outcomeOf(start(id, one))))
    expect(outcomes.filter(outcome => outcome === 'started')).toHaveLength(2)
    expect(outcomes.filter(outcome => outcome !== 'started')).toEqual(
      Array.from({ length: 6 }, () => reached('day', '250.00', '50.00')),
    )
  })

  test('is refused while the merchant is suspended, in both modes', async () => {
    const id = await shop()
    const orders = [await order(id, 1), await order(id, 1, { mode: 'test' })]
    await db().organisation.update({ where: { id }, data: { suspendedAt: new Date() } })
    for (const one of orders) expect(await outcomeOf(start(id, one))).toMatchObject({ code: 'organisation_suspended' })
  })
})

test('asking whether an amount fits reserves nothing', async () => {
  const id = await shop()
  const row = await db().organisation.findUniqueOrThrow({ where: { id } })
  const fits = (euros: bigint, mode: 'test' | 'live' = 'live') =>
    outcomeOf(requireWithinLimits(db(), row, { mode, amountMinor: euros * 100n }))
  for (let times = 0; times < 5; times += 1) expect(await fits(100n)).toBe('started')
  for (const euros of [100, 100]) await start(id, await order(id, euros))
  expect(await fits(100n)).toEqual(reached('day', '250.00', '50.00'))
  expect(await fits(1_000_000n, 'test')).toBe('started')
  expect(await fits(1_000_001n, 'test')).toEqual(reached('payment', '1000000.00', '1000000.00'))
})
