import type { Recurrence } from '@guichet/stet/terms/payment-request.ts'
import type { IsoDate } from '@guichet/values/calendar/day.ts'
import { type AttemptStatus, refusedBy } from '#lib/domain/payments/attempt/machine.ts'
import { isCodeInHand, isReturnLost, type OrderStatus } from '#lib/domain/payments/order/status.ts'
import { nextExecution } from './standing-order.ts'

/** How an attempt stands that is at the bank, or failed. */
export const triedStates = [
  'at_bank',
  /** Approved, not back in time: only a return confirms. */
  'not_returned',
  'refused_by_person',
  'refused_by_bank',
  'timed_out',
  'answer_lost',
  /** Only the bank knows (bank:D44). */
  'unanswered',
] as const

/** For its owner: the order's status, refined by its latest attempt. */
export const transferStates = [
  'not_sent',
  'sending',
  ...triedStates,
  /** Not paid. */
  'confirming',
  /** Not paid. */
  'scheduled',
  /** Not paid. */
  'accepted',
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

/** `today` in Paris. */
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

/** Of an unpaid order. */
function endedState(attempt: Attempt, waiting: TransferState): TransferState {
  const { status, reason, authorisedAt } = attempt
  switch (status) {
    case 'redirected':
      if (isCodeInHand(attempt)) return 'confirming'
      return isReturnLost(attempt) ? 'not_returned' : waiting
    case 'created':
    case 'sending':
      return waiting === 'at_bank' ? 'sending' : waiting
    case 'rejected': {
      const states = { person: 'refused_by_person', nobody: 'timed_out', bank: 'refused_by_bank' } as const
      return states[refusedBy(attempt)]
    }
    case 'expired':
      return reason === 'confirmation_impossible' || authorisedAt !== null ? 'answer_lost' : 'timed_out'
    case 'abandoned':
      return 'answer_lost'
    default:
      return waiting
  }
}

export function maySendAgain(status: OrderStatus, state: TransferState): boolean {
  return status === 'open' && state !== 'sending' && state !== 'confirming'
}

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

/** Null if unknown. `today` in Paris. */
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
