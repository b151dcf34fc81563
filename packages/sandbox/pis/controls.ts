import { parisDay } from '#sandbox/clock.ts'
import { dayOf } from '#sandbox/people/days.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { movePaymentTo, type Payment } from '#sandbox/store/payments.ts'
import { reasonOfAmount } from './outcomes.ts'
import { movePayment, type ReasonCode } from './status.ts'

/** The latest execution date that can be requested. */
const longestDays = 366
/** Transfers per request. */
const maxTransfers = 500

/** The bank's controls (bank:D38): PDNG becomes ACTC, or RJCT with the reason. No-op in any other status. */
export function runControls(sandbox: Sandbox, payment: Payment): void {
  const reason = findReason(payment)
  const status = movePayment(payment.status, reason === null ? 'controls passed' : 'controls failed')
  if (status !== null) movePaymentTo(sandbox.db, payment.id, payment.status, { status, reason })
}

function findReason(payment: Payment): ReasonCode | null {
  const { instructions, createdAt } = payment
  for (const { amountMinor } of instructions) {
    const reason = reasonOfAmount(amountMinor, 'controls')
    if (reason !== null) return reason
  }
  if (instructions.length > maxTransfers) return 'AM18'
  const last = dayOf(parisDay(createdAt)) + longestDays
  return instructions.some(({ firstOn }) => dayOf(firstOn) > last) ? 'CH03' : null
}
