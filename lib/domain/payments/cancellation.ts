import { type ParsedField, valueOr } from '@guichet/stet/terms/parsed-field.ts'
import type { IsoDate } from '@guichet/values/calendar/day.ts'
import type { BankVerdict } from './attempt.ts'

/** Cancelling a payment at the bank (document 2, note 6 and the table of transitions). A cancellation is never confirmed. */

/** The conditions of note 6, in the order of the document. */
export const cancellationConditions = [
  'payment_status',
  'instruction_status',
  'sepa',
  'euro',
  'not_instant',
  'next_day',
] as const
export type CancellationCondition = (typeof cancellationConditions)[number]

/** The facts that decide, as just read at the bank. */
export type CancellablePayment = {
  readonly status: string
  readonly serviceLevel: ParsedField<string>
  readonly localInstrument: ParsedField<string>
  readonly instructions: readonly {
    readonly status: ParsedField<string>
    readonly currency: string | null
    /** Next known day of execution: a deferred transfer's date, a recurrent one's next occurrence. */
    readonly nextExecutionDate: IsoDate | null
    readonly isRecurrent: boolean
  }[]
}

/**
 * Every condition, and whether it is met for the instructions to be cancelled. `today` is the day in Paris. A recurrent
 * transfer that was executed before and continues is `ACSP` and can be cancelled until its last occurrence.
 */
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

/** States of a cancellation: the PUT is about to be sent, the PSU is at the bank, and the possible ends. */
export const cancellationStatuses = ['asking', 'redirected', 'executed', 'refused', 'failed', 'lost'] as const

/** The instructions to be cancelled, as the bank shows them now. */
type Named = { readonly status: ParsedField<string> }

/**
 * The outcome of a cancellation by the bank's statuses (table of transitions): executed if everything named is `CANC`,
 * or `RJCT` if the PSU had not authorised the payment yet (control OK); failed if all of it ended otherwise or was
 * executed; null while unknown, because consent pending, refused and failed all read `ACSP`/`PDNG`.
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
