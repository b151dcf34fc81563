import { readBankPayment } from '@guichet/stet/bank-payment.ts'
import { TransportFailure, type WireRequest } from '@guichet/stet/transport.ts'
import { WirePaymentState } from '@guichet/stet/wire/payment.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { formatAmount } from '@guichet/values/money/minor.ts'
import { describe, expect, test } from 'vitest'
import { storeNothing } from '#lib/base/idempotent-result.ts'
import { now, setClock } from '#lib/clock.ts'
import { db, Prisma } from '#lib/db.ts'
import { workOnce } from '#lib/jobs/tasks.ts'
import { type PayerDecision, walkPayment } from '#testing/bank/payer.ts'
import { anOperator } from '#testing/people/a-person.ts'
import { readBankSide } from '#testing/processes/payment-invariants.ts'
import { attemptRow, checkoutOrder } from '#testing/shop/checkout-order.ts'
import { openMailbox, sendDueMails } from '#testing/stack/mailbox.ts'
import { openStack } from '#testing/stack/open.ts'
import { type Fault, presence } from '#testing/stack/start.ts'
import { written } from '#testing/written.ts'
import { startAttempt } from './attempts.ts'
import { applyReading } from './bank-answer.ts'
import { readCancellation, startCancellation } from './cancellations.ts'
import { driveAttempt } from './drive.ts'
import { createOrder, type NewOrder, withdrawOrder } from './orders.ts'
import { readPublicOrder } from './public-order.ts'
import { readOrder as showOrder } from './read.ts'
import { receiveReport } from './report.ts'
import { inOrder, refreshOrder } from './state.ts'

/**
 * Payments with a real database and the sandbox bank, whose ledger shows what was executed, and that it was executed once.
 */
const stack = openStack()
const { wire } = stack
const ownerId = '0a0a0a0a-0000-4000-8000-000000000001'
const foreignIban = 'DE89370400440532013000'

const inDays = (days: number) => parisDay(new Date(Date.now() + days * 86_400_000))

async function order(change: Partial<NewOrder> = {}, amountMinor = 1234n) {
  const { id } = await createOrder(ownerId, checkoutOrder(amountMinor, change))
  return id
}

const begin = (orderId: string) => startAttempt(ownerId, orderId, { bankCode: '19870', presence })

async function atBank(redirectTo: string, decision: PayerDecision = 'approve'): Promise<URL> {
  return (await walkPayment(stack.running, new URL(redirectTo), 'camille-bernard', decision)).callbackUrl
}

/** An order that its payer approved at the bank, and the address to come back to. */
async function approved(change: Partial<NewOrder> = {}) {
  const id = await order(change)
  return { id, url: await atBank((await begin(id)).redirectTo) }
}

function comeBack(url: URL) {
  const [, , bankCode = '', , reportId = ''] = url.pathname.split('/')
  return receiveReport({ bankCode, reportId, query: url.searchParams, presence })
}

async function pay(orderId: string): Promise<void> {
  await comeBack(await atBank((await begin(orderId)).redirectTo))
}

async function paid(...of: Parameters<typeof order>): Promise<string> {
  const id = await order(...of)
  await pay(id)
  return id
}

const readOrder = (id: string) => db().paymentOrder.findUniqueOrThrow({ where: { id } })
const attemptsOf = (orderId: string) =>
  db().paymentAttempt.findMany({ where: { orderId }, orderBy: { createdAt: 'asc' }, include: { instructions: true } })
const timelineOf = async (orderId: string) =>
  (await db().paymentEvent.findMany({ where: { orderId }, orderBy: { seq: 'asc' } })).map(({ type }) => type)
const messagesOf = async (orderId: string) =>
  (await db().webhookMessage.findMany({ where: { orderId }, orderBy: { sequence: 'asc' } })).map(({ type }) => type)
const stageOf = async (id: string) => (await readPublicOrder((await readOrder(id)).publicId))?.stage
/** What the bank's store has of each attempt. */
const bankSideOf = async (orderId: string) => {
  const theirs = readBankSide(stack.running)
  return (await attemptsOf(orderId)).map(one => theirs.get(one.paymentInformationId) ?? null)
}

/** Moves our clock, and runs what is due. */
async function later(ms: number): Promise<void> {
  setClock(new Date(now().getTime() + ms))
  await workOnce('payments', 'transfers')
}

const isConfirmation = ({ target }: WireRequest) => target.endsWith('/o-confirmation')
const isCreation = ({ method, target }: WireRequest) => method === 'POST' && target.endsWith('/payment-requests')
const isTrade = ({ body }: WireRequest) => body?.includes('grant_type=authorization_code') ?? false

/** Injects a fault into the first `times` matching requests. */
function spoilFirst(matches: (request: WireRequest) => boolean, fault: Fault, times = 1) {
  let left = times
  return wire.tap(request => (matches(request) && left-- > 0 ? fault : 'none'))
}

const isReading = ({ method, target }: WireRequest) => method === 'GET' && target.includes('/payment-requests/')
/** Changes what the bank says of payments. */
const spoilReadings = (change: (text: string) => string) => wire.rewrite(isReading, change)

test.each([
  ['preferred', 400, 'FF01', [true, false]],
  ['required', 400, 'FF01', [true]],
  ['preferred', 503, 'INTS', [true, true]],
] as const)(
  'an instant transfer, %s, that the bank answers with %i %s: tried as %j',
  async (instant, status, message, tries) => {
    await db().bank.update({ where: { code: '19870' }, data: { supports: ['payments', 'instant'] } })
    const id = await order({ instant })
    await spoilFirst(isCreation, { status, body: { status, message } })
    await begin(id).catch(() => null)
    expect((await attemptsOf(id)).map(one => one.isInstant)).toEqual(tries)
    await db().bank.update({ where: { code: '19870' }, data: { supports: ['accounts', 'payments'] } })
  },
)

test('a token of ours that the bank refuses is asked for anew: the payment is created all the same', async () => {
  await begin(await order())
  const id = await order()
  await spoilFirst(isCreation, { status: 403, body: { status: 403, message: 'The access token is unknown' } })
  await begin(id)
  expect(wire.sent.filter(({ target }) => target.endsWith('/oauth/token'))).toHaveLength(1)
  expect((await attemptsOf(id)).map(({ status }) => status)).toEqual(['redirected'])
})

describe('a whole payment', () => {
  test('a payment is executed, and its timeline says how', async () => {
    const id = await paid()
    expect(await readOrder(id)).toMatchObject({ status: 'executed' })
    expect(await timelineOf(id)).toEqual([
      'order.created',
      'attempt.sending',
      'attempt.redirected',
      'payer.redirected',
      'payer.returned',
      'attempt.authorised',
      'bank.status',
      'attempt.confirming',
      'attempt.confirmed',
      'bank.status',
      'attempt.executed',
    ])
    const [attempt] = await attemptsOf(id)
    expect(attempt).toMatchObject({ status: 'executed', confirmSealed: null, codeSealed: null, consentSealed: null })
  })

  test('a deferred one is confirmed, never "executed" before the bank reports it', async () => {
    const id = await paid({ executionDate: inDays(3) })
    expect(await readOrder(id)).toMatchObject({ status: 'confirmed' })
  })

  test('every id that must be unique at the bank has at most 35 characters and is the one that was stored (C17, bank:D30)', async () => {
    await wire.tap()
    const id = await order()
    await begin(id)
    const sent = wire.sent.find(({ method, target }) => method === 'POST' && target.endsWith('/payment-requests'))
    const { requestId, paymentInformationId, instructions } = await onlyAttemptOf(id)
    const ids = instructions.flatMap(({ instructionId, endToEndId }) => [instructionId, endToEndId])
    const all = [requestId, paymentInformationId, ...ids]
    expect(all.every(one => /^[0-9A-Za-z]{32}$/.test(one))).toBe(true)
    expect(new Set(all).size).toBe(4)
    expect(sent?.headers['x-request-id']).toBe(requestId)
    for (const one of [paymentInformationId, ...ids]) expect(sent?.body).toContain(one)
  })

  test('no secret of a payment is stored in plain text', async () => {
    const id = await order()
    const { redirectTo } = await begin(id)
    const [attempt] = await attemptsOf(id)
    const nonce = new URL(redirectTo).searchParams.get('nonce') ?? 'none'
    expect(written(attempt)).not.toContain(nonce)
  })
})

describe('the payer refuses, or does not answer', () => {
  test('refused: the order stays open for another bank', async () => {
    const id = await order()
    await comeBack(await atBank((await begin(id)).redirectTo, 'refuse'))
    const [attempt] = await attemptsOf(id)
    expect(attempt).toMatchObject({ status: 'rejected', reason: 'CUST', bankStatus: 'RJCT' })
    expect(await readOrder(id)).toMatchObject({ status: 'open' })
    await pay(id)
    expect(await readOrder(id)).toMatchObject({ status: 'executed' })
  })

  test('the browser never comes back, though the payer agreed: no money moves, and it expires (P9)', async () => {
    const id = await order()
    await atBank((await begin(id)).redirectTo)
    await later(10_000)
    expect((await attemptsOf(id))[0]).toMatchObject({ status: 'authorised', bankStatus: 'ACSP' })
    await expect(begin(id)).rejects.toMatchObject({ code: 'payment_under_way' })
    await later(40 * 60_000)
    expect((await attemptsOf(id))[0]).toMatchObject({ status: 'expired', reason: 'timed_out' })
    expect(await readOrder(id)).toMatchObject({ status: 'open' })
  })

  describe('approved, and no code came within its life', () => {
    /** An order whose payer approved at the bank and closed the browser, and the address of the callback that never came. */
    async function lost(change: Partial<NewOrder> = {}) {
      const { id, url: callback } = await approved(change)
      for (const ms of [10_000, 60_000, 30_000]) await later(ms)
      expect((await attemptsOf(id))[0]).toMatchObject({ status: 'redirected', bankStatus: 'ACSP', finishedAt: null })
      expect(await readOrder(id)).toMatchObject({ status: 'open' })
      // Seen again, it is no news.
      await later(60_000)
      expect((await attemptsOf(id))[0]).toMatchObject({ status: 'redirected', authorisedAt: expect.any(Date) })
      expect((await timelineOf(id)).filter(type => type === 'payer.not_returned')).toHaveLength(1)
      expect(await stageOf(id)).toBe('not_returned')
      expect(await messagesOf(id)).toEqual(['payment.pending', 'payment.open'])
      expect(await bankSideOf(id)).toMatchObject([{ isConfirmed: false, executed: 0 }])
      return { id, callback }
    }

    test('another try is paid, and the late callback of the first confirms nothing', async () => {
      const { id, callback } = await lost()
      const second = await atBank((await begin(id)).redirectTo)
      await wire.tap()
      await comeBack(callback)
      expect(wire.sent.filter(isTrade)).toEqual([])
      await comeBack(second)
      await comeBack(callback)
      expect(wire.sent.filter(isConfirmation)).toHaveLength(1)
      wire.restore()
      expect((await attemptsOf(id)).map(({ status }) => status)).toEqual(['abandoned', 'executed'])
    })

    test('an order that expired meanwhile gets its second try, and no third', async () => {
      const { id } = await lost({ expiresAt: new Date(now().getTime() + 60_000) })
      await begin(id)
      await expect(begin(id)).rejects.toMatchObject({ code: 'payment_over' })
    })

    test('it expires once, and can be paid again (P9)', async () => {
      const { id } = await lost()
      for (let round = 0; round < 2; round += 1) await later(40 * 60_000)
      expect(await onlyAttemptOf(id)).toMatchObject({ status: 'expired', reason: 'timed_out' })
      const timeline = await timelineOf(id)
      for (const type of ['attempt.authorised', 'payer.not_returned', 'attempt.expired'])
        expect(timeline.filter(one => one === type)).toHaveLength(1)
      expect(await messagesOf(id)).toEqual(['payment.pending', 'payment.open', 'payment.attempt_failed'])
      expect(await bankSideOf(id)).toMatchObject([{ isConfirmed: false, executed: 0 }])
      setClock(null)
      await pay(id)
      expect(await readOrder(id)).toMatchObject({ status: 'executed' })
    })

    test('it can be withdrawn, and a late callback confirms nothing', async () => {
      const { id, callback } = await lost()
      await withdrawOrder(ownerId, id)
      await wire.tap()
      await comeBack(callback)
      expect(wire.sent.filter(isConfirmation)).toHaveLength(0)
      wire.restore()
      expect(await readOrder(id)).toMatchObject({ status: 'cancelled' })
    })

    test('a code that the bank still takes confirms it, as nobody started again', async () => {
      const { id, url: callback } = await approved()
      const attempt = await onlyAttemptOf(id)
      const data = { status: 'redirected', authorisedAt: now() } as const
      await db().paymentAttempt.update({ where: { id: attempt.id }, data })
      await comeBack(callback)
      expect(await readOrder(id)).toMatchObject({ status: 'executed' })
    })

    test('a code that arrives during the last look is used', async () => {
      const { id, url: callback } = await approved()
      await later(10_000)
      let isFirst = true
      await wire.tap(async (request): Promise<Fault> => {
        if (!isReading(request) || !isFirst) return 'none'
        isFirst = false
        await comeBack(callback)
        return 'none'
      })
      await later(100_000)
      expect((await onlyAttemptOf(id)).status).not.toBe('redirected')
      expect(await timelineOf(id)).not.toContain('payer.not_returned')
    })
  })

  test('the success address without a code, and the failure address: nothing is confirmed until the code arrives (P7)', async () => {
    const { id, url } = await approved()
    const [bare, failed] = [new URL(url), new URL(url)]
    bare.searchParams.delete('code')
    failed.search = ''
    failed.pathname += '/ko'
    await wire.tap()
    await Promise.all([bare, failed, bare, failed].map(comeBack))
    await later(10_000)
    expect((await attemptsOf(id))[0]).toMatchObject({ status: 'authorised', confirmingAt: null, codeSealed: null })
    expect(await stageOf(id)).toBe('asking')
    expect(wire.sent.filter(isConfirmation)).toEqual([])
    expect(await bankSideOf(id)).toMatchObject([{ isConfirmed: false, executed: 0 }])
    expect((await timelineOf(id)).filter(type => type === 'payer.returned')).toHaveLength(1)
    await Promise.all([comeBack(url), comeBack(url)])
    expect(await readOrder(id)).toMatchObject({ status: 'executed' })
    expect(wire.sent.filter(isConfirmation)).toHaveLength(1)
  })

  test('an invented code changes nothing, and the right one still works', async () => {
    const id = await order()
    const { redirectTo } = await begin(id)
    const [attempt] = await attemptsOf(id)
    const reportId = await reportIdOf(attempt?.id ?? '')
    await receiveReport({ bankCode: '19870', reportId, query: new URLSearchParams({ code: 'made-up' }), presence })
    expect((await attemptsOf(id))[0]).toMatchObject({ status: 'redirected' })
    await comeBack(await atBank(redirectTo))
    expect(await readOrder(id)).toMatchObject({ status: 'executed' })
  })

  test('a code may be as long as one of a link', async () => {
    const { url } = await approved()
    await wire.tap(() => 'none')
    url.searchParams.set('code', 'x'.repeat(2_000))
    await comeBack(url)
    expect(wire.sent.find(isTrade)?.body).toContain('x'.repeat(2_000))
  })

  test('another bank’s callback is rejected (C3)', async () => {
    const { id, url } = await approved()
    const reportId = url.pathname.split('/')[4] ?? ''
    expect(await receiveReport({ bankCode: '19871', reportId, query: url.searchParams, presence })).toBeNull()
    expect((await attemptsOf(id))[0]).toMatchObject({ status: 'redirected' })
  })
})

async function reportIdOf(attemptId: string): Promise<string> {
  const { openOfAttempt } = await import('./secrets.ts')
  const attempt = await db().paymentAttempt.findUniqueOrThrow({ where: { id: attemptId } })
  return openOfAttempt(attemptId, 'reportSealed', attempt.reportSealed)
}

describe('lost answers', () => {
  test('of the creation: the attempt is given up, and another made with ids of its own (bank:D43, P3)', async () => {
    const id = await order()
    await spoilFirst(isCreation, 'lost_after')
    const { redirectTo } = await begin(id)
    wire.restore()
    const [lost, second] = await attemptsOf(id)
    expect(lost).toMatchObject({ status: 'abandoned', resourceId: null })
    expect(second?.paymentInformationId).not.toBe(lost?.paymentInformationId)
    expect(second?.requestId).not.toBe(lost?.requestId)
    await comeBack(await atBank(redirectTo))
    expect(await readOrder(id)).toMatchObject({ status: 'executed', chosenAttemptId: second?.id })
    expect(await bankSideOf(id)).toMatchObject([{ isConfirmed: false, executed: 0 }, { executed: 1 }])
  })

  test('of the confirmation: sent again, 409, read: executed once (bank:D44, P11)', async () => {
    const { id, url } = await approved()
    await spoilFirst(isConfirmation, 'lost_after')
    await comeBack(url)
    expect((await attemptsOf(id))[0]).toMatchObject({ status: 'confirming' })
    expect(await readOrder(id)).toMatchObject({ status: 'pending' })
    expect(await stageOf(id)).not.toBe('paid')
    setClock(new Date(now().getTime() + 60_000))
    await Promise.all([workOnce('payments'), workOnce('payments'), comeBack(url)])
    expect(await readOrder(id)).toMatchObject({ status: 'executed' })
    expect((await timelineOf(id)).filter(type => type === 'attempt.executed')).toHaveLength(1)
    expect(await bankSideOf(id)).toMatchObject([{ isConfirmed: true, executed: 1 }])
  })

  test.each<Fault>(['lost_before', { status: 503 }])(
    'of every confirmation until its token expires (%s): payer and merchant are told that only the bank knows (P13)',
    async fault => {
      const { id, url } = await approved()
      await spoilFirst(isConfirmation, fault, 99)
      await comeBack(url)
      const { publicId } = await db().paymentOrder.findUniqueOrThrow({ where: { id } })
      expect(await readPublicOrder(publicId)).toMatchObject({ stage: 'asking', goOnTo: null })
      expect((await showOrder(ownerId, id)).attempts[0]?.unanswered).toBeNull()
      for (const minutes of [1, 3]) await later(minutes * 60_000)
      expect(await stageOf(id)).toBe('asking')
      await later(12 * 60_000)
      const sent = wire.sent.filter(isConfirmation).length
      await later(90 * 60_000)
      expect(wire.sent.filter(isConfirmation)).toHaveLength(sent)
      await expect(begin(id)).rejects.toMatchObject({ code: 'payment_under_way' })
      expect(await bankSideOf(id)).toMatchObject([{ isConfirmed: false, executed: 0 }])
      wire.restore()
      const [attempt] = await attemptsOf(id)
      expect(attempt).toMatchObject({ status: 'confirming' })
      const until = new Date((attempt?.createdAt.getTime() ?? 0) + 35 * 86_400_000).toISOString()
      expect(await readPublicOrder(publicId)).toMatchObject({ stage: 'unanswered', askedUntil: until, goOnTo: null })
      expect((await showOrder(ownerId, id)).attempts[0]?.unanswered).toEqual({
        since: attempt?.confirmingAt?.toISOString(),
        until,
      })
      expect(await readOrder(id)).toMatchObject({ status: 'pending' })
      expect((await showOrder(ownerId, id)).attempts[0]?.unreadableSince).toBeNull()
      await later(35 * 86_400_000)
      expect((await attemptsOf(id))[0]).toMatchObject({ status: 'confirming', nextAt: null })
      expect(await readPublicOrder(publicId)).toMatchObject({ stage: 'unanswered', isUnreadable: true })
      expect((await showOrder(ownerId, id)).attempts[0]?.unreadableSince).toBe(until)
    },
  )

  test.each<readonly [string, Fault, number]>([
    [
      'an error, of a bank that took nothing',
      { status: 200, body: { status: 500, error: 'Internal Server Error' } },
      0,
    ],
    ['an error, of a bank that took it', { rewrite: answer => ({ ...answer, text: '{"status":500}' }) }, 1],
    ['a page', { rewrite: answer => ({ ...answer, headers: { 'content-type': 'text/html' }, text: '<html>' }) }, 1],
    ['half the payment', { rewrite: answer => ({ ...answer, text: answer.text.slice(0, -9) }) }, 1],
  ])('of the confirmation: 200 with %s, is asked again', async (_, fault, executed) => {
    const { id, url } = await approved()
    await spoilFirst(isConfirmation, fault)
    await comeBack(url)
    expect(await onlyAttemptOf(id)).toMatchObject({ status: 'confirming', confirmSealed: expect.anything() })
    expect(await stageOf(id)).toBe('asking')
    expect(await messagesOf(id)).not.toContain('payment.confirmed')
    expect(await bankSideOf(id)).toMatchObject([{ executed }])
    await later(60_000)
    expect(await readOrder(id)).toMatchObject({ status: 'executed' })
    expect(await bankSideOf(id)).toMatchObject([{ executed: 1 }])
  })

  test('of the confirmation of a deferred one: 409 and an ambiguous status mean "confirmed"', async () => {
    const { id, url } = await approved({ executionDate: inDays(3) })
    await spoilFirst(isConfirmation, 'lost_after')
    await comeBack(url)
    await later(60_000)
    expect(wire.sent.filter(isConfirmation)).toHaveLength(2)
    expect((await attemptsOf(id))[0]).toMatchObject({ status: 'confirmed' })
    expect((await timelineOf(id)).filter(type => type === 'attempt.confirmed')).toHaveLength(1)
    expect(await bankSideOf(id)).toMatchObject([{ isConfirmed: true, executed: 0 }])
  })

  test('408, 500 and 503 mixed, five times: confirmed in the end, executed once (P13)', async () => {
    const { id, url } = await approved()
    const statuses = [408, 500, 503, 500, 408]
    await wire.tap(request => {
      const status = isConfirmation(request) ? statuses.shift() : undefined
      return status === undefined ? 'none' : { status }
    })
    await comeBack(url)
    for (let round = 0; round < 8; round += 1) {
      if ((await onlyAttemptOf(id)).status === 'confirming') expect(await stageOf(id)).toBe('asking')
      await later(61_000)
    }
    expect(wire.sent.filter(isConfirmation)).toHaveLength(6)
    expect(await readOrder(id)).toMatchObject({ status: 'executed' })
    expect((await messagesOf(id)).slice(-2)).toEqual(['payment.confirmed', 'payment.executed'])
  })

  test('of the exchange of the code: never sent twice, never confirmed, and the payer may start again (P10)', async () => {
    const { id, url } = await approved()
    await spoilFirst(isTrade, 'lost_after', 9)
    await comeBack(url)
    await comeBack(url)
    await later(60_000)
    expect(wire.sent.filter(isTrade)).toHaveLength(1)
    wire.restore()
    expect((await attemptsOf(id))[0]).toMatchObject({ status: 'expired', reason: 'confirmation_impossible' })
    await pay(id)
    expect(await readOrder(id)).toMatchObject({ status: 'executed' })
  })

  describe('of the connection, so that the code never leaves us', () => {
    const unreachable = () => {
      const tries = { left: Number.POSITIVE_INFINITY }
      return wire
        .tap(request => {
          if (isTrade(request) && tries.left-- > 0)
            throw new TransportFailure('transport', 'no', null, new Error('refused'))
          return 'none'
        })
        .then(() => tries)
    }

    test('it is exchanged once the bank can be reached again', async () => {
      const tries = await unreachable()
      const id = await paid()
      expect(await onlyAttemptOf(id)).toMatchObject({ status: 'redirected', codeUsedAt: null })
      tries.left = 0
      await later(5_000)
      expect(await readOrder(id)).toMatchObject({ status: 'executed' })
    })

    test('not before it is due, and not for longer than it may be valid', async () => {
      const tries = await unreachable()
      setClock(now())
      const id = await paid()
      await workOnce('payments')
      expect(wire.sent.filter(isTrade)).toHaveLength(1)
      await later(91_000)
      tries.left = 0
      await later(91_000)
      expect(await onlyAttemptOf(id)).toMatchObject({
        status: 'expired',
        reason: 'confirmation_impossible',
        codeSealed: null,
      })
      expect(await readOrder(id)).toMatchObject({ status: 'open' })
    })
  })

  test('a first confirmation that the bank refuses was not accepted (P10)', async () => {
    const { id, url } = await approved()
    await spoilFirst(isConfirmation, { status: 403, body: { status: 403, message: 'RJCT' } })
    await comeBack(url)
    expect((await attemptsOf(id))[0]).toMatchObject({ status: 'expired' })
    expect(await readOrder(id)).toMatchObject({ status: 'open', chosenAttemptId: null })
  })

  test('a confirmation for which the bank was asked too often is sent again', async () => {
    const { id, url } = await approved()
    await spoilFirst(isConfirmation, { status: 429, body: { status: 429, message: 'TMRQ' } })
    await comeBack(url)
    await later(60_000)
    expect(wire.sent.filter(isConfirmation)).toHaveLength(2)
    expect(await onlyAttemptOf(id)).toMatchObject({ confirmedAt: expect.any(Date), confirmSealed: null })
  })

  describe('a confirmation whose refusal contradicts what the bank shows', () => {
    async function unclear(status: number, executionDate = inDays(3)) {
      const { id, url } = await approved({ executionDate })
      await spoilFirst(isConfirmation, { status, body: { status } })
      await comeBack(url)
      await later(60_000)
      const sent = wire.sent.filter(isConfirmation).length
      wire.restore()
      return { id, sent, attempt: await onlyAttemptOf(id) }
    }

    test.each([404, 410, 302])('%s: held and alarmed, sent once, not payable again (H42)', async status => {
      const { id, sent, attempt } = await unclear(status)
      expect(sent).toBe(1)
      expect(attempt).toMatchObject({ status: 'held', bankStatus: 'ACSP', mismatch: null, confirmSealed: null })
      expect(await readOrder(id)).toMatchObject({ status: 'held', chosenAttemptId: attempt.id })
      expect((await timelineOf(id)).filter(type => type === 'alarm')).toHaveLength(1)
      await expect(begin(id)).rejects.toMatchObject({ code: 'payment_under_way' })
      await expect(withdrawOrder(ownerId, id)).rejects.toMatchObject({ code: 'payment_under_way' })
    })

    test.each([
      ['ACSC', 'executed', 'executed', 'payment_over'],
      ['RJCT', 'rejected', 'open', null],
    ] as const)('%s of the bank ends it: %s', async (says, status, orderStatus, refusal) => {
      const { id, attempt } = await unclear(404)
      await applyReading({ ownerId, orderId: id }, attempt, heldOf(attempt, says, says))
      expect(await onlyAttemptOf(id)).toMatchObject({ status })
      expect(await readOrder(id)).toMatchObject({ status: orderStatus })
      if (refusal === null) await begin(id)
      else await expect(begin(id)).rejects.toMatchObject({ code: refusal })
    })

    test('one that showed another payment stays held, whatever it executed', async () => {
      const { id, attempt } = await unclear(404)
      await applyReading({ ownerId, orderId: id }, attempt, heldOf(attempt, 'ACSP', 'PDNG', 9999n))
      await applyReading({ ownerId, orderId: id }, await onlyAttemptOf(id), heldOf(attempt, 'ACSC', 'ACSC'))
      expect(await onlyAttemptOf(id)).toMatchObject({ status: 'held' })
    })
  })

  test('an attempt whose creating process died is given up (P4)', async () => {
    const id = await order()
    await begin(id)
    const [attempt] = await attemptsOf(id)
    await db().paymentAttempt.updateMany({
      where: { id: attempt?.id ?? '' },
      data: { status: 'sending', resourceId: null, nextAt: new Date() },
    })
    await later(1_000)
    expect((await attemptsOf(id))[0]).toMatchObject({ status: 'abandoned' })
  })

  test('after a death between the intent to confirm and the call, another process continues: executed once (P12)', async () => {
    const { id, url } = await approved()
    await spoilFirst(isConfirmation, 'lost_before')
    await comeBack(url)
    await later(2 * 60_000)
    expect(await readOrder(id)).toMatchObject({ status: 'executed' })
  })
})

describe('concurrency', () => {
  test('a callback that arrives ten times in parallel confirms once (P8)', async () => {
    const { id, url } = await approved()
    await wire.tap()
    await Promise.all(Array.from({ length: 10 }, () => comeBack(url)))
    const sent = [wire.sent.filter(isTrade).length, wire.sent.filter(isConfirmation).length]
    expect(sent).toEqual([1, 1])
    expect(await readOrder(id)).toMatchObject({ status: 'executed' })
  })

  test('many attempts of one order in parallel: one is paid (I1)', async () => {
    const id = await order()
    const started = await Promise.allSettled(Array.from({ length: 4 }, () => begin(id)))
    const urls = await Promise.all(
      started.flatMap(one => (one.status === 'fulfilled' ? [atBank(one.value.redirectTo)] : [])),
    )
    await Promise.all(urls.map(comeBack))
    const statuses = (await attemptsOf(id)).map(({ status }) => status)
    expect(statuses.filter(status => status === 'executed')).toHaveLength(1)
    expect(statuses.filter(status => status === 'abandoned' || status === 'expired')).toHaveLength(statuses.length - 1)
  })

  test('a return while a worker calls the bank: the code is used at once, not at the next due time', async () => {
    const id = await order()
    const { redirectTo, attemptId } = await begin(id)
    const asked = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    let isFirst = true
    await wire.tap(async (request): Promise<Fault> => {
      if (!isReading(request) || !isFirst) return 'none'
      isFirst = false
      asked.resolve()
      await answered.promise
      return 'none'
    })
    const url = await atBank(redirectTo)
    setClock(new Date(now().getTime() + 10_000))
    const worker = driveAttempt(attemptId, null)
    await asked.promise
    // The worker's lease prevents the callback from driving the attempt itself.
    await comeBack(url)
    answered.resolve()
    await worker
    expect(await readOrder(id)).toMatchObject({ status: 'executed' })
  })

  test('a paid order takes no further attempt', async () => {
    const id = await paid()
    await expect(begin(id)).rejects.toMatchObject({ code: 'payment_over' })
  })

  test('withdrawn while the payer is at the bank: not confirmed (P16)', async () => {
    const { id, url } = await approved()
    await withdrawOrder(ownerId, id)
    await comeBack(url)
    expect((await attemptsOf(id))[0]).toMatchObject({ status: 'expired', reason: 'order_withdrawn' })
    expect(await readOrder(id)).toMatchObject({ status: 'cancelled' })
  })

  test('executed after it was withdrawn, it ended when it was executed', async () => {
    const { id } = await createOrder(ownerId, checkoutOrder())
    await withdrawOrder(ownerId, id)
    const attempt = attemptRow({ orderId: id, ownerId, status: 'executed' })
    await db().paymentAttempt.create({ data: attempt })
    const at = new Date(now().getTime() + 40 * 86_400_000)
    setClock(at)
    await inOrder({ ownerId, orderId: id }, refreshOrder)
    const order = await db().paymentOrder.findUniqueOrThrow({ where: { id } })
    expect(order).toMatchObject({ status: 'executed' })
    expect(order.finishedAt?.getTime()).toBeGreaterThanOrEqual(at.getTime())
    setClock(null)
  })

  test('paid by a transfer while the payer is at the bank: not confirmed', async () => {
    const { id, url } = await approved()
    const { amountMinor } = await db().paymentOrder.findFirstOrThrow({ where: { id, ownerId } })
    const data = { receivedMinor: amountMinor, receivedAt: now() }
    await db().paymentOrder.update({ where: { id, ownerId }, data })
    await comeBack(url)
    expect((await attemptsOf(id))[0]).toMatchObject({ status: 'expired', reason: 'received', confirmedAt: null })
  })
})

describe('the bank shows something else (P15)', () => {
  test.each([
    ['amount', (text: string) => text.replaceAll('"12.34"', '"12.35"')],
    ['currency', (text: string) => text.replaceAll('"EUR"', '"CHF"')],
    ['creditor', (text: string) => text.replaceAll(foreignIban, 'DE75512108001245126199')],
    ['amount, which can’t be read', (text: string) => text.replaceAll('"12.34"', '"12,34"')],
    ['creditor, of the wrong type', (text: string) => text.replaceAll(`"${foreignIban}"`, '[7]')],
    ['resource id', (text: string) => text.replace(/"resourceId":"[^"]*"(?=,"(?!instruction))/, '"resourceId":"X"')],
  ])('another %s: held, never confirmed, never paid', async (_, rewrite) => {
    const { id, url } = await approved()
    await spoilReadings(rewrite)
    await comeBack(url)
    // The true answer, later, changes nothing.
    wire.restore()
    await wire.tap()
    for (let round = 0; round < 2; round += 1) await later(20 * 60_000)
    await comeBack(url)
    expect(wire.sent.filter(isConfirmation)).toHaveLength(0)
    wire.restore()
    expect(await readOrder(id)).toMatchObject({ status: 'held' })
    expect((await attemptsOf(id))[0]?.mismatch).toHaveLength(1)
    expect((await timelineOf(id)).filter(type => type === 'alarm')).toHaveLength(1)
    expect(await messagesOf(id)).toEqual(['payment.pending', 'payment.held'])
    await expect(begin(id)).rejects.toMatchObject({ code: 'payment_under_way' })
    expect(await bankSideOf(id)).toMatchObject([{ isConfirmed: false, executed: 0 }])
    expect((await showOrder(ownerId, id)).attempts[0]?.mismatches).toMatchObject([{ field: expect.any(String) }])
  })
})

describe('an answer of the bank that cannot be applied', () => {
  const alarmsOf = async (id: string) => (await timelineOf(id)).filter(type => type === 'alarm').length
  const spoil = (id: string, value: object) =>
    db().paymentOrder.update({ where: { id }, data: { recurrence: { ...value } } })

  test('three times in a row through a fault of ours: one alarm, shown on the page until an answer can be applied', async () => {
    const id = await order()
    await begin(id)
    await spoil(id, { frequency: 'never' })
    for (let time = 1; time <= 5; time += 1) {
      await later(20 * 60_000 * (time === 1 ? 0.01 : 1))
      expect((await attemptsOf(id))[0]?.unread).toBe(time)
      expect(await alarmsOf(id)).toBe(time < 3 ? 0 : 1)
      if (time === 2 || time === 3) {
        await db().paymentOrder.update({ where: { id }, data: { recurrence: Prisma.DbNull } })
        expect((await showOrder(ownerId, id)).attempts[0]?.isUnread).toBe(time === 3)
        await spoil(id, { frequency: 'never' })
      }
    }
    await db().paymentOrder.update({ where: { id }, data: { recurrence: Prisma.DbNull } })
    await later(20 * 60_000)
    expect((await attemptsOf(id))[0]).toMatchObject({ unread: 0 })
  })

  test('three times in a row because of its content: the same', async () => {
    const id = await order()
    await begin(id)
    await spoilReadings(() => '{"paymentRequest":{"paymentInformationStatus":{}}}')
    for (const minutes of [1, 20, 20]) await later(minutes * 60_000)
    expect((await attemptsOf(id))[0]).toMatchObject({ unread: 3 })
    expect(await alarmsOf(id)).toBe(1)
  })

  test('a graver answer later has an alarm of its own', async () => {
    const id = await order()
    await begin(id)
    await spoilReadings(() => '{"paymentRequest":{"paymentInformationStatus":{}}}')
    for (const minutes of [1, 20, 20]) await later(minutes * 60_000)
    wire.restore()
    await spoilReadings(text => text.replaceAll('"12.34"', '"12.35"'))
    for (let round = 0; round < 2; round += 1) await later(20 * 60_000)
    expect(await alarmsOf(id)).toBe(2)
  })

  test('none for a day: what was never confirmed ends', async () => {
    const id = await order()
    await begin(id)
    await wire.tap(request => (isReading(request) ? { status: 503 } : 'none'))
    await later(60 * 60_000)
    expect(await onlyAttemptOf(id)).toMatchObject({ status: 'redirected' })
    await later(24 * 60 * 60_000)
    expect(await onlyAttemptOf(id)).toMatchObject({ status: 'expired', reason: 'timed_out', nextAt: null })
  })

  test('a code that no key opens is given up when the bank takes it no more', async () => {
    const id = await order()
    await begin(id)
    const { id: attemptId } = await onlyAttemptOf(id)
    const data = { codeSealed: 'of a key that is gone', returnedAt: now(), nextAt: now() }
    await db().paymentAttempt.update({ where: { id: attemptId }, data })
    for (let look = 0; look < 3; look += 1) await later(0)
    // One try in three seconds, here or where the key is.
    expect(await onlyAttemptOf(id)).toMatchObject({ codeSealed: data.codeSealed, unread: 1 })
    await later(3_000)
    expect(await onlyAttemptOf(id)).toMatchObject({ unread: 2 })
    await later(2 * 60_000)
    expect(await onlyAttemptOf(id)).toMatchObject({ status: 'redirected', codeSealed: null })
    await later(40 * 60_000)
    expect(await onlyAttemptOf(id)).toMatchObject({ status: 'expired', reason: 'timed_out' })
  })

  test('a NUL in a status, a reason or the debtor’s account does not prevent applying the answer', async () => {
    const { id, url } = await approved()
    await wire.rewrite(
      ({ target }) => target.includes('/payment-requests/'),
      text => text.replace(/("(?:AC|PDNG)[A-Z]*|"iban":"FR[^"]*)"/g, '$1\\u0000"'),
    )
    await comeBack(url)
    expect(await readOrder(id)).toMatchObject({ status: 'executed' })
    expect((await attemptsOf(id))[0]).toMatchObject({ unread: 0, bankStatus: 'ACSC', debtorIban: null })
  })
})

describe('an answer that contradicts a final status (I3)', () => {
  const mailbox = openMailbox()

  test('another amount after the end changes nothing, and operators are mailed once per payment', async () => {
    const email = 'operator@guichet.example'
    await anOperator({ email, locale: 'en' })
    const id = await paid()
    const attempt = await onlyAttemptOf(id)
    const held = heldOf(attempt, 'ACSC', 'ACSC', 9999n)
    const takings = [1, 2].map(() => applyReading({ ownerId, orderId: id }, attempt, held))
    expect(await Promise.all(takings)).toEqual(['held', 'held'])
    expect(await readOrder(id)).toMatchObject({ status: 'executed' })
    await sendDueMails()
    const [mail, ...more] = await mailbox.readTo(email)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Guichet: bank 19870 contradicts a payment')
    expect(mail?.text).toContain(id)
    expect(mail?.text).not.toContain('99.99')
  })
})

describe('a late answer of the bank (P14)', () => {
  test('about an executed payment: ignored if requested before the end was applied, an alarm if requested after', async () => {
    const id = await paid()
    const attempt = await onlyAttemptOf(id)
    const running = heldOf(attempt, 'ACSP', 'ACSP')
    const timeline = await timelineOf(id)
    const before = { ...attempt, readings: attempt.readings - 1 }
    expect(await applyReading({ ownerId, orderId: id }, before, running)).toBe('overtaken')
    expect([await onlyAttemptOf(id), await timelineOf(id)]).toEqual([attempt, timeline])
    expect(await applyReading({ ownerId, orderId: id }, attempt, running)).toBe('running')
    expect(await timelineOf(id)).toContain('alarm')
  })

  test('about a payment in progress, requested before another was applied: the newer status stays', async () => {
    const id = await order()
    await begin(id)
    const attempt = await onlyAttemptOf(id)
    const orderKey = { ownerId, orderId: id }
    expect(await applyReading(orderKey, attempt, heldOf(attempt, 'ACSP', null))).toBe('authorised')
    const newest = await onlyAttemptOf(id)
    expect(newest).toMatchObject({ status: 'authorised', bankStatus: 'ACSP', readings: attempt.readings + 1 })
    expect(await applyReading(orderKey, attempt, heldOf(attempt, 'ACTC', null))).toBe('overtaken')
    expect(await onlyAttemptOf(id)).toEqual(newest)
    expect(await applyReading(orderKey, attempt, heldOf(attempt, 'RJCT', 'RJCT'))).toBe('rejected')
    expect(await onlyAttemptOf(id)).toMatchObject({ status: 'rejected' })
  })
})

async function onlyAttemptOf(orderId: string) {
  const [attempt, ...more] = await attemptsOf(orderId)
  if (!attempt || more.length > 0) throw new Error('not one attempt')
  return attempt
}

/** What the bank would show of an attempt's one instruction. */
function heldOf(
  { instructions: [sent] }: Awaited<ReturnType<typeof onlyAttemptOf>>,
  status: string,
  instructionStatus: string | null,
  amountMinor = sent?.amountMinor ?? 0n,
) {
  const state = WirePaymentState.parse({ paymentInformationStatus: status })
  const paymentId = { instructionId: sent?.instructionId, endToEndId: sent?.endToEndId }
  const instructedAmount = { amount: formatAmount({ amountMinor, currency: 'EUR' }), currency: 'EUR' }
  const instruction = { paymentId, instructedAmount, transactionStatus: instructionStatus }
  return readBankPayment({ creditTransferTransaction: [instruction] }, state)
}

describe('cancelling', () => {
  const orderKey = (orderId: string) => ({ ownerId, orderId })
  const wish = { reason: 'DS02', instructionIds: [], presence, askedByUserId: null } as const

  test('a deferred one, authorised at the bank', async () => {
    const id = await paid({ executionDate: inDays(5) })
    expect((await readCancellation(orderKey(id), [], presence)).mayCancel).toBe(true)
    const { redirectTo } = await startCancellation(orderKey(id), wish, storeNothing)
    await wire.tap()
    await comeBack(await atBank(redirectTo))
    expect(wire.sent.filter(isConfirmation)).toHaveLength(0)
    expect(await readOrder(id)).toMatchObject({ status: 'cancelled' })
    expect((await attemptsOf(id))[0]).toMatchObject({ status: 'cancelled', reason: 'DS02' })
    expect(await timelineOf(id)).toContain('cancellation.executed')
  })

  test('executed by the bank, whatever the address says', async () => {
    const id = await paid({ executionDate: inDays(5) })
    const { redirectTo } = await startCancellation(orderKey(id), wish, storeNothing)
    const url = await atBank(redirectTo)
    url.searchParams.set('error', 'access_denied')
    await comeBack(url)
    expect(await readOrder(id)).toMatchObject({ status: 'cancelled' })
    expect(await timelineOf(id)).toContain('cancellation.executed')
  })

  test('refused by its PSU: the payment does not change', async () => {
    const id = await paid({ executionDate: inDays(5) })
    const { redirectTo } = await startCancellation(orderKey(id), wish, storeNothing)
    await comeBack(await atBank(redirectTo, 'refuse'))
    expect(await readOrder(id)).toMatchObject({ status: 'confirmed' })
    expect(await timelineOf(id)).toContain('cancellation.refused')
  })

  test('a payment that ended while the bank was read: no cancellation is recorded', async () => {
    const id = await paid({ executionDate: inDays(5) })
    await wire.tap(async (request): Promise<Fault> => {
      if (request.method === 'GET')
        await db().paymentAttempt.updateMany({ where: { orderId: id }, data: { status: 'cancelled' } })
      return 'none'
    })
    await expect(startCancellation(orderKey(id), wish, storeNothing)).rejects.toMatchObject({ code: 'payment_over' })
    expect(wire.sent.filter(({ method }) => method === 'PUT')).toHaveLength(0)
    expect(await db().paymentCancellation.count({ where: { attempt: { orderId: id } } })).toBe(0)
  })

  test('what is executed today is not cancellable: the condition is named', async () => {
    const id = await paid({ executionDate: inDays(0) }, 105n)
    const { conditions, mayCancel } = await readCancellation(orderKey(id), [], presence)
    expect(mayCancel).toBe(false)
    expect(conditions.filter(({ holds }) => !holds)).toEqual([{ condition: 'next_day', holds: false }])
    await expect(startCancellation(orderKey(id), wish, storeNothing)).rejects.toMatchObject({
      code: 'payment_not_cancellable',
      field: 'next_day',
    })
  })
})

describe('access', () => {
  test('another owner’s order is not found', async () => {
    const id = await order()
    const other = '0b0b0b0b-0000-4000-8000-000000000002'
    await expect(startAttempt(other, id, { bankCode: '19870', presence })).rejects.toMatchObject({ code: 'not_found' })
    await expect(withdrawOrder(other, id)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('an attempt with a lease is not driven twice', async () => {
    const id = await order()
    await begin(id)
    const [attempt] = await attemptsOf(id)
    await db().paymentAttempt.updateMany({
      where: { id: attempt?.id ?? '' },
      data: { leaseUntil: new Date(Date.now() + 60_000), leaseId: ownerId },
    })
    expect(await driveAttempt(attempt?.id ?? '', null)).toBe(false)
  })
})
