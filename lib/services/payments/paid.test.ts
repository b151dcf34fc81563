import { expect, test } from 'vitest'
import { now } from '#lib/clock.ts'
import { db, Prisma } from '#lib/db.ts'
import { noPaymentFilter } from '#lib/domain/payments/order/filter.ts'
import { paidBy, shownStatus, shownStatuses } from '#lib/domain/payments/order/paid.ts'
import { orderStatuses } from '#lib/domain/payments/order/status.ts'
import { aShop } from '#testing/people/a-shop.ts'
import { asMember } from '#testing/people/as-member.ts'
import { newOrder } from '#testing/shop/orders.ts'
import { listPayments, readTotals } from './list.ts'
import { paidAt, wherePaid, wherePaidSince } from './paid.ts'

const sums = [0n, 320n, 321n, 322n, 642n]

test('whatever the status and the sum received, rows are counted as the rule says, and once in the totals', async () => {
  const { organisationId, userId } = await aShop()
  const [finishedAt, receivedAt] = [new Date(now().getTime() - 1), now()]
  const cases = orderStatuses.flatMap(status => sums.map(receivedMinor => ({ status, receivedMinor })))
  const made = await Promise.all(
    cases.map(async ({ status, receivedMinor }) => {
      const id = await newOrder({}, organisationId)
      const data = { status, receivedMinor, finishedAt, receivedAt: receivedMinor > 0n ? receivedAt : null }
      const row = await db().paymentOrder.update({ where: { id, ownerId: organisationId }, data })
      return { id, status, by: paidBy(row) }
    }),
  )
  const paid = made.filter(({ by }) => by !== null).map(({ id }) => id)
  const where = { ownerId: organisationId, ...wherePaid() }
  const found = await db().paymentOrder.findMany({ where, select: { id: true } })
  expect(new Set(found.map(({ id }) => id))).toEqual(new Set(paid))
  const rows = await db().$queryRaw<{ id: string; at: Date | null }[]>(
    Prisma.sql`SELECT "id", ${paidAt} AS "at" FROM "PaymentOrder" WHERE "ownerId" = ${organisationId}::uuid`,
  )
  for (const { id, at } of rows) {
    const expected = made.find(one => one.id === id && one.by !== null)
    expect(at).toEqual(expected ? (expected.status === 'executed' ? finishedAt : receivedAt) : null)
  }
  for (const since of [finishedAt, receivedAt]) {
    const at = { ownerId: organisationId, ...wherePaidSince(since) }
    const later = rows.filter(row => row.at !== null && row.at >= since).length
    expect(await db().paymentOrder.count({ where: at })).toBe(later)
  }
  for (const status of shownStatuses) {
    const filter = { ...noPaymentFilter, status }
    const { payments } = await asMember(userId, organisationId, 'payment.read', listPayments, { filter, limit: 100 })
    const shown = made.filter(({ by, ...one }) => shownStatus({ ...one, paidBy: by }) === status)
    expect(new Set(payments.map(({ id }) => id))).toEqual(new Set(shown.map(({ id }) => id)))
  }
  const { today } = await asMember(userId, organisationId, 'payment.read', readTotals)
  const accepted = made.filter(({ status, by }) => status === 'confirmed' && by === null)
  const counts = [today.created, today.executed, today.confirmed].map(({ count }) => count)
  expect(counts).toEqual([cases.length, paid.length, accepted.length])
})
