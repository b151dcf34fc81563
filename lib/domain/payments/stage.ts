import type { AttemptStatus } from './attempt.ts'
import type { OrderStatus } from './order.ts'

/**
 * Where a payer stands, in one word for the hosted page. It never says more than is known: `accepted` is a transfer that the
 * bank took and has not executed; only its own word for the execution makes it `paid`.
 */
export const payStages = [
  /** Nobody has been to a bank, or nothing is left of it. */
  'open',
  /** Sent to a bank's screens, not answered yet. */
  'waiting',
  /** The bank or its customer said no; another try is free. */
  'refused',
  /** Not answered in time, or never confirmed; another try is free. */
  'lapsed',
  /** The bank did not answer us: nothing was shown, nothing executed (D43). */
  'unreached',
  /** Agreed at the bank; the confirmation is under way or can't be told yet. */
  'asking',
  /** The answer to our confirmation is lost for good: only the bank knows, and is asked on (D44). */
  'unanswered',
  /** Confirmed, to be executed. */
  'accepted',
  'paid',
  'partly_paid',
  /** The bank holds other data than ours: never paid, people look at it. */
  'held',
  /** Taken back by the payee, or cancelled at the bank. */
  'withdrawn',
  /** Its time is over. */
  'over',
] as const
export type PayStage = (typeof payStages)[number]

const ofOrder: { readonly [status in Exclude<OrderStatus, 'open'>]: PayStage } = {
  pending: 'asking',
  confirmed: 'accepted',
  executed: 'paid',
  partly_executed: 'partly_paid',
  held: 'held',
  cancelled: 'withdrawn',
  expired: 'over',
}

const ofLatest: Readonly<Partial<Record<AttemptStatus, PayStage>>> = {
  created: 'waiting',
  sending: 'waiting',
  redirected: 'waiting',
  rejected: 'refused',
  expired: 'lapsed',
  abandoned: 'unreached',
}

/**
 * The stage of an order by its status and that of its latest attempt; null when there was none. `unanswered`: no answer to the
 * confirmation of the latest will come any more.
 */
export function payStage(status: OrderStatus, latest: AttemptStatus | null, unanswered = false): PayStage {
  if (status === 'pending' && unanswered) return 'unanswered'
  if (status !== 'open') return ofOrder[status]
  return latest === null ? 'open' : (ofLatest[latest] ?? 'asking')
}

/** Stages in which a bank may be chosen: nothing was taken, nothing can be any more without the payer. */
export function mayChooseBank(stage: PayStage): boolean {
  return stage === 'open' || stage === 'waiting' || stage === 'refused' || stage === 'lapsed' || stage === 'unreached'
}

/** Stages that time alone can change: a page asks again. */
export function isMoving(stage: PayStage): boolean {
  return stage === 'waiting' || stage === 'asking' || stage === 'unanswered' || stage === 'accepted'
}

/**
 * Whether somebody who chooses a bank is taken to the result: because the first try began elsewhere (their phone), or because
 * nothing is left to choose. A retry is not torn away by what becomes of the try before it.
 */
export function endsChoice(shown: PayStage, now: PayStage): boolean {
  return !mayChooseBank(now) || (shown === 'open' && now !== 'open')
}

/**
 * Stages in which there is something to go back to the payee's site with. Not a payment that is held or unanswered: its payer
 * must read here that it may not be paid a second time.
 */
export function isSettled(stage: PayStage): boolean {
  return !mayChooseBank(stage) && stage !== 'asking' && stage !== 'unanswered' && stage !== 'held'
}

/** Whether the payee's page for success is the right one: money moved or will. The other one is for payments given up. */
export function isGood(stage: PayStage): boolean {
  return stage === 'paid' || stage === 'accepted' || stage === 'partly_paid'
}
