import type { AttemptStatus } from './attempt.ts'

/**
 * An order: what is to be paid once. Attempts are tries at one bank each; at most one is ever confirmed (I1), because
 * an order stores which one it chose before that attempt's confirmation is sent.
 */

/**
 * As shown to a merchant and a payer. `pending`: a PSU authorised it, and the confirmation is running or its result
 * unknown.
 */
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
  /** When its PSU authorised it; absent where it does not matter. */
  readonly authorisedAt?: Date | null
  /** The callback's code, until it is exchanged. */
  readonly codeSealed?: string | null
}

export type Order = {
  /** Withdrawn before it was paid. */
  readonly cancelledAt: Date | null
  readonly expiresAt: Date | null
  /** What reconciliation found on the payee's account, compared with the amount. Absent: not reconciled. */
  readonly amountMinor?: bigint
  readonly receivedMinor?: bigint
  readonly receivedAt?: Date | null
}

/** Whether the full amount arrived by another way: it must not be paid twice. */
export function isReceived({
  amountMinor = 0n,
  receivedMinor = 0n,
}: Pick<Order, 'amountMinor' | 'receivedMinor'>): boolean {
  return receivedMinor > 0n && receivedMinor >= amountMinor
}

/** An order for which money arrived in time does not expire any more. */
function isOver({ expiresAt, receivedAt = null }: Order, now: Date): boolean {
  if (expiresAt === null || expiresAt > now) return false
  return receivedAt === null || receivedAt > expiresAt
}

/** Attempts in one of these forbid another attempt: each may have moved money, or still can. */
const binding: readonly AttemptStatus[] = [
  'authorised',
  'confirming',
  'confirmed',
  'executed',
  'partly_executed',
  'held',
]

/** The payer may be at the bank for one of these; each ends by itself within the hour. */
export const waitingAttempts = ['created', 'sending', 'redirected'] as const satisfies readonly AttemptStatus[]

/** By precedence: an executed attempt outweighs one that may be executed, and that one outweighs one given up. */
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
 * The status of an order, derived from its attempts. Without a running attempt it is `open` until it expires or is
 * withdrawn: a rejected or expired attempt leaves it open for the next. A final status that a merchant was told stays
 * (I3): a payer who authorises after a withdrawal is never confirmed, and an order does not expire while a payer may
 * still return.
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

/** Whether its PSU authorised it and did not come back in time (`return_lost`): it can't be confirmed unless they still do. */
export function isReturnLost({ status, authorisedAt = null }: Attempt): boolean {
  return status === 'redirected' && authorisedAt !== null
}

/** Whether its PSU came back with a code: the result is known in a moment. */
export function isCodeInHand({ status, codeSealed = null }: Attempt): boolean {
  return status === 'redirected' && codeSealed !== null
}

export type AttemptObstacle = 'being_paid' | 'paid' | 'held' | 'cancelled' | 'expired'

/** Why no further attempt may start; null if one may. An attempt waiting for its PSU is superseded by the next. */
export function attemptObstacle(order: Order, attempts: readonly Attempt[], now: Date): AttemptObstacle | null {
  if (attempts.some(({ status }) => status === 'held')) return 'held'
  if (attempts.some(({ status }) => status === 'executed' || status === 'partly_executed')) return 'paid'
  if (attempts.some(one => binding.includes(one.status) || isCodeInHand(one))) return 'being_paid'
  if (isReceived(order)) return 'paid'
  const status = orderStatus(order, attempts, now)
  if (status === 'cancelled') return status
  // A payer at the bank may finish, but no new attempt may start; only one who approved in time and came back in vain gets a second try.
  return isOver(order, now) && !attempts.some(isReturnLost) ? 'expired' : null
}

/** Whether an order's status can still change. */
export function isFinalOrder(status: OrderStatus): boolean {
  return status === 'executed' || status === 'partly_executed' || status === 'cancelled' || status === 'expired'
}
