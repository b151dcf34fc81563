import type { Recurrence } from '@guichet/stet/terms/payment-request.ts'
import type { IsoDate } from '@guichet/values/calendar/day.ts'
import type { AttemptStatus } from './attempt.ts'
import { isCodeInHand, isReturnLost, type OrderStatus } from './order.ts'
import { nextExecution } from './standing-order.ts'

/** The state of a transfer in one word, for its owner: the order's status, refined by its latest attempt. */
export const transferStates = [
  'not_sent',
  'sending',
  /** Waits for the person at the bank. */
  'at_bank',
  /** Approved at the bank, and the person did not come back in time: only a return lets us confirm. */
  'not_returned',
  'refused_by_person',
  'refused_by_bank',
  'timed_out',
  'answer_lost',
  /** Authorised at the bank; our confirmation is running. Not paid. */
  'confirming',
  /** The answer to our confirmation is lost: only the bank knows (bank:D44). */
  'unanswered',
  /** Confirmed for a day to come. Not paid. */
  'scheduled',
  /** Confirmed; not executed yet as far as we know. Not paid. */
  'accepted',
  /** A confirmed standing order that continues. */
  'standing',
  'executed',
  'partly_executed',
  'cancelled',
  'withdrawn',
  'expired',
  'held',
] as const
export type TransferState = (typeof transferStates)[number]

export type TransferFacts = {
  readonly status: OrderStatus
  /** The latest attempt; null if there was none. */
  readonly attempt: {
    readonly status: AttemptStatus
    readonly reason: string | null
    readonly bankReason: string | null
    readonly executionDate: IsoDate
    readonly isUnanswered: boolean
    readonly authorisedAt: Date | null
    readonly codeSealed: string | null
  } | null
  readonly isRecurrent: boolean
}

/** The state of a transfer; `today` is the day in Paris. */
export function transferState({ status, attempt, isRecurrent }: TransferFacts, today: IsoDate): TransferState {
  switch (status) {
    case 'executed':
    case 'partly_executed':
    case 'held':
      return status
    case 'confirmed':
      if (isRecurrent) return 'standing'
      return attempt !== null && attempt.executionDate > today ? 'scheduled' : 'accepted'
    case 'pending':
      return attempt?.isUnanswered ? 'unanswered' : 'confirming'
    case 'cancelled':
      return attempt?.status === 'cancelled' ? 'cancelled' : 'withdrawn'
    case 'expired':
      return attempt === null ? 'expired' : endedState(attempt, 'expired')
    case 'open':
      return attempt === null ? 'not_sent' : endedState(attempt, 'at_bank')
  }
}

type Attempt = NonNullable<TransferFacts['attempt']>

/** For an unpaid order: how its latest attempt ended; `waiting` if it has not. */
function endedState(attempt: Attempt, waiting: TransferState): TransferState {
  const { status, reason, bankReason, authorisedAt } = attempt
  switch (status) {
    case 'redirected':
      if (isCodeInHand(attempt)) return 'confirming'
      return isReturnLost(attempt) ? 'not_returned' : waiting
    case 'created':
    case 'sending':
      return waiting === 'at_bank' ? 'sending' : waiting
    case 'rejected': {
      const code = bankReason ?? reason
      // bank:D38: the PSU refused, or did not answer in time.
      if (code === 'CUST') return 'refused_by_person'
      return code === 'NOAS' ? 'timed_out' : 'refused_by_bank'
    }
    case 'expired':
      return reason === 'confirmation_impossible' || authorisedAt !== null ? 'answer_lost' : 'timed_out'
    case 'abandoned':
      return 'answer_lost'
    default:
      return waiting
  }
}

/** Whether it can be sent again as it is. */
export function maySendAgain(status: OrderStatus, state: TransferState): boolean {
  return status === 'open' && state !== 'sending' && state !== 'confirming'
}

/** Whether a page keeps polling: something may change within minutes. */
export function isUnsettled(state: TransferState): boolean {
  return (
    state === 'sending' ||
    state === 'at_bank' ||
    state === 'not_returned' ||
    state === 'confirming' ||
    state === 'unanswered' ||
    state === 'accepted'
  )
}

/** The next day on which money leaves; null if unknown. A single transfer leaves on its date. `today` is the day in Paris. */
export function nextTransferDay(
  {
    status,
    firstDay,
    recurrence,
  }: { readonly status: OrderStatus; readonly firstDay: IsoDate; readonly recurrence: Recurrence | null },
  today: IsoDate,
): IsoDate | null {
  if (status !== 'confirmed') return null
  if (recurrence === null) return firstDay > today ? firstDay : null
  return nextExecution({ firstDay, ...recurrence }, today)
}
