import type { Sandbox } from '#sandbox/running-bank.ts'
import {
  type Cancellation,
  changeInstruction,
  endCancellation,
  movePaymentTo,
  readPayment,
} from '#sandbox/store/payments.ts'
import { meets } from './outcomes.ts'
import { moveInstruction, summarise } from './status.ts'

/**
 * Executes a cancellation with the PSU's consent, in the caller's transaction (document 2, transitions): each named instruction
 * becomes CANC with its reason, or nothing changes. False if it failed.
 */
export function executeCancellation({ db, clock }: Sandbox, cancellation: Cancellation): boolean {
  const payment = readPayment(db, cancellation.paymentId)
  const named = payment.instructions.filter(({ id }) => Object.hasOwn(cancellation.reasons, id))
  const isPossible =
    clock.now() < cancellation.expiresAt &&
    named.every(({ status }) => status !== null && moveInstruction(status, 'cancelled') !== null) &&
    !named.some(({ amountMinor }) => meets(amountMinor, 'cancellation execution'))
  if (!endCancellation(db, cancellation.id, isPossible ? 'executed' : 'failed') || !isPossible) return false
  for (const instruction of named) {
    changeInstruction(db, instruction, {
      status: 'CANC',
      reason: cancellation.reasons[instruction.id] ?? null,
      dueOn: null,
    })
  }
  const statuses = readPayment(db, payment.id).instructions.map(({ status }) => status ?? 'PDNG')
  const status = summarise(statuses)
  movePaymentTo(db, payment.id, payment.status, {
    status,
    reason: status === 'CANC' ? (cancellation.reasons[named[0]?.id ?? ''] ?? null) : null,
  })
  return true
}
