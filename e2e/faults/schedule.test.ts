import { parisDay, parisInstant, parisMinute } from '@guichet/values/calendar/paris.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#lib/db.ts'
import { readProgress } from '#lib/services/refresh/connection.ts'
import { people } from '#testing/bank/customers.ts'
import { type Counted, highestCount, readBatchCounts, setBankClock } from '#testing/bank/desk.ts'
import { dieIn, forgetConnections, newCustomer, openCrew } from '#testing/processes/crew.ts'
import type { OurProcess } from '#testing/processes/start.ts'
import { presence } from '#testing/stack/start.ts'

/** Two workers in their own processes, one PostgreSQL and the sandbox bank, whose counts are checked (docs/faults.md, R7 to R9, H16). */

const crew = openCrew({ lasting: 0, bank: { SANDBOX_PAGE_TRANSACTIONS: '40' }, findBroken: async () => [] })
const { start, sent } = crew
// Logins that an earlier test linked may be linked again.
beforeEach(forgetConnections)

/** Makes every connection due, without leases. */
const makeDue = () =>
  db().connection.updateMany({
    where: { status: 'active' },
    data: { nextRefreshAt: new Date(0), syncLeaseId: null, syncLeaseUntil: null },
  })
const work = (one: OurProcess) => one.call<number>('lib/jobs/tasks.ts', 'workOnce', 'refreshes')
test('two schedulers at the same slots: each connection is read by one, three times, and the bank never counts a fourth (R7)', async () => {
  const before = readBatchCounts(crew.running)
  const connections = [await newCustomer(people.camille), await newCustomer(people.lea), await newCustomer(people.ines)]
  const workers = [await start(), await start()]
  for (let slot = 0; slot < 6; slot += 1) {
    await makeDue()
    await Promise.all([...workers, ...workers].map(work))
  }
  expect(await sent('/accounts')).toHaveLength(3 * connections.length)
  const counts = readBatchCounts(crew.running)
  expect(counts.length).toBeGreaterThan(before.length)
  expect(highestCount(counts)).toBe(3)
  for (const { userId, connectionId } of connections) {
    const { accounts } = await readProgress({ userId }, connectionId)
    expect(accounts.map(({ state }) => state)).toEqual(accounts.map(() => 'done'))
  }
})

test('the limit belongs to the login: linked by somebody else, or again, it has no new quota', async () => {
  const worker = await start()
  const first = await newCustomer(people.sophie)
  await worker.watch('19871')
  const slots = async () => {
    for (let slot = 0; slot < 3; slot += 1) {
      await makeDue()
      await work(worker)
    }
  }
  await makeDue()
  await work(worker)
  await newCustomer(people.sophie)
  await slots()
  await db().connection.update({ where: { id: first.connectionId }, data: { status: 'disconnected' } })
  await newCustomer(people.sophie)
  await slots()
  expect(await sent('/accounts')).toHaveLength(3)
  expect(
    highestCount(readBatchCounts(crew.running).filter(({ resource }) => resource.startsWith('accounts'))),
  ).toBeLessThanOrEqual(3)
})

test('a worker killed five times, before and after its calls: still within the limit, and the day ends with what could be read (R8)', async () => {
  const { userId, connectionId } = await newCustomer(people.thomas)
  const points = ['/accounts', '/balances', '/transactions', '/transactions?', '/owners'] as const
  for (let death = 0; death < 5; death += 1) {
    const worker = await start()
    const act = death % 2 === 0 ? ('die_after' as const) : ('die_before' as const)
    await worker.addFault({ bankCode: '19870', match: points[death % points.length] ?? '', act })
    await makeDue()
    // The consequences of three deaths in a row are tested below.
    await db().connection.updateMany({ data: { unfinishedReadings: 0 } })
    await dieIn(worker, work(worker))
  }
  const counts = readBatchCounts(crew.running)
  expect(highestCount(counts)).toBeLessThanOrEqual(4)
  expect(highestCount(counts)).toBeGreaterThan(0)
  const used = await db().quotaUse.findMany({ where: { userId } })
  expect(Math.max(...used.map(row => row.used))).toBe(3)
  // An attended refresh reads everything, and nothing twice.
  const survivor = await start()
  await makeDue()
  await survivor.call('lib/services/refresh/connection.ts', 'refreshConnection', userId, connectionId, presence)
  const { accounts } = await readProgress({ userId }, connectionId)
  expect(accounts.map(({ state }) => state)).toEqual(accounts.map(() => 'done'))
  const lines = await db().transaction.findMany({ where: { userId } })
  expect(new Set(lines.map(({ accountId, key }) => `${accountId} ${key}`)).size).toBe(lines.length)
})

test('a refresh that kills three workers in a row is not taken by the fourth; an attended one ends the pause (H16)', async () => {
  const { userId, connectionId } = await newCustomer(people.lea)
  for (let death = 0; death < 3; death += 1) {
    const worker = await start()
    await worker.addFault({ bankCode: '19870', match: '/accounts', act: 'die_after' })
    await makeDue()
    await dieIn(worker, work(worker))
  }
  const survivor = await start()
  await makeDue()
  expect(await work(survivor)).toBe(0)
  expect(await survivor.sent()).toEqual([])
  const resting = await db().connection.findUniqueOrThrow({ where: { id: connectionId } })
  expect(resting.restsUntil?.getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000)
  await survivor.call('lib/services/refresh/connection.ts', 'refreshConnection', userId, connectionId, presence)
  const ended = await db().connection.findUniqueOrThrow({ where: { id: connectionId } })
  expect(ended).toMatchObject({ restsUntil: null, unfinishedReadings: 0 })
  const { accounts } = await readProgress({ userId }, connectionId)
  expect(accounts.map(({ state }) => state)).toEqual(accounts.map(() => 'done'))
})

describe('over midnight and the change of clocks (R9)', () => {
  /** The bank deletes the previous day's counts, so they are recorded before. */
  function note(kept: Map<string, number>, counts: readonly Counted[]): void {
    for (const { day, person, resource, calls } of counts) {
      const key = `${day} ${person} ${resource}`
      kept.set(key, Math.max(kept.get(key) ?? 0, calls))
    }
  }

  test('workers in UTC and in New York read three times each Paris day of 23 hours and beside it, at the planned times', async () => {
    const { connectionId, userId } = await newCustomer(people.camille)
    const workers = [await start({ TZ: 'UTC' }), await start({ TZ: 'America/New_York' })]
    const kept = new Map<string, number>()
    const readAt = new Set<string>()
    const end = parisInstant('2027-03-29', 6 * 60)
    const setClocks = async (at: Date) => {
      await setBankClock(crew.running, at)
      await Promise.all(workers.map(one => one.setClock(at, { running: true })))
    }
    await setClocks(parisInstant('2027-03-27', 6 * 60))
    await makeDue()
    await Promise.all(workers.map(work))
    // From slot to slot, both workers a moment after it and again at the end of the day.
    for (;;) {
      note(kept, readBatchCounts(crew.running))
      const { nextRefreshAt } = await db().connection.findUniqueOrThrow({ where: { id: connectionId, userId } })
      if (nextRefreshAt > end) break
      await setClocks(new Date(nextRefreshAt.getTime() + 1_000))
      const [one = 0, other = 0] = await Promise.all(workers.map(work))
      expect(one + other).toBe(1)
      readAt.add(`${parisDay(nextRefreshAt)} ${parisMinute(nextRefreshAt)}`)
    }
    expect(Math.max(...kept.values())).toBeLessThanOrEqual(4)
    const lists = [...kept].filter(([key]) => key.includes(' accounts#'))
    expect(lists.filter(([key]) => key.startsWith('2027-03-28')).map(([, calls]) => calls)).toEqual([3])
    expect([...readAt].filter(time => time.startsWith('2027-03-28'))).toHaveLength(3)
  })
})
