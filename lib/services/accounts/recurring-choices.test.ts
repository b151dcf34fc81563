import { beforeEach, expect, test } from 'vitest'
import { setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { aBank } from '#testing/bank/of-directory.ts'
import { aPerson } from '#testing/people/a-person.ts'
import { aConnection, aLine, anAccount } from '#testing/people/an-account.ts'
import { readInsights } from './insights.ts'
import { chooseRecurring } from './recurring-choices.ts'

let userId: string

beforeEach(async () => {
  setClock(new Date('2026-11-21T10:00:00Z'))
  userId = (await aPerson()).userId
  await aBank()
  const connectionId = await aConnection(userId)
  const accountId = await anAccount({ userId, connectionId, lastSyncedAt: new Date() })
  const balance = { type: 'CLBD', name: 'x', amountMinor: 500_000n, currency: 'EUR', readAt: new Date('2026-11-21') }
  await db().balance.create({ data: { userId, accountId, ...balance, referenceDate: new Date('2026-11-21') } })
  const lines = ['2026-08-28', '2026-09-28', '2026-10-28'].map(day => ['foncia', day, -85_000n] as const)
  for (const [counterparty, day, amountMinor] of [...lines, ['club', '2026-10-25', -4_000n] as const]) {
    const code = { codeDomain: 'PMNT', codeFamily: 'CCRD', codeSubFamily: 'POSD' }
    const filed = { category: counterparty === 'foncia' ? 'transport' : 'shopping', categorySource: 'code' as const }
    const text = { label: `CARTE ${counterparty}`, searchText: counterparty, counterparty }
    const line = { day, bookingDate: new Date(day), amountMinor, ...code, ...filed, ...text }
    await aLine(userId, accountId, `${counterparty} ${day}`, line)
  }
})

const expected = async () => {
  const { recurring, upcoming, forecast, dismissed, regularly } = await readInsights({ userId })
  return {
    names: recurring.map(({ counterparty }) => counterparty),
    days: upcoming.map(({ day, amount }) => `${day} ${amount}`),
    known: forecast?.known,
    dismissed: dismissed.length,
    year: regularly.yearly,
  }
}

test('calendar, forecast and the yearly cost follow what a person says', async () => {
  const found = { names: ['foncia'], days: ['2026-11-30 -850.00'], known: 1, dismissed: 0, year: '-10200.00' }
  expect(await expected()).toEqual(found)
  await chooseRecurring({ userId }, { counterparty: 'foncia', direction: 'out', choice: 'never' })
  expect(await expected()).toEqual({ names: [], days: [], known: 0, dismissed: 1, year: '0.00' })
  await chooseRecurring({ userId }, { counterparty: 'foncia', direction: 'out', choice: 'forget' })
  expect(await expected()).toEqual(found)
  // Seen once, by card: only the person knows.
  await chooseRecurring({ userId }, { counterparty: 'club', direction: 'out', choice: 'month' })
  const days = ['2026-11-25 -40.00', '2026-11-30 -850.00', '2026-12-25 -40.00']
  expect(await expected()).toEqual({ names: ['club', 'foncia'], days, known: 2, dismissed: 0, year: '-10680.00' })
})

test('what was left out of insights the last time is no regular cost, and leaves the account all the same', async () => {
  const found = await expected()
  const leaveOut = (leftOut: boolean, day?: string) =>
    db().transaction.updateMany({
      where: { userId, counterparty: 'foncia', ...(day && { day: new Date(day) }) },
      data: { leftOut },
    })
  await leaveOut(true)
  expect(await expected()).toEqual({ ...found, names: [], year: '0.00' })
  await leaveOut(false, '2026-10-28')
  expect(await expected()).toEqual(found)
})

test('only of a counterparty that the person has, and nobody else’s', async () => {
  const choice = { counterparty: 'unknown', direction: 'out', choice: 'month' } as const
  await expect(chooseRecurring({ userId }, choice)).rejects.toMatchObject({ field: 'counterparty' })
  const other = (await aPerson()).userId
  await expect(chooseRecurring({ userId: other }, { ...choice, counterparty: 'foncia' })).rejects.toMatchObject({
    field: 'counterparty',
  })
})
