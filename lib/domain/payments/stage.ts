import { type AttemptStatus, isUnanswered } from './attempt.ts'
import {
  type AttemptObstacle,
  attemptObstacle,
  isCodeInHand,
  isReceived,
  isReturnLost,
  type Order,
  orderStatus,
} from './order.ts'

/**
 * The state of a payment in one word, for the hosted page: one true sentence each, for whoever reads it in whichever browser. It never
 * claims more than is known: `accepted` is a transfer the bank accepted and has not executed; only the bank's execution makes it `paid`.
 */
export const payStages = [
  /** No attempt yet, and nothing received. */
  'open',
  /** No attempt yet; a part of it arrived by a transfer. */
  'part_received',
  /** All of it arrived by a transfer: nothing is left to pay, whatever became of the attempts. */
  'received',
  /** A bank was chosen and is being asked for its page. */
  'sending',
  /** Sent to a bank's screens, no answer yet. */
  'waiting',
  /** The same, and the order's time is over: this try is the last. */
  'last_try',
  /** Back from the bank, which shows no approval. */
  'not_approved',
  /** Approved at the bank, and nobody came back in time: only a return lets us confirm. */
  'not_returned',
  /** Refused by the payer at the bank; another try is possible, as in the following. */
  'declined',
  /** Refused by the bank. */
  'refused',
  /** Not approved: in time, or because no account was suitable. */
  'lapsed',
  /** Never confirmed: the code, the token or the confirmation was lost or refused. */
  'unconfirmed',
  /** The bank did not answer us: nothing was shown or executed (bank:D43). */
  'unreached',
  /** Back from the bank or authorised there: the result is being asked for. */
  'asking',
  /** The answer to our confirmation is lost: only the bank knows, and keeps being asked (bank:D44). */
  'unanswered',
  /** Confirmed, to be executed. */
  'accepted',
  'paid',
  'partly_paid',
  /** The bank's answer contradicts the request or itself: never paid, under investigation. */
  'held',
  /** Withdrawn by the payee. */
  'withdrawn',
  /** Cancelled at the bank. */
  'cancelled',
  /** Its time is over. */
  'over',
] as const
export type PayStage = (typeof payStages)[number]

type StagedAttempt = {
  readonly status: AttemptStatus
  readonly reason: string | null
  readonly bankReason: string | null
  readonly authorisedAt: Date | null
  readonly returnedAt: Date | null
  readonly codeSealed: string | null
  readonly codeUsedAt: Date | null
  readonly confirmExpiresAt: Date | null
}

/** The stage of an order by its attempts, newest first. */
export function payStage(order: Order, attempts: readonly StagedAttempt[], now: Date): PayStage {
  const [latest = null] = attempts
  const status = orderStatus(order, attempts, now)
  switch (status) {
    case 'pending':
      return latest !== null && isUnanswered(latest, now) ? 'unanswered' : 'asking'
    case 'confirmed':
      return 'accepted'
    case 'executed':
      return 'paid'
    case 'partly_executed':
      return 'partly_paid'
    case 'held':
      return 'held'
    default:
      return isReceived(order) ? 'received' : unpaidStage(status, order, latest, attemptObstacle(order, attempts, now))
  }
}

function unpaidStage(
  status: 'open' | 'cancelled' | 'expired',
  { receivedMinor = 0n }: Order,
  latest: StagedAttempt | null,
  obstacle: AttemptObstacle | null,
): PayStage {
  if (status === 'cancelled') return latest?.status === 'cancelled' ? 'cancelled' : 'withdrawn'
  if (status === 'expired') return 'over'
  if (latest === null) return receivedMinor > 0n ? 'part_received' : 'open'
  return attemptStage(latest, obstacle)
}

/** Of an open order. */
function attemptStage(attempt: StagedAttempt, obstacle: AttemptObstacle | null): PayStage {
  const { status, bankReason, reason } = attempt
  switch (status) {
    case 'created':
    case 'sending':
      return obstacle === null ? 'sending' : 'last_try'
    case 'redirected':
      if (isCodeInHand(attempt)) return 'asking'
      if (isReturnLost(attempt)) return 'not_returned'
      if (obstacle !== null) return 'last_try'
      return attempt.returnedAt === null ? 'waiting' : 'not_approved'
    case 'rejected':
      if ((bankReason ?? reason) === 'CUST') return 'declined'
      return (bankReason ?? reason) === 'NOAS' ? 'lapsed' : 'refused'
    case 'expired':
      return reason === 'timed_out' && attempt.authorisedAt === null ? 'lapsed' : 'unconfirmed'
    case 'abandoned':
      return 'unreached'
    default:
      return 'asking'
  }
}

/** Whether another attempt took this one's place: it is never confirmed, whatever its payer does at the bank. */
export function wasReplaced({ status, reason }: Pick<StagedAttempt, 'status' | 'reason'>): boolean {
  return (status === 'abandoned' || status === 'expired') && reason === 'superseded'
}

/** What a reader is told: the stage, unless they come from an attempt that was replaced and the payment is not over. */
export function payWords(stage: PayStage, isReplaced: boolean): PayStage | 'replaced' {
  return isReplaced && !isSettled(stage) ? 'replaced' : stage
}

/** Stages in which the latest try ended without money and another is possible. */
export const failedTries = ['declined', 'refused', 'lapsed', 'unconfirmed', 'not_returned', 'unreached'] as const
export type FailedTry = (typeof failedTries)[number]

/** How the latest try of a payment that can still be paid ended; null if it has not failed. */
export function failedTry(stage: PayStage): FailedTry | null {
  return failedTries.find(one => one === stage) ?? null
}

const choosing: readonly PayStage[] = ['open', 'part_received', 'sending', 'waiting', 'not_approved', ...failedTries]

/** Stages in which a bank may be chosen: no money moved, and none can without the payer (`attemptObstacle` allows it). */
export function mayChooseBank(stage: PayStage): boolean {
  return choosing.includes(stage)
}

const awayStages: readonly PayStage[] = ['sending', 'waiting', 'last_try', 'not_approved', 'asking']

/** The payer may be at the bank, or on the way there or back. */
export function isAway(stage: PayStage): boolean {
  return awayStages.includes(stage)
}

/** Stages that may change without the payer: the page polls. */
export function isMoving(stage: PayStage): boolean {
  return isAway(stage) || stage === 'not_returned' || stage === 'unanswered' || stage === 'accepted'
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
  return !mayChooseBank(stage) && !isAway(stage) && stage !== 'unanswered' && stage !== 'held'
}

/** Whether to return to the payee's success URL: money moved or will. Otherwise to its cancel URL. */
export function isGood(stage: PayStage): boolean {
  return stage === 'paid' || stage === 'accepted' || stage === 'partly_paid' || stage === 'received'
}

/**
 * Whether a payer who comes from the bank goes back to the payee's site at once. Not from a payment that was executed in part: there is
 * something to read first.
 */
export function returnsAtOnce(stage: PayStage): boolean {
  return stage === 'paid' || stage === 'accepted'
}
