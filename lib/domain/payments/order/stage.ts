import { type AttemptStatus, isUnanswered, refusedBy } from '#lib/domain/payments/attempt/machine.ts'
import {
  type AttemptRefusal,
  attemptRefusal,
  isCodeInHand,
  isReceived,
  isReturnLost,
  type Order,
  orderStatus,
} from './status.ts'

/** The hosted page's one word. Never more than is known: `accepted` is not executed, only execution is `paid`. */
export const payStages = [
  'open',
  'part_received',
  /** By a transfer, whatever became of the attempts. */
  'received',
  'sending',
  'waiting',
  /** The order's time is over. */
  'last_try',
  /** The bank shows no approval. */
  'not_approved',
  /** Approved, not back in time: only a return confirms. */
  'not_returned',
  /** By the payer; another try is possible. */
  'declined',
  /** By the bank. */
  'refused',
  /** Not in time, or no suitable account. */
  'lapsed',
  /** Code, token or confirmation lost or refused. */
  'unconfirmed',
  /** Nothing was shown or executed (bank:D43). */
  'unreached',
  /** The result is being asked for. */
  'asking',
  /** Our confirmation's answer is lost (bank:D44). */
  'unanswered',
  /** To be executed. */
  'accepted',
  'paid',
  'partly_paid',
  /** The bank contradicts the request or itself. */
  'held',
  'withdrawn',
  /** At the bank. */
  'cancelled',
  'over',
  /** Less than the amount came by hand, and no more can be paid. */
  'part_over',
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

/** Newest first. */
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
      return isReceived(order) ? 'received' : unpaidStage(status, order, latest, attemptRefusal(order, attempts, now))
  }
}

function unpaidStage(
  status: 'open' | 'cancelled' | 'expired',
  { receivedMinor = 0n }: Order,
  latest: StagedAttempt | null,
  refusal: AttemptRefusal | null,
): PayStage {
  if (status !== 'open' && receivedMinor > 0n) return 'part_over'
  if (status === 'cancelled') return latest?.status === 'cancelled' ? 'cancelled' : 'withdrawn'
  if (status === 'expired') return 'over'
  const stage = latest === null ? 'open' : attemptStage(latest, refusal)
  // Or the next try would pay all of it.
  const isOver = stage === 'open' || (failedTry(stage) !== null && stage !== 'not_returned')
  return receivedMinor > 0n && isOver ? 'part_received' : stage
}

function attemptStage(attempt: StagedAttempt, refusal: AttemptRefusal | null): PayStage {
  const { status, reason } = attempt
  switch (status) {
    case 'created':
    case 'sending':
      return refusal === null ? 'sending' : 'last_try'
    case 'redirected':
      if (isCodeInHand(attempt)) return 'asking'
      if (isReturnLost(attempt)) return 'not_returned'
      if (refusal !== null) return 'last_try'
      return attempt.returnedAt === null ? 'waiting' : 'not_approved'
    case 'rejected':
      return ({ person: 'declined', nobody: 'lapsed', bank: 'refused' } as const)[refusedBy(attempt)]
    case 'expired':
      return reason === 'timed_out' && attempt.authorisedAt === null ? 'lapsed' : 'unconfirmed'
    case 'abandoned':
      return 'unreached'
    default:
      return 'asking'
  }
}

/** Never confirmed. */
export function wasReplaced({ status, reason }: Pick<StagedAttempt, 'status' | 'reason'>): boolean {
  return (status === 'abandoned' || status === 'expired') && reason === 'superseded'
}

/** `replaced` if they come from such an attempt and the payment is not over. */
export function payWords(stage: PayStage, isReplaced: boolean): PayStage | 'replaced' {
  return isReplaced && !isSettled(stage) ? 'replaced' : stage
}

/** Without money; another try is possible. */
export const failedTries = ['declined', 'refused', 'lapsed', 'unconfirmed', 'not_returned', 'unreached'] as const
export type FailedTry = (typeof failedTries)[number]

/** Null if it has not failed. */
export function failedTry(stage: PayStage): FailedTry | null {
  return failedTries.find(one => one === stage) ?? null
}

const choosing: readonly PayStage[] = ['open', 'part_received', 'sending', 'waiting', 'not_approved', ...failedTries]

/** No money moved, and none can without the payer. */
export function mayChooseBank(stage: PayStage): boolean {
  return choosing.includes(stage)
}

const awayStages: readonly PayStage[] = ['sending', 'waiting', 'last_try', 'not_approved', 'asking']

export function isAway(stage: PayStage): boolean {
  return awayStages.includes(stage)
}

/** Without the payer: the page polls. */
export function isMoving(stage: PayStage): boolean {
  return isAway(stage) || stage === 'not_returned' || stage === 'unanswered' || stage === 'accepted'
}

/** The first try started elsewhere, or nothing is left to choose; news of a previous try don't interrupt. */
export function endsChoice(shown: PayStage, now: PayStage): boolean {
  return !mayChooseBank(now) || (shown === 'open' && now !== 'open')
}

/** Not while held or unanswered: read here not to pay twice. */
export function isSettled(stage: PayStage): boolean {
  return !mayChooseBank(stage) && !isAway(stage) && stage !== 'unanswered' && stage !== 'held'
}

/** Success URL: money moved or will. */
export function isGood(stage: PayStage): boolean {
  return stage === 'paid' || stage === 'accepted' || stage === 'partly_paid' || stage === 'received'
}

/** Not when executed in part: there is something to read. */
export function returnsAtOnce(stage: PayStage): boolean {
  return stage === 'paid' || stage === 'accepted'
}
