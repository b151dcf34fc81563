import { addDays } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { organisationEventTypes } from '#lib/domain/webhooks/event.ts'
import { startAttempt } from '#lib/services/payments/attempts.ts'
import { driveAttempt } from '#lib/services/payments/drive.ts'
import { readPublicOrder } from '#lib/services/payments/public-order.ts'
import { receiveReport } from '#lib/services/payments/report.ts'
import {
  atBank,
  decidingAmounts,
  deskSettings,
  payerDecisions,
  simulated,
  simulatedAfter,
} from '#lib/views/v1/scenarios.ts'
import { askDesk } from '#testing/bank/desk.ts'
import { walkPayment } from '#testing/bank/payer.ts'
import { type ApiShop, askApi, newShop, returnUrl } from '#testing/shop/api.ts'
import { openStack } from '#testing/stack/open.ts'
import { presence } from '#testing/stack/start.ts'

/** Every row of the page of scenarios, with the API's routes and the sandbox bank. */
const stack = openStack()
let shop: ApiShop
beforeAll(async () => {
  shop = await newShop()
})

async function newSession(body: object = {}): Promise<string> {
  const order = { amount: '24.90', reference: 'Order 4711', return_url: returnUrl, ...body }
  return (await askApi('createCheckoutSession', { key: shop.key, body: order })).body.id
}

async function newRefund(): Promise<string> {
  const payment_id = await newSession()
  await askApi('createSimulation', { key: shop.key, body: { payment_id, outcome: 'executed' } })
  const payee = { creditor_name: 'Camille Bernard', creditor_iban: 'FR7630006000011234567890189' }
  return (await askApi('createRefund', { key: shop.key, body: { payment_id, ...payee } })).body.id
}

async function eventsOf(id: string): Promise<string[]> {
  const { body } = await askApi('listEvents', { key: shop.key, query: `?payment_id=${id}` })
  return body.data.map(({ type }: { type: string }) => type)
}

const simulate = (body: object, key = shop.key) => askApi('createSimulation', { key, body })

describe('POST /simulations', () => {
  test.each(simulated)('$outcome $amount of a payment', async ({ outcome, amount, payment }) => {
    const payment_id = await newSession()
    const sent = amount === undefined ? {} : { amount: amount === 'less' ? '10.00' : '30.00' }
    const { status, body } = await simulate({ payment_id, outcome, ...sent })
    expect(status).toBe(201)
    expect(await eventsOf(payment_id)).toEqual(expect.arrayContaining([...payment]))
    const { body: read } = await askApi('readPayment', { key: shop.key, id: payment_id })
    expect([body.status, body.paid, body.received_amount]).toEqual([read.status, read.paid, read.received_amount])
    expect(read.paid).toBe(outcome === 'executed' || (outcome === 'received' && amount !== 'less'))
    const { publicId } = await db().paymentOrder.findUniqueOrThrow({ where: { id: payment_id } })
    const approved = ['pending', 'confirmed', 'executed', 'partly_executed', 'held'].includes(outcome)
    expect((await readPublicOrder(publicId))?.hasReceipt).toBe(approved)
  })

  test.each(simulated.filter(({ refund }) => refund.length > 0))(
    '$outcome of a refund',
    async ({ outcome, refund }) => {
      const payment_id = await newRefund()
      expect((await simulate({ payment_id, outcome })).status).toBe(201)
      expect(await eventsOf(payment_id)).toEqual(expect.arrayContaining([...refund]))
    },
  )

  test.each((['pending', 'confirmed'] as const).flatMap(first => simulatedAfter.map(then => ({ first, then }))))(
    '$first, then $then.outcome, of a payment and of a refund',
    async ({ first, then }) => {
      for (const [payment_id, told] of [
        [await newSession(), then.payment],
        [await newRefund(), then.refund],
      ] as const) {
        expect((await simulate({ payment_id, outcome: first })).body.status).toBe(first)
        expect((await simulate({ payment_id, outcome: first })).body.code).toBe('payment_under_way')
        expect((await simulate({ payment_id, outcome: 'expired' })).body.code).toBe('payment_under_way')
        const { body } = await simulate({ payment_id, outcome: then.outcome })
        expect(body.status).toBe(then.outcome === 'executed' ? 'executed' : 'open')
        expect(await eventsOf(payment_id)).toEqual(expect.arrayContaining([...told]))
        const attempts = await db().paymentAttempt.findMany({ where: { orderId: payment_id } })
        expect(attempts.map(({ nextAt }) => nextAt)).toEqual([null])
      }
    },
  )

  test('what is received is in reconciliation and in the books, beside what the bank executed', async () => {
    const own = await newShop()
    const order = { amount: '24.90', reference: 'Order 4711', return_url: returnUrl }
    const receive = async (outcomes: readonly object[]) => {
      const { id } = (await askApi('createCheckoutSession', { key: own.key, body: order })).body
      for (const one of outcomes) await simulate({ payment_id: id, ...one }, own.key)
    }
    await receive([
      { outcome: 'received', amount: '10.00' },
      { outcome: 'received', amount: '14.90' },
    ])
    await receive([{ outcome: 'executed' }, { outcome: 'received' }])
    await receive([{ outcome: 'received', amount: '4.00' }])
    const { body } = await askApi('listSettlementDays', { key: own.key })
    const day = { executed: '24.90', transferred: '28.90', received: '53.80', short: '20.90', net: '53.80' }
    expect(body.data).toMatchObject([day])
    const credits = (await askApi('listCredits', { key: own.key })).body.data
    expect(credits).toHaveLength(4)
  })

  test('leaves nothing for a worker to ask of a bank', async () => {
    const payment_id = await newSession()
    await simulate({ payment_id, outcome: 'held' })
    const attempts = await db().paymentAttempt.findMany({ where: { orderId: payment_id } })
    expect(attempts.map(({ status, nextAt }) => [status, nextAt])).toEqual([['held', null]])
  })

  test('is refused for live payments, what is over, and what does not fit', async () => {
    const payment_id = await newSession()
    const live = await simulate({ payment_id, outcome: 'executed' }, shop.live)
    expect([live.status, live.body.field, live.body.detail]).toEqual([
      422,
      'payment_id',
      expect.stringMatching(/test key/),
    ])
    const odd = await simulate({ payment_id, outcome: 'executed', amount: '1.00' })
    expect([odd.status, odd.body.field]).toEqual([422, 'amount'])
    const nothing = await simulate({ payment_id, outcome: 'received', amount: '0.00' })
    expect([nothing.status, nothing.body.field]).toEqual([422, 'amount'])
    const refund = await simulate({ payment_id: await newRefund(), outcome: 'received' })
    expect([refund.status, refund.body.field]).toEqual([422, 'outcome'])
    await simulate({ payment_id, outcome: 'executed' })
    expect((await simulate({ payment_id, outcome: 'rejected' })).body.code).toBe('payment_over')
    const other = await newShop()
    expect((await simulate({ payment_id, outcome: 'held' }, other.key)).status).toBe(404)
  })
})

describe('POST /events', () => {
  test.each(organisationEventTypes)('%s is told, and nothing changes', async type => {
    const before = await db().organisation.findUniqueOrThrow({ where: { id: shop.organisationId } })
    const { status, body } = await askApi('createEvent', { key: shop.key, body: { type } })
    expect([status, body.type]).toEqual([201, type])
    const { body: read } = await askApi('readEvent', { key: shop.key, id: body.id })
    expect(read).toEqual(body)
    expect(body.data.suspended).toBe(type === 'organisation.suspended')
    expect(await db().organisation.findUniqueOrThrow({ where: { id: shop.organisationId } })).toEqual(before)
  })

  test('is refused with a live key, and for what happens to a payment', async () => {
    const live = await askApi('createEvent', { key: shop.live, body: { type: 'organisation.suspended' } })
    expect([live.status, live.body.field, live.body.detail]).toEqual([422, 'type', expect.stringMatching(/test key/)])
    const odd = await askApi('createEvent', { key: shop.key, body: { type: 'payment.executed' } })
    expect([odd.status, odd.body.field]).toEqual([422, 'type'])
  })
})

/** The payer's way over the bank, as far as it lets them. */
async function payAtBank(id: string, decision: 'approve' | 'refuse' | 'time_out'): Promise<void> {
  const { attemptId, redirectTo } = await startAttempt(shop.organisationId, id, { bankCode: '19870', presence })
  const walked = await walkPayment(stack.running, new URL(redirectTo), 'camille-bernard', decision).catch(() => null)
  if (walked === null) {
    await driveAttempt(attemptId, null)
    return
  }
  const { callbackUrl } = walked
  const [, , bankCode = '', , reportId = ''] = callbackUrl.pathname.split('/')
  await receiveReport({ bankCode, reportId, query: callbackUrl.searchParams, presence })
}

describe('at a sandbox bank', () => {
  afterEach(async () => {
    await askDesk(stack.running, 'DELETE', '/faults')
    await askDesk(stack.running, 'PUT', '/service', { isDown: false })
  })

  test.each(payerDecisions)('the payer: %s', async decision => {
    const body = decision === 'later' ? { execution_date: addDays(parisDay(now()), 7) } : {}
    const id = await newSession(body)
    await payAtBank(id, decision === 'later' ? 'approve' : decision)
    expect(await eventsOf(id)).toEqual(expect.arrayContaining([...atBank[decision]]))
  })

  test.each(decidingAmounts)('$amount: $stage $reason', async ({ amount, reason, events }) => {
    const id = await newSession({ amount })
    await payAtBank(id, 'approve')
    expect(await eventsOf(id)).toEqual(expect.arrayContaining([...events]))
    const { body } = await askApi('readPayment', { key: shop.key, id })
    expect(body.attempts[0].instructions[0].bank_reason ?? body.attempts[0].bank_reason).toBe(reason)
  })

  test.each(deskSettings)('its control desk: $id', async ({ call, body, events }) => {
    const [method, path] = call.split(' ') as ['POST' | 'PUT', string]
    await askDesk(stack.running, method, path, body)
    const id = await newSession()
    await payAtBank(id, 'approve').catch((error: unknown) => expect(error).toMatchObject({ code: 'bank_unavailable' }))
    expect(await eventsOf(id)).toEqual(expect.arrayContaining([...events]))
  })
})
