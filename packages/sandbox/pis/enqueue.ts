import { parisDay } from '#sandbox/clock.ts'
import { dayOf, isoOf } from '#sandbox/people/days.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { changeInstruction, type Instruction, movePaymentTo, type Payment } from '#sandbox/store/payments.ts'
import { executionDay } from './calendar.ts'
import { meets } from './outcomes.ts'

/** Whether a confirmation is possible: with consent, not confirmed yet, an instruction waiting (document 2, note 3). */
export function isConfirmable({ status, confirmedAt, instructions }: Payment): boolean {
  return status === 'ACSP' && confirmedAt === null && instructions.some(one => one.status === 'PDNG')
}

/** Confirms a request: schedules every waiting instruction for its first day. The caller has checked it. */
export function enqueuePayment({ db, clock }: Pick<Sandbox, 'db' | 'clock'>, payment: Payment): void {
  movePaymentTo(db, payment.id, 'ACSP', { confirmedAt: clock.now() })
  const today = parisDay(clock.now())
  for (const instruction of payment.instructions) {
    if (instruction.status === 'PDNG') changeInstruction(db, instruction, { dueOn: firstDue(instruction, today) })
  }
}

// If the day has passed while the TPP waited, it is executed today.
function firstDue(instruction: Instruction, today: string): string {
  const planned = executionDay(instruction, 0) ?? today
  const day = planned < today ? today : planned
  return meets(instruction.amountMinor, 'delay') ? isoOf(dayOf(day) + 1) : day
}
