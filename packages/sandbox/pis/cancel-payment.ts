import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { parisDay } from '#sandbox/clock.ts'
import { inTransaction } from '#sandbox/store/open.ts'
import { type Instruction, insertCancellation, movePaymentTo, type Payment } from '#sandbox/store/payments.ts'
import { newResourceId } from '#sandbox/store/resource-id.ts'
import type { Exchange, Step } from '#sandbox/wire/exchange.ts'
import { refuse, refuseHttp } from '#sandbox/wire/refuse.ts'
import { readJsonBody } from '#sandbox/wire/steps/json-body.ts'
import { executionDay } from './calendar.ts'
import { consentHref } from './consent-link.ts'
import { newNonce } from './create-payment.ts'
import { meets } from './outcomes.ts'
import type { PaymentBody } from './payment-body.ts'
import { showPayment } from './presentation.ts'
import { paymentOf } from './resource.ts'
import { type CancellationReason, cancellationReasons, isCancellable, isFinal, movePayment } from './status.ts'

/** How long the PSU's consent to a cancellation is waited for, as for a payment (bank:D38). */
const consentMs = 30 * 60_000

const CancelledInstruction = z.looseObject({
  transactionStatus: z.unknown().optional(),
  statusReasonInformation: z.unknown().optional(),
})

/** The members of the body that say what to cancel; the rest must equal GET's data. */
export const CancellationBody = z.looseObject({
  paymentInformationStatus: z.unknown().optional(),
  statusReasonInformation: z.unknown().optional(),
  creditTransferTransaction: z.array(CancelledInstruction).min(1),
})
export type CancellationBody = z.infer<typeof CancellationBody>

/**
 * `PUT /payment-requests/{id}`: cancels the whole request or some instructions (document 2, note 6). 400 `FF01` without status
 * RJCT (or CANC, bank:D40) and a reason; 403 without changes for data that differs from GET's and for what can't be cancelled; else
 * 200 with the link for the PSU's consent. A request without consent yet is RJCT at once. A recurrent transfer can be cancelled
 * while it runs, even if its request is too old to be read.
 */
export const handleCancellation: Step = exchange => {
  const payment = paymentOf(exchange)
  const read = CancellationBody.safeParse(readJsonBody(exchange))
  if (!read.success) refuse('FF01', 'malformed structure: the data of GET without its wrapper is required')
  checkUnchanged(exchange, payment, read.data)
  if (isFinal(payment.status) || payment.status === 'PDNG') refuseUncancellable(`it is ${payment.status}`)
  const reasons = readReasons(payment, read.data)
  checkEligible(exchange, payment, reasons)
  const nonce = record(exchange, payment, reasons)
  const href = consentHref(exchange.sandbox, payment.bankCode, payment.id, nonce)
  return {
    status: 200,
    body: {
      resourceId: payment.id,
      appliedAuthenticationApproach: 'REDIRECT',
      nonce,
      _links: { consentApproval: { href, templated: false } },
    },
  }
}

type Reasons = Readonly<Record<string, CancellationReason>>

function checkUnchanged({ sandbox }: Exchange, payment: Payment, body: CancellationBody): void {
  // Converted through JSON, so that both sides have the same form.
  const stored = CancellationBody.parse(JSON.parse(JSON.stringify(showPayment(sandbox, payment))))
  if (!isDeepStrictEqual(withoutStatuses(body), withoutStatuses(stored))) {
    refuseHttp(403, 'The data differs from that of the payment request; nothing was changed')
  }
}

function withoutStatuses(body: CancellationBody): unknown {
  const {
    paymentInformationStatus: _status,
    statusReasonInformation: _reason,
    creditTransferTransaction,
    ...rest
  } = body
  const instructions = creditTransferTransaction.map(one => {
    const { transactionStatus: _status, statusReasonInformation: _reason, ...data } = one
    return data
  })
  return { ...rest, creditTransferTransaction: instructions }
}

/** The reason of each instruction to cancel. A status that neither cancels nor equals GET's is 403. */
function readReasons(payment: Payment, body: CancellationBody): Reasons {
  const isWhole = readWish(body.paymentInformationStatus, payment.status, 'paymentInformationStatus')
  const whole = isWhole ? readReason(body.statusReasonInformation) : null
  if (!isWhole) requireSame(body.statusReasonInformation, payment.reason)
  const reasons: Record<string, CancellationReason> = {}
  for (const [at, instruction] of payment.instructions.entries()) {
    const sent = body.creditTransferTransaction[at]
    const isNamed = readWish(sent?.transactionStatus, instruction.status, 'transactionStatus')
    if (!isNamed) requireSame(sent?.statusReasonInformation, instruction.reason)
    const reason = isNamed ? readReason(sent?.statusReasonInformation) : whole
    if (reason !== null && !isOver(instruction)) reasons[instruction.id] = reason
  }
  if (Object.keys(reasons).length === 0) {
    refuse('FF01', 'transactionStatus: RJCT with a reason is required for what is to be cancelled')
  }
  return reasons
}

const isOver = ({ status }: Instruction): boolean => status === 'CANC' || status === 'RJCT' || status === 'ACSC'

function readWish(sent: unknown, stored: string | null, name: string): boolean {
  if ((sent ?? null) === stored) return false
  if (sent === 'RJCT' || sent === 'CANC') return true
  return refuseHttp(403, `${name} differs from that of the payment request; nothing was changed`)
}

function requireSame(sent: unknown, stored: string | null): void {
  if ((sent ?? null) === stored) return
  // A reason without its status is incomplete.
  if (cancellationReasons.some(reason => reason === sent)) {
    refuse('FF01', 'statusReasonInformation: needs the status RJCT beside it')
  }
  refuseHttp(403, 'statusReasonInformation differs from that of the payment request; nothing was changed')
}

function readReason(sent: unknown): CancellationReason {
  const reason = cancellationReasons.find(known => known === sent)
  return reason ?? refuse('FF01', `statusReasonInformation: must be one of ${cancellationReasons.join(', ')}`)
}

/** Document 2, note 6: SEPA core transfers in euro that are deferred or recurrent, until the day before. */
function checkEligible({ sandbox }: Exchange, payment: Payment, reasons: Reasons): void {
  const body = payment.body as PaymentBody
  const named = payment.instructions.filter(({ id }) => Object.hasOwn(reasons, id))
  const today = parisDay(sandbox.clock.now())
  const faults: readonly (readonly [isFault: boolean, fault: string])[] = [
    [named.some(one => !isCancellable(payment.status, one.status)), `it is ${payment.status}`],
    [body.paymentTypeInformation.serviceLevel !== 'SEPA', 'serviceLevel is not SEPA'],
    [named.some(({ currency }) => currency !== 'EUR'), 'the currency is not EUR'],
    [payment.isInstant, 'localInstrument is filled'],
    [named.some(one => nextDay(one) <= today), 'requestedExecutionDate is not the next day or later'],
    [named.some(({ amountMinor }) => meets(amountMinor, 'cancellation control')), 'the control of the request failed'],
  ]
  const [, fault] = faults.find(([isFault]) => isFault) ?? []
  if (fault !== undefined) refuseUncancellable(fault)
}

function refuseUncancellable(fault: string): never {
  refuseHttp(403, `Not cancellable: ${fault}; nothing was changed`)
}

/** The day of the next execution, confirmed or not. */
const nextDay = (instruction: Instruction): string =>
  instruction.dueOn ?? executionDay(instruction, instruction.occurrences) ?? ''

/** Stores the cancellation and returns the nonce of its link. Before the PSU's consent the request is RJCT at once. */
function record({ sandbox }: Exchange, payment: Payment, reasons: Reasons): string {
  const { db, clock } = sandbox
  const nonce = newNonce()
  const askedAt = clock.now()
  const status = movePayment(payment.status, 'cancellation controlled')
  if (status === null) throw new Error(`a request that is ${payment.status} passed the control of its cancellation`)
  inTransaction(db, () => {
    const cancellation = {
      id: newResourceId(14),
      paymentId: payment.id,
      reasons,
      state: status === 'RJCT' ? 'executed' : 'asked',
      askedAt,
      expiresAt: new Date(askedAt.getTime() + consentMs),
    } as const
    insertCancellation(db, cancellation, nonce)
    const [reason = null] = Object.values(reasons)
    if (status === 'RJCT') movePaymentTo(db, payment.id, payment.status, { status, reason })
  })
  return nonce
}
