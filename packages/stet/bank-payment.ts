import type { IsoDate } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import type { Money } from '@guichet/values/money/minor.ts'
import { bankDate } from '#stet/terms/bank-text.ts'
import { absent, parsedValue, valueOr } from '#stet/terms/parsed-field.ts'
import type { BankInstruction, BankPayment } from '#stet/terms/payment-copy.ts'
import { readAmount } from './decimal.ts'
import { isBag, readCode, readField, readLines, readText } from './wire/parsed-field.ts'
import type { WirePaymentState } from './wire/payment.ts'

/** Further instructions are counted but not read. */
const maxInstructions = 1_000

/** Reads the bank's copy of a request; an unreadable member does not hide the others. */
export function readBankPayment(
  request: Readonly<Record<string, unknown>>,
  { paymentInformationStatus, statusReasonInformation }: WirePaymentState,
): BankPayment {
  const text = (...path: readonly string[]) => readField(request, path, readText)
  return {
    status: paymentInformationStatus,
    reason: statusReasonInformation,
    resourceId: text('resourceId'),
    paymentInformationId: text('paymentInformationId'),
    instructionCount: text('numberOfTransactions'),
    executionDate: readField(request, ['requestedExecutionDate'], readDay),
    serviceLevel: text('paymentTypeInformation', 'serviceLevel'),
    localInstrument: text('paymentTypeInformation', 'localInstrument'),
    categoryPurpose: text('paymentTypeInformation', 'categoryPurpose'),
    purpose: text('purpose'),
    chargeBearer: text('chargeBearer'),
    creditorName: text('beneficiary', 'creditor', 'name'),
    creditorIban: text('beneficiary', 'creditorAccount', 'iban'),
    creditorBic: text('beneficiary', 'creditorAgent', 'bicFi'),
    debtorIban: text('debtorAccount', 'iban'),
    instructions: readField(request, ['creditTransferTransaction'], list =>
      Array.isArray(list)
        ? { count: list.length, read: list.slice(0, maxInstructions).map(readBankInstruction) }
        : null,
    ),
  }
}

function readBankInstruction(instruction: unknown): BankInstruction {
  const text = (...path: readonly string[]) => readField(instruction, path, readText)
  return {
    instructionId: text('paymentId', 'instructionId'),
    endToEndId: text('paymentId', 'endToEndId'),
    amount: readField(instruction, ['instructedAmount'], readMoney),
    remittance: readField(instruction, remittancePath(instruction), readLines),
    purpose: text('purpose'),
    executionDate: readField(instruction, ['requestedExecutionDate'], readDay),
    frequency: readField<string>(instruction, ['frequency'], readText, parsedValue('')),
    executionRule: readField<string>(instruction, ['executionRule'], readText, parsedValue('')),
    endDate: readField<string>(instruction, ['endDate'], readDay, parsedValue('')),
    status: readField(instruction, ['transactionStatus'], readCode, absent),
    reason: valueOr(readField(instruction, ['statusReasonInformation'], readCode)),
  }
}

function readMoney(value: unknown): Money | null {
  const { amount, currency } = isBag(value) ? value : {}
  const [digits, code] = [readText(amount), readText(currency)]
  return digits === null || code === null ? null : readAmount(digits, code)
}

/** Document 2's GET has a list; some banks return the object as sent. */
function remittancePath(instruction: unknown): readonly string[] {
  const isObject = isBag(instruction) && isBag(instruction.remittanceInformation)
  return isObject ? ['remittanceInformation', 'unstructured'] : ['remittanceInformation']
}

/** Paris day of a date-time with an offset, else the day itself (bank:D60). */
function readDay(value: unknown): IsoDate | null {
  const [, date = '', time, zone] = dateTime.exec(readText(value) ?? '') ?? []
  const day = bankDate(date)
  if (day === null || time === undefined || zone === undefined) return day
  const at = new Date(`${date}T${time}${zone.toUpperCase()}`)
  return Number.isNaN(at.getTime()) ? null : parisDay(at)
}

const dateTime = /^([\d-]+)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?))?(Z|[+-]\d\d:?\d\d)?(?:\[[\w/+-]{1,40}\])?$/i
