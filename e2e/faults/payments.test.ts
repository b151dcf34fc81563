import { parisDay } from '@guichet/values/calendar/paris.ts'
import { describe, expect, test } from 'vitest'
import { db } from '#lib/db.ts'
import { askDesk } from '#testing/bank/desk.ts'
import { dieIn, isWhole, standsStill } from '#testing/processes/crew.ts'
import type { FaultOrder } from '#testing/processes/orders.ts'
import {
  arrive,
  type Begun,
  begin,
  carryToTheEnd,
  driveAtOnce,
  openPaymentCrew,
} from '#testing/processes/payment-crew.ts'
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
 * what was paused overwrites nothing, and the bank's ledger shows that nothing was executed twice (docs/faults.md, P3, P10 to P12,
 * P14 to P16, fault:D2, fault:D5). What one process can show is beside the services.
 */

const crew = openPaymentCrew({ lasting: 4 })
const { start, answerBank, payInTheEnd, sent } = crew
const [survivor, peer, ...more] = crew.lasting
const [helper, sleeper] = [more[0] ?? fail(), more[1] ?? fail()]
const workers = [peer, helper]

function fail(): never {
  throw new Error('nobody is there')
}

const rounds = isWhole ? 3 : 1
const inDays = (days: number) => parisDay(new Date(Date.now() + days * 86_400_000))
const eventsOf = async (orderId: string) =>
  (await db().paymentEvent.findMany({ where: { orderId }, orderBy: { seq: 'asc' } })).map(({ type }) => type)
const bankSideOf = async (orderId: string) => {
  const theirs = readBankSide(crew.running)
  return (await attemptsOf(orderId)).map(one => theirs.get(one.paymentInformationId) ?? null)
}
const codeOf = (act: Promise<unknown>) =>
  act.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  )

test('killed between any two statements of a callback: another process continues, executed at most once (P12)', async () => {
  const [worker, counter] = [survivor, peer]
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

/** Spread over the whole payment; PAYMENT_KILLS plays more of them (npm run soak -- payments). */
function killPoints(statements: number): number[] {
  const count = Number(process.env.PAYMENT_KILLS ?? 3)
  return Array.from({ length: count }, (_, at) => Math.floor(((at + 0.5) * statements) / count))
}

describe('in parallel', () => {
  test('withdrawn in one process while the payer comes back in another: exactly one wins (P16)', async () => {
    const [one, other] = [peer, survivor]
    const endings: string[] = []
    for (let round = 0; round < rounds; round += 1) {
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
    expect(endings).toHaveLength(rounds)
  })

  test('cancelled at the bank while a worker reads it: both sides agree (P16)', async () => {
    const web = survivor
    const id = await newOrder({ executionDate: inDays(5) })
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
  test('pay through a database whose connections all die (fault:D2)', async () => {
    const [one, other] = [peer, survivor]
    const jobs = [await start(), await start()]
    await Promise.all(jobs.map(each => each.startJobs()))
    const orders = await Promise.all(Array.from({ length: 8 }, () => newOrder()))
    const addresses: string[] = []
    for (const [at, id] of orders.entries())
      addresses.push(await answerBank((await begin(at % 2 === 0 ? one : other, id)).redirectTo))
    const arrivals = addresses.map((address, at) => arrive(at % 2 === 0 ? one : other, address).catch(() => 'failed'))
    for (let round = 0; round < rounds; round += 1) {
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
    // Leases left by lost connections expire after a minute; from then on the workers do the rest, at once instead of at their next time.
    for (const id of orders) await makeDue(id)
    const open = { id: { in: orders }, status: 'pending' as const }
    const hurried = { orderId: { in: orders }, leaseId: null, nextAt: { gt: new Date() } }
    const countOpen = async () => {
      await db().paymentAttempt.updateMany({ where: hurried, data: { nextAt: new Date(0) } })
      return db().paymentOrder.count({ where: open })
    }
    await expect.poll(countOpen, { timeout: 150_000, interval: 500 }).toBe(0)
    for (const id of orders) await payInTheEnd(other, id)
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

describe('paused', () => {
  /** The process stands still at that request, the workers do what is due, and it goes on. */
  async function pauseIn(
    late: Promise<unknown>,
    orderId: string,
    meanwhile: () => Promise<unknown> = async () => undefined,
  ) {
    await standsStill(sleeper)
    await meanwhile()
    await makeDue(orderId)
    await driveAtOnce(workers)
    return async () => {
      await sleeper.kill('SIGCONT')
      return late
    }
  }

  test('until two workers gave up the creation: the payer is not redirected, and pays at another process (P3)', async () => {
    const id = await newOrder()
    await sleeper.addFault({ bankCode, match: '/payment-requests', act: 'stop_after' })
    const goOn = await pauseIn(codeOf(begin(sleeper, id)), id, async () =>
      expect((await attemptsOf(id)).map(({ status }) => status)).toEqual(['sending']),
    )
    expect(await goOn()).toBe('payment_under_way')
    expect(await attemptsOf(id)).toMatchObject([{ status: 'abandoned', resourceId: null, consentSealed: null }])
    expect((await eventsOf(id)).filter(type => type === 'attempt.abandoned')).toHaveLength(1)
    await payInTheEnd(survivor, id)
    expect(await bankSideOf(id)).toMatchObject([{ isConfirmed: false, executed: 0 }, { executed: 1 }])
  })

  test('with the lease of a confirmation whose answer was lost: workers and the browser wait until it continues (P11)', async () => {
    const id = await newOrder({ executionDate: inDays(3) })
    const address = await answerBank((await begin(survivor, id)).redirectTo)
    await survivor.addFault({ bankCode, match: '/o-confirmation', act: 'lost_after' })
    await arrive(survivor, address)
    await sleeper.addFault({ bankCode, match: 'GET ', act: 'stop_before' })
    await makeDue(id)
    const late = driveAtOnce([sleeper])
    await standsStill(sleeper)
    const ours = async () => (await Promise.all([survivor, ...workers].map(each => each.sent()))).flat()
    const before = await ours()
    await db().paymentAttempt.updateMany({ where: { orderId: id }, data: { nextAt: new Date(0) } })
    await Promise.all([driveAtOnce(workers), arrive(survivor, address)])
    expect(await ours()).toEqual(before)
    expect(await statusOf(id)).toBe('pending')
    await sleeper.kill('SIGCONT')
    await late
    expect(await statusOf(id)).toBe('confirmed')
    expect(await bankSideOf(id)).toMatchObject([{ isConfirmed: true, executed: 0 }])
  })

  test.each([
    { act: 'stop_before' as const, days: 0, end: 'executed' },
    { act: 'stop_after' as const, days: 0, end: 'executed' },
    { act: 'stop_before' as const, days: 3, end: 'confirmed' },
    { act: 'stop_after' as const, days: 3, end: 'confirmed' },
  ])(
    'in the confirmation ($act, $end) while two workers continued: accepted once, reported once (P11)',
    async ({ act, days, end }) => {
      const id = await newOrder(days === 0 ? {} : { executionDate: inDays(days) })
      const address = await answerBank((await begin(survivor, id)).redirectTo)
      await sleeper.addFault({ bankCode, match: '/o-confirmation', act })
      const goOn = await pauseIn(arrive(sleeper, address), id, async () =>
        expect((await attemptsOf(id))[0]).toMatchObject({ status: 'confirming' }),
      )
      expect(await statusOf(id)).toBe(end)
      await goOn()
      expect(await statusOf(id)).toBe(end)
      expect((await eventsOf(id)).filter(type => type === `attempt.${end}`)).toHaveLength(1)
      expect(await bankSideOf(id)).toMatchObject([{ isConfirmed: true, executed: days === 0 ? 1 : 0 }])
    },
  )

  test('between its own reading and its confirmation, while a worker finds another amount: not confirmed (P15)', async () => {
    const id = await newOrder()
    crew.expectAlarm(id)
    const address = await answerBank((await begin(survivor, id)).redirectTo)
    const before = await sent('/o-confirmation')
    await sleeper.addFault({ bankCode, match: 'GET ', act: 'stop_after' })
    const goOn = await pauseIn(arrive(sleeper, address), id, async () => {
      for (const worker of workers)
        await worker.addFault({ bankCode, match: 'GET ', act: { replace: [['"3.21"', '"3.22"']] }, times: 99 })
    })
    expect(await statusOf(id)).toBe('held')
    await goOn()
    expect(await attemptsOf(id)).toMatchObject([{ status: 'held', confirmingAt: null }])
    expect(await sent('/o-confirmation')).toEqual(before)
  })

  test.each([
    { decision: 'approve' as const, end: 'executed', word: 'ACSC' },
    { decision: 'refuse' as const, end: 'rejected', word: 'RJCT' },
  ])('with an outdated answer of the bank: it does not undo $end (P14)', async ({ decision, end, word }) => {
    const id = await newOrder()
    const { redirectTo } = await begin(survivor, id)
    const [attempt] = await attemptsOf(id)
    await sleeper.addFault({ bankCode, match: `/payment-requests/${attempt?.resourceId}`, act: 'stop_after' })
    await makeDue(id)
    const late = driveAtOnce([sleeper])
    await standsStill(sleeper)
    const address = await answerBank(redirectTo, decision)
    await makeDue(id)
    await arrive(survivor, address)
    const [before, events] = [await attemptsOf(id), await eventsOf(id)]
    expect(before).toMatchObject([{ status: end, bankStatus: word }])
    await sleeper.kill('SIGCONT')
    await late
    expect([await attemptsOf(id), await eventsOf(id)]).toEqual([before, events])
  })

  test('before its confirmation until the attempt expired: the order is paid again (P12)', async () => {
    const id = await newOrder()
    const address = await answerBank((await begin(survivor, id)).redirectTo)
    await sleeper.addFault({ bankCode, match: 'GET ', act: 'stop_after' })
    const over = new Date(0)
    const goOn = await pauseIn(arrive(sleeper, address), id, () =>
      db().paymentAttempt.updateMany({ where: { orderId: id }, data: { expiresAt: over, confirmExpiresAt: over } }),
    )
    expect(await attemptsOf(id)).toMatchObject([{ status: 'expired' }])
    await goOn()
    await payInTheEnd(survivor, id)
  })
})
