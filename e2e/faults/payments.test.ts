import { parisDay } from '@guichet/values/calendar/paris.ts'
import { describe, expect, test } from 'vitest'
import { db } from '#lib/db.ts'
import { askDesk } from '#testing/bank/desk.ts'
import { dieIn } from '#testing/processes/crew.ts'
import type { FaultOrder } from '#testing/processes/orders.ts'
import { arrive, type Begun, begin, carryToTheEnd, openPaymentCrew } from '#testing/processes/payment-crew.ts'
import { readBankSide } from '#testing/processes/payment-invariants.ts'
import {
  attemptsOf,
  payingBank as bankCode,
  makeDue,
  newOrder,
  payee as ownerId,
  statusOf,
} from '#testing/shop/orders.ts'
import { presence } from '#testing/stack/start.ts'

/**
 * Payments with several processes, one PostgreSQL and the sandbox bank: what is killed half-way is continued by another process,
 * and the bank's ledger shows that nothing was executed twice (docs/faults.md, P4, P10, P12, P16, fault:D2, fault:D5).
 */

const crew = openPaymentCrew({ lasting: 2 })
const { start, answerBank, payInTheEnd, sent } = crew
const [survivor, peer] = crew.lasting

describe('killed half-way', () => {
  test('during the creation, after the bank stored the request: given up, paid by another attempt, never by the first (P4)', async () => {
    const [web, other] = [await start(), survivor]
    const id = await newOrder()
    await web.addFault({ bankCode, match: '/payment-requests', act: 'die_after' })
    await dieIn(web, begin(web, id))
    expect((await attemptsOf(id)).map(({ status }) => status)).toEqual(['sending'])
    await carryToTheEnd(other, id)
    expect((await attemptsOf(id)).map(({ status }) => status)).toEqual(['abandoned'])
    await payInTheEnd(other, id)
    const [orphan] = await attemptsOf(id)
    expect(readBankSide(crew.running).get(orphan?.paymentInformationId ?? '')).toMatchObject({
      executed: 0,
      isConfirmed: false,
    })
  })

  test.each(['die_before', 'die_after'] as const)(
    'during the confirmation (%s): a worker continues, executed once (P12)',
    async act => {
      const [web, worker] = [await start(), survivor]
      const id = await newOrder()
      const address = await answerBank((await begin(worker, id)).redirectTo)
      await web.addFault({ bankCode, match: '/o-confirmation', act })
      await dieIn(web, arrive(web, address))
      expect((await attemptsOf(id)).map(({ status }) => status)).toEqual(['confirming'])
      expect(await statusOf(id)).toBe('pending')
      await carryToTheEnd(worker, id)
      expect(await statusOf(id)).toBe('executed')
      // The browser without an answer arrives again, and sees what happened.
      await arrive(worker, address)
      await payInTheEnd(worker, id)
    },
  )

  test.each(['die_before', 'die_after'] as const)(
    'during the exchange of the code (%s): never sent twice, never confirmed, and the payer may start again (P10, P12)',
    async act => {
      const [web, worker] = [await start(), survivor]
      const id = await newOrder()
      const address = await answerBank((await begin(worker, id)).redirectTo)
      const before = await sent('/o-confirmation')
      // This process has no token of its own yet, so its first token call is the exchange of the code.
      await web.addFault({ bankCode, match: '/oauth/token', act })
      await dieIn(web, arrive(web, address))
      expect((await attemptsOf(id))[0]).toMatchObject({ status: 'redirected', confirmSealed: null })
      await carryToTheEnd(worker, id)
      expect((await attemptsOf(id))[0]).toMatchObject({ status: 'expired', reason: 'confirmation_impossible' })
      expect((await sent('/o-confirmation')).slice(before.length)).toEqual([])
      await payInTheEnd(worker, id)
    },
  )

  test('between any two statements of a callback: another process continues, executed at most once (P12)', async () => {
    const worker = survivor
    const counter = peer
    await arrive(counter, await answerBank((await begin(worker, await newOrder())).redirectTo))
    const before = await counter.statements()
    await arrive(counter, await answerBank((await begin(worker, await newOrder())).redirectTo))
    const statements = (await counter.statements()) - before
    expect(statements).toBeGreaterThan(20)
    const points = killPoints(statements)
    for (const [at, after] of points.entries()) {
      const [web, id] = [await start(), await newOrder()]
      const address = await answerBank((await begin(worker, id)).redirectTo)
      await web.addStatement({ after, act: at % 2 === 0 ? 'die_before' : 'die_after' })
      await dieIn(web, arrive(web, address))
      await carryToTheEnd(worker, id)
      await arrive(worker, address)
      await payInTheEnd(worker, id)
    }
  })
})

/** Spread over the whole payment; PAYMENT_KILLS plays more of them (npm run soak -- payments). */
function killPoints(statements: number): number[] {
  const count = Number(process.env.PAYMENT_KILLS ?? 3)
  return Array.from({ length: count }, (_, at) => Math.floor(((at + 0.5) * statements) / count))
}

describe('in parallel', () => {
  test('withdrawn in one process while the payer comes back in another: exactly one wins (P16)', async () => {
    const [one, other] = [peer, survivor]
    const endings: string[] = []
    for (let round = 0; round < 6; round += 1) {
      const id = await newOrder()
      const address = await answerBank((await begin(one, id)).redirectTo)
      const withdraw = () =>
        one.call('lib/services/payments/orders.ts', 'withdrawOrder', ownerId, id).then(
          () => 'withdrawn',
          (error: { code?: string }) => error.code ?? String(error),
        )
      const [said] = await Promise.all([withdraw(), arrive(other, address)])
      await carryToTheEnd(other, id)
      const status = await statusOf(id)
      expect([said, status]).toEqual(
        said === 'withdrawn' ? ['withdrawn', 'cancelled'] : ['payment_under_way', 'executed'],
      )
      endings.push(status)
    }
    expect(endings).toHaveLength(6)
  })

  test('cancelled at the bank while a worker reads it: both sides agree (P16)', async () => {
    const web = survivor
    const id = await newOrder({ executionDate: parisDay(new Date(Date.now() + 5 * 86_400_000)) })
    await arrive(web, await answerBank((await begin(web, id)).redirectTo))
    expect(await statusOf(id)).toBe('confirmed')
    const wish = { reason: 'DS02', instructionIds: [], presence, askedByUserId: null }
    const order = { ownerId, orderId: id }
    const { redirectTo } = await web.call<Begun>('testing/processes/payment-calls.ts', 'cancelAtBank', order, wish)
    const back = await answerBank(redirectTo)
    await Promise.all([arrive(web, back), carryToTheEnd(web, id)])
    await carryToTheEnd(web, id)
    const [attempt] = await attemptsOf(id)
    const theirs = readBankSide(crew.running).get(attempt?.paymentInformationId ?? '')
    expect([attempt?.status, theirs?.status, theirs?.executed]).toEqual(['cancelled', 'CANC', 0])
  })
})

describe('two web processes and two workers', () => {
  test('pay through a database whose connections all die, three times over (fault:D2)', async () => {
    const [one, other] = [peer, survivor]
    const workers = [await start(), await start()]
    await Promise.all(workers.map(each => each.startJobs()))
    const orders = await Promise.all(Array.from({ length: 8 }, () => newOrder()))
    const addresses: string[] = []
    for (const [at, id] of orders.entries())
      addresses.push(await answerBank((await begin(at % 2 === 0 ? one : other, id)).redirectTo))
    const arrivals = addresses.map((address, at) => arrive(at % 2 === 0 ? one : other, address).catch(() => 'failed'))
    for (let round = 0; round < 3; round += 1) {
      await db().$queryRaw`
          SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'guichet'`.catch(
        () => undefined,
      )
      await Promise.race(arrivals)
    }
    // A browser that got 503 tries again by itself, also when the next connection is one of those that died: the code is valid for a minute.
    for (const [at, ended] of (await Promise.all(arrivals)).entries()) {
      const again = () =>
        arrive(other, addresses[at] ?? '').then(
          () => 'arrived',
          () => 'failed',
        )
      if (ended === 'failed') await expect.poll(again).toBe('arrived')
    }
    // A lease left by a lost connection expires after a minute; from then on the workers do the rest.
    for (const id of orders) await makeDue(id)
    await expect
      .poll(
        () =>
          db().paymentOrder.findMany({
            where: { id: { in: orders }, status: 'pending' },
            include: { attempts: true },
          }),
        { timeout: 90_000, interval: 500 },
      )
      .toEqual([])
    for (const id of orders) {
      await payInTheEnd(other, id)
    }
  })

  test('end by a signal with payments in flight: nothing is lost or doubled (fault:D5)', async () => {
    const [one, other] = [await start(), survivor]
    const count = Number(process.env.PAYMENTS_IN_FLIGHT ?? 12)
    const orders = await Promise.all(Array.from({ length: count }, () => newOrder()))
    const addresses: string[] = []
    for (const id of orders) addresses.push(await answerBank((await begin(other, id)).redirectTo))
    // The bank is so slow that all of them are running when the signal arrives.
    const slow: FaultOrder = { bankCode, match: '/o-confirmation', act: 'hang', times: count }
    await one.addFault(slow)
    const arrivals = one.call('testing/processes/payment-calls.ts', 'arriveAtAll', addresses).catch(() => undefined)
    await expect
      .poll(() => db().paymentAttempt.count({ where: { orderId: { in: orders }, status: 'confirming' } }))
      .toBeGreaterThanOrEqual(8)
    await one.stop()
    await arrivals
    for (const id of orders) {
      await carryToTheEnd(other, id)
      await payInTheEnd(other, id)
    }
  })
})

test('a code that arrives too late: not confirmed, and the payer may start again (P10)', async () => {
  const web = survivor
  const id = await newOrder()
  const address = await answerBank((await begin(web, id)).redirectTo)
  await askDesk(crew.running, 'PUT', '/clock', { move: 'plus', hours: 1 })
  await arrive(web, address)
  expect((await attemptsOf(id))[0]).toMatchObject({ status: 'expired', reason: 'confirmation_impossible' })
  // In the last hour of a day our own day would be over for the bank.
  await askDesk(crew.running, 'PUT', '/clock', { move: 'plus', hours: -1 })
  await payInTheEnd(web, id)
})
