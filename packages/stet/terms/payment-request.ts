import type { IsoDate } from '@guichet/values/calendar/day.ts'
import { isIban } from '@guichet/values/money/iban.ts'
import { largestSepaMinor, type Money } from '@guichet/values/money/minor.ts'

/**
 * A payment request to a bank, as values (document 2, payment request). One creditor, one or more instructions.
 * Whatever is known to be refused is refused here by name, before anything is sent.
 */

/** bank:D30: characters and length of payment ids. */
const idPattern = /^[A-Za-z0-9 /?:().,'-]{1,35}$/

/** `DVPM` for a merchant, `CASH` for the account owner's own transfer (document 2, the two cases). */
export const categoryPurposes = ['DVPM', 'CASH'] as const
export type CategoryPurpose = (typeof categoryPurposes)[number]

/** `purpose` of document 2: `COMC` for goods and services, `CASH` for the owner's own transfer. */
export const purposes = { DVPM: 'COMC', CASH: 'CASH' } as const

/** The reason of a cancellation: the PSU's wish, a duplicate, fraud, or a technical issue of ours. */
export const cancellationReasons = ['DS02', 'DUPL', 'FRAD', 'TECH'] as const
export type CancellationReason = (typeof cancellationReasons)[number]

/** bank:D41, by frequency: day, week, two weeks, month, two months, quarter, half year, year. */
export const frequencies = ['DAIL', 'WEEK', 'TOWK', 'MNTH', 'TOMN', 'QUTR', 'SEMI', 'YEAR'] as const
export type Frequency = (typeof frequencies)[number]

/**
 * A standing order (bank:D41). `executionRule`: an occurrence on a weekend moves to the following (FWNG) or preceding (PREC)
 * bank day.
 */
export type Recurrence = {
  readonly frequency: Frequency
  readonly executionRule: 'FWNG' | 'PREC'
  /** Last possible day; null continues until cancelled. */
  readonly endDate: IsoDate | null
}

export type PaymentInstruction = {
  readonly instructionId: string
  readonly endToEndId: string
  readonly amount: Money
  /** Lines of at most 140 characters. */
  readonly remittance: readonly string[]
}

export type PaymentRequest = {
  readonly paymentInformationId: string
  readonly categoryPurpose: CategoryPurpose
  readonly createdAt: Date
  /** Day of the (first) execution in Paris. */
  readonly executionDate: IsoDate
  readonly isInstant: boolean
  readonly recurrence: Recurrence | null
  /** Who asks: shown to the PSU at the bank. */
  readonly initiatingPartyName: string
  readonly creditor: { readonly name: string; readonly iban: string; readonly bic: string | null }
  /** If known, the only account the PSU can pay from, which shortens the bank's screens. */
  readonly debtorIban: string | null
  /** The PSU's online-banking identifier: skips the bank's first screen. */
  readonly debtorIdentification: string | null
  readonly instructions: readonly PaymentInstruction[]
}

/** What is wrong with a request, by member. */
export type RequestFault = { readonly field: string; readonly fault: RequestFaultCode }
export const requestFaultCodes = [
  'id_form',
  'id_repeated',
  'name_empty',
  'name_too_long',
  'iban_invalid',
  'bic_invalid',
  'amount_not_positive',
  'amount_too_large',
  'currency_not_euro',
  'remittance_too_long',
  'date_in_past',
  'instant_is_today',
  'instant_not_recurrent',
  'end_before_first',
  'no_instruction',
] as const
export type RequestFaultCode = (typeof requestFaultCodes)[number]

const bicPattern = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/

/** Whether a text can be a payment id: 1 to 35 characters of bank:D30. */
export function isPaymentId(text: string): boolean {
  return idPattern.test(text)
}

/** Whether a text has the form of a BIC (ISO 9362). */
export function isBic(text: string): boolean {
  return bicPattern.test(text)
}

/**
 * Everything known to be refused by the bank (document 2, errors; bank:D30, bank:D46, bank:D56). `today` is the day in Paris. Empty if
 * the request may be sent.
 */
export function findRequestFaults(request: PaymentRequest, today: IsoDate): readonly RequestFault[] {
  const faults: RequestFault[] = []
  const blame = (isFault: boolean, field: string, fault: RequestFaultCode) => {
    if (isFault) faults.push({ field, fault })
  }
  blame(!isPaymentId(request.paymentInformationId), 'paymentInformationId', 'id_form')
  blame(request.instructions.length === 0, 'instructions', 'no_instruction')
  blame(request.initiatingPartyName.trim() === '', 'initiatingPartyName', 'name_empty')
  blame([...request.initiatingPartyName].length > 140, 'initiatingPartyName', 'name_too_long')
  blame(request.creditor.name.trim() === '', 'creditor.name', 'name_empty')
  blame([...request.creditor.name].length > 140, 'creditor.name', 'name_too_long')
  blame(!isIban(request.creditor.iban), 'creditor.iban', 'iban_invalid')
  blame(request.creditor.bic !== null && !isBic(request.creditor.bic), 'creditor.bic', 'bic_invalid')
  blame(request.debtorIban !== null && !isIban(request.debtorIban), 'debtorIban', 'iban_invalid')
  blame(request.executionDate < today, 'executionDate', 'date_in_past')
  blame(request.isInstant && request.executionDate > today, 'executionDate', 'instant_is_today')
  blame(request.isInstant && request.recurrence !== null, 'recurrence', 'instant_not_recurrent')
  const endDate = request.recurrence?.endDate ?? null
  blame(endDate !== null && endDate < request.executionDate, 'recurrence.endDate', 'end_before_first')
  for (const [at, instruction] of request.instructions.entries()) faults.push(...instructionFaults(instruction, at))
  faults.push(...repeatedIds(request))
  return faults
}

function instructionFaults(instruction: PaymentInstruction, at: number): RequestFault[] {
  const field = `instructions.${at}`
  const { amount } = instruction
  const checks: readonly (readonly [boolean, string, RequestFaultCode])[] = [
    [!isPaymentId(instruction.instructionId), 'instructionId', 'id_form'],
    [!isPaymentId(instruction.endToEndId), 'endToEndId', 'id_form'],
    [amount.currency !== 'EUR', 'amount', 'currency_not_euro'],
    [amount.amountMinor <= 0n, 'amount', 'amount_not_positive'],
    [amount.amountMinor > largestSepaMinor, 'amount', 'amount_too_large'],
    [instruction.remittance.some(line => [...line].length > 140), 'remittance', 'remittance_too_long'],
  ]
  return checks.filter(([isFault]) => isFault).map(([, name, fault]) => ({ field: `${field}.${name}`, fault }))
}

/** The bank requires unique ids (document 2, uniqueness); this checks within one request. */
function repeatedIds({ instructions }: PaymentRequest): RequestFault[] {
  const isRepeated = (name: 'instructionId' | 'endToEndId', at: number) =>
    instructions.findIndex(one => one[name] === instructions[at]?.[name]) < at
  return instructions.flatMap((_, at) =>
    (['instructionId', 'endToEndId'] as const)
      .filter(name => isRepeated(name, at))
      .map(name => ({ field: `instructions.${at}.${name}`, fault: 'id_repeated' as const })),
  )
}

/** Sum of the instructions; null if there are none or their currencies differ. */
export function totalOf(instructions: readonly Pick<PaymentInstruction, 'amount'>[]): Money | null {
  const [first, ...rest] = instructions
  if (!first || rest.some(({ amount }) => amount.currency !== first.amount.currency)) return null
  return {
    amountMinor: instructions.reduce((sum, { amount }) => sum + amount.amountMinor, 0n),
    currency: first.amount.currency,
  }
}
