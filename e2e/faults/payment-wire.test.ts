import { randomUUID } from 'node:crypto'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { describe, expect, test } from 'vitest'
import { db, type Prisma } from '#lib/db.ts'
import { aShop } from '#testing/people/a-shop.ts'
import { standsStill } from '#testing/processes/crew.ts'
import { arrive, begin, driveAtOnce, openPaymentCrew } from '#testing/processes/payment-crew.ts'
import { readBankSide } from '#testing/processes/payment-invariants.ts'
import type { ShopAnswer, ShopWish } from '#testing/processes/shop-calls.ts'
import type { OurProcess } from '#testing/processes/start.ts'
import { newKey } from '#testing/shop/new-key.ts'
import { attemptsOf, payingBank as bankCode, makeDue, newOrder, statusOf } from '#testing/shop/orders.ts'

/**
 * Merchants that ask twice, late, duplicate, wrong or missing answers of a bank, and payers who return without a code or not at
 * all, with two web processes and two workers (docs/faults.md, P1 to P3, P5 to P7, P9 to P15).
 */
const crew = openPaymentCrew({ lasting: 5 })
const { answerBank, payInTheEnd, sent, start } = crew
const [one, other, ...others] = crew.lasting
const webs = [one, other] as const
const workers = others.slice(0, 2)
/** The one that tests pause. Nothing can be asked of it meanwhile. */
const paused = others[2] ?? fail()
/** Moves the clocks of both workers ahead by minutes. */
const moveWorkersOn = (minutes: number) => {
  const later = new Date(Date.now() + minutes * 60_000)
  return Promise.all(workers.map(worker => worker.setClock(later, { running: true })))
}

const inDays = (days: number) => parisDay(new Date(Date.now() + days * 86_400_000))
const eventsOf = async (orderId: string) =>
  (await db().paymentEvent.findMany({ where: { orderId }, orderBy: { seq: 'asc' } })).map(({ type }) => type)
const messagesOf = async (orderId: string) =>
  (await db().webhookMessage.findMany({ where: { orderId }, orderBy: { sequence: 'asc' } })).map(({ type }) => type)
const bankSideOf = async (orderId: string) => {
  const theirs = readBankSide(crew.running)
  return (await attemptsOf(orderId)).map(one => theirs.get(one.paymentInformationId) ?? null)
}
const codeOf = (act: Promise<unknown>) =>
  act.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  )

/** What another web process shows for an order, by its public address. */
async function stageAt(web: OurProcess, orderId: string): Promise<string> {
  const { publicId } = await db().paymentOrder.findUniqueOrThrow({ where: { id: orderId } })
  const shown = await web.call<{ stage: string }>('lib/services/payments/public-order.ts', 'readPublicOrder', publicId)
  return shown.stage
}

function fail(): never {
  throw new Error('nobody is there')
}

const returnUrl = 'https://shop.example/thanks'

describe('a merchant creates a checkout session', () => {
  const body = { amount: '12.34', reference: 'Commande 4711', return_url: returnUrl }
  const ask = (web: OurProcess, wish: ShopWish, times: number) =>
    web.call<ShopAnswer[]>('testing/processes/shop-calls.ts', 'createSessions', wish, times)

  const refusals = (answers: readonly ShopAnswer[]) => answers.flatMap(one => ('code' in one ? [one.code] : []))
  const sessions = (answers: readonly ShopAnswer[]) => answers.flatMap(one => ('code' in one ? [] : [one]))

  test('ten times at each of two processes with one key: one payment, the same answer, and the bank is asked once (P1)', async () => {
    const shop = await aShop({ returnUrls: [returnUrl] })
    const wish = { apiKey: await newKey(shop), idempotencyKey: randomUUID(), body }
    const made = (await sent('/payment-requests')).length
    const answers = (await Promise.all(webs.map(web => ask(web, wish, 10)))).flat()
    expect(sessions(answers).filter(({ isReplay }) => !isReplay)).toHaveLength(1)
    expect(new Set(sessions(answers).map(each => JSON.stringify(each.body))).size).toBe(1)
    expect(new Set([...refusals(answers), 'idempotency_under_way']).size).toBe(1)
    const [{ id } = fail(), ...rest] = await db().paymentOrder.findMany({ where: { ownerId: shop.organisationId } })
    expect(rest).toEqual([])
    // Whoever was told to wait a second asks again, at either process.
    for (const web of webs) expect(await ask(web, wish, 1)).toMatchObject([{ isReplay: true, body: { id } }])
    await arrive(other, await answerBank((await begin(one, id, shop.organisationId)).redirectTo))
    expect(await statusOf(id)).toBe('executed')
    expect((await sent('/payment-requests')).length - made).toBe(1)
  })

  test('with one key and another amount at each of two processes: one is made, the other refused, whoever comes first (P2)', async () => {
    const shop = await aShop({ returnUrls: [returnUrl] })
    const apiKey = await newKey(shop)
    for (let round = 1; round <= 4; round += 1) {
      const wishOf = (amount: string) => ({ apiKey, idempotencyKey, body: { ...body, amount } })
      const idempotencyKey = randomUUID()
      const wishes = [wishOf('12.34'), wishOf('12.35')] as const
      const answers = await Promise.all([ask(webs[0], wishes[0], 3), ask(webs[1], wishes[1], 3)])
      const won = answers.findIndex(each => sessions(each).length > 0) === 0 ? 0 : 1
      expect(refusals(answers[1 - won] ?? [])).toEqual(Array(3).fill('idempotency_key_reused'))
      const where = { ownerId: shop.organisationId }
      expect(await db().paymentOrder.count({ where })).toBe(round)
      for (const web of webs) expect(await ask(web, wishes[won], 1)).toMatchObject([{ isReplay: true }])
    }
  })
})

describe('a merchant creates a payment link', () => {
  const body = { title: 'Atelier', amount: '12.34', isReusable: true }
  const calls = 'testing/processes/shop-calls.ts'

  test.each([
    { act: 'die_after', when: 'after the commit' },
    { act: 'die_before', when: 'before the commit' },
  ] as const)('of a process that dies $when, repeated at another: one link, the same for all (P1)', async ({ act }) => {
    const shop = await aShop({ returnUrls: [returnUrl] })
    const { organisationId } = shop
    const wish = { apiKey: await newKey(shop), idempotencyKey: randomUUID(), body }
    const dying = await start()
    await dying.addStatement({ match: 'COMMIT', act })
    await expect(dying.call(calls, 'createPaymentLink', wish)).rejects.toThrow('ended')
    expect(await db().paymentLink.count({ where: { organisationId } })).toBe(act === 'die_after' ? 1 : 0)
    await db().idempotentAnswer.updateMany({ where: { organisationId }, data: { leaseUntil: new Date(0) } })
    const ask = (web: OurProcess) => web.call<ShopAnswer>(calls, 'createPaymentLink', wish)
    const answers = [await ask(webs[0]), await ask(webs[1])]
    const [{ id } = fail(), ...rest] = await db().paymentLink.findMany({ where: { organisationId } })
    expect(rest).toEqual([])
    expect(answers).toMatchObject([
      { isReplay: act === 'die_after', body: { id } },
      { isReplay: true, body: { id } },
    ])
  })
})

describe('the answer to a creation', () => {
  test('arrives after two workers gave it up: the payer is not redirected, and pays at the other web process (P3)', async () => {
    const web = paused
    const id = await newOrder()
    await web.addFault({ bankCode, match: '/payment-requests', act: 'stop_after' })
    const late = codeOf(begin(web, id))
    await standsStill(web)
    expect((await attemptsOf(id)).map(({ status }) => status)).toEqual(['sending'])
    await makeDue(id)
    await driveAtOnce(workers)
    await web.kill('SIGCONT')
    expect(await late).toBe('payment_under_way')
    expect(await attemptsOf(id)).toMatchObject([{ status: 'abandoned', resourceId: null, consentSealed: null }])
    expect((await eventsOf(id)).filter(type => type === 'attempt.abandoned')).toHaveLength(1)
    await payInTheEnd(other, id)
    expect(await bankSideOf(id)).toMatchObject([{ isConfirmed: false, executed: 0 }, { executed: 1 }])
  })
})

describe('the payer', () => {
  test('closes the browser at the bank: both workers read, it expires, and merchants get "expired" once (P5)', async () => {
    const id = await newOrder({ expiresAt: new Date(Date.now() + 3_600_000) })
    await begin(one, id)
    const passTime = async (minutes: number) => {
      await moveWorkersOn(minutes)
      await driveAtOnce([...workers, ...workers])
    }
    await passTime(1)
    const [asked] = await attemptsOf(id)
    expect(asked?.status).toBe('redirected')
    expect(asked?.readings).toBeGreaterThan(0)
    expect(await stageAt(other, id)).toBe('waiting')
    await passTime(40)
    expect((await attemptsOf(id))[0]).toMatchObject({ status: 'expired', reason: 'timed_out' })
    expect(await stageAt(other, id)).toBe('lapsed')
    await passTime(61)
    expect(await statusOf(id)).toBe('expired')
    expect((await eventsOf(id)).filter(type => type.endsWith('.expired'))).toEqual(['attempt.expired', 'order.expired'])
    expect(await messagesOf(id)).toEqual(['payment.attempt_failed', 'payment.expired', 'checkout_session.expired'])
    expect(await bankSideOf(id)).toMatchObject([{ isConfirmed: false, executed: 0 }])
  })

  test('opens the bank’s link twice, goes back and starts again at one web process while the other handles the first: paid once (P6)', async () => {
    for (let round = 0; round < 3; round += 1) {
      const id = await newOrder()
      const { redirectTo } = await begin(one, id)
      const address = await answerBank(redirectTo)
      await expect(answerBank(redirectTo)).rejects.toThrow()
      const [again] = await Promise.all([codeOf(begin(other, id)), arrive(one, address)])
      const [first] = await attemptsOf(id)
      // Whoever was first has the order: the attempt at the bank is paid, or superseded by the new one.
      expect([first?.status, again]).toEqual(
        again === 'done' ? ['abandoned', 'done'] : ['executed', expect.stringMatching(/^payment_(over|under_way)$/)],
      )
      await payInTheEnd(other, id)
    }
  })
})

describe('the answer to a confirmation', () => {
  test('is lost, and one worker is paused with the lease: the other worker and the browser wait until it continues (P11)', async () => {
    const id = await newOrder({ executionDate: inDays(3) })
    const address = await answerBank((await begin(one, id)).redirectTo)
    await one.addFault({ bankCode, match: '/o-confirmation', act: 'lost_after' })
    await arrive(one, address)
    const sleeper = paused
    await sleeper.addFault({ bankCode, match: 'GET ', act: 'stop_before' })
    await makeDue(id)
    const late = driveAtOnce([sleeper])
    await standsStill(sleeper)
    const ours = async () => (await Promise.all([...webs, ...workers].map(each => each.sent()))).flat()
    const before = await ours()
    await hurry([id])
    await Promise.all([driveAtOnce(workers), arrive(other, address)])
    expect(await ours()).toEqual(before)
    expect(await statusOf(id)).toBe('pending')
    await sleeper.kill('SIGCONT')
    await late
    expect(await statusOf(id)).toBe('confirmed')
    expect(await bankSideOf(id)).toMatchObject([{ isConfirmed: true, executed: 0 }])
  })

  test.each([
    { act: 'stop_before' as const, days: null, end: 'executed' },
    { act: 'stop_after' as const, days: null, end: 'executed' },
    { act: 'stop_before' as const, days: 3, end: 'confirmed' },
    { act: 'stop_after' as const, days: 3, end: 'confirmed' },
  ])(
    'reaches a process that was paused ($act, $end) while two workers continued: accepted once, reported once (P11)',
    async ({ act, days, end }) => {
      const web = paused
      const id = await newOrder(days === null ? {} : { executionDate: inDays(days) })
      const address = await answerBank((await begin(other, id)).redirectTo)
      await web.addFault({ bankCode, match: '/o-confirmation', act })
      const late = arrive(web, address)
      await standsStill(web)
      expect((await attemptsOf(id))[0]).toMatchObject({ status: 'confirming' })
      await makeDue(id)
      await driveAtOnce(workers)
      expect(await statusOf(id)).toBe(end)
      await web.kill('SIGCONT')
      await late
      expect(await statusOf(id)).toBe(end)
      expect((await eventsOf(id)).filter(type => type === `attempt.${end}`)).toHaveLength(1)
      expect(await bankSideOf(id)).toMatchObject([{ isConfirmed: true, executed: days === null ? 1 : 0 }])
    },
  )
})

test('a bank that cannot be read until the token expires: not confirmed, given up by one of two workers, and paid again (P10)', async () => {
  const id = await newOrder()
  const address = await answerBank((await begin(one, id)).redirectTo)
  const before = await sent('/o-confirmation')
  for (const each of [one, ...workers])
    await each.addFault({ bankCode, match: 'GET ', act: { status: 503 }, times: 99 })
  await arrive(one, address)
  await makeDue(id)
  await driveAtOnce(workers)
  expect((await attemptsOf(id))[0]).toMatchObject({ status: 'authorised', confirmingAt: null })
  expect(await codeOf(begin(other, id))).toBe('payment_under_way')
  await Promise.all(workers.map(worker => worker.heal()))
  await db().paymentAttempt.updateMany({ where: { orderId: id }, data: { confirmExpiresAt: new Date(0) } })
  await makeDue(id)
  await driveAtOnce(workers)
  expect((await attemptsOf(id))[0]).toMatchObject({ status: 'expired', reason: 'confirmation_impossible' })
  expect(await sent('/o-confirmation')).toEqual(before)
  await payInTheEnd(other, id)
})

test('another amount, found by a worker between a web process’s own reading and its confirmation: not confirmed (P15)', async () => {
  const web = paused
  const id = await newOrder()
  crew.expectAlarm(id)
  const address = await answerBank((await begin(other, id)).redirectTo)
  const before = await sent('/o-confirmation')
  await web.addFault({ bankCode, match: 'GET ', act: 'stop_after' })
  const late = arrive(web, address)
  await standsStill(web)
  for (const worker of workers)
    await worker.addFault({ bankCode, match: 'GET ', act: { replace: [['"3.21"', '"3.22"']] }, times: 99 })
  await makeDue(id)
  await driveAtOnce(workers)
  expect(await statusOf(id)).toBe('held')
  await web.kill('SIGCONT')
  await late
  expect(await attemptsOf(id)).toMatchObject([{ status: 'held', confirmingAt: null }])
  expect(await sent('/o-confirmation')).toEqual(before)
})

describe('an outdated answer of the bank, applied by a paused process (P14)', () => {
  test.each([
    { decision: 'approve' as const, end: 'executed', word: 'ACSC' },
    { decision: 'refuse' as const, end: 'rejected', word: 'RJCT' },
  ])('does not undo $end', async ({ decision, end, word }) => {
    const sleeper = paused
    const id = await newOrder()
    const { redirectTo } = await begin(other, id)
    const [attempt] = await attemptsOf(id)
    await sleeper.addFault({ bankCode, match: `/payment-requests/${attempt?.resourceId}`, act: 'stop_after' })
    await makeDue(id)
    const late = driveAtOnce([sleeper])
    await standsStill(sleeper)
    const address = await answerBank(redirectTo, decision)
    await makeDue(id)
    await arrive(other, address)
    const before = await attemptsOf(id)
    const messages = await eventsOf(id)
    expect(before).toMatchObject([{ status: end, bankStatus: word }])
    await sleeper.kill('SIGCONT')
    await late
    expect(await attemptsOf(id)).toEqual(before)
    expect(await eventsOf(id)).toEqual(messages)
  })
})

test('a process paused before its confirmation until the attempt expired does not block the order: it is paid again (P12)', async () => {
  const web = paused
  const id = await newOrder()
  const address = await answerBank((await begin(other, id)).redirectTo)
  await web.addFault({ bankCode, match: 'GET ', act: 'stop_after' })
  const late = arrive(web, address)
  await standsStill(web)
  const over = new Date(0)
  await db().paymentAttempt.updateMany({ where: { orderId: id }, data: { expiresAt: over, confirmExpiresAt: over } })
  await makeDue(id)
  await driveAtOnce(workers)
  expect(await attemptsOf(id)).toMatchObject([{ status: 'expired' }])
  await web.kill('SIGCONT')
  await late
  await payInTheEnd(other, id)
})

test('all of it in parallel, with two running workers: who returned with a code has paid once, nobody else (P3, P7, P9, P11, P13)', async () => {
  const jobs = await Promise.all([start(), start()])
  await Promise.all(jobs.map(worker => worker.startJobs()))
  const confirmation = { bankCode, match: '/o-confirmation' }
  for (const web of webs) {
    await web.addFault({ bankCode, match: 'payment-requests', act: 'lost_after' })
    await web.addFault({ ...confirmation, act: 'lost_after' })
    await web.addFault({ ...confirmation, act: { status: 503 } })
  }
  for (const worker of jobs) {
    await worker.addFault({ bankCode, match: 'GET ', after: 2, act: { status: 500 }, times: 2 })
    for (const act of ['lost_after', { status: 408 }, 'lost_before', { status: 500 }] as const)
      await worker.addFault({ ...confirmation, act })
  }
  const orders = await Promise.all(Array.from({ length: 9 }, () => newOrder()))
  const webOf = (at: number) => webs[at % 2 === 0 ? 0 : 1]
  const comeBack = async (id: string, at: number) => {
    const address = await answerBank((await begin(webOf(at), id)).redirectTo)
    const codeless = new URL(address)
    codeless.searchParams.delete('code')
    if (at % 3 === 1) await Promise.all(webs.map(web => arrive(web, codeless.href)))
    if (at % 3 === 2) await Promise.all(webs.map(web => arrive(web, address)))
    if (at % 3 === 0) await arrive(webOf(at + 1), address)
  }
  await Promise.all(orders.map(comeBack))
  const [paid, unpaid] = [orders.filter((_, at) => at % 3 !== 1), orders.filter((_, at) => at % 3 === 1)]
  await expect.poll(() => hurry(paid), { timeout: 90_000, interval: 200 }).toEqual(paid.map(() => 'executed'))
  expect(await Promise.all(unpaid.map(statusOf))).toEqual(unpaid.map(() => 'pending'))
  for (const id of unpaid)
    expect((await bankSideOf(id)).filter(theirs => theirs !== null && theirs.executed > 0)).toEqual([])
})

/** Makes all attempts due. Returns the orders' statuses. */
async function hurry(orders: readonly string[]): Promise<string[]> {
  const looked: Prisma.PaymentAttemptWhereInput = {
    status: { in: ['redirected', 'authorised', 'confirming', 'confirmed'] },
    nextAt: { not: null },
  }
  await db().paymentAttempt.updateMany({
    where: { orderId: { in: [...orders] }, ...looked },
    data: { nextAt: new Date(0) },
  })
  return Promise.all(orders.map(statusOf))
}
