import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#lib/db.ts'
import { readProgress } from '#lib/services/refresh/connection.ts'
import { perBankAtOnce } from '#lib/services/refresh/schedule.ts'
import { people } from '#testing/bank/customers.ts'
import { askDesk, setBankClock } from '#testing/bank/desk.ts'
import type { Scope } from '#testing/processes/acts.ts'
import { expireAccess, forgetConnections, newCrew, newCustomer, openCrew } from '#testing/processes/crew.ts'
import type { OurProcess } from '#testing/processes/start.ts'

/** A misbehaving bank, and wrong clocks, with two workers (docs/faults.md, R11, fault:D3). */

const bankCode = '19870'

const crew = openCrew({ bank: { SANDBOX_PAGE_TRANSACTIONS: '40' } })
const workers = crew.lasting
beforeEach(async () => {
  await forgetConnections()
  await db().bankHealth.deleteMany({})
  await askDesk(crew.running, 'PUT', '/clock', { move: 'real' })
})

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

test('down for six hours: two workers make few calls in all, and there is no rush when it is up again (R11)', async () => {
  const scopes: Scope[] = []
  for (const person of [people.lea, people.camille, people.thomas, people.ines]) scopes.push(await newCustomer(person))
  const guarded = newCrew(bankCode, { withBreaker: true })
  const pair = [await guarded.start(), await guarded.start()]
  await askDesk(crew.running, 'PUT', '/service', { isDown: true })
  const start = Date.now()
  const quarterMs = 15 * 60_000
  for (let quarter = 0; quarter < 24; quarter += 1) {
    // So that only the breaker holds them back.
    await db().quotaUse.deleteMany({})
    await Promise.all(pair.map(one => one.setClock(new Date(start + quarter * quarterMs), { running: true })))
    await makeDue()
    await Promise.all(pair.map(work))
  }
  // Each probe of the breaker is one call; before it opened, at most five and those in progress.
  const asked = (await Promise.all(pair.map(one => one.sent()))).flat().filter(line => !line.includes('/oauth/'))
  expect(asked.length).toBeLessThanOrEqual(24 + 2 * perBankAtOnce)
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
  expect(Math.max(...peaks)).toBeLessThanOrEqual(4 * perBankAtOnce)
  expect((await db().bankHealth.findUnique({ where: { bankCode } }))?.breaker).toBe('closed')
  await guarded.kill()
})

describe('clocks (fault:D3)', () => {
  const minutes = (count: number) => new Date(Date.now() + count * 60_000)

  test('ours five minutes ahead or behind, or set back an hour: refreshes work, and an expired token is refreshed once', async () => {
    const scope = await newCustomer(people.ines)
    for (const off of [5, -5, -60]) {
      await workers[0].setClock(minutes(off), { running: true })
      expect(await list(workers[0], scope)).toBeTypeOf('number')
      await expireAccess(scope)
      const before = (await crew.sent('/oauth/token')).length
      expect(await Promise.all(workers.map(one => list(one, scope)))).toEqual([expect.any(Number), expect.any(Number)])
      expect((await crew.sent('/oauth/token')).length - before).toBeLessThanOrEqual(2)
    }
    // With our clock set back, a token that we take for valid has expired at the bank, whose answer counts.
    await setBankClock(crew.running, minutes(40))
    expect(await list(workers[0], scope)).toBeTypeOf('number')
    await askDesk(crew.running, 'PUT', '/clock', { move: 'real' })
    await expireAccess(scope)
    expect(await list(workers[1], scope)).toBeTypeOf('number')
  })

  test('181 days later: nothing is sent any more, two workers notify the person once, and the next link renews it', async () => {
    const scope = await newCustomer(people.ines)
    await Promise.all(workers.map(one => one.setClock(minutes(181 * 24 * 60), { running: true })))
    const before = (await crew.sent('')).length
    expect(await Promise.all(workers.map(one => list(one, scope)))).toEqual(['consent_expired', 'consent_expired'])
    await makeDue()
    await Promise.all([
      ...workers.map(work),
      ...workers.map(one => one.call('lib/services/connections/reminders.ts', 'remindOfExpiry')),
    ])
    expect(await crew.sent('')).toHaveLength(before)
    const row = await db().connection.findUniqueOrThrow({ where: { id: scope.connectionId } })
    expect(row.status).toBe('expired')
    expect(await db().notice.count({ where: { connectionId: scope.connectionId, kind: 'expired' } })).toBe(1)
  })
})
