import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { TransportFailure, type WireAnswer, type WireRequest } from '@guichet/stet/transport.ts'
import { openBank } from '#lib/banks.ts'
import { storeNothing } from '#lib/base/idempotent-result.ts'
import { setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { workOnce } from '#lib/jobs/tasks.ts'
import { startAttempt } from '#lib/services/payments/attempts.ts'
import { startCancellation } from '#lib/services/payments/cancellations.ts'
import { createOrder, withdrawOrder } from '#lib/services/payments/orders.ts'
import { receiveReport } from '#lib/services/payments/report.ts'
import { type Execution, PaperBank } from '#testing/bank/in-memory.ts'
import { presence } from '#testing/bank/start.ts'
import { writeCertificates } from './certificates.ts'

/**
 * The life of one order: actions of payers, banks, networks and machines in any order and in parallel, with our real services and
 * a real database, a virtual clock and a simulated bank whose ledger is the reference (T9).
 */
export type Fault = 'lost_before' | 'lost_after' | 'die_before' | 'die_after' | 'denied_after' | 404 | 500 | 503 | 408
export type Action =
  | { readonly do: 'start'; readonly bank: 0 | 1 }
  | { readonly do: 'approve' | 'refuse' | 'forge' | 'arrive_bare'; readonly which: number }
  | { readonly do: 'arrive'; readonly which: number; readonly times: number }
  | { readonly do: 'tick' }
  | { readonly do: 'wait'; readonly seconds: number }
  | {
      readonly do: 'fault'
      readonly on: 'token' | 'trade' | 'create' | 'read' | 'confirm' | 'cancel'
      readonly fault: Fault
    }
  | { readonly do: 'withdraw' }
  | { readonly do: 'execute' }
  | { readonly do: 'cancel' }
  | { readonly do: 'agree_to_cancel' | 'keep'; readonly which: number }
  /** From now on every bank shows another amount than ours. */
  | { readonly do: 'distort' }
  | { readonly do: 'together'; readonly actions: readonly Action[] }

export type Schedule = {
  readonly execution: Execution
  /** To be executed in three days, and cancellable until then. */
  readonly isDeferred: boolean
  /** The order expires so soon that a payer may be at the bank, or after a week. */
  readonly isShort: boolean
  readonly actions: readonly Action[]
}

/** The ending, and every violation. */
export type Outcome = {
  readonly status: string
  readonly attempts: readonly string[]
  readonly executed: number
  readonly violations: readonly string[]
}

/** Once per database: dummy certificates, and a registration at the platform of simulated banks. */
export async function openStage(): Promise<void> {
  await writeCertificates()
  const registration = { clientId: 'client', keyId: 'k', certificateFingerprint: 'f', registered: {} }
  await db().registration.create({ data: { platform: 'sandbox', ...registration } })
}

const began = Date.parse('2026-11-21T08:00:00Z')

/** Plays a schedule, then lets everything settle, and checks. */
export async function playSchedule(schedule: Schedule): Promise<Outcome> {
  const stage = await setStage(schedule)
  try {
    for (const action of schedule.actions) await act(stage, action)
    await comeToRest(stage)
    return await judge(stage)
  } finally {
    setClock(null)
    // The next one uses the database alone.
    await db().paymentOrder.deleteMany({ where: { id: stage.orderId } })
    await db().webhookMessage.deleteMany({ where: { orderId: stage.orderId } })
  }
}

type Side = { readonly code: string; readonly paper: PaperBank }
type Callback = { readonly bankCode: string; readonly url: string }

type Stage = {
  readonly sides: readonly [Side, Side]
  readonly ownerId: string
  readonly orderId: string
  readonly clock: { at: number }
  readonly callbacks: Callback[]
  faults: { on: string; fault: Fault }[]
  /** Confirmations the banks had accepted when they began to show another amount. */
  confirmedBefore: number | null
  /** A bank said that it knows no payment which it shows: such a one is held until it ends. */
  isDenied: boolean
}

/** Each action runs in its own simulated process: it dies alone, while others continue. */
type Process = { readonly die: () => void; tokens: unknown }
const processes = new AsyncLocalStorage<Process>()
/** The process that runs while everything settles. */
const lastProcess: Process = { die: () => undefined, tokens: undefined }
const ownProcess = () => processes.getStore() ?? lastProcess

/** The services keep this in `globalThis`; if it were shared here, callers would wait for a dead process's token. */
Object.defineProperty(globalThis, 'guichetPispTokens', {
  configurable: true,
  get: () => ownProcess().tokens,
  set: tokens => {
    ownProcess().tokens = tokens
  },
})

const confirmationsAt = ({ sides }: Stage) => sides.flatMap(({ paper }) => paper.confirmations)

async function setStage({ execution, isDeferred, isShort }: Schedule): Promise<Stage> {
  const clock = { at: began }
  setClock(() => new Date(clock.at))
  const ownerId = randomUUID()
  const order = await createOrder(ownerId, {
    ownerKind: 'organisation',
    mode: 'test',
    kind: 'checkout',
    reference: 'Schedule',
    currency: 'EUR',
    instructions: [{ amountMinor: 1234n, remittance: ['Schedule'] }],
    creditor: { name: 'Librairie du Port', iban: 'DE89370400440532013000', bic: null },
    categoryPurpose: 'DVPM',
    executionDate: isDeferred ? '2026-11-24' : null,
    expiresAt: new Date(began + (isShort ? 20 * 60_000 : 7 * 86_400_000)),
  })
  const sides = [openSide(clock, execution), openSide(clock, execution)] as const
  const stage: Stage = {
    sides,
    ownerId,
    orderId: order.id,
    clock,
    callbacks: [],
    faults: [],
    confirmedBefore: null,
    isDenied: false,
  }
  const data = sides.map(({ code }) => bankRow(code))
  await db().bank.createMany({ data })
  for (const side of sides) await wire(stage, side)
  return stage
}

function openSide(clock: { readonly at: number }, execution: Execution): Side {
  const paper = new PaperBank(() => clock.at)
  paper.execution = execution
  return { code: `P${randomUUID().slice(0, 12)}`, paper }
}

function bankRow(code: string) {
  const address = `https://${code}.bank.test`
  const entry = { code, name: 'Paper', group: 'Paper', bic: 'PAPRFRPP', platform: 'sandbox', brandColor: '#000' }
  return { ...entry, baseUrl: address, screensUrl: address, initials: 'P', supports: ['payments'] }
}

/** Connects one of our banks to a simulated one. */
async function wire(stage: Stage, { code, paper }: Side): Promise<void> {
  const opened = await openBank(code)
  if (!opened) throw new Error('no bank')
  const exchange = (request: WireRequest) => carry(stage, paper, request)
  opened.credentials = { transport: { exchange, close: async () => {} }, seal: opened.credentials.seal }
}

function kindOf({ method, target, body }: WireRequest): string {
  if (target.endsWith('/token')) return body?.includes('authorization_code') ? 'trade' : 'token'
  if (target.endsWith('/o-confirmation')) return 'confirm'
  if (method === 'PUT') return 'cancel'
  return method === 'POST' ? 'create' : 'read'
}

async function carry(stage: Stage, paper: PaperBank, request: WireRequest): Promise<WireAnswer> {
  const at = stage.faults.findIndex(({ on }) => on === kindOf(request))
  const [found] = at === -1 ? [] : stage.faults.splice(at, 1)
  const fault = found?.fault
  const lost = () => new TransportFailure('timeout', 'unknown', null, new Error('lost'))
  if (fault === 'lost_before') throw lost()
  if (fault === 'die_before') return dead()
  stage.isDenied ||= fault === 404 || fault === 'denied_after'
  if (typeof fault === 'number') return fail(fault)
  const answer = paper.answer(request)
  if (fault === 'denied_after') return fail(404)
  if (fault === 'lost_after') throw lost()
  if (fault === 'die_after') return dead()
  return answer
}

const fail = (status: number): WireAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  text: JSON.stringify({ status }),
})

/** A call that never returns: the process's memory is lost with it. */
function dead(): Promise<never> {
  ownProcess().die()
  return new Promise(() => {})
}

/** Runs one action, or several in parallel, to the end of each. A refusal is a valid answer. */
async function act(stage: Stage, action: Action): Promise<void> {
  if (action.do === 'together') {
    await Promise.all(action.actions.map(one => act(stage, one)))
    return
  }
  await untilDead(async () => {
    try {
      await performOne(stage, action)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
    }
  })
}

/** Resolves when it is done, or when its process has died. */
async function untilDead(work: () => Promise<void>): Promise<void> {
  const { promise: died, resolve: die } = Promise.withResolvers<void>()
  await Promise.race([processes.run({ die, tokens: undefined }, work), died])
}

async function performOne(stage: Stage, action: Exclude<Action, { do: 'together' }>): Promise<void> {
  const { sides, ownerId, orderId, clock, callbacks } = stage
  // Time passes: later actions have later times.
  clock.at += 1
  switch (action.do) {
    case 'start':
      await startAttempt(ownerId, orderId, { bankCode: sides[action.bank].code, presence })
      return
    case 'approve':
    case 'refuse':
    case 'agree_to_cancel':
    case 'keep':
      return answerAtBank(stage, action)
    case 'cancel':
      await startCancellation({ ownerId, orderId }, { ...cancelling, presence }, storeNothing)
      return
    case 'distort':
      stage.confirmedBefore ??= confirmationsAt(stage).length
      for (const { paper } of sides) paper.distorts = true
      return
    case 'arrive': {
      const callback = pick(callbacks, action.which)
      if (callback) await Promise.all(Array.from({ length: action.times }, () => untilDead(() => arrive(callback))))
      return
    }
    case 'forge':
    case 'arrive_bare': {
      const payment = pick(paymentsAt(stage), action.which)
      if (!payment) return
      const url = payment.stored.successUrl
      await arrive({ bankCode: payment.side.code, url: action.do === 'forge' ? `${url}?code=forged` : url })
      return
    }
    case 'tick':
      return tick()
    case 'wait':
      clock.at += action.seconds * 1_000
      // Leases use the database's clock, which does not move with ours.
      if (action.seconds >= 60) await endLeases(stage)
      return
    case 'fault':
      stage.faults.push({ on: action.on, fault: action.fault })
      return
    case 'withdraw':
      return withdrawOrder(ownerId, orderId)
    case 'execute':
      for (const { paper } of sides) paper.executeLater()
      return
  }
}

const cancelling = { reason: 'DS02', instructionIds: [], askedByUserId: null } as const

const paymentsAt = ({ sides }: Stage) =>
  sides.flatMap(side => [...side.paper.payments.values()].map(stored => ({ side, stored })))

/** The PSU decides on the bank's screens, and is redirected to us. */
function answerAtBank(stage: Stage, { do: does, which }: { readonly do: string; readonly which: number }): void {
  const payment = pick(paymentsAt(stage), which)
  if (!payment) return
  const { side, stored } = payment
  const answers: Readonly<Record<string, () => string | null>> = {
    approve: () => side.paper.approve(stored.id),
    refuse: () => side.paper.refuse(stored.id),
    agree_to_cancel: () => side.paper.answerCancellation(stored.id, true),
    keep: () => side.paper.answerCancellation(stored.id, false),
  }
  const url = answers[does]?.() ?? null
  if (url !== null) stage.callbacks.push({ bankCode: side.code, url })
}

const pick = <T>(list: readonly T[], which: number): T | undefined => list[which % Math.max(list.length, 1)]

async function arrive({ bankCode, url: address }: Callback): Promise<void> {
  const url = new URL(address)
  const reportId = url.pathname.split('/payment/')[1]?.replace(/\/ko$/, '') ?? ''
  await receiveReport({ bankCode, reportId, query: url.searchParams, presence })
}

async function tick(): Promise<void> {
  await workOnce('payments', 'transfers')
}

async function endLeases({ orderId }: Stage): Promise<void> {
  await db().paymentAttempt.updateMany({ where: { orderId }, data: { leaseId: null, leaseUntil: null } })
}

/** Faults end, processes run again, and time passes: a minute at a time, then longer. */
async function comeToRest(stage: Stage): Promise<void> {
  stage.faults = []
  const minutes = [0, 1, 1, 1, 2, 5, 10, 30, 60, 24 * 60, 24 * 60, 8 * 24 * 60]
  for (const each of minutes) {
    stage.clock.at += each * 60_000
    if (each >= 60) for (const { paper } of stage.sides) paper.executeLater()
    await endLeases(stage)
    const open = await db().paymentAttempt.count({ where: { orderId: stage.orderId, nextAt: { not: null } } })
    if (open > 0) await tick()
    else break
  }
  // Nothing is left to ask; the rest expires.
  stage.clock.at = Math.max(stage.clock.at, began + 30 * 86_400_000)
  await tick()
}

const finals = ['executed', 'partly_executed', 'rejected', 'cancelled', 'expired', 'abandoned']

async function judge(stage: Stage): Promise<Outcome> {
  const { sides, orderId } = stage
  const order = await db().paymentOrder.findUniqueOrThrow({ where: { id: orderId } })
  const attempts = await db().paymentAttempt.findMany({
    where: { orderId },
    include: { instructions: true, cancellations: true },
    orderBy: { createdAt: 'asc' },
  })
  const events = await db().paymentEvent.findMany({ where: { orderId }, orderBy: { seq: 'asc' } })
  const ledger = sides.flatMap(({ paper }) => paper.ledger)
  const ids = attempts.flatMap(one => one.instructions.map(({ endToEndId }) => endToEndId))
  const executed = ledger.filter(id => ids.includes(id))
  const isHonest = stage.confirmedBefore === null
  const isClear = isHonest && !stage.isDenied
  const violations: string[] = []
  const forbid = (isSo: boolean, what: string) => {
    if (isSo) violations.push(what)
  }
  forbid(executed.length > 1, `I1: executed ${executed.length} times`)
  forbid(order.status === 'executed' && executed.length !== 1, 'I1: executed for us alone')
  forbid(isHonest && order.status !== 'executed' && executed.length === 1, `I1: executed, and ${order.status} for us`)
  const taken = confirmationsAt(stage)
  // A payment shown with another amount is never confirmed (P15).
  forbid(!isHonest && taken.length > (stage.confirmedBefore ?? 0), 'P15: another amount, and confirmed')
  for (const attempt of attempts) {
    const isExecuted = attempt.instructions.some(({ endToEndId }) => executed.includes(endToEndId))
    const isConfirmed = taken.includes(attempt.resourceId ?? '')
    const isAtRest = [
      ...finals,
      'confirming',
      ...(isHonest ? [] : ['confirmed']),
      ...(isClear ? [] : ['held']),
    ].includes(attempt.status)
    forbid(attempt.status === 'executed' && !isExecuted, 'I1: an attempt is executed for us alone')
    forbid(isHonest && attempt.status !== 'executed' && isExecuted, `I1: an attempt is executed, and ${attempt.status}`)
    forbid(attempt.confirmedAt !== null && !isConfirmed, 'I2: confirmed, and the bank knows nothing of it')
    forbid(isHonest && attempt.status === 'confirming' && isConfirmed, 'stuck at "confirming" though the bank took it')
    forbid(!isAtRest, `at rest it is ${attempt.status}`)
    forbid(
      attempt.cancellations.some(({ endedAt }) => endedAt === null),
      'a cancellation never ended',
    )
    const own = events.filter(one => one.attemptId === attempt.id && one.type.startsWith('attempt.'))
    const end = own.findIndex(({ type }) => finals.includes(type.replace('attempt.', '')))
    forbid(end !== -1 && end !== own.length - 1, 'I3: something happened after the end')
    const secrets = [attempt.codeSealed, attempt.confirmSealed, attempt.consentSealed]
    forbid(finals.includes(attempt.status) && secrets.some(secret => secret !== null), 'secrets kept')
  }
  forbid(
    events.some(({ seq }, at) => seq !== at + 1) || order.eventCount !== events.length,
    'I4: the timeline has a gap',
  )
  const messages = await db().webhookMessage.findMany({ where: { orderId }, orderBy: { sequence: 'asc' } })
  forbid(
    messages.some(({ sequence }, at) => sequence !== at + 1),
    'I4: what merchants are told has a gap',
  )
  const types = messages
    .map(({ type }) => type.replace('payment.', ''))
    .filter(type => type !== 'checkout_session.expired')
  const over = types.findIndex(type => finals.includes(type))
  // A bank that shows something else raises an alarm, even after the end.
  forbid(isHonest && over !== -1 && over !== types.length - 1, `I3: merchants are told ${types.join(', ')}`)
  const told = types.findLast(type => type !== 'attempt_failed') ?? 'open'
  forbid(told !== order.status, `I4: told ${told}, and it is ${order.status}`)
  forbid(isClear && events.some(({ type }) => type === 'alarm'), 'an alarm sounded')
  const statuses = attempts.map(({ status }) => status)
  return { status: order.status, attempts: statuses, executed: executed.length, violations }
}
