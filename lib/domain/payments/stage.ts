import type { AttemptStatus } from './attempt.ts'
import type { OrderStatus } from './order.ts'

/**
 * The state of a payment in one word, for the hosted page. It never claims more than is known: `accepted` is a transfer
 * the bank accepted and has not executed; only the bank's execution makes it `paid`.
 */
export const payStages = [
  /** No attempt yet, or none left. */
  'open',
  /** Sent to a bank's screens, no answer yet. */
  'waiting',
  /** Refused by the bank or its customer; another try is possible. */
  'refused',
  /** Timed out or never confirmed; another try is possible. */
  'lapsed',
  /** The bank did not answer us: nothing was shown or executed (D43). */
  'unreached',
  /** Authorised at the bank; the confirmation is running or its result unknown. */
  'asking',
  /** The answer to our confirmation is lost: only the bank knows, and keeps being asked (D44). */
  'unanswered',
  /** Confirmed, to be executed. */
  'accepted',
  'paid',
  'partly_paid',
  /** The bank shows another payment than requested: never paid, under investigation. */
  'held',
  /** Withdrawn by the payee, or cancelled at the bank. */
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
 * The stage of an order by its status and that of its latest attempt; null if there was none. `unanswered`: the answer
 * to the latest confirmation is lost.
 */
export function payStage(status: OrderStatus, latest: AttemptStatus | null, unanswered = false): PayStage {
  if (status === 'pending' && unanswered) return 'unanswered'
  if (status !== 'open') return ofOrder[status]
  return latest === null ? 'open' : (ofLatest[latest] ?? 'asking')
}

/** Stages in which the latest try ended without money and another is possible. */
export const failedTries = ['refused', 'lapsed', 'unreached'] as const
export type FailedTry = (typeof failedTries)[number]

/** How the latest try of a payment that can still be paid ended; null if it has not failed. */
export function failedTry(stage: PayStage): FailedTry | null {
  return failedTries.find(one => one === stage) ?? null
}

/** Stages in which a bank may be chosen: no money moved, and none can without the payer. */
export function mayChooseBank(stage: PayStage): boolean {
  return stage === 'open' || stage === 'waiting' || stage === 'refused' || stage === 'lapsed' || stage === 'unreached'
}

/** Stages that may change without the payer: the page polls. */
export function isMoving(stage: PayStage): boolean {
  return stage === 'waiting' || stage === 'asking' || stage === 'unanswered' || stage === 'accepted'
}

/**
 * Whether the bank choice is replaced by the result: because the first try was started elsewhere (on a phone), or
 * because nothing is left to choose. A retry is not interrupted by news of the previous try.
 */
export function endsChoice(shown: PayStage, now: PayStage): boolean {
  return !mayChooseBank(now) || (shown === 'open' && now !== 'open')
}

/**
 * Stages in which the payer may return to the payee's site. Not a held or unanswered payment: its payer must read here
 * not to pay a second time.
 */
export function isSettled(stage: PayStage): boolean {
  return !mayChooseBank(stage) && stage !== 'asking' && stage !== 'unanswered' && stage !== 'held'
}

/** Whether to return to the payee's success URL: money moved or will. Otherwise to its cancel URL. */
export function isGood(stage: PayStage): boolean {
  return stage === 'paid' || stage === 'accepted' || stage === 'partly_paid'
}

/**
 * Whether a payer who comes from the bank goes back to the payee's site at once. Not from a payment that was executed in part: there is
 * something to read first.
 */
export function returnsAtOnce(stage: PayStage): boolean {
  return stage === 'paid' || stage === 'accepted'
}
