import type { IsoDate } from '@guichet/values/calendar/day.ts'
import { isIban } from '@guichet/values/money/iban.ts'
import { largestSepaMinor, type Money } from '@guichet/values/money/minor.ts'

/** A payment request as values (document 2), one creditor, one or more instructions. */

/** bank:D30. */
const idPattern = /^[A-Za-z0-9 /?:().,'-]{1,35}$/

/** Document 2: merchant, or the owner's own transfer. */
export const categoryPurposes = ['DVPM', 'CASH'] as const
export type CategoryPurpose = (typeof categoryPurposes)[number]

/** `purpose` of document 2. */
export const purposes = { DVPM: 'COMC', CASH: 'CASH' } as const

/** The PSU's wish, a duplicate, fraud, a technical issue of ours. */
export const cancellationReasons = ['DS02', 'DUPL', 'FRAD', 'TECH'] as const
export type CancellationReason = (typeof cancellationReasons)[number]

/** bank:D41: day, week, two weeks, month, two months, quarter, half year, year. */
export const frequencies = ['DAIL', 'WEEK', 'TOWK', 'MNTH', 'TOMN', 'QUTR', 'SEMI', 'YEAR'] as const
export type Frequency = (typeof frequencies)[number]

/** bank:D41. An occurrence on a weekend moves to the following (FWNG) or preceding (PREC) bank day. */
export type Recurrence = {
  readonly frequency: Frequency
  readonly executionRule: 'FWNG' | 'PREC'
  /** Null continues until cancelled. */
  readonly endDate: IsoDate | null
}

export type PaymentInstruction = {
  readonly instructionId: string
  readonly endToEndId: string
  readonly amount: Money
  /** Up to 140 characters each. */
  readonly remittance: readonly string[]
}

export type PaymentRequest = {
  readonly paymentInformationId: string
  readonly categoryPurpose: CategoryPurpose
  readonly createdAt: Date
  /** Paris day of the first execution. */
  readonly executionDate: IsoDate
  readonly isInstant: boolean
  readonly recurrence: Recurrence | null
  /** Shown to the PSU at the bank. */
  readonly initiatingPartyName: string
  readonly creditor: { readonly name: string; readonly iban: string; readonly bic: string | null }
  /** The only account the PSU can pay from; null leaves the choice to them. */
  readonly debtorIban: string | null
  /** The PSU's online-banking id: skips the bank's first screen. */
  readonly debtorIdentification: string | null
  readonly instructions: readonly PaymentInstruction[]
}

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

/** bank:D30: 1 to 35 characters. */
export function isPaymentId(text: string): boolean {
  return idPattern.test(text)
}

/** ISO 9362. */
export function isBic(text: string): boolean {
  return bicPattern.test(text)
}

/** Everything the bank would refuse (document 2, errors; bank:D30, bank:D46, bank:D56). `today` in Paris. */
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

/** Ids must be unique (document 2); checked within one request. */
function repeatedIds({ instructions }: PaymentRequest): RequestFault[] {
  const isRepeated = (name: 'instructionId' | 'endToEndId', at: number) =>
    instructions.findIndex(one => one[name] === instructions[at]?.[name]) < at
  return instructions.flatMap((_, at) =>
    (['instructionId', 'endToEndId'] as const)
      .filter(name => isRepeated(name, at))
      .map(name => ({ field: `instructions.${at}.${name}`, fault: 'id_repeated' as const })),
  )
}

/** Null if there are none or currencies differ. */
export function totalOf(instructions: readonly Pick<PaymentInstruction, 'amount'>[]): Money | null {
  const [first, ...rest] = instructions
  if (!first || rest.some(({ amount }) => amount.currency !== first.amount.currency)) return null
  return {
    amountMinor: instructions.reduce((sum, { amount }) => sum + amount.amountMinor, 0n),
    currency: first.amount.currency,
  }
}
