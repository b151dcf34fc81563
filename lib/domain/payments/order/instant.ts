import { addBankDays, moveToBankDay } from '@guichet/values/calendar/bank-day.ts'
import type { IsoDate } from '@guichet/values/calendar/day.ts'

/** SCT Inst. */

/** `preferred`: else an ordinary transfer; `required`: at no other bank. */
export const instantChoices = ['never', 'preferred', 'required'] as const
export type InstantChoice = (typeof instantChoices)[number]

/** What an organisation may set for payments that name none. */
export const instantDefaults = ['preferred', 'never'] as const satisfies readonly InstantChoice[]

/** Absent: the organisation's, but what is executed later is never instant. */
export function wishedInstant(given: InstantChoice | undefined, organisation: InstantChoice, isLater: boolean) {
  return given ?? (isLater ? 'never' : organisation)
}

/** Null: can't be paid there. `wasRefused`: instantly by this bank, which makes a preferred one ordinary. */
export function isInstantAt(choice: InstantChoice, bankOffersIt: boolean, wasRefused = false): boolean | null {
  if (choice === 'never') return false
  if (choice === 'required') return bankOffersIt || null
  return bankOffersIt && !wasRefused
}

/** Accounts that one could pay from, none of which takes part; one that tells no features might. */
export function lackInstant(accounts: readonly { readonly features: readonly string[] }[]): boolean {
  return accounts.length > 0 && accounts.every(({ features }) => features.length > 0 && !features.includes('IP'))
}

/**
 * Refusals that an ordinary transfer may not meet (ISO 20022): time-outs and agents that can't be reached (AB), no
 * suitable account (also NOAS, which may mean no answer in time), kind not taken, amount above the limit, no reason.
 */
const reasonsOfSpeed = [
  ...['AB05', 'AB06', 'AB07', 'AB08', 'AB09', 'AB10'],
  ...['AG01', 'AG03', 'AG11', 'AM02', 'AM14', 'AM21', 'FF01', 'MS03', 'NOAS'],
]

type TriedAttempt = {
  readonly status: string
  readonly isInstant: boolean
  readonly reason: string | null
  readonly bankReason: string | null
}

/** Until the payer agreed we fall back at once; then only by another try of theirs. */
export function wasRefusedInstant({ status, isInstant, reason, bankReason }: TriedAttempt): boolean {
  return isInstant && status === 'rejected' && reasonsOfSpeed.includes(bankReason ?? reason ?? '')
}

/** To an ordinary transfer, without asking: nobody agreed to the instant one. */
export function mayFallBack(attempt: TriedAttempt & { readonly authorisedAt: Date | null }): boolean {
  return attempt.authorisedAt === null && wasRefusedInstant(attempt)
}

/** Latest day of an ordinary transfer: one bank day after the bank received it (PSD2 art. 83). */
export function arrivalDay(executionDate: IsoDate): IsoDate {
  return addBankDays(moveToBankDay(executionDate, 1), 1)
}
