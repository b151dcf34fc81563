/** Codes of document 1; the status of each is bank:D52. */
export type RefusalCode =
  | 'AC01'
  | 'AC04'
  | 'AC06'
  | 'BE05'
  | 'BADS'
  | 'ENDE'
  | 'FF01'
  | 'INTE'
  | 'INTS'
  | 'IPGN'
  | 'IPSU'
  | 'NAAC'
  | 'NGAC'
  | 'NIMP'
  | 'TMRQ'
  | 'RENF'
  | 'CDNA'

/** The parts of a request that authenticate it (bank:D53). */
export type Proof = 'Signature' | 'Digest' | 'Date' | 'X-Request-ID'

/** RFC 6749 § 4.1.2.1 and § 5.2. */
export type OauthError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'invalid_scope'

/** RFC 7591 § 3.2.2 (bank:D4). */
export type RegistrationError =
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'invalid_software_statement'
  | 'unapproved_software_statement'

export type Reason =
  | { readonly kind: 'code'; readonly code: RefusalCode }
  | { readonly kind: 'proof'; readonly proof: Proof }
  | { readonly kind: 'token' }
  | { readonly kind: 'oauth'; readonly error: OauthError }
  | { readonly kind: 'registration'; readonly error: RegistrationError }
  | { readonly kind: 'http' }

/** Thrown by a step. `wire/render.ts` turns it into an answer, by the area of the path (bank:D1, bank:D2, bank:D4). */
export class Refusal extends Error {
  readonly reason: Reason
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(reason: Reason, status: number, detail: string, headers: Readonly<Record<string, string>> = {}) {
    super(detail)
    this.name = 'Refusal'
    this.reason = reason
    this.status = status
    this.headers = headers
  }
}

const answers: Readonly<Record<RefusalCode, readonly [status: number, detail: string]>> = {
  AC01: [404, 'No account has this number'],
  AC04: [403, 'This account is closed'],
  AC06: [403, 'This account is blocked'],
  BE05: [403, 'The TPP that sends this request is not known'],
  BADS: [403, 'The scope of the token does not cover this resource'],
  ENDE: [400, 'The dates do not fit'],
  FF01: [400, 'The body is not as the reference describes it'],
  INTE: [500, 'The bank failed to process the request'],
  INTS: [503, 'The interface cannot reach the information system'],
  IPGN: [400, 'There is no such page'],
  IPSU: [403, 'The subscription of the PSU is unknown or was terminated'],
  NAAC: [404, 'No account is eligible or granted'],
  NGAC: [403, 'The consent does not name this account'],
  NIMP: [501, 'This is not implemented'],
  TMRQ: [429, 'The quota of requests is used up'],
  RENF: [404, 'No transaction has this reference'],
  CDNA: [404, 'This card cannot be read, or no longer'],
}

type RefusalOptions = { readonly status?: number; readonly headers?: Readonly<Record<string, string>> }

/** Refuses with a code of document 1; status by bank:D52 unless given (405 for NIMP). Never returns. */
export function refuse(code: RefusalCode, detail?: string, options: RefusalOptions = {}): never {
  const [status, said] = answers[code]
  throw new Refusal({ kind: 'code', code }, options.status ?? status, detail ?? said, options.headers)
}

/** Refuses a request whose authentication is missing or wrong (bank:D53): 401, and 400 for registration. */
export function refuseProof(proof: Proof, detail: string): never {
  throw new Refusal({ kind: 'proof', proof }, 401, detail)
}

/** Refuses a revoked, expired or unknown access token (bank:D3). */
export function refuseToken(detail = 'The access token is unknown, expired or revoked'): never {
  throw new Refusal({ kind: 'token' }, 401, detail, { 'WWW-Authenticate': 'Bearer error="invalid_token"' })
}

/** Refuses at an OAuth endpoint (bank:D2): `invalid_client` 401, everything else 400. */
export function refuseOauth(error: OauthError, detail: string): never {
  throw new Refusal({ kind: 'oauth', error }, error === 'invalid_client' ? 401 : 400, detail)
}

/** Refuses a registration (bank:D4); `detail` names the field and the remedy. */
export function refuseRegistration(error: RegistrationError, detail: string): never {
  throw new Refusal({ kind: 'registration', error }, 400, detail)
}

/** Refuses with a plain HTTP status for which the documents have no code (404 of a path, 406, 408). */
export function refuseHttp(status: number, detail: string, headers?: Readonly<Record<string, string>>): never {
  throw new Refusal({ kind: 'http' }, status, detail, headers)
}

/** Refuses an unattended call over the limit: 429 `TMRQ` with the seconds until `freeAgainAt`, at least one (bank:D5). */
export function refuseTooMany(now: Date, freeAgainAt: Date): never {
  const seconds = Math.max(1, Math.ceil((freeAgainAt.getTime() - now.getTime()) / 1000))
  refuse('TMRQ', undefined, { headers: { 'Retry-After': String(seconds) } })
}
