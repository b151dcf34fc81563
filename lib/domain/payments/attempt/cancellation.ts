import { type ParsedField, valueOr } from '@guichet/stet/terms/parsed-field.ts'
import type { IsoDate } from '@guichet/values/calendar/day.ts'
import type { BankVerdict } from './machine.ts'

/** Document 2, note 6. A cancellation is never confirmed. */

/** In note 6's order. */
export const cancellationConditions = [
  'payment_status',
  'instruction_status',
  'sepa',
  'euro',
  'not_instant',
  'next_day',
] as const
export type CancellationCondition = (typeof cancellationConditions)[number]

/** As just read at the bank. */
export type CancellablePayment = {
  readonly status: string
  readonly serviceLevel: ParsedField<string>
  readonly localInstrument: ParsedField<string>
  readonly instructions: readonly {
    readonly status: ParsedField<string>
    readonly currency: string | null
    /** A deferred transfer's date, or the next occurrence. */
    readonly nextExecutionDate: IsoDate | null
    readonly isRecurrent: boolean
  }[]
}

/** `today` in Paris. A recurrent transfer under way is `ACSP`, cancellable until its last occurrence. */
export function checkCancellation(
  payment: CancellablePayment,
  today: IsoDate,
): readonly { readonly condition: CancellationCondition; readonly holds: boolean }[] {
  const { instructions } = payment
  const beforeConsent = payment.status === 'ACTC' || payment.status === 'ACCP'
  const holds: { readonly [condition in CancellationCondition]: boolean } = {
    payment_status: beforeConsent || payment.status === 'ACSP',
    instruction_status:
      instructions.length > 0 &&
      instructions.every(({ status, isRecurrent }) =>
        beforeConsent
          ? status.kind === 'absent'
          : valueOr(status) === 'PDNG' || (isRecurrent && valueOr(status) === 'ACSP'),
      ),
    sepa: valueOr(payment.serviceLevel) === 'SEPA',
    euro: instructions.every(({ currency }) => currency === 'EUR'),
    not_instant: payment.localInstrument.kind === 'absent',
    next_day: instructions.every(({ nextExecutionDate }) => nextExecutionDate !== null && nextExecutionDate > today),
  }
  return cancellationConditions.map(condition => ({ condition, holds: holds[condition] }))
}

export const cancellationStatuses = ['asking', 'redirected', 'executed', 'refused', 'failed', 'lost'] as const

/** As the bank shows them now. */
type Named = { readonly status: ParsedField<string> }

/**
 * Executed if all named is `CANC`, or `RJCT` before authorisation; failed if it ended otherwise; null while
 * `ACSP`/`PDNG` leave it open.
 */
export function cancellationOutcome(
  verdict: BankVerdict,
  named: readonly Named[],
  wasConsented: boolean,
): 'executed' | 'failed' | null {
  if (!wasConsented && (verdict === 'rejected' || verdict === 'cancelled')) return 'executed'
  if (named.length > 0 && named.every(({ status }) => valueOr(status) === 'CANC')) return 'executed'
  if (verdict === 'cancelled') return 'executed'
  const isOver = named.length > 0 && named.every(({ status }) => ['ACSC', 'RJCT'].includes(valueOr(status) ?? ''))
  return isOver || verdict === 'executed' || verdict === 'rejected' ? 'failed' : null
}
