import type { Sandbox } from '#sandbox/running-bank.ts'
import { findAccount } from '#sandbox/store/accounts.ts'
import type { Instruction, Payment } from '#sandbox/store/payments.ts'
import type { PaymentBody } from './payment-body.ts'

export const paymentRequestsPath = '/stet/psd2/v1.4.2/payment-requests'

/** The request in GET: as it was sent, with resource ids, statuses and the debtor's IBAN (document 2, resources). */
export function showPayment(sandbox: Pick<Sandbox, 'db'>, payment: Payment): Record<string, unknown> {
  const body = payment.body as PaymentBody
  const iban = findAccount(sandbox.db, payment.debtorAccountId ?? '')?.iban ?? payment.debtorIban
  const { acceptedAuthenticationApproach: _accepted, ...supplementary } = body.supplementaryData
  return {
    ...body,
    resourceId: payment.id,
    ...(iban === null ? {} : { debtorAccount: { ...body.debtorAccount, iban } }),
    paymentInformationStatus: payment.status,
    statusReasonInformation: payment.reason,
    fundsAvailability: null,
    booking: null,
    creditTransferTransaction: payment.instructions.map((instruction, at) => showInstruction(body, instruction, at)),
    supplementaryData: { ...supplementary, appliedAuthenticationApproach: 'REDIRECT' },
  }
}

type Sent = Partial<PaymentBody['creditTransferTransaction'][number]>

function showInstruction(body: PaymentBody, instruction: Instruction, at: number): Record<string, unknown> {
  // The status is the bank's alone.
  const {
    remittanceInformation,
    transactionStatus: _,
    statusReasonInformation: __,
    ...sent
  }: Sent = body.creditTransferTransaction[at] ?? {}
  return {
    ...sent,
    paymentId: { ...sent.paymentId, resourceId: instruction.id },
    ...(remittanceInformation ? { remittanceInformation: instruction.lines } : {}),
    ...(instruction.status === null
      ? {}
      : { transactionStatus: instruction.status, statusReasonInformation: instruction.reason }),
  }
}

/** The answer of GET and of a confirmation: the wrapped request, with links. */
export function answerPayment(sandbox: Pick<Sandbox, 'db'>, payment: Payment): Record<string, unknown> {
  return {
    paymentRequest: showPayment(sandbox, payment),
    _links: { self: { href: `${paymentRequestsPath}/${payment.id}`, templated: false } },
  }
}
