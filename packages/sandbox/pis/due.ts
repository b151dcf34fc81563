import { bankDay } from '#sandbox/people/today.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { inSavepoint, inTransaction } from '#sandbox/store/open.ts'
import {
  type Due,
  endLateCancellations,
  findNextDue,
  forgetFailedExecution,
  isAnythingDue,
  listExpired,
  listUncontrolled,
  movePaymentTo,
  noteFailedExecution,
  parkInstruction,
} from '#sandbox/store/payments.ts'
import type { Step } from '#sandbox/wire/exchange.ts'
import { namedStep } from '#sandbox/wire/named-step.ts'
import { runControls } from './controls.ts'
import { executeInstruction } from './execute.ts'
import { movePayment, type ReasonCode, summarise } from './status.ts'

/** After so many failures an execution is given up. */
export const maxTries = 5
/** Real time before the next try; doubled after each. */
export const firstPauseMs = 1_000
/** bank:D39: an internal fault of the bank. */
const parkedReason: ReasonCode = 'MS03'

/**
 * Processes everything due by the bank's clock: time-outs (bank:D38), controls, executions by day. Each execution is one transaction,
 * so after a crash every transfer is either executed or still due. Safe to call at any time, and fast if nothing is due. A
 * failing execution is retried later and finally given up, without stopping the others or the call.
 */
export function runDuePayments(sandbox: Sandbox): void {
  const { db, clock } = sandbox
  const now = clock.now()
  const today = bankDay(sandbox)
  if (!isAnythingDue(db, now, today)) return
  for (const payment of listUncontrolled(db, now)) runControls(sandbox, payment)
  for (const payment of listExpired(db, now)) {
    const status = movePayment(payment.status, 'timed out')
    if (status !== null) movePaymentTo(db, payment.id, payment.status, { status, reason: 'NOAS' })
  }
  endLateCancellations(db, now)
  const realNow = clock.realNow()
  for (let due = findNextDue(db, today, realNow); due !== null; due = findNextDue(db, today, realNow)) {
    execute(sandbox, due)
  }
}

function execute(sandbox: Sandbox, due: Due): void {
  const { db } = sandbox
  try {
    inSavepoint(db, () => {
      executeInstruction(sandbox, due.paymentId, due.instructionId)
      forgetFailedExecution(db, due.instructionId)
    })
  } catch (error) {
    inTransaction(db, () => handleFailure(sandbox, due, error))
  }
}

/** Counts the failure; after the last try the instruction is RJCT with MS03, and the request's status follows. */
function handleFailure({ db, clock, log }: Sandbox, due: Due, error: unknown): void {
  const failedAt = clock.realNow()
  const tries = noteFailedExecution(db, {
    instructionId: due.instructionId,
    fault: String(error),
    failedAt,
    nextAt: count => new Date(failedAt.getTime() + firstPauseMs * 2 ** (count - 1)),
  })
  const isGivenUp = tries >= maxTries
  log({ event: 'execution_failed', instruction: due.instructionId, tries, parked: isGivenUp, fault: String(error) })
  if (!isGivenUp) return
  const status = summarise(parkInstruction(db, due, parkedReason))
  movePaymentTo(db, due.paymentId, 'ACSP', { status, reason: status === 'RJCT' ? parkedReason : null })
}

/** Processes what is due before a call, so that its result is up to date. */
export const bookDuePayments: Step = namedStep('settlesDue', ({ sandbox }) => runDuePayments(sandbox))
