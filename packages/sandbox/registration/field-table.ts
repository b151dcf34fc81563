import { z } from 'zod'
import { organisationIdForm } from '#sandbox/pki/qc-statements.ts'
import { isAcceptableUri } from '#sandbox/wire/redirect-uris.ts'
import type { RegistrationError } from '#sandbox/wire/refuse.ts'

/** Required, optional or forbidden, by the table of document 3. */
export type Mark = 'R' | 'O' | 'F'

/**
 * A row of the table. Its schema validates a value and describes it in the reference; a message is the end of a sentence that
 * begins with the field's name.
 */
export type FieldRow = {
  readonly field: string
  readonly mark: Mark
  readonly error?: RegistrationError
  readonly schema: z.ZodType
}

const filled = (fault = 'must be a string that is not empty') =>
  z
    .string(fault)
    .regex(/\S/, fault)
    .refine(text => text === text.trim() && !/[\p{Cc}\p{Cf}]/u.test(text), {
      error: 'must have no space before or after it and no invisible characters',
    })
const atMost = (length: number) => filled().max(length, `must have at most ${length} characters`)
const exactly = <const T extends string>(wanted: T) => z.literal(wanted, `must be ${wanted}`)
const onlyItem = <const T extends string>(wanted: T) => {
  const fault = `must be ["${wanted}"]`
  return z.tuple([z.literal(wanted, fault)], fault)
}

const badUri = ({ input }: { input?: unknown }) =>
  `must hold https URIs (http on loopback), without fragment; not ${String(JSON.stringify(input)).slice(0, 60)}`
const noUri = 'must be an array with at least one URI'
const redirectUris = z
  .array(z.url({ error: badUri }).refine(isAcceptableUri, { error: badUri }), noUri)
  .min(1, noUri)
  .max(50, 'must hold at most 50 URIs')

const grantTypes = ['client_credentials', 'authorization_code', 'refresh_token'] as const
const noGrantType = 'must be an array with client_credentials'
const grants = z
  .array(z.enum(grantTypes, `must only hold ${grantTypes.join(', ')}`), noGrantType)
  .min(1, noGrantType)
  .refine(types => types.includes('client_credentials'), noGrantType)

/** Comma-separated (bank:D13). */
const scope = z
  .string('must be a string such as aisp,pisp')
  .regex(/^(aisp|pisp|cbpii)(,(aisp|pisp|cbpii))*$/, 'must be comma-separated values of aisp, pisp, cbpii, no spaces')
  .refine(value => new Set(value.split(',')).size === value.split(',').length, 'must name each value once')

const memberOfContact = (name: string) => filled(`must have ${name}, a string that is not empty`)
const contact = z.looseObject(
  {
    contact_name: memberOfContact('contact_name'),
    email: memberOfContact('email').regex(/^[^\s@]+@[^\s@]+$/, 'must have an email such as psd2@tpp.example'),
    phone_number: memberOfContact('phone_number').regex(
      /^\+?[0-9 ().-]{4,30}$/,
      'must have a phone_number such as +33 1 23 45 67 89',
    ),
  },
  'must be an object with contact_name, email, phone_number',
)

const like = (pattern: RegExp, example: string) =>
  z.string(`must look like ${example}`).regex(pattern, `must look like ${example}`)
const providerLegalId = like(organisationIdForm, 'PSDXX-YYYYYYYY-ZZZZZZZZ, for instance PSDFR-ACPR-12345')
const clientLegalId = like(
  /^AGT[A-Z]{2}-[A-Z]{2,8}-[A-Za-z0-9]{1,35}-[A-Za-z0-9]{1,35}$/,
  'AGTXX-YYYYYYYY-ZZZZZZZZ-1: AGT, country, authority, number, serial number',
)

const badSeal = 'must hold the QSealC in DER, base64, without line breaks'
const sealChain = z.tuple(
  [z.string(badSeal).regex(/^[A-Za-z0-9+/]+={0,2}$/, badSeal)],
  'must be an array with one item: the QSealC without its chain',
)

const forbidden = (field: string, why = 'must be left out'): FieldRow => ({ field, mark: 'F', schema: z.never(why) })

/** Members of the one key in `jwks.keys`. */
export const keyRows: readonly FieldRow[] = [
  { field: 'kty', mark: 'R', schema: exactly('RSA') },
  { field: 'use', mark: 'R', schema: exactly('sig') },
  { field: 'alg', mark: 'R', schema: exactly('RS256') },
  { field: 'key_ops', mark: 'R', schema: onlyItem('verify') },
  { field: 'kid', mark: 'R', schema: atMost(255) },
  forbidden('x5u'),
  forbidden('x5t'),
  { field: 'x5c', mark: 'R', schema: sealChain },
  { field: 'x5t#S256', mark: 'R', schema: filled() },
  { field: 'n', mark: 'O', schema: z.string('must be a string') },
  { field: 'e', mark: 'O', schema: z.string('must be a string') },
  ...['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth'].map(name =>
    forbidden(name, 'must be left out: it is part of a private key'),
  ),
]

const someKey = z.record(z.string(), z.unknown(), 'must hold an object in keys')

// The members of the key are checked after certificate and roles, in rows of their own.
const jwks = z.looseObject(
  {
    keys: z
      .array(someKey, 'must be an object with keys, an array')
      .min(1, 'must hold exactly one item in keys')
      .max(1, 'must hold exactly one item in keys'),
  },
  'must be an object with keys, an array',
)

/** Members of a registration (document 3, POST). */
export const registrationRows: readonly FieldRow[] = [
  { field: 'redirect_uris', mark: 'R', error: 'invalid_redirect_uri', schema: redirectUris },
  { field: 'software_statement', mark: 'O', error: 'invalid_software_statement', schema: filled() },
  { field: 'token_endpoint_auth_method', mark: 'R', schema: exactly('tls_client_auth') },
  { field: 'grant_types', mark: 'R', schema: grants },
  { field: 'response_types', mark: 'R', schema: onlyItem('code') },
  { field: 'client_name', mark: 'R', schema: atMost(140) },
  { field: 'client_uri', mark: 'O', schema: filled() },
  { field: 'logo_uri', mark: 'O', schema: filled() },
  { field: 'policy_uri', mark: 'O', schema: filled() },
  { field: 'jwks_uri', mark: 'O', schema: filled() },
  { field: 'logo', mark: 'O', schema: filled() },
  { field: 'tos_uri', mark: 'O', schema: filled() },
  { field: 'scope', mark: 'R', schema: scope },
  { field: 'contact', mark: 'R', schema: contact },
  { field: 'provider_legal_id', mark: 'R', schema: providerLegalId },
  { field: 'client_legal_id', mark: 'O', schema: clientLegalId },
  { field: 'jwks', mark: 'R', schema: jwks },
  { field: 'software_id', mark: 'R', schema: atMost(140) },
  { field: 'software_version', mark: 'R', schema: atMost(35) },
]

const notInPut: readonly string[] = ['software_statement', 'jwks_uri']

/**
 * Members of a replacement (document 3, PUT): those of POST without `software_statement` and `jwks_uri`, which are ignored, and
 * with optional `software_version`; the current `client_id`, and none of the four that RFC 7592 § 2.2 forbids.
 */
export const replacementRows: readonly FieldRow[] = [
  ...registrationRows
    .filter(({ field }) => !notInPut.includes(field))
    .map(row => (row.field === 'software_version' ? { ...row, mark: 'O' as const } : row)),
  { field: 'client_id', mark: 'R', schema: filled() },
  forbidden('registration_access_token'),
  forbidden('registration_client_uri'),
  forbidden('client_secret_expires_at'),
  forbidden('client_id_issued_at'),
]

/** The shape of an object by its rows: optional members may be absent, forbidden ones accept no value. */
export function shapeOf(rows: readonly FieldRow[]): Record<string, z.ZodType> {
  return Object.fromEntries(rows.map(({ field, mark, schema }) => [field, mark === 'R' ? schema : schema.optional()]))
}

/** A JSON object, neither null nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
