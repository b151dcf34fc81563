import type { IsoDate } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { formatAmount } from '@guichet/values/money/minor.ts'
import type { CancellationReason } from '#stet/terms/payment-request.ts'
import { type PaymentInstruction, type PaymentRequest, purposes } from '#stet/terms/payment-request.ts'
import { isBag } from './wire/parsed-field.ts'

/** Each contains an unguessable id (bank:D45). */
export type ReportUrls = { readonly successful: string; readonly unsuccessful: string }

/** Body of `POST /payment-requests` (document 2; bank:D56), pure, so that it can be rebuilt and compared. */
export function paymentBody(request: PaymentRequest, urls: ReportUrls) {
  const { creditor, debtorIban, debtorIdentification } = request
  return {
    paymentInformationId: request.paymentInformationId,
    creationDateTime: dateTimeOf(request.createdAt),
    numberOfTransactions: request.instructions.length,
    requestedExecutionDate: momentOf(request.executionDate, request.createdAt),
    initiatingParty: { name: request.initiatingPartyName },
    paymentTypeInformation: {
      serviceLevel: 'SEPA',
      ...(request.isInstant ? { localInstrument: 'INST' } : {}),
      categoryPurpose: request.categoryPurpose,
    },
    ...(debtorIdentification === null ? {} : { debtor: { privateId: { identification: debtorIdentification } } }),
    ...(debtorIban === null ? {} : { debtorAccount: { iban: debtorIban } }),
    beneficiary: {
      creditor: { name: creditor.name },
      ...(creditor.bic === null ? {} : { creditorAgent: { bicFi: creditor.bic } }),
      creditorAccount: { iban: creditor.iban },
    },
    purpose: purposes[request.categoryPurpose],
    chargeBearer: 'SLEV',
    creditTransferTransaction: request.instructions.map(instruction => instructionBody(instruction, request)),
    supplementaryData: {
      acceptedAuthenticationApproach: ['REDIRECT'],
      successfulReportUrl: urls.successful,
      unsuccessfulReportUrl: urls.unsuccessful,
    },
  }
}

function dateTimeOf(at: Date): string {
  return at.toISOString().replace('Z', '+00:00')
}

const minuteMs = 60_000

/** Only the day counts: noon in UTC is the same day in Paris. Never before the creation. */
function momentOf(day: IsoDate, createdAt: Date): string {
  const noon = new Date(`${day}T12:00:00.000Z`)
  if (noon > createdAt) return dateTimeOf(noon)
  const soon = new Date(createdAt.getTime() + minuteMs)
  return dateTimeOf(parisDay(createdAt) === day && parisDay(soon) !== day ? createdAt : soon)
}

function instructionBody(instruction: PaymentInstruction, { recurrence, createdAt }: PaymentRequest) {
  const { amount, remittance } = instruction
  return {
    paymentId: { instructionId: instruction.instructionId, endToEndId: instruction.endToEndId },
    instructedAmount: { currency: amount.currency, amount: formatAmount(amount) },
    ...(remittance.length === 0 ? {} : { remittanceInformation: { unstructured: remittance } }),
    ...(recurrence === null
      ? {}
      : {
          frequency: recurrence.frequency,
          executionRule: recurrence.executionRule,
          ...(recurrence.endDate === null ? {} : { endDate: momentOf(recurrence.endDate, createdAt) }),
        }),
  }
}

export type CancellationOrder = {
  readonly reason: CancellationReason
  /** Our ids; null for the whole request. */
  readonly instructionIds: readonly string[] | null
}

type Bag = Readonly<Record<string, unknown>>

/**
 * Body of the cancelling PUT (document 2, note 6): what GET returned, unwrapped and without links, with new status
 * and reason. TypeError for an unknown id.
 */
export function cancellationBody(payment: Bag, order: CancellationOrder): Bag {
  const bare = withoutLinks(payment)
  if (order.instructionIds === null) {
    return { ...bare, paymentInformationStatus: 'RJCT', statusReasonInformation: order.reason }
  }
  const wanted = new Set(order.instructionIds)
  const instructions = readInstructions(bare).map(instruction => {
    const id = instructionIdOf(instruction)
    if (id === null || !wanted.delete(id)) return instruction
    return { ...instruction, transactionStatus: 'RJCT', statusReasonInformation: order.reason }
  })
  if (wanted.size > 0) throw new TypeError('an instruction to cancel is not in the request')
  return { ...bare, creditTransferTransaction: instructions }
}

function readInstructions(payment: Bag): readonly Bag[] {
  const list = payment.creditTransferTransaction
  return Array.isArray(list) ? list.filter(isBag) : []
}

function instructionIdOf({ paymentId }: Bag): string | null {
  return isBag(paymentId) && typeof paymentId.instructionId === 'string' ? paymentId.instructionId : null
}

function withoutLinks(bag: Bag): Bag {
  return Object.fromEntries(
    Object.entries(bag)
      .filter(([name]) => name !== '_links')
      .map(([name, value]) => [name, bareValue(value)]),
  )
}

function bareValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bareValue)
  return isBag(value) ? withoutLinks(value) : value
}
