import { beforeEach, expect, test } from 'vitest'
import { db, type Prisma } from '#lib/db.ts'
import { people } from '#testing/bank/customers.ts'
import { askDesk } from '#testing/bank/desk.ts'
import type { Scope } from '#testing/processes/acts.ts'
import {
  dieIn,
  expireAccess,
  forgetConnections,
  newCustomer,
  openCrew,
  passLeases,
  standsStill,
} from '#testing/processes/crew.ts'
import { findBroken } from '#testing/processes/invariants.ts'
import type { OurProcess } from '#testing/processes/start.ts'
import { planDeaths, playDeaths } from './deaths.ts'

/** Tokens with two web processes, one PostgreSQL and the sandbox bank, which rotates (docs/faults.md, R1 to R6). */

const bankCode = '19870'
const match = '/oauth/token'

const crew = openCrew({ bank: { SANDBOX_ROTATE_REFRESH: '1' } })
const webs = crew.lasting
beforeEach(async () => {
  await forgetConnections()
  await rotate(true)
})

const rotate = (on: boolean) => askDesk(crew.running, 'PUT', '/refresh-rotation', { rotate: on })
const lists = (one: OurProcess, scope: Scope, times = 1) =>
  one.call<(number | string)[]>('testing/processes/acts.ts', 'readLists', scope, times)
const tokenCalls = async () => (await crew.sent(match)).length
const readRow = ({ connectionId }: Scope) => db().connection.findUniqueOrThrow({ where: { id: connectionId } })

/** A customer whose token was refreshed once, so that there is a previous one, and has expired again. */
async function newRefreshed(): Promise<Scope> {
  const scope = await newCustomer(people.lea)
  await expireAccess(scope)
  await lists(webs[0], scope)
  await expireAccess(scope)
  return scope
}

/** Another process refreshes and is killed at that point. */
async function refreshAndDie(scope: Scope, act: 'die_before' | 'die_after'): Promise<void> {
  const one = await crew.start()
  await one.addFault({ bankCode, match, act })
  await dieIn(one, lists(one, scope))
}

test('fifty requests at two processes, at a bank that rotates: one token call, and all succeed (R1)', async () => {
  const scope = await newRefreshed()
  const before = await tokenCalls()
  const seen = (await Promise.all(webs.map(web => lists(web, scope, 25)))).flat()
  expect(new Set(seen)).toEqual(new Set([1]))
  expect(seen).toHaveLength(50)
  expect((await tokenCalls()) - before).toBe(1)
})

test('killed between the answer and the commit, with rotation: this token and the previous one, once each, then the person is notified; no loop (R2)', async () => {
  const scope = await newRefreshed()
  await refreshAndDie(scope, 'die_after')
  await passLeases()
  const before = await tokenCalls()
  const seen = (await Promise.all(webs.map(web => lists(web, scope, 5)))).flat()
  expect(new Set(seen)).toEqual(new Set(['consent_revoked']))
  expect((await tokenCalls()) - before).toBe(2)
  await Promise.all(webs.map(web => lists(web, scope, 5)))
  expect((await tokenCalls()) - before).toBe(2)
  expect(await db().notice.count({ where: { connectionId: scope.connectionId, kind: 'revoked' } })).toBe(1)
})

test('killed there without rotation, or before the call: nobody notices (R3)', async () => {
  for (const { on, act } of [
    { on: false, act: 'die_after' as const },
    { on: true, act: 'die_before' as const },
  ]) {
    await forgetConnections()
    await rotate(on)
    const scope = await newRefreshed()
    await refreshAndDie(scope, act)
    await passLeases()
    expect((await Promise.all(webs.map(web => lists(web, scope, 5)))).flat()).toEqual(Array(10).fill(1))
    expect(await db().notice.count({ where: { connectionId: scope.connectionId } })).toBe(0)
  }
})

test('an answer that comes too late: repeated once, not rotated twice; without rotation the grant stays valid (R4)', async () => {
  for (const [on, calls, status] of [
    [false, 2, 'active'],
    [true, 3, 'revoked'],
  ] as const) {
    await forgetConnections()
    await rotate(on)
    const scope = await newRefreshed()
    const before = await tokenCalls()
    await webs[0].addFault({ bankCode, match, act: 'lost_after' })
    // The process that loses the answer must be the first to ask; R1 tests a race.
    await lists(webs[0], scope, 5)
    await lists(webs[1], scope, 5)
    // The second time with the same token; the third, if that is invalid, with the previous one.
    expect((await tokenCalls()) - before).toBeLessThanOrEqual(calls)
    expect(await readRow(scope)).toMatchObject({ status })
    expect(await findBroken(crew.running)).toEqual([])
  }
})

test.each([
  { act: 'stop_after' as const, when: 'with the answer' },
  { act: 'stop_before' as const, when: 'with the request' },
])(
  'paused for a minute $when while it holds the lease: the newest token wins, and both succeed in the end (R5)',
  async ({ act }) => {
    const scope = await newRefreshed()
    const [sleeper] = webs
    await sleeper.addFault({ bankCode, match, act })
    const sleeping = lists(sleeper, scope)
    await standsStill(sleeper)
    await passLeases()
    const [meanwhile] = await lists(webs[1], scope)
    await sleeper.kill('SIGCONT')
    expect(await sleeping).toEqual([1])
    expect(meanwhile).toBe(act === 'stop_before' ? 1 : 'consent_revoked')
    expect(await readRow(scope)).toMatchObject({ status: 'active', leaseId: null })
    await expireAccess(scope)
    expect((await Promise.all(webs.map(web => lists(web, scope)))).flat()).toEqual([1, 1])
  },
)

test.each(['lost_before', 'lost_after'] as const)(
  'the database down when the bank has answered (%s it was stored): the token is stored when it is up again (fault:D1)',
  async act => {
    const scope = await newRefreshed()
    const [one] = webs
    await one.addStatement({ match: 'SET "accessSealed"', act })
    const before = await readRow(scope)
    expect(await lists(one, scope)).toEqual([1])
    const row = await readRow(scope)
    expect(row).toMatchObject({ status: 'active', leaseId: null })
    expect(row.refreshSealed).not.toBe(before.refreshSealed)
  },
)

test('revoked at the bank while two workers read: ended once, one notice, and nothing more is sent (R6)', async () => {
  const scope = await newCustomer(people.lea)
  const found = await askDesk(crew.running, 'GET', '/people/lea-moreau/permissions')
  for (const { pairId } of found.grants) {
    await askDesk(crew.running, 'POST', `/pairs/${pairId}/revoke`, { by: 'psu' })
  }
  const work = () => Promise.all(webs.map(web => web.call('lib/jobs/tasks.ts', 'workOnce', 'refreshes')))
  await db().connection.updateMany({ data: { nextRefreshAt: new Date(0), syncLeaseUntil: null, syncLeaseId: null } })
  await work()
  expect(await readRow(scope)).toMatchObject({ status: 'revoked' })
  expect(await db().notice.count({ where: { connectionId: scope.connectionId } })).toBe(1)
  const waiting: Prisma.AccountWhereInput = {
    connectionId: scope.connectionId,
    syncState: { in: ['queued', 'running'] },
  }
  expect(await db().account.count({ where: waiting })).toBe(0)
  const before = (await crew.sent('')).length
  await db().connection.updateMany({ data: { nextRefreshAt: new Date(0) } })
  await work()
  expect(await crew.sent('')).toHaveLength(before)
})

test('random deaths during a refresh: a grant is lost only if the bank issued a token that nobody stored (R2)', async () => {
  // Seeds of one to three deaths each; the long form draws its own (npm run soak -- deaths).
  for (const seed of [1, 4, 9]) {
    const plan = planDeaths(seed)
    const report = await playDeaths(crew, webs[0], plan)
    expect(report.faults, JSON.stringify(plan)).toEqual([])
    await forgetConnections()
  }
})
