import { z } from 'zod'
import { component } from './components.ts'
import { Instant } from './members.ts'

const text = z.string().max(140)

/** The error body of account information (bank:D1). */
export const DataError = component(
  'DataError',
  'The error body of the data interfaces (D1): `message` carries the four-letter code, names the proof that failed (D53), or says what is wrong; `error` is the sentence, or `invalid_token` (D3)',
  z.strictObject({
    timestamp: Instant,
    status: z.int().min(400).max(599),
    error: text.min(1),
    message: text.min(1),
    path: text,
  }),
)

/** The error body of payments (bank:D1): with `code`, and `message` RJCT where the document says so. */
export const PaymentError = component(
  'PaymentError',
  'The error body of payment initiation (D1): `code` (`FF01`), `message` (`RJCT`) and the reason in `error`',
  z.strictObject({
    timestamp: Instant,
    status: z.int().min(400).max(599),
    error: text.min(1),
    message: text.min(1),
    code: z
      .string()
      .regex(/^[A-Z]{2}[A-Z0-9]{2}$/)
      .optional(),
    path: text,
  }),
)

/** RFC 6749 § 5.2 (bank:D2). */
export const OauthError = component(
  'OauthError',
  'The error body of the OAuth endpoints (D2, RFC 6749 § 5.2)',
  z.strictObject({
    error: z.enum([
      'invalid_request',
      'invalid_client',
      'invalid_grant',
      'unauthorized_client',
      'unsupported_grant_type',
      'invalid_scope',
      'server_error',
      'temporarily_unavailable',
    ]),
    error_description: text.min(1),
  }),
)

/** RFC 7591 § 3.2.2 (bank:D4), and bodies of other statuses. */
export const RegistrationError = component(
  'RegistrationError',
  'The error body of registration (D4, RFC 7591 § 3.2.2)',
  z.strictObject({ error: z.string().regex(/^[a-z_]{1,60}$/), error_description: text.min(1) }),
)

/** RFC 9457 with a code of the scheme. */
export const VerificationError = component(
  'VerificationError',
  'The error body of the verification of payee (RFC 9457): `code` is for programs, `detail` says what is wrong',
  z.strictObject({
    type: z.literal('about:blank'),
    code: z.enum([
      'FORMAT_ERROR',
      'TIMESTAMP_INVALID',
      'CLIENT_INVALID',
      'TOO_MANY_REQUESTS',
      'INTERNAL_ERROR',
      'SERVICE_UNAVAILABLE',
    ]),
    title: text.min(1),
    status: z.int().min(400).max(599),
    detail: text.min(1),
  }),
)
