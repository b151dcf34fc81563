import { frequencies, type Recurrence } from '@guichet/stet/terms/payment-request.ts'
import { addDays, type IsoDate, isoDay } from '@guichet/values/calendar/day.ts'
import { isBeyondMonth } from '@guichet/values/calendar/day-input.ts'
import { amountFaults, readAmountInput } from '@guichet/values/money/amount-input.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { singleLine, typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { type Beneficiary, beneficiaryFaults, findBeneficiaryFaults } from '#lib/domain/payments/payee/beneficiary.ts'
import type { TransferOffer } from './offer.ts'

/** Document 2: one creditor per request. */
export const maxPayments = 10

const Line = typedSingleLine(1_000)
export const TransferTyped = z.object({
  /** Null: chosen at the bank. */
  accountId: singleLine(80).nullable(),
  bankCode: singleLine(80).nullable(),
  /** `new`, `payee:<id>` or `own:<account id>`. */
  to: singleLine(80),
  name: Line,
  iban: Line,
  bic: Line,
  save: z.boolean(),
  payments: z
    .array(z.object({ amount: Line, remittance: Line }))
    .min(1)
    .max(maxPayments),
  when: z.enum(['today', 'later', 'regular']),
  date: Line,
  frequency: Line,
  endDate: Line,
  executionRule: z.enum(['FWNG', 'PREC']),
  isInstant: z.boolean(),
  /** How amounts were typed. */
  locale: z.enum(['fr', 'en']),
})
export type TransferTyped = z.infer<typeof TransferTyped>

export const transferFaults = [
  ...amountFaults,
  ...beneficiaryFaults,
  'to_missing',
  'to_same_account',
  'remittance_too_long',
  'several_not_offered',
  'instant_not_offered',
  'single_not_offered',
  'instant_is_today',
  'instant_not_several',
  'date_invalid',
  'date_not_in_month',
  'date_in_past',
  'date_too_far',
  'frequency_missing',
  'end_before_first',
] as const
export type TransferFault = {
  /** `to`, `name`, `iban`, `bic`, `amount.0`, `remittance.0`, `date`, … */
  readonly field: string
  readonly fault: (typeof transferFaults)[number]
}

/** Minor units, Paris days. */
export type TransferPlan = {
  readonly creditor: Beneficiary
  readonly payments: readonly { readonly amountMinor: bigint; readonly remittance: string }[]
  /** Null: today; or the first day. */
  readonly executionDate: IsoDate | null
  readonly recurrence: Recurrence | null
  readonly isInstant: boolean
}

export type TransferFacts = {
  readonly today: IsoDate
  readonly offer: TransferOffer
  /** Null if not the person's. */
  readonly creditor: Beneficiary | null
  readonly debtorIban: string | null
}

/** Catches a mistyped century. */
const farthestDays = 5 * 366

/** Faults in the page's order, or a plan. Excluded fields are ignored. */
export function planTransfer(
  typed: TransferTyped,
  facts: TransferFacts,
): { plan: TransferPlan } | { faults: readonly TransferFault[] } {
  const faults: TransferFault[] = []
  const blame = (field: string, fault: TransferFault['fault']) => faults.push({ field, fault })
  for (const { field, fault } of creditorFaults(facts)) blame(field, fault)
  const payments = typed.payments.map(({ amount, remittance }, at) => {
    const read = readAmountInput(amount, typed.locale)
    if ('fault' in read) blame(`amount.${at}`, read.fault)
    const line = cleanText(remittance, 1_000)
    if ([...line].length > 140) blame(`remittance.${at}`, 'remittance_too_long')
    return { amountMinor: 'money' in read ? read.money.amountMinor : 0n, remittance: line }
  })
  for (const { field, fault } of offerFaults(typed, facts.offer)) blame(field, fault)
  for (const { field, fault } of dateFaults(typed, facts.today)) blame(field, fault)
  if (faults.length > 0 || facts.creditor === null) return { faults }
  return {
    plan: {
      creditor: facts.creditor,
      payments,
      executionDate:
        typed.when === 'today' || (typed.date === facts.today && typed.when === 'later') ? null : typed.date,
      recurrence: typed.when === 'regular' ? recurrenceOf(typed) : null,
      isInstant: typed.isInstant,
    },
  }
}

function creditorFaults({ creditor, debtorIban }: TransferFacts): TransferFault[] {
  if (creditor === null) return [{ field: 'to', fault: 'to_missing' }]
  const faults: TransferFault[] = [...findBeneficiaryFaults(creditor)]
  if (debtorIban !== null && creditor.iban === debtorIban) faults.push({ field: 'to', fault: 'to_same_account' })
  return faults
}

function offerFaults({ payments, isInstant, when }: TransferTyped, offer: TransferOffer): TransferFault[] {
  if (isInstant) {
    if (offer.instant !== null) return [{ field: 'instant', fault: 'instant_not_offered' }]
    if (payments.length > 1) return [{ field: 'instant', fault: 'instant_not_several' }]
    return when === 'today' ? [] : [{ field: 'instant', fault: 'instant_is_today' }]
  }
  if (payments.length > 1) return offer.several === null ? [] : [{ field: 'payments', fault: 'several_not_offered' }]
  return offer.single === null ? [] : [{ field: 'payments', fault: 'single_not_offered' }]
}

function dateFaults({ when, date, frequency, endDate }: TransferTyped, today: IsoDate): TransferFault[] {
  if (when === 'today') return []
  const faults: TransferFault[] = []
  const first = dateFault(date, today)
  if (first !== null) faults.push({ field: 'date', fault: first })
  if (when === 'later') return faults
  if (!frequencies.some(one => one === frequency)) faults.push({ field: 'frequency', fault: 'frequency_missing' })
  if (endDate === '') return faults
  if (!isDay(endDate)) faults.push({ field: 'endDate', fault: noDay(endDate) })
  else if (first === null && endDate < date) faults.push({ field: 'endDate', fault: 'end_before_first' })
  return faults
}

function dateFault(date: string, today: IsoDate): TransferFault['fault'] | null {
  if (!isDay(date)) return noDay(date)
  if (date < today) return 'date_in_past'
  return date > addDays(today, farthestDays) ? 'date_too_far' : null
}

const noDay = (text: string) => (isBeyondMonth(text) ? 'date_not_in_month' : 'date_invalid')

function isDay(text: string): text is IsoDate {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && isoDay(day) === text
}

function recurrenceOf({ frequency, executionRule, endDate }: TransferTyped): Recurrence | null {
  const known = frequencies.find(one => one === frequency)
  return known === undefined ? null : { frequency: known, executionRule, endDate: endDate === '' ? null : endDate }
}

export function emptyTransfer(from: Pick<TransferTyped, 'accountId' | 'bankCode' | 'locale'>): TransferTyped {
  return {
    ...from,
    to: '',
    name: '',
    iban: '',
    bic: '',
    save: true,
    payments: [{ amount: '', remittance: '' }],
    when: 'today',
    date: '',
    frequency: 'MNTH',
    endDate: '',
    executionRule: 'FWNG',
    isInstant: false,
  }
}
