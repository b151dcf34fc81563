import { beforeAll, expect } from 'vitest'
import { db } from '#lib/db.ts'
import { askDesk } from '#testing/bank/desk.ts'
import { type PayerDecision, walkPayment } from '#testing/bank/payer.ts'
import { attemptsOf, makeDue, payee, payingBank, statusOf } from '#testing/shop/orders.ts'
import { presence } from '#testing/stack/start.ts'
import { type CrewInUse, openCrew } from './crew.ts'
import { findBroken } from './invariants.ts'
import { findBrokenPayments, readBankSide } from './payment-invariants.ts'
import { type OurProcess, ProcessFault } from './start.ts'

/**
 * Orders paid with several processes, one PostgreSQL and the sandbox bank: the processes, their calls, and the checks at the end of a test.
 */

export type PaymentCrew = CrewInUse & {
  /** The payer answers at the bank; returns the address to which it redirects. */
  readonly answerBank: (redirectTo: string, decision?: PayerDecision) => Promise<string>
  /** The payer tries again, if the order is still open, and it is executed exactly once. */
  readonly payInTheEnd: (web: OurProcess, orderId: string) => Promise<void>
  /** In this test an alarm must be raised for that order, once; for others it must not. */
  readonly expectAlarm: (orderId: string) => void
}

/** To be called once at the top of a file. After each test no invariant of payments may be broken either. */
export function openPaymentCrew({ lasting }: { readonly lasting: number }): PaymentCrew {
  const alarmed = new Set<string>()
  const crew = openCrew({
    lasting,
    findBroken: async running => {
      // What a test left open must not be found by another test's workers.
      await db().paymentAttempt.updateMany({ where: { nextAt: { not: null } }, data: { nextAt: null } })
      return [...(await findBrokenPayments(running, alarmed)), ...(await findBroken(running))]
    },
  })
  // A busy machine takes longer than the minute for which a code is valid.
  beforeAll(() => askDesk(crew.running, 'PUT', '/clock', { move: 'freeze' }))
  const answerBank = async (redirectTo: string, decision: PayerDecision = 'approve') =>
    (await walkPayment(crew.running, new URL(redirectTo), 'camille-bernard', decision)).callbackUrl.href
  return Object.assign(crew, {
    answerBank,
    payInTheEnd: async (web: OurProcess, orderId: string) => {
      const begun = (await statusOf(orderId)) === 'open' ? await begin(web, orderId).catch(unlessUnderWay) : null
      if (begun !== null) await arrive(web, await answerBank(begun.redirectTo))
      // A worker that is calling the bank just now continues in place of the browser.
      await expect.poll(() => statusOf(orderId)).toBe('executed')
      const theirs = readBankSide(crew.running)
      const executed = (await attemptsOf(orderId)).map(one => theirs.get(one.paymentInformationId)?.executed ?? 0)
      expect(executed.reduce((sum, one) => sum + one, 0)).toBe(1)
    },
    expectAlarm: (orderId: string) => void alarmed.add(orderId),
  })
}

export type Begun = { readonly attemptId: string; readonly redirectTo: string }

/** Null if a worker had the payment authorised since the order was seen to be open. */
function unlessUnderWay(error: unknown): null {
  if (error instanceof ProcessFault && error.code === 'payment_under_way') return null
  throw error
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
