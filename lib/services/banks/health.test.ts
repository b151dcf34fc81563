import type { WireRequest } from '@guichet/stet/transport.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { createGate } from '#lib/banks/gate.ts'
import { healthRowOf } from '#lib/banks/health-row.ts'
import { gateOf, recheckBanks } from '#lib/banks.ts'
import { tryLockFor } from '#lib/base/locks.ts'
import { now, setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { closedBreaker } from '#lib/domain/bank/breaker.ts'
import { fallbackAfterMs } from '#lib/domain/bank/fallback.ts'
import { refreshesAtOnce } from '#lib/domain/bank/refresh-pace.ts'
import { openFallback, readFallbackStatus } from '#lib/services/connections/fallback.ts'
import { refreshConnection, takeDueRefreshes } from '#lib/services/refresh/connection.ts'
import { keepPace } from '#lib/services/refresh/pace.ts'
import { people } from '#testing/bank/customers.ts'
import { openBrowser } from '#testing/bank/screens.ts'
import { codeOf } from '#testing/refusal-of.ts'
import { openStack } from '#testing/stack/open.ts'
import { type Fault, goToBank, newConsented, newVisitor, presence, tapWire } from '#testing/stack/start.ts'
import { readBankHealth, readHealthOf, readLoadOf, setFallbackSwitch } from './health.ts'

const stack = openStack()
const { wire } = stack
beforeEach(async () => {
  await db().bankHealth.deleteMany()
  gateOf('19870').learn(closedBreaker)
})

const down = { status: 503, body: { timestamp: '', status: 503, message: 'INTS' } }
const isData = ({ target }: WireRequest) => !target.includes('/oauth/')
const dataDown = (request: WireRequest): Fault => (isData(request) ? down : 'none')

const refresh = ({ userId, connectionId }: { userId: string; connectionId: string }) =>
  refreshConnection({ userId }, connectionId, presence)

async function bringDown() {
  const person = await newConsented()
  await wire.tap(dataDown, { withBreaker: true })
  // Repeated as often as necessary: how often each refresh retries depends on the retry budget left.
  for (let tries = 0; tries < 5 && gateOf('19870').breaker().state === 'closed'; tries += 1) {
    await refresh(person).catch(() => undefined)
  }
  return person
}

describe('a bank that is down', () => {
  test('is not called after five failures, and the next refresh fails fast without a call', async () => {
    const person = await bringDown()
    expect(await readHealthOf('19870')).toMatchObject({ state: 'down', reason: 'accounts.list: INTS', failedProbes: 0 })
    const sent = wire.sent.length
    expect(wire.sent.filter(isData)).toHaveLength(5)
    await expect(refresh(person)).rejects.toMatchObject({ code: 'bank_paused', retryAfterSeconds: expect.any(Number) })
    expect(wire.sent.length).toBe(sent)
  })

  test('affects no other bank', async () => {
    await bringDown()
    const other = await readHealthOf('19871')
    expect(other).toMatchObject({ state: 'up', downSince: null })
  })

  test('is not called by another process either, which reads the row', async () => {
    await bringDown()
    const elsewhere = createGate('19870', healthRowOf('19870'))
    elsewhere.learn(await healthRowOf('19870').read())
    const call = { operation: 'accounts.list', method: 'GET', path: '/', attended: true, requestId: 'r' }
    await expect(elsewhere.enter(call, null)).rejects.toMatchObject({ kind: 'paused' })
  })

  test('gets one probe from one of two processes', async () => {
    await bringDown()
    setClock(new Date(Date.now() + 15_000))
    const row = healthRowOf('19870')
    const at = new Date(Date.now() + 15_000)
    const taken = await Promise.all([row.takeProbe(at), row.takeProbe(at), row.takeProbe(at)])
    expect(taken.filter(probe => probe !== null)).toHaveLength(1)
  })

  test('is up again after a successful probe, and its row says since when', async () => {
    const person = await bringDown()
    wire.restore()
    setClock(new Date(Date.now() + 15_000))
    await refresh(person)
    const health = await readHealthOf('19870')
    expect(health).toMatchObject({ state: 'up', downSince: null, retryAt: null, reason: null })
    const { closedAt } = await db().bankHealth.findUniqueOrThrow({ where: { bankCode: '19870' } })
    expect(closedAt).not.toBeNull()
  })
})

describe('automatic refreshes', () => {
  const due = async (people: number) => {
    await db().connection.updateMany({
      data: { nextRefreshAt: new Date('2099-01-01'), syncLeaseUntil: null, syncLeaseId: null },
    })
    const persons = await Promise.all(Array.from({ length: people }, newVisitor))
    await db().connection.createMany({
      data: persons.map(({ userId }) => ({
        userId,
        bankCode: '19870',
        status: 'active',
        nextRefreshAt: new Date('2020-01-01'),
      })),
    })
  }
  const shut = (retryAt: Date) =>
    db().bankHealth.create({ data: { bankCode: '19870', breaker: 'open', downSince: retryAt, retryAt } })
  const inMs = (ms: number) => new Date(Date.now() + ms)

  test('wait while the breaker is open', async () => {
    await due(3)
    await shut(inMs(60_000))
    expect(await takeDueRefreshes(10)).toEqual([])
  })

  test('one probes when the pause is over, and no second in parallel', async () => {
    await due(3)
    await shut(inMs(-1))
    expect(await takeDueRefreshes(10)).toHaveLength(1)
    expect(await takeDueRefreshes(10)).toEqual([])
  })

  test('run in their usual number for a healthy bank', async () => {
    await due(refreshesAtOnce + 2)
    expect(await takeDueRefreshes(40)).toHaveLength(refreshesAtOnce)
  })

  const allow = (most: number | null) => db().bank.update({ where: { code: '19870' }, data: { refreshesAtOnce: most } })
  const quick = { calls: 4, slowestMs: 200, isTooMuch: false }

  test('over all workers no more than the operator allows, however many look at once', async () => {
    await allow(3)
    await due(8)
    const rounds = await Promise.all(Array.from({ length: 32 }, () => takeDueRefreshes(10)))
    const taken = rounds.flat()
    expect(new Set(taken.map(({ connectionId }) => connectionId)).size).toBe(3)
    expect(taken).toHaveLength(3)
    expect(taken.every(({ pace }) => pace.isFull && pace.atOnce === 3)).toBe(true)
    await allow(null)
  })

  test('those under way count while they are due, also where all are since one moment, and a person’s do not', async () => {
    await allow(3)
    await due(8)
    const [first, ...others] = await takeDueRefreshes(2)
    expect(others).toHaveLength(1)
    // As rows that change their place do, whose claim is older than the others.
    for (let count = 0; count < 40; count += 1)
      await db()
        .$executeRaw`UPDATE "Connection" SET "psuName" = ${`${count}`.repeat(400)} WHERE "id" = ${first?.connectionId}::uuid`
    const [third, ...more] = await takeDueRefreshes(10)
    expect(more).toEqual([])
    expect(third?.pace.isFull).toBe(true)
    await db().connection.update({ where: { id: third?.connectionId ?? '' }, data: { syncAttended: true } })
    expect(await takeDueRefreshes(10)).toHaveLength(1)
    await allow(null)
  })

  test('a worker does not wait for one that claims at a bank, and claims at another', async () => {
    await due(2)
    const [there] = await db().connection.findMany({ where: { bankCode: '19870', nextRefreshAt: { lt: now() } } })
    await db().connection.update({ where: { id: there?.id ?? '' }, data: { bankCode: '19871' } })
    await db().$transaction(async tx => {
      expect(await tryLockFor(tx, 'dueRefreshes', ['19870'])).toEqual(['19870'])
      expect((await takeDueRefreshes(10)).map(({ bankCode }) => bankCode)).toEqual(['19871'])
    })
    expect((await takeDueRefreshes(10)).map(({ bankCode }) => bankCode)).toEqual(['19870'])
  })

  test('half as many after a 429, of many at once only one counts, and one more while it is quick', async () => {
    const atOnce = async () => (await takeDueRefreshes(40)).at(0)?.pace.atOnce
    const longAgo = () => db().bankHealth.updateMany({ data: { pacedAt: new Date(0) } })
    const tooMuch = { ...quick, isTooMuch: true }
    const full = { most: 30, atOnce: 30, isFull: true }
    await Promise.all(Array.from({ length: 5 }, () => keepPace('19870', full, tooMuch)))
    await due(40)
    expect(await atOnce()).toBe(15)
    await keepPace('19870', { ...full, atOnce: 15 }, quick)
    await due(40)
    expect(await atOnce()).toBe(15)
    await longAgo()
    await keepPace('19870', { ...full, atOnce: 15 }, quick)
    await due(40)
    expect(await atOnce()).toBe(16)
  })
})

test('a bank that is not offered any more is asked as before for whoever is with it, and linked by nobody', async () => {
  const person = await newConsented()
  const offer = (enabled: boolean) => db().bank.update({ where: { code: '19870' }, data: { enabled } })
  await offer(false)
  recheckBanks()
  await refresh(person)
  await db().connection.updateMany({ data: { nextRefreshAt: new Date('2099-01-01') } })
  const where = { id: person.connectionId }
  await db().connection.update({ where, data: { nextRefreshAt: new Date('2020-01-01'), status: 'active' } })
  expect(await takeDueRefreshes(10)).toMatchObject([{ connectionId: person.connectionId }])
  expect((await readBankHealth()).map(({ code }) => code)).toContain('19870')
  expect((await readBankHealth({ enabled: true })).map(({ code }) => code)).not.toContain('19870')
  expect(await codeOf(goToBank(await newVisitor(), people.camille))).toBe('bank_unknown')
  await offer(true)
})

describe('one bank that hangs for everything', () => {
  test('uses up its own slots; another bank is read as usual', async () => {
    const here = await newConsented()
    const there = await newConsented(people.sophie)
    let free = () => {}
    const hanging = new Promise<void>(resolve => {
      free = resolve
    })
    const hang = async (request: WireRequest): Promise<Fault> => {
      if (isData(request)) await hanging
      return 'none'
    }
    await wire.tap(hang, { withBreaker: true })
    const stuck = Array.from({ length: 3 }, () => refresh(here).catch(() => undefined))
    const other = await tapWire('19871')
    await refresh(there)
    other.restore()
    expect(other.sent.filter(isData).length).toBeGreaterThan(3)
    expect(readLoadOf('19871').attended).toMatchObject({ calling: 0, waiting: 0 })
    expect(readLoadOf('19870').attended.calling).toBeGreaterThan(0)
    free()
    await Promise.all(stuck)
    expect(readLoadOf('19870').attended).toMatchObject({ calling: 0, waiting: 0 })
  })
})

test('every slot is released, whatever the outcome of the call', async () => {
  await bringDown()
  expect(readLoadOf('19870')).toMatchObject({ attended: { calling: 0, waiting: 0 }, batch: { calling: 0, waiting: 0 } })
})

describe('the operator’s switch', () => {
  test('is off by default; changes are stored with their operator and in the bank’s audit trail', async () => {
    const { userId } = await newVisitor()
    expect((await readBankHealth()).map(({ fallback }) => fallback.allowed)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ])
    const view = await setFallbackSwitch(userId, { bankCode: '19870', allowed: true })
    expect(view.fallback).toMatchObject({
      allowed: true,
      offered: false,
      because: 'interface_is_up',
    })
    const events = await db().auditEvent.findMany({ where: { stream: 'bank:19870', action: 'fallback.allowed' } })
    expect(events).toMatchObject([{ userId }])
  })

  test('of an unknown bank is refused', async () => {
    const { userId } = await newVisitor()
    expect(await codeOf(setFallbackSwitch(userId, { bankCode: '00000', allowed: true }))).toBe('bank_unknown')
  })
})

describe('the emergency access', () => {
  const offered = async () => {
    const person = await bringDown()
    await setFallbackSwitch(person.userId, { bankCode: '19870', allowed: true })
    setClock(new Date(Date.now() + fallbackAfterMs + 1_000))
    return person
  }

  test('leads to the bank’s own login page, with one entry each in the access log and the audit trail', async () => {
    const { userId } = await offered()
    const url = await openFallback({ userId }, '19870', presence)
    expect(url.origin).toBe(new URL(stack.running.screensUrlOf('19870')).origin)
    const browser = openBrowser()
    const page = await browser.get(url)
    await browser.close()
    expect(page.status).toBe(200)
    expect(page.text).toMatch(/<input[^>]+name="identifier"/)
    const calls = await db().bankCall.findMany({ where: { userId, operation: 'oauth.fallback' } })
    expect(calls).toMatchObject([{ attended: true, status: 302, path: '/stet/psd2/oauth/token', code: null }])
    const events = await db().auditEvent.findMany({ where: { userId, action: 'fallback.opened' } })
    expect(events).toHaveLength(1)
  })

  test('stores no data', async () => {
    const { userId, connectionId } = await offered()
    const count = () => db().transaction.count({ where: { userId } })
    const before = [await count(), await db().connection.findFirst({ where: { id: connectionId, userId } })]
    await openFallback({ userId }, '19870', presence)
    expect([await count(), await db().connection.findFirst({ where: { id: connectionId, userId } })]).toEqual(before)
  })

  test('is refused without a call while the switch is off', async () => {
    const { userId } = await bringDown()
    setClock(new Date(Date.now() + fallbackAfterMs + 1_000))
    const sent = wire.sent.length
    await expect(openFallback({ userId }, '19870', presence)).rejects.toMatchObject({ code: 'fallback_not_offered' })
    expect(wire.sent.length).toBe(sent)
  })

  test('is refused while the interface has been down only for a moment', async () => {
    const { userId } = await bringDown()
    await setFallbackSwitch(userId, { bankCode: '19870', allowed: true })
    await expect(openFallback({ userId }, '19870', presence)).rejects.toMatchObject({ code: 'fallback_not_offered' })
  })

  test('is refused when the interface is up, whatever the switch says', async () => {
    const { userId } = await newVisitor()
    await setFallbackSwitch(userId, { bankCode: '19870', allowed: true })
    await expect(openFallback({ userId }, '19870', presence)).rejects.toMatchObject({ code: 'fallback_not_offered' })
    expect(await readFallbackStatus('19870')).toMatchObject({ state: 'up', offered: false })
  })

  test('an address that is not the bank’s own is not passed to the browser', async () => {
    const { userId } = await offered()
    wire.restore()
    await wire.tap(() => ({
      rewrite: answer => ({ ...answer, headers: { ...answer.headers, location: 'https://evil.test/?fallback=a.b.c' } }),
    }))
    await expect(openFallback({ userId }, '19870', presence)).rejects.toMatchObject({ code: 'bank_answer_unusable' })
  })

  test('of a bank that is not in the directory is unknown', async () => {
    const { userId } = await newVisitor()
    await expect(openFallback({ userId }, '00000', presence)).rejects.toMatchObject({ code: 'bank_unknown' })
  })
})
