import type { AttemptStatus } from '#lib/domain/payments/attempt/machine.ts'

/** Paid once: at most one attempt is confirmed (I1), stored before its confirmation is sent. */

/** `pending`: authorised; confirmation running or its result unknown. */
export const orderStatuses = [
  'open',
  'pending',
  'confirmed',
  'executed',
  'partly_executed',
  'cancelled',
  'expired',
  'held',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

type Attempt = {
  readonly status: AttemptStatus
  /** Absent where it does not matter. */
  readonly authorisedAt?: Date | null
  /** Until exchanged. */
  readonly codeSealed?: string | null
}

export type Order = {
  readonly cancelledAt: Date | null
  readonly expiresAt: Date | null
  /** Absent: not reconciled. */
  readonly amountMinor?: bigint
  readonly receivedMinor?: bigint
  readonly receivedAt?: Date | null
}

/** The full amount came another way. */
export function isReceived({
  amountMinor = 0n,
  receivedMinor = 0n,
}: Pick<Order, 'amountMinor' | 'receivedMinor'>): boolean {
  return receivedMinor > 0n && receivedMinor >= amountMinor
}

/** With money in time it does not expire. */
function isOver({ expiresAt, receivedAt = null }: Order, now: Date): boolean {
  if (expiresAt === null || expiresAt > now) return false
  return receivedAt === null || receivedAt > expiresAt
}

/** May have moved money, or still can. */
const binding: readonly AttemptStatus[] = [
  'authorised',
  'confirming',
  'confirmed',
  'executed',
  'partly_executed',
  'held',
]

/** The payer may be at the bank; ends within the hour. */
export const waitingAttempts = ['created', 'sending', 'redirected'] as const satisfies readonly AttemptStatus[]

/** By precedence. */
const ranks: readonly (readonly [AttemptStatus, OrderStatus])[] = [
  ['executed', 'executed'],
  ['partly_executed', 'partly_executed'],
  ['held', 'held'],
  ['confirmed', 'confirmed'],
  ['confirming', 'pending'],
  ['authorised', 'pending'],
  ['cancelled', 'cancelled'],
]

/**
 * Derived from its attempts: `open` until expired or withdrawn, also after a rejected attempt. A final status told
 * to a merchant stays (I3), and no order expires while a payer may return.
 */
export function orderStatus(order: Order, attempts: readonly Attempt[], now: Date): OrderStatus {
  for (const [attempt, status] of ranks) {
    if (attempt === 'authorised' && order.cancelledAt !== null) continue
    if (attempts.some(one => one.status === attempt)) return status
  }
  if (order.cancelledAt !== null) return 'cancelled'
  const isWaitedFor = attempts.some(({ status }) => waitingAttempts.some(waiting => waiting === status))
  return isOver(order, now) && !isWaitedFor ? 'expired' : 'open'
}

/** Authorised, not back in time: confirmed only if they still return. */
export function isReturnLost({ status, authorisedAt = null }: Attempt): boolean {
  return status === 'redirected' && authorisedAt !== null
}

/** The result is known in a moment. */
export function isCodeInHand({ status, codeSealed = null }: Attempt): boolean {
  return status === 'redirected' && codeSealed !== null
}

export type AttemptRefusal = 'being_paid' | 'paid' | 'held' | 'cancelled' | 'expired'

/** Null if one may start. One waiting for its PSU is superseded. */
export function attemptRefusal(order: Order, attempts: readonly Attempt[], now: Date): AttemptRefusal | null {
  if (attempts.some(({ status }) => status === 'held')) return 'held'
  if (attempts.some(({ status }) => status === 'executed' || status === 'partly_executed')) return 'paid'
  if (attempts.some(one => binding.includes(one.status) || isCodeInHand(one))) return 'being_paid'
  if (isReceived(order)) return 'paid'
  const status = orderStatus(order, attempts, now)
  if (status === 'cancelled') return status
  // A payer at the bank may finish; only one who approved in time and came back in vain gets another try.
  return isOver(order, now) && !attempts.some(isReturnLost) ? 'expired' : null
}

export function isFinalOrder(status: OrderStatus): boolean {
  return status === 'executed' || status === 'partly_executed' || status === 'cancelled' || status === 'expired'
}
