import type { z } from 'zod'
import texts from '#sandbox/texts/headers.json' with { type: 'json' }
import { DataError, OauthError, PaymentError, RegistrationError, VerificationError } from './schemas/errors.ts'

/** One endpoint in the reference. Paths are those of `interface/routes.ts`. */
export type Operation = {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly summary: string
  /** Its place in the documents. */
  readonly source: string
  readonly authorization: 'bearer' | 'certificate' | 'browser'
  readonly scope?: string
  readonly parameters: readonly Parameter[]
  readonly body?: {
    readonly type: 'application/json' | 'application/x-www-form-urlencoded'
    readonly schema: z.ZodType
  }
  readonly answers: Readonly<Record<number, AnswerShape>>
}

export type Parameter = {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description: string
  readonly pattern?: string | undefined
}

/** One status: its meaning, required headers, and body (null for none). */
export type AnswerShape = {
  readonly means: string
  readonly headers: readonly string[]
  readonly schema: z.ZodType | null
}

const meanings: Readonly<Record<number, string>> = {
  204: 'Nothing to show',
  400: 'A value or the request is malformed (FF01, ENDE, IPGN), or this version lacks the entry point',
  401: 'The proof of the request is missing or wrong (Signature, Digest, Date, X-Request-ID), or the token is dead (invalid_token)',
  403: 'Authenticated, but not allowed (BE05, BADS, NGAC, IPSU, AC04, AC06)',
  404: 'Unknown resource (AC01, NAAC, CDNA, RENF)',
  405: 'Another method is needed; Allow names it (NIMP)',
  406: 'Accept allows neither application/hal+json nor application/json',
  408: 'The request did not arrive in time',
  409: 'The state of the request does not allow it',
  429: 'Too many requests; Retry-After says when to come back',
  500: 'The bank failed (INTE), or an X-Request-ID that was used for another request (D18)',
  501: 'The entry point is there and has nothing to give (NIMP)',
  503: 'The information system does not answer (INTS)',
}

const headersOf: Readonly<Record<number, readonly string[]>> = { 405: ['Allow'], 429: ['Retry-After'] }

type ErrorSet = { readonly schema: z.ZodType; readonly means?: Readonly<Record<number, string>> }

const asData: ErrorSet = {
  schema: DataError,
  means: {
    429: 'Too many requests without the PSU in a day, or of the organisation in a minute; Retry-After says when to come back (TMRQ)',
  },
}
const asPayment: ErrorSet = {
  schema: PaymentError,
  means: {
    400: 'Malformed structure or a value that is not allowed: code FF01, message RJCT, the reason in error',
    403: 'Bad access token, or a certificate that does not fit',
    404: 'Unknown request resource',
    500: 'Internal server error, or a duplicate of a key that must be unique',
  },
}
const asOauth: ErrorSet = {
  schema: OauthError,
  means: {
    400: 'RFC 6749 § 5.2: invalid_request, invalid_grant, invalid_scope, unauthorized_client, unsupported_grant_type',
    401: 'invalid_client: the certificate or the client_id does not fit',
    404: 'No such bank or path',
    500: 'Internal error',
    503: 'Temporarily unavailable',
  },
}
const asRegistration: ErrorSet = {
  schema: RegistrationError,
  means: {
    400: 'A member that does not fit (invalid_client_metadata, invalid_redirect_uri), or a proof that is missing or wrong',
    401: 'The token is dead',
    403: 'Certificate, role or scope does not fit',
    404: 'No registration of yours has that client_id',
    501: 'Not implemented',
  },
}

const asVerification: ErrorSet = {
  schema: VerificationError,
  means: {
    400: 'Malformed request or timestamp (FORMAT_ERROR, TIMESTAMP_INVALID)',
    403: 'Certificate or role does not fit (CLIENT_INVALID)',
    404: 'No such bank or path',
    405: 'Another method is needed',
    429: 'Too many requests, or too many names of one account in a day; Retry-After says when to come back',
    500: 'Internal error',
    503: 'Temporarily unavailable',
  },
}

const errorsOf = (set: ErrorSet) => (statuses: readonly number[]) =>
  Object.fromEntries(
    statuses.map(status => [
      status,
      {
        means: set.means?.[status] ?? meanings[status] ?? 'Error',
        headers: headersOf[status] ?? [],
        schema: set.schema,
      },
    ]),
  )

/** The documented failures of an endpoint, with the error body of its interface (bank:D1, bank:D2, bank:D4). */
export const dataErrors = errorsOf(asData)
export const paymentErrors = errorsOf(asPayment)
export const oauthErrors = errorsOf(asOauth)
export const registrationErrors = errorsOf(asRegistration)
export const verificationErrors = errorsOf(asVerification)

/** The documented success of an endpoint. */
export function success(means: string, schema: z.ZodType | null, headers: readonly string[] = []): AnswerShape {
  return { means, schema, headers }
}

/** What a header says is the same for all that read it (texts/headers.json), unless `description` says more. */
const header = (name: string, required: boolean, pattern?: string, description = aboutHeader(name)): Parameter => ({
  name,
  in: 'header',
  required,
  description,
  pattern,
})
const aboutHeader = (name: string) => texts[name.toLowerCase() as keyof typeof texts]?.[1] ?? ''

/** A query parameter. */
export const query = (name: string, description: string, pattern?: string, required = false): Parameter => ({
  name,
  in: 'query',
  required,
  description,
  pattern,
})

/** A parameter of the path. */
export const inPath = (name: string, description: string): Parameter => ({
  name,
  in: 'path',
  required: true,
  description,
})

const requestId = header('X-Request-ID', true, '^[\\x21-\\x7e]{1,70}$')
const signature = header('Signature', true)
const date = header('Date', true)

const psuHeaders = [
  ...['PSU-IP-Address', 'PSU-HTTP-Method', 'PSU-Date', 'PSU-GEO-Location', 'PSU-User-Agent', 'PSU-Referer'],
  ...['PSU-Accept', 'PSU-Accept-Charset', 'PSU-Accept-Encoding', 'PSU-Accept-Language', 'PSU-Device-ID'],
]

/** Of the token and revocation calls: all or none (bank:D61). */
export const oauthHeaders: readonly Parameter[] = ['Signature', 'X-Request-ID', 'Date', 'Digest'].map(name =>
  header(name, false),
)

/** Common request headers of the data endpoints (document 1). */
export const dataHeaders = (withBody: boolean): readonly Parameter[] => [
  header('Authorization', true),
  signature,
  requestId,
  date,
  header('Digest', withBody),
  header('PSU-IP-Port', false, '^\\d{1,5}$'),
  ...psuHeaders.map(name => header(name, false)),
]

/** Headers of the registration endpoints (document 3); a digest for those with a body. */
export const registrationHeaders = (withBody: boolean): readonly Parameter[] => [
  requestId,
  signature,
  date,
  ...(withBody ? [header('Digest', true)] : []),
  header('Authorization', true, undefined, 'Bearer <ACCESS_TOKEN> of scope manageRegistration'),
]

/** Headers of the verification of payee. */
export const verificationHeaders: readonly Parameter[] = [requestId, header('X-Request-Timestamp', true)]

/** Only in the token call of the fallback mode. */
export const fallbackHeader: Parameter = header('fallback', false, '^1$')
