import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { db } from '#lib/db.ts'
import { askDesk } from '#testing/bank/desk.ts'
import { type PayerDecision, walkPayment } from '#testing/bank/payer.ts'
import type { RunningBank } from '#testing/bank/start.ts'
import { attemptsOf, makeDue, payee, payingBank, statusOf } from '#testing/shop/orders.ts'
import { presence, type Stack, startStack } from '#testing/stack/start.ts'
import { findBroken } from './invariants.ts'
import { findBrokenPayments, readBankSide } from './payment-invariants.ts'
import { type OurProcess, ProcessFault, startProcess } from './start.ts'

/**
 * Orders paid with several processes, one PostgreSQL and the sandbox bank: the processes, their calls, and the checks at the end of a test.
 */

/** Node processes start in a second on an idle machine, and slowly on a busy one. */
export const processesMs = 180_000

export type PaymentCrew = {
  readonly running: RunningBank
  /** Processes that live through all tests of the file, and continue what others leave behind. */
  readonly lasting: readonly OurProcess[]
  /** Starts another one, which ends with the test. */
  readonly start: () => Promise<OurProcess>
  /** Recorded requests to the bank of all of them whose line ends with this. */
  readonly sent: (ending: string) => Promise<string[]>
  /** The payer answers at the bank; returns the address to which it redirects. */
  readonly answerBank: (redirectTo: string, decision?: PayerDecision) => Promise<string>
  /** The payer tries again, if the order is still open, and it is executed exactly once. */
  readonly payInTheEnd: (web: OurProcess, orderId: string) => Promise<void>
  /** In this test an alarm must be raised for that order, once; for others it must not. */
  readonly expectAlarm: (orderId: string) => void
}

/**
 * The stack and the lasting processes for all tests of a file: to be called once at its top. After each test no invariant of
 * payments may be broken, and the lasting processes are reset.
 */
export function openPaymentCrew({ lasting: count }: { readonly lasting: number }): PaymentCrew {
  let stack: Stack | null = null
  const lasting: OurProcess[] = []
  let started: OurProcess[] = []
  const alarmed = new Set<string>()
  const start = async (list: OurProcess[]) => {
    const one = await startProcess()
    list.push(one)
    await one.watch(payingBank)
    return one
  }
  const running = () => {
    if (stack === null) throw new Error('the stack stands from the first hook of its file on')
    return stack.running
  }
  beforeAll(async () => {
    stack = await startStack()
    // A busy machine takes longer than the minute for which a code is valid.
    await askDesk(stack.running, 'PUT', '/clock', { move: 'freeze' })
    await Promise.all(Array.from({ length: count }, () => start(lasting)))
  }, processesMs)
  afterEach(async () => {
    await Promise.all(started.map(one => one.kill()))
    started = []
    await Promise.all(lasting.map(wake))
    // What a test left open must not be found by another test's workers.
    await db().paymentAttempt.updateMany({ where: { nextAt: { not: null } }, data: { nextAt: null } })
    expect([...(await findBrokenPayments(running(), alarmed)), ...(await findBroken(running()))]).toEqual([])
  })
  afterAll(async () => {
    await Promise.all(lasting.map(one => one.kill()))
    await stack?.stop()
  })
  const answerBank = async (redirectTo: string, decision: PayerDecision = 'approve') =>
    (await walkPayment(running(), new URL(redirectTo), 'camille-bernard', decision)).callbackUrl.href
  return {
    get running() {
      return running()
    },
    lasting,
    start: () => start(started),
    sent: async ending => {
      const lines = await Promise.all([...lasting, ...started].map(one => one.sent().catch(() => [])))
      return lines.flat().filter(line => line.endsWith(ending))
    },
    answerBank,
    payInTheEnd: async (web, orderId) => {
      const begun = (await statusOf(orderId)) === 'open' ? await begin(web, orderId).catch(unlessUnderWay) : null
      if (begun !== null) await arrive(web, await answerBank(begun.redirectTo))
      // A worker that is calling the bank just now continues in place of the browser.
      await expect.poll(() => statusOf(orderId)).toBe('executed')
      const theirs = readBankSide(running())
      const executed = (await attemptsOf(orderId)).map(one => theirs.get(one.paymentInformationId)?.executed ?? 0)
      expect(executed.reduce((sum, one) => sum + one, 0)).toBe(1)
    },
    expectAlarm: orderId => void alarmed.add(orderId),
  }
}

export type Begun = { readonly attemptId: string; readonly redirectTo: string }

/** Null if a worker had the payment authorised since the order was seen to be open. */
function unlessUnderWay(error: unknown): null {
  if (error instanceof ProcessFault && error.code === 'payment_under_way') return null
  throw error
}

/** Also continues one that a failed test left paused. */
async function wake(one: OurProcess): Promise<void> {
  await one.kill('SIGCONT')
  await one.heal()
}

/** The payer chooses the bank at that web process. */
export function begin(web: OurProcess, orderId: string, ownerId = payee): Promise<Begun> {
  const wish = { bankCode: payingBank, presence }
  return web.call<Begun>('lib/services/payments/attempts.ts', 'startAttempt', ownerId, orderId, wish)
}

/** The payer's browser arrives at that process. */
export function arrive(web: OurProcess, address: string): Promise<unknown> {
  return web.call('testing/processes/payment-calls.ts', 'arriveAt', address)
}

/** Waits until the process is killed during the call. */
export async function dieIn(web: OurProcess, act: Promise<unknown>): Promise<void> {
  await Promise.race([act.catch(() => undefined), web.gone])
  await web.kill()
}

/** Runs a worker until nothing is due. */
export async function carryToTheEnd(worker: OurProcess, orderId: string): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    await makeDue(orderId)
    for (const { id, nextAt } of await attemptsOf(orderId))
      if (nextAt !== null) await worker.call('lib/services/payments/drive.ts', 'driveAttempt', id, null)
  }
}

/** Runs all of these workers in parallel; resolves when the last has ended. */
export async function driveAtOnce(workers: readonly OurProcess[]): Promise<void> {
  await Promise.all(workers.map(worker => worker.call('testing/processes/payment-calls.ts', 'driveRound')))
}
