import { addDays } from '@guichet/values/calendar/day.ts'
import { beforeEach, expect, test } from 'vitest'
import { setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { openAccountWriter } from '#lib/services/refresh/account-writes.ts'
import { aBank } from '#testing/bank/of-directory.ts'
import { aPerson } from '#testing/people/a-person.ts'
import { aConnection, aLine, anAccount } from '#testing/people/an-account.ts'
import { readInsights } from './insights.ts'

/** What nobody has read is no month without money. */

const leaseId = '018f0000-0000-7000-8000-000000000001'
let userId: string
let connectionId: string
let id: string

beforeEach(async () => {
  setClock(new Date('2027-06-15T10:00:00Z'))
  userId = (await aPerson()).userId
  await aBank()
  connectionId = await aConnection(userId, { syncLeaseId: leaseId })
  id = await anAccount({ userId, connectionId, lastSyncedAt: new Date('2026-12-05T23:30:00Z') })
  for (const day of ['2026-09-03', '2026-11-10', '2026-12-04', '2027-03-25', '2027-05-20']) {
    const dates = { day, bookingDate: new Date(day), firstSeenAt: new Date('2026-11-28T09:00:00Z') }
    const filed = { amountMinor: -1_000n, category: 'groceries', categorySource: 'code' as const }
    await aLine(userId, id, day, { ...dates, ...filed })
  }
  const balance = { userId, accountId: id, type: 'CLBD', name: 'x', currency: 'EUR' }
  await db().balance.createMany({
    data: [
      {
        ...balance,
        amountMinor: 50_000n,
        current: false,
        referenceDate: new Date('2026-12-01'),
        readAt: new Date('2026-12-02'),
      },
      { ...balance, amountMinor: 20_000n, referenceDate: new Date('2027-05-25'), readAt: new Date('2027-05-25') },
    ],
  })
})

const read = (at: string) =>
  openAccountWriter({ userId, connectionId, leaseId })({ id, syncState: 'done', lastSyncedAt: new Date(at) })
const coverageOf = async () => {
  const { months } = await readInsights({ userId })
  return Object.fromEntries(months.map(({ month, coverage }) => [month, coverage]))
}

test('a reading that doesn’t reach back to the one before leaves a hole, by Paris days', async () => {
  await read('2027-03-05T22:59:00Z')
  expect((await db().account.findFirstOrThrow({ where: { userId } })).unread, 'ninety days, not a day missing').toEqual(
    [],
  )
  await read('2027-06-15T09:00:00Z')
  const { unread } = await db().account.findFirstOrThrow({ where: { userId } })
  expect(unread.map(day => day.toISOString().slice(0, 10))).toEqual(['2027-03-06', '2027-03-17'])
})

test('months in a hole have no data, months beside it are known in part, and neither is compared', async () => {
  await read('2027-06-15T09:00:00Z')
  expect(await coverageOf()).toEqual({
    '2026-09': 'whole',
    '2026-10': 'whole',
    '2026-11': 'whole',
    '2026-12': 'part',
    '2027-01': 'none',
    '2027-02': 'none',
    '2027-03': 'part',
    '2027-04': 'whole',
    '2027-05': 'whole',
    '2027-06': 'whole',
  })
  expect(await readInsights({ userId })).toMatchObject({ uncompared: null, before: { month: '2027-05' } })
  for (const month of ['2026-12', '2027-01', '2027-03', '2027-04']) {
    expect(await readInsights({ userId }, { month }), month).toMatchObject({ uncompared: 'unknown', before: null })
  }
  expect(await readInsights({ userId }, { month: '2026-09' })).toMatchObject({ uncompared: 'first' })
})

test('a balance isn’t drawn through a hole; before it, it follows from the bank’s balance of that time', async () => {
  setClock(new Date('2027-05-25T10:00:00Z'))
  await read('2027-05-25T09:00:00Z')
  const points = (await readInsights({ userId })).balances[0]?.points ?? []
  const on = (day: string) => points.find(point => point.day === day)?.amount
  expect(points[0]?.day).toBe(addDays('2027-05-25', -180))
  expect(['2026-11-30', '2026-12-01', '2026-12-04', '2026-12-06'].map(on)).toEqual([
    '500.00',
    '500.00',
    '490.00',
    '490.00',
  ])
  expect(['2026-12-07', '2027-02-24'].map(on)).toEqual([undefined, undefined])
  expect(['2027-02-25', '2027-05-19', '2027-05-25'].map(on)).toEqual(['220.00', '210.00', '200.00'])
})

test('an account that was not read for months ends there', async () => {
  const known = await coverageOf()
  expect(known['2026-11']).toBe('whole')
  expect(known['2027-01']).toBe('none')
})
