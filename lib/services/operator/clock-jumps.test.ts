import { randomUUID } from 'node:crypto'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isSteady } from '#lib/clock/steady.ts'
import { db } from '#lib/db.ts'
import { workOnce } from '#lib/jobs/tasks.ts'
import { readConnection } from '#lib/services/connections/read.ts'
import { startAttempt } from '#lib/services/payments/attempts.ts'
import { createOrder } from '#lib/services/payments/orders.ts'
import { receiveReport } from '#lib/services/payments/report.ts'
import { people } from '#testing/bank/customers.ts'
import { walkPayment } from '#testing/bank/payer.ts'
import { checkoutOrder } from '#testing/shop/checkout-order.ts'
import { openStack } from '#testing/stack/open.ts'
import { newConsented, presence } from '#testing/stack/start.ts'
import { watchClocks } from './times-ahead.ts'

const stack = openStack()
const dayMs = 86_400_000
const ownerId = '0a0a0a0a-0000-4000-8000-000000000001'
const bankCode = '19870'
type Clocks = Record<'machine' | 'ours', { jumpedAt: number }>
const shared = globalThis as typeof globalThis & { guichetAheadMs?: number; guichetClocks?: Clocks }

beforeEach(() => void isSteady())
afterEach(() => {
  jump(0)
  isSteady()
  for (const clock of Object.values(shared.guichetClocks ?? {})) clock.jumpedAt = Number.NEGATIVE_INFINITY
})

/** The clock jumps ahead by so many days, or back. */
function jump(days: number): void {
  shared.guichetAheadMs = days * dayMs
}

const tasks = [
  'payments',
  'authorisations',
  'flows',
  'quota',
  'beneficiaries',
  'bank-calls',
  'sessions',
  'mailed-links',
]
const work = () => workOnce(...tasks)
const begin = (orderId: string) => startAttempt(ownerId, orderId, { bankCode, presence })
const order = async (change = {}) => (await createOrder(ownerId, checkoutOrder(1234n, change))).id
const statusOf = async (id: string) => (await db().paymentOrder.findUniqueOrThrow({ where: { id } })).status
const attemptOf = (orderId: string) => db().paymentAttempt.findFirstOrThrow({ where: { orderId } })

async function pay(orderId: string): Promise<void> {
  const { redirectTo } = await begin(orderId)
  const { callbackUrl } = await walkPayment(stack.running, new URL(redirectTo), 'camille-bernard')
  const reportId = callbackUrl.pathname.split('/').at(-1) ?? ''
  await receiveReport({ bankCode, reportId, query: callbackUrl.searchParams, presence })
}

test('a clock 40 days ahead for seconds ends nothing for good and deletes nothing', async () => {
  await watchClocks()
  const open = await order()
  const awaited = await order()
  await begin(awaited)
  const confirmed = await order({ executionDate: parisDay(new Date(Date.now() + 3 * dayMs)) })
  await pay(confirmed)
  expect(await statusOf(confirmed)).toBe('confirmed')
  const { visitor, connectionId } = await newConsented(people.lea)
  const { userId } = visitor
  const ending = { expiresAt: new Date(Date.now() + 20 * dayMs), remindAt: new Date(Date.now() + 19 * dayMs) }
  await db().connection.update({ where: { id: connectionId }, data: ending })
  const call = { operation: 'accounts.list', method: 'GET', path: '/accounts', attended: false, durationMs: 1 }
  const at = new Date(Date.now() - 380 * dayMs)
  const old = await db().bankCall.create({ data: { ...call, bankCode, userId, at, requestId: randomUUID() } })
  const kept = await db().quotaUse.create({
    data: { psu: 'p', resource: 'accounts', day: new Date(), connectionId, userId, used: 4 },
  })

  jump(40)
  for (let round = 0; round < 3; round += 1) await work()
  expect(await attemptOf(confirmed)).toMatchObject({ status: 'confirmed', nextAt: null })
  jump(0)
  await watchClocks()

  expect((await attemptOf(confirmed)).nextAt?.getTime()).toBeLessThanOrEqual(Date.now())
  await work()
  expect((await attemptOf(confirmed)).nextAt?.getTime()).toBeGreaterThan(Date.now())
  expect([await statusOf(open), await statusOf(awaited)]).toEqual(['open', 'open'])
  expect((await attemptOf(awaited)).status).toBe('redirected')
  expect(await readConnection({ userId }, connectionId)).toMatchObject({ state: 'renew_soon' })
  expect(await db().bankCall.count({ where: { id: old.id } })).toBe(1)
  expect(await db().quotaUse.count({ where: { psu: kept.psu } })).toBe(1)
})

test('a clock that stays ahead, as a demonstration’s, ends what is over a minute later', async () => {
  const id = await order()
  jump(2)
  await work()
  expect(await statusOf(id)).toBe('open')
  expect(isSteady()).toBe(false)
  if (shared.guichetClocks) shared.guichetClocks.ours.jumpedAt -= 60_000
  await work()
  expect(await statusOf(id)).toBe('expired')
})

test('a connection that a clock ahead called expired is active again once it is back, without its notice', async () => {
  const { visitor, connectionId } = await newConsented(people.camille)
  const { userId } = visitor
  await watchClocks()
  jump(200)
  await work()
  if (shared.guichetClocks) shared.guichetClocks.ours.jumpedAt -= 60_000
  await Promise.all([work(), watchClocks()])
  expect(await db().connection.findFirst({ where: { id: connectionId, userId } })).toMatchObject({ status: 'expired' })
  expect(await db().notice.count({ where: { userId, kind: 'expired' } })).toBe(1)
  jump(0)
  await watchClocks()
  const back = await db().connection.findFirstOrThrow({ where: { id: connectionId, userId } })
  expect(back.status).toBe('active')
  expect(back.remindAt?.getTime()).toBeGreaterThan(Date.now())
  expect(await db().notice.count({ where: { userId, kind: 'expired' } })).toBe(0)
})
