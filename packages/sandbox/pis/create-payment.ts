import { randomBytes } from 'node:crypto'
import { bankDay } from '#sandbox/people/today.ts'
import type { Application } from '#sandbox/store/applications.ts'
import { inTransaction } from '#sandbox/store/open.ts'
import { findDuplicate, insertPayment, type NewPayment } from '#sandbox/store/payments.ts'
import { newResourceId } from '#sandbox/store/resource-id.ts'
import type { Exchange, Step } from '#sandbox/wire/exchange.ts'
import { isReportUrl } from '#sandbox/wire/redirect-uris.ts'
import { refuse, refuseHttp } from '#sandbox/wire/refuse.ts'
import { readJsonBody } from '#sandbox/wire/steps/json-body.ts'
import { consentHref } from './consent-link.ts'
import { dayOfDateTime, firstDays, type PaymentBody, readPaymentBody } from './payment-body.ts'
import { paymentRequestsPath } from './presentation.ts'

/** How long the PSU's answer is waited for (bank:D38). */
const consentMs = 30 * 60_000
/** The bank's controls run when the PSU arrives, or this long after the request. */
const controlsMs = 10_000

/**
 * `POST /payment-requests`: validates the whole body (400 `FF01`), checks its ids against earlier ones (500), stores the request
 * as PDNG and returns 201 with the link to the bank's screens (document 2, creation response).
 */
export const createPayment: Step = exchange => {
  const { sandbox, application, bankCode } = exchange
  if (!application) throw new Error('a payment is created behind bearsApplicationToken')
  const sent = readJsonBody(exchange)
  const body = readPaymentBody(sent, bankDay(sandbox))
  checkReportUrls(application, body)
  const payment = toPayment(exchange, application, body)
  const nonce = newNonce()
  inTransaction(sandbox.db, () => {
    const key = findDuplicate(sandbox.db, payment)
    if (key !== null) refuseHttp(500, `Duplicate: this ${key} was used before`)
    insertPayment(sandbox.db, payment, nonce)
  })
  return {
    status: 201,
    headers: { Location: `${paymentRequestsPath}/${payment.id}` },
    body: {
      appliedAuthenticationApproach: 'REDIRECT',
      _links: { consentApproval: { href: consentHref(sandbox, bankCode, payment.id, nonce), templated: false } },
    },
  }
}

function checkReportUrls({ redirectUris }: Application, { supplementaryData }: PaymentBody): void {
  for (const name of ['successfulReportUrl', 'unsuccessfulReportUrl'] as const) {
    const url = supplementaryData[name]
    if (url !== undefined && !isReportUrl(redirectUris, url)) {
      refuse('FF01', `supplementaryData.${name}: must lie under a registered redirect_uri`)
    }
  }
}

function toPayment(exchange: Exchange, application: Application, body: PaymentBody): NewPayment {
  const now = exchange.sandbox.clock.now()
  return {
    // Short enough for a payment id (bank:D30), too many to guess.
    id: newResourceId(14),
    bankCode: exchange.bankCode,
    clientId: application.clientId,
    organisationId: application.organisationId,
    softwareId: application.softwareId,
    legalName: application.name,
    requestId: exchange.headers.get('x-request-id') ?? '',
    paymentInformationId: body.paymentInformationId,
    body,
    creditorName: body.beneficiary.creditor.name,
    creditorIban: body.beneficiary.creditorAccount.iban,
    debtorIban: body.debtorAccount?.iban ?? null,
    debtorIdentification: body.debtor?.privateId?.identification ?? null,
    isInstant: body.paymentTypeInformation.localInstrument === 'INST',
    successUrl: body.supplementaryData.successfulReportUrl,
    failureUrl: body.supplementaryData.unsuccessfulReportUrl ?? null,
    status: 'PDNG',
    createdAt: now,
    controlsAt: new Date(now.getTime() + controlsMs),
    expiresAt: new Date(now.getTime() + consentMs),
    instructions: toInstructions(body),
  }
}

function toInstructions(body: PaymentBody): NewPayment['instructions'] {
  const days = firstDays(body)
  return body.creditTransferTransaction.map((one, position) => ({
    id: newResourceId(14),
    position,
    instructionId: one.paymentId.instructionId,
    endToEndId: one.paymentId.endToEndId,
    amountMinor: toMinor(one.instructedAmount.amount),
    currency: one.instructedAmount.currency,
    lines: one.remittanceInformation?.unstructured ?? [],
    firstOn: days[position] ?? '',
    frequency: one.frequency ?? null,
    rule: one.executionRule ?? 'FWNG',
    endOn: one.endDate === undefined ? null : dayOfDateTime(one.endDate),
  }))
}

/** Minor units of a validated amount, with two decimals. */
function toMinor(amount: string): bigint {
  const [whole = '0', decimals = ''] = amount.split('.')
  return BigInt(whole) * 100n + BigInt(decimals.slice(0, 2).padEnd(2, '0'))
}

/** For the link of `consentApproval`; at most 70 characters (bank:D46). */
export function newNonce(): string {
  return randomBytes(24).toString('base64url')
}
