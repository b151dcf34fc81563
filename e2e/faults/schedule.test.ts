import { parisDay, parisInstant, parisMinute } from '@guichet/values/calendar/paris.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#lib/db.ts'
import { readProgress } from '#lib/services/refresh/connection.ts'
import { people } from '#testing/bank/customers.ts'
import { askDesk, type Counted, highestCount, readBatchCounts, setBankClock } from '#testing/bank/desk.ts'
import type { Scope } from '#testing/processes/acts.ts'
import {
  dieIn,
  expireAccess,
  forgetConnections,
  isWhole,
  newCrew,
  newCustomer,
  openCrew,
} from '#testing/processes/crew.ts'
import { findBroken } from '#testing/processes/invariants.ts'
import type { OurProcess } from '#testing/processes/start.ts'
import { presence } from '#testing/stack/start.ts'

/**
 * Two workers in their own processes, one PostgreSQL and the sandbox bank, whose counts are checked; a bank that is down, and wrong
 * clocks (docs/faults.md, R7 to R9, R11, fault:D3).
 */

const crew = openCrew({ lasting: 0, bank: { SANDBOX_PAGE_TRANSACTIONS: '40' }, findBroken: async () => [] })
const { start, sent } = crew
// Logins that an earlier test linked may be linked again.
beforeEach(async () => {
  await forgetConnections()
  await db().bankHealth.deleteMany({})
  await askDesk(crew.running, 'PUT', '/clock', { move: 'real' })
})

/** Makes every connection due, without leases. */
const makeDue = () =>
  db().connection.updateMany({
    where: { status: 'active' },
    data: { nextRefreshAt: new Date(0), syncLeaseId: null, syncLeaseUntil: null },
  })
const work = (one: OurProcess) => one.call<number>('lib/jobs/tasks.ts', 'workOnce', 'refreshes')
const list = (one: OurProcess, scope: Scope) =>
  one.call<number | string>('testing/processes/acts.ts', 'readList', scope)
const statesOf = async ({ userId, connectionId }: Scope) =>
  (await readProgress({ userId }, connectionId)).accounts.map(({ state, error }) => error ?? state)

test('two schedulers at the same slots: each connection is read by one, three times, and the bank never counts a fourth (R7)', async () => {
  const before = readBatchCounts(crew.running)
  const connections = [await newCustomer(people.camille), await newCustomer(people.lea), await newCustomer(people.ines)]
  const workers = [await start(), await start()]
  for (let slot = 0; slot < 4; slot += 1) {
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

test('a worker killed again and again, before and after its calls: still within the limit, and the day ends with what could be read (R8)', async () => {
  const { userId, connectionId } = await newCustomer(people.thomas)
  const points = ['/accounts', '/balances', '/transactions', '/transactions?', '/owners'] as const
  for (let death = 0; death < (isWhole ? 5 : 4); death += 1) {
    const worker = await start()
    const act = death % 2 === 0 ? ('die_after' as const) : ('die_before' as const)
    await worker.addFault({ bankCode: '19870', match: points[death % points.length] ?? '', act })
    await makeDue()
    // Three deaths in a row would pause it (H16).
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
  await survivor.call('lib/services/refresh/connection.ts', 'refreshConnection', { userId }, connectionId, presence)
  const { accounts } = await readProgress({ userId }, connectionId)
  expect(accounts.map(({ state }) => state)).toEqual(accounts.map(() => 'done'))
  const lines = await db().transaction.findMany({ where: { userId } })
  expect(new Set(lines.map(({ accountId, key }) => `${accountId} ${key}`)).size).toBe(lines.length)
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

test('down for six hours: two workers make few calls in all, and there is no rush when it is up again (R11)', async () => {
  const scopes: Scope[] = []
  for (const person of [people.lea, people.camille, people.thomas, people.ines]) scopes.push(await newCustomer(person))
  const guarded = newCrew('19870', { withBreaker: true })
  const pair = [await guarded.start(), await guarded.start()]
  await askDesk(crew.running, 'PUT', '/service', { isDown: true })
  const start = Date.now()
  const quarterMs = 15 * 60_000
  for (let quarter = 0; quarter < 24; quarter += isWhole ? 1 : 4) {
    // So that only the breaker holds them back.
    await db().quotaUse.deleteMany({})
    await Promise.all(pair.map(one => one.setClock(new Date(start + quarter * quarterMs), { running: true })))
    await makeDue()
    await Promise.all(pair.map(work))
  }
  // Each probe of the breaker is one call; before it opened, at most five and those in progress.
  const asked = (await Promise.all(pair.map(one => one.sent()))).flat().filter(line => !line.includes('/oauth/'))
  expect(asked.length).toBeLessThanOrEqual(24 + 3 * scopes.length)
  await askDesk(crew.running, 'PUT', '/service', { isDown: false })
  // Failed calls counted; it is another day now.
  await db().quotaUse.deleteMany({})
  await Promise.all(pair.map(one => one.setClock(new Date(start + 26 * quarterMs), { running: true })))
  for (let round = 0; round < 3; round += 1) {
    await makeDue()
    await Promise.all(pair.map(work))
  }
  for (const scope of scopes) expect(new Set(await statesOf(scope))).toEqual(new Set(['done']))
  const peaks = await Promise.all(pair.map(one => one.peak()))
  expect(Math.max(...peaks)).toBeLessThanOrEqual(6 * scopes.length)
  expect((await db().bankHealth.findUnique({ where: { bankCode: '19870' } }))?.breaker).toBe('closed')
  await guarded.kill()
  expect(await findBroken(crew.running)).toEqual([])
})

describe('clocks (fault:D3)', () => {
  const minutes = (count: number) => new Date(Date.now() + count * 60_000)

  test('ours five minutes ahead or behind, or set back an hour: refreshes work, and an expired token is refreshed once', async () => {
    const scope = await newCustomer(people.ines)
    const workers = [await start(), await start()] as const
    for (const off of isWhole ? [5, -5, -60] : [-60]) {
      await workers[0].setClock(minutes(off), { running: true })
      expect(await list(workers[0], scope)).toBeTypeOf('number')
      await expireAccess(scope)
      const before = (await sent('/oauth/token')).length
      expect(await Promise.all(workers.map(one => list(one, scope)))).toEqual([expect.any(Number), expect.any(Number)])
      expect((await sent('/oauth/token')).length - before).toBeLessThanOrEqual(2)
    }
    // With our clock set back, a token that we take for valid has expired at the bank, whose answer counts.
    await setBankClock(crew.running, minutes(40))
    expect(await list(workers[0], scope)).toBeTypeOf('number')
    await askDesk(crew.running, 'PUT', '/clock', { move: 'real' })
    await expireAccess(scope)
    expect(await list(workers[1], scope)).toBeTypeOf('number')
    expect(await findBroken(crew.running)).toEqual([])
  })

  test('181 days later: nothing is sent any more, two workers notify the person once, and the next link renews it', async () => {
    const scope = await newCustomer(people.ines)
    const workers = [await start(), await start()] as const
    await Promise.all(workers.map(one => one.setClock(minutes(181 * 24 * 60), { running: true })))
    const before = (await sent('')).length
    expect(await Promise.all(workers.map(one => list(one, scope)))).toEqual(['consent_expired', 'consent_expired'])
    await makeDue()
    await Promise.all([
      ...workers.map(work),
      ...workers.map(one => one.call('lib/services/connections/reminders.ts', 'remindOfExpiry')),
    ])
    expect(await sent('')).toHaveLength(before)
    const row = await db().connection.findUniqueOrThrow({ where: { id: scope.connectionId } })
    expect(row.status).toBe('expired')
    expect(await db().notice.count({ where: { connectionId: scope.connectionId, kind: 'expired' } })).toBe(1)
    expect(await findBroken(crew.running)).toEqual([])
  })
})
