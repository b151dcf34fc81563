import { bankDay } from '#sandbox/people/today.ts'
import type { Sandbox } from '#sandbox/sandbox.ts'
import { inTransaction } from '#sandbox/store/open.ts'
import {
  endLateCancellations,
  findNextDue,
  isAnythingDue,
  listExpired,
  listUncontrolled,
  movePaymentTo,
} from '#sandbox/store/payments.ts'
import { runControls } from './controls.ts'
import { executeInstruction } from './execute.ts'
import { movePayment } from './status.ts'

/**
 * Does everything that is due on the bank's clock: time-outs (D38), controls, executions by their day. Each execution is
 * one transaction, so a kill in between leaves every transfer either done or still due. Safe to call at any time; quick
 * when nothing is due.
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
  for (let due = findNextDue(db, today); due !== null; due = findNextDue(db, today)) {
    const { paymentId, instructionId } = due
    inTransaction(db, () => executeInstruction(sandbox, paymentId, instructionId))
  }
}
