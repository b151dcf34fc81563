import type { AttemptStatus } from './attempt.ts'

/**
 * An order: what somebody wants paid, once. Attempts are tries at one bank each; at most one of them is ever confirmed
 * (I1), because an order names the one it chose before that attempt's confirmation leaves.
 */

/** As shown to a merchant and a payer. `pending`: a PSU agreed and the confirmation is under way or can't be told yet. */
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

type Attempt = { readonly status: AttemptStatus }

type Order = {
  /** Withdrawn before it was paid. */
  readonly cancelledAt: Date | null
  readonly expiresAt: Date | null
  /** What reconciliation saw arrive on the payee's account, against what was asked for. Absent: nobody looked. */
  readonly amountMinor?: bigint
  readonly receivedMinor?: bigint
  readonly receivedAt?: Date | null
}

/** Whether all of it arrived by a way that we did not see: it must not be paid twice. */
function isReceived({ amountMinor = 0n, receivedMinor = 0n }: Order): boolean {
  return receivedMinor > 0n && receivedMinor >= amountMinor
}

/** An order for which money came in time does not run out any more: somebody has it, or what it is short of is to be told. */
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

/** Somebody may be at the bank for one of these; each ends by itself within the hour. */
export const waitingAttempts = ['created', 'sending', 'redirected'] as const satisfies readonly AttemptStatus[]

/** The strongest says what an order is: what was executed outweighs what may be, and that what was given up. */
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
 * What an order is, by its attempts. One that nobody is paying is `open` until it expires or is withdrawn: a rejected or
 * expired attempt leaves it open for the next. What a merchant is told is final stays so (I3): a payer who agreed at the bank
 * after the order was withdrawn is never confirmed, and an order does not run out while a payer may still come back.
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

/** Why no further attempt may begin; null when one may. An attempt that waits for its PSU is superseded by the next. */
export function attemptObstacle(
  order: Order,
  attempts: readonly Attempt[],
  now: Date,
): 'being_paid' | 'paid' | 'held' | 'cancelled' | 'expired' | null {
  if (attempts.some(({ status }) => status === 'held')) return 'held'
  if (attempts.some(({ status }) => status === 'executed' || status === 'partly_executed')) return 'paid'
  if (attempts.some(({ status }) => binding.includes(status))) return 'being_paid'
  if (isReceived(order)) return 'paid'
  const status = orderStatus(order, attempts, now)
  if (status === 'cancelled') return status
  // Who is at the bank may end what they began; nobody begins anew.
  return isOver(order, now) ? 'expired' : null
}

/** Whether an order's status can still change. */
export function isFinalOrder(status: OrderStatus): boolean {
  return status === 'executed' || status === 'partly_executed' || status === 'cancelled' || status === 'expired'
}
