import { randomUUID } from 'node:crypto'
import { openBank } from '#lib/banks.ts'
import { setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import type { Presence } from '#lib/domain/presence.ts'
import { Refused } from '#lib/domain/refused.ts'
import { drivePaymentsOnce } from '#lib/jobs/payments.ts'
import { startAttempt } from '#lib/services/payment-attempts.ts'
import { createOrder, withdrawOrder } from '#lib/services/payment-orders.ts'
import { receiveReport } from '#lib/services/payment-report.ts'
import { TransportFailure, type WireAnswer, type WireRequest } from '#lib/stet/transport.ts'
import { writeCertificates } from './certificates.ts'
import { type Execution, PaperBank } from './paper-bank.ts'

/**
 * One life of one order: whatever payers, banks, networks and machines do, in any order and at the same time, on our real
 * services and a real database, with a virtual clock and a bank on paper whose ledger is the oracle (T9).
 */
export type Fault = 'lost_before' | 'lost_after' | 'die_before' | 'die_after' | 500 | 503 | 408
export type Action =
  | { readonly do: 'start' }
  | { readonly do: 'approve' | 'refuse' | 'forge' | 'arrive_bare'; readonly which: number }
  | { readonly do: 'arrive'; readonly which: number; readonly times: number }
  | { readonly do: 'tick' }
  | { readonly do: 'wait'; readonly seconds: number }
  | { readonly do: 'fault'; readonly on: 'token' | 'trade' | 'create' | 'read' | 'confirm'; readonly fault: Fault }
  | { readonly do: 'withdraw' }
  | { readonly do: 'execute' }
  | { readonly do: 'together'; readonly actions: readonly Action[] }

export type Schedule = { readonly execution: Execution; readonly actions: readonly Action[] }

/** How it ended, and everything that must never be so. */
export type Outcome = {
  readonly status: string
  readonly attempts: readonly string[]
  readonly executed: number
  readonly violations: readonly string[]
}

const presence: Presence = {
  ...{ ipAddress: '203.0.113.7', ipPort: 51_812, httpMethod: 'GET', at: new Date(0), userAgent: 'test', referer: null },
  ...{ accept: 'text/html', acceptCharset: null, acceptEncoding: null, acceptLanguage: null },
}

/** Once per database: certificates that nobody checks, and a registration at the platform of paper banks. */
export async function openStage(): Promise<void> {
  await writeCertificates()
  const registration = { clientId: 'client', keyId: 'k', certificateFingerprint: 'f', registered: {} }
  await db().registration.create({ data: { platform: 'sandbox', ...registration } })
}

const began = Date.parse('2026-11-21T08:00:00Z')

/** Plays a schedule to its end, then lets everything come to rest, and looks. */
export async function playSchedule({ execution, actions }: Schedule): Promise<Outcome> {
  const stage = await setStage(execution)
  try {
    for (const action of actions) await act(stage, action)
    await comeToRest(stage)
    return await judge(stage)
  } finally {
    setClock(null)
    // The next one has the database to itself.
    await db().paymentOrder.deleteMany({ where: { id: stage.orderId } })
  }
}

type Stage = {
  readonly bank: PaperBank
  readonly bankCode: string
  readonly ownerId: string
  readonly orderId: string
  readonly clock: { at: number }
  readonly callbacks: string[]
  faults: { on: string; fault: Fault }[]
  /** Called when the process that makes a call is to die in it. */
  die: () => void
}

async function setStage(execution: Execution): Promise<Stage> {
  const clock = { at: began }
  setClock(() => new Date(clock.at))
  const bank = new PaperBank(() => clock.at)
  bank.execution = execution
  const bankCode = `P${randomUUID().slice(0, 12)}`
  const address = `https://${bankCode}.bank.test`
  const entry = { code: bankCode, name: 'Paper', group: 'Paper', bic: 'PAPRFRPP', platform: 'sandbox' }
  await db().bank.create({
    data: {
      ...entry,
      baseUrl: address,
      screensUrl: address,
      brandColor: '#000',
      initials: 'P',
      supports: ['payments'],
    },
  })
  const ownerId = randomUUID()
  const order = await createOrder(ownerId, {
    ...{ ownerKind: 'organisation', mode: 'test', kind: 'checkout', reference: 'Schedule', currency: 'EUR' },
    instructions: [{ amountMinor: 1234n, remittance: ['Schedule'] }],
    creditor: { name: 'Librairie du Port', iban: 'DE89370400440532013000', bic: null },
    categoryPurpose: 'DVPM',
    expiresAt: new Date(began + 7 * 86_400_000),
  })
  const stage: Stage = {
    ...{ bank, bankCode, ownerId, orderId: order.id, clock, callbacks: [], faults: [] },
    die: () => {},
  }
  const opened = await openBank(bankCode)
  if (!opened) throw new Error('no bank')
  const exchange = (request: WireRequest) => carry(stage, request)
  opened.credentials = { transport: { exchange, close: async () => {} }, seal: opened.credentials.seal }
  return stage
}

function kindOf({ method, target, body }: WireRequest): string {
  if (target.endsWith('/token')) return body?.includes('authorization_code') ? 'trade' : 'token'
  if (target.endsWith('/o-confirmation')) return 'confirm'
  return method === 'POST' ? 'create' : 'read'
}

async function carry(stage: Stage, request: WireRequest): Promise<WireAnswer> {
  const at = stage.faults.findIndex(({ on }) => on === kindOf(request))
  const [found] = at === -1 ? [] : stage.faults.splice(at, 1)
  const fault = found?.fault
  const lost = () => new TransportFailure('timeout', 'unknown', null, new Error('lost'))
  if (fault === 'lost_before') throw lost()
  if (fault === 'die_before') return dead(stage)
  if (typeof fault === 'number') {
    return { status: fault, headers: { 'content-type': 'application/json' }, text: JSON.stringify({ status: fault }) }
  }
  const answer = stage.bank.answer(request)
  if (fault === 'lost_after') throw lost()
  if (fault === 'die_after') return dead(stage)
  return answer
}

/** Nobody hears of this call any more: what the process knew is gone with it. */
function dead(stage: Stage): Promise<never> {
  Reflect.deleteProperty(globalThis, 'guichetPispTokens')
  stage.die()
  return new Promise(() => {})
}

/** Does one thing; ends when it is done, or when its process has died. A refusal of ours is an answer. */
async function act(stage: Stage, action: Action): Promise<void> {
  const died = new Promise<void>(resolve => {
    stage.die = resolve
  })
  await Promise.race([perform(stage, action), died])
}

async function perform(stage: Stage, action: Action): Promise<void> {
  if (action.do === 'together') {
    await Promise.all(action.actions.map(one => perform(stage, one)))
    return
  }
  try {
    await performOne(stage, action)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
}

async function performOne(stage: Stage, action: Exclude<Action, { do: 'together' }>): Promise<void> {
  const { bank, bankCode, ownerId, orderId, clock, callbacks } = stage
  const payments = [...bank.payments.values()]
  switch (action.do) {
    case 'start':
      await startAttempt(ownerId, orderId, { bankCode, presence })
      return
    case 'approve':
    case 'refuse': {
      const id = pick(payments, action.which)?.id
      const url = id === undefined ? null : action.do === 'approve' ? bank.approve(id) : bank.refuse(id)
      if (url !== null) callbacks.push(url)
      return
    }
    case 'arrive': {
      const url = pick(callbacks, action.which)
      if (url) await Promise.all(Array.from({ length: action.times }, () => arrive(stage, url)))
      return
    }
    case 'forge':
    case 'arrive_bare': {
      const url = pick(payments, action.which)?.successUrl
      if (url) await arrive(stage, action.do === 'forge' ? `${url}?code=forged` : url)
      return
    }
    case 'tick':
      return tick()
    case 'wait':
      clock.at += action.seconds * 1_000
      // Leases are the database's clock, which does not move with ours.
      if (action.seconds >= 60) await endLeases(stage)
      return
    case 'fault':
      stage.faults.push({ on: action.on, fault: action.fault })
      return
    case 'withdraw':
      return withdrawOrder(ownerId, orderId)
    case 'execute':
      return bank.executeLater()
  }
}

const pick = <T>(list: readonly T[], which: number): T | undefined => list[which % Math.max(list.length, 1)]

async function arrive({ bankCode }: Stage, address: string): Promise<void> {
  const url = new URL(address)
  const reportId = url.pathname.split('/payment/')[1]?.replace(/\/ko$/, '') ?? ''
  await receiveReport({ bankCode, reportId, query: url.searchParams, presence })
}

async function tick(): Promise<void> {
  const running = new Map<string, Promise<void>>()
  await drivePaymentsOnce(running)
  await Promise.all(running.values())
}

async function endLeases({ orderId }: Stage): Promise<void> {
  await db().paymentAttempt.updateMany({ where: { orderId }, data: { leaseId: null, leaseUntil: null } })
}

/** Faults end, the machines are up again, and time goes by: a minute at a time, then longer. */
async function comeToRest(stage: Stage): Promise<void> {
  stage.faults = []
  stage.die = () => {}
  const minutes = [0, 1, 1, 1, 2, 5, 10, 30, 60, 24 * 60, 24 * 60, 8 * 24 * 60]
  for (const each of minutes) {
    stage.clock.at += each * 60_000
    if (each === 60) stage.bank.executeLater()
    await endLeases(stage)
    const open = await db().paymentAttempt.count({ where: { orderId: stage.orderId, nextAt: { not: null } } })
    if (open > 0) await tick()
  }
}

const finals = ['executed', 'partly_executed', 'rejected', 'cancelled', 'expired', 'abandoned']

async function judge({ bank, orderId }: Stage): Promise<Outcome> {
  const order = await db().paymentOrder.findUniqueOrThrow({ where: { id: orderId } })
  const attempts = await db().paymentAttempt.findMany({
    where: { orderId },
    include: { instructions: true },
    orderBy: { createdAt: 'asc' },
  })
  const events = await db().paymentEvent.findMany({ where: { orderId }, orderBy: { seq: 'asc' } })
  const ids = attempts.flatMap(one => one.instructions.map(({ endToEndId }) => endToEndId))
  const executed = bank.ledger.filter(id => ids.includes(id))
  const violations: string[] = []
  const forbid = (isSo: boolean, what: string) => {
    if (isSo) violations.push(what)
  }
  forbid(executed.length > 1, `I1: executed ${executed.length} times`)
  forbid((order.status === 'executed') !== (executed.length === 1), `I1: ${order.status}, executed ${executed.length}`)
  for (const attempt of attempts) {
    const isExecuted = attempt.instructions.some(({ endToEndId }) => executed.includes(endToEndId))
    const isConfirmed = bank.confirmations.includes(attempt.resourceId ?? '')
    forbid((attempt.status === 'executed') !== isExecuted, `attempt ${attempt.status}, executed: ${isExecuted}`)
    forbid(attempt.confirmedAt !== null && !isConfirmed, 'I2: confirmed, and the bank knows nothing of it')
    forbid(attempt.status === 'confirming' && isConfirmed, 'stuck at "confirming" though the bank took it')
    forbid(!finals.includes(attempt.status) && attempt.status !== 'confirming', `at rest it is ${attempt.status}`)
    const own = events.filter(one => one.attemptId === attempt.id && one.type.startsWith('attempt.'))
    const end = own.findIndex(({ type }) => finals.includes(type.replace('attempt.', '')))
    forbid(end !== -1 && end !== own.length - 1, 'I3: something happened after the end')
    forbid(
      attempt.codeSealed !== null || attempt.confirmSealed !== null ? finals.includes(attempt.status) : false,
      'secrets kept',
    )
  }
  forbid(
    events.some(({ seq }, at) => seq !== at + 1) || order.eventCount !== events.length,
    'I4: the timeline has a gap',
  )
  forbid(
    events.some(({ type }) => type === 'alarm'),
    'an alarm sounded',
  )
  const statuses = attempts.map(({ status }) => status)
  return { status: order.status, attempts: statuses, executed: executed.length, violations }
}
