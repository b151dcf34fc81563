import type { Sandbox } from '#sandbox/running-bank.ts'
import { findApplication } from '#sandbox/store/applications.ts'
import type { Payment } from '#sandbox/store/payments.ts'
import { isReportUrl } from '#sandbox/wire/redirect-uris.ts'

/** As `isStillRegistered` of an authorization: whether the PSU may still be redirected to the report URLs. */
export function isStillReported({ db }: Sandbox, { clientId, successUrl, failureUrl }: Payment): boolean {
  const application = findApplication(db, clientId)
  if (!application?.scopes.includes('pisp')) return false
  return [successUrl, failureUrl ?? successUrl].every(url => isReportUrl(application.redirectUris, url))
}

/** RFC 6749 § 4.1.2.1, as far as a payment needs it (bank:D45). */
export type ReportError = 'access_denied' | 'invalid_request' | 'server_error'

/** Where the PSU is redirected after consent to the payment: `successfulReportUrl` with the `code` (document 2, bank:D45). */
export function successReport(payment: Payment, code: string): string {
  return withParameters(payment.successUrl, { code })
}

/** Where the PSU is redirected after consent to a cancellation: without a code, because it is not confirmed. */
export function cancellationReport(payment: Payment): string {
  return payment.successUrl
}

/** Where the PSU is redirected otherwise: `unsuccessfulReportUrl`, or `successfulReportUrl` if the TPP gave none (document 2). */
export function failureReport(payment: Payment, error: ReportError, description: string): string {
  return withParameters(payment.failureUrl ?? payment.successUrl, { error, error_description: description })
}

function withParameters(address: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}
