/** Why a call to a bank failed, in one word. */

/** Document 1, error table. */
export const bankCodes = [
  'AC01',
  'AC04',
  'AC06',
  'BE05',
  'BADS',
  'ENDE',
  'FF01',
  'INTE',
  'INTS',
  'IPGN',
  'IPSU',
  'NAAC',
  'NGAC',
  'NIMP',
  'TMRQ',
  'RENF',
  'CDNA',
] as const
export type BankCode = (typeof bankCodes)[number]

/** RFC 6749 § 5.2, RFC 6750 § 3.1, RFC 7591 § 3.2.2 (bank:D2, bank:D3, bank:D4). */
export const oauthErrors = [
  'invalid_token',
  'insufficient_scope',
  'invalid_grant',
  'invalid_client',
  'invalid_request',
  'invalid_scope',
  'unauthorized_client',
  'unsupported_grant_type',
  'server_error',
  'temporarily_unavailable',
  'invalid_redirect_uri',
  'invalid_client_metadata',
  'invalid_software_statement',
  'unapproved_software_statement',
] as const
export type OauthError = (typeof oauthErrors)[number]

/** § AIS Errors; `http_3xx` and the like cover unlisted ones. */
export const httpCauses = [
  'http_400',
  'http_401',
  'http_403',
  'http_404',
  'http_405',
  'http_406',
  'http_408',
  'http_429',
  'http_500',
  'http_501',
  'http_503',
  'http_3xx',
  'http_4xx',
  'http_5xx',
] as const
export type HttpCause = (typeof httpCauses)[number]

/** Endings without a refusal by the bank. */
export const wireCauses = [
  'request',
  'token',
  'unusable_token',
  'unsupported',
  'transport',
  'certificate_revoked',
  'timeout',
  'aborted',
  'too_large',
  'too_many',
  'media_type',
  'json',
  'schema',
  'redirect_host',
  'paused',
  'crowded',
  'signer',
] as const
export type WireCause = (typeof wireCauses)[number]

export type Cause = BankCode | OauthError | HttpCause | WireCause
export const causes: readonly Cause[] = [...bankCodes, ...oauthErrors, ...httpCauses, ...wireCauses]

/** As `BankError`. */
export type FailedCall = {
  readonly operation: string
  readonly kind: 'status' | WireCause
  readonly sent: 'no' | 'unknown' | 'yes'
  readonly status: number | null
  readonly code: BankCode | null
  readonly rawCode: string | null
}

/** The bank's code, else its OAuth error, else the status, else how the call ended. */
export function causeOf({ kind, status, code, rawCode }: Omit<FailedCall, 'operation' | 'sent'>): Cause {
  if (kind !== 'status') return kind
  const oauth = oauthErrors.find(error => error === rawCode)
  if (status === 429) return 'TMRQ'
  if (oauth !== undefined) return oauth
  if (code !== null) return code
  return httpCauseOf(status ?? 0)
}

function httpCauseOf(status: number): HttpCause {
  const listed = httpCauses.find(cause => cause === `http_${status}`)
  if (listed !== undefined) return listed
  if (status >= 500) return 'http_5xx'
  return status >= 400 ? 'http_4xx' : 'http_3xx'
}

/** From a stored word: `AC04`, `invalid_grant`, `503`, `timeout`; else null. */
export function causeNamed(word: string): Cause | null {
  const status = /^[3-5]\d\d$/.test(word)
    ? causeOf({ kind: 'status', status: Number(word), code: null, rawCode: null })
    : null
  return status ?? causes.find(cause => cause === word) ?? null
}
