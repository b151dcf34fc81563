import { isAcceptableUri } from '#sandbox/oauth/redirect-uris.ts'
import type { RegistrationError } from '#sandbox/wire/refuse.ts'

/** How a field stands in the table of document 3: required, optional, forbidden. */
export type Mark = 'R' | 'O' | 'F'

/** A row of the table: what is wrong with a value, as the end of a sentence that begins with the field's name. */
export type FieldRow = {
  readonly field: string
  readonly mark: Mark
  readonly error?: RegistrationError
  readonly check: (value: unknown) => string | null
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
const text = (value: unknown) => (isText(value) ? null : 'must be a string that is not empty')
const atMost = (length: number) => (value: unknown) =>
  text(value) ?? (String(value).length > length ? `must have at most ${length} characters` : null)
const exactly = (wanted: string) => (value: unknown) => (value === wanted ? null : `must be ${wanted}`)

/** Values of a registration scope: comma-separated (D13). */
const registrationScopes = ['aisp', 'pisp', 'cbpii'] as const

/** Members of a registration (document 3, POST). */
export const registrationRows: readonly FieldRow[] = [
  { field: 'redirect_uris', mark: 'R', error: 'invalid_redirect_uri', check: checkRedirectUris },
  { field: 'software_statement', mark: 'O', error: 'invalid_software_statement', check: text },
  { field: 'token_endpoint_auth_method', mark: 'R', check: exactly('tls_client_auth') },
  { field: 'grant_types', mark: 'R', check: checkGrantTypes },
  { field: 'response_types', mark: 'R', check: value => (isListOf(value, ['code']) ? null : 'must be ["code"]') },
  { field: 'client_name', mark: 'R', check: atMost(140) },
  { field: 'client_uri', mark: 'O', check: text },
  { field: 'logo_uri', mark: 'O', check: text },
  { field: 'policy_uri', mark: 'O', check: text },
  { field: 'jwks_uri', mark: 'O', check: text },
  { field: 'logo', mark: 'O', check: text },
  { field: 'tos_uri', mark: 'O', check: text },
  { field: 'scope', mark: 'R', check: checkScope },
  { field: 'contact', mark: 'R', check: checkContact },
  { field: 'provider_legal_id', mark: 'R', check: checkProviderLegalId },
  { field: 'client_legal_id', mark: 'O', check: checkClientLegalId },
  { field: 'jwks', mark: 'R', check: checkJwks },
  { field: 'software_id', mark: 'R', check: atMost(140) },
  { field: 'software_version', mark: 'R', check: atMost(35) },
]

const forbidden = (field: string): FieldRow => ({ field, mark: 'F', check: () => null })
const notInPut: readonly string[] = ['software_statement', 'jwks_uri']

/**
 * Members of a replacement (document 3, PUT): those of POST without `software_statement` and `jwks_uri`, which are unknown
 * to it, and with `software_version` optional; the current `client_id`, and none of the four that RFC 7592 § 2.2 forbids.
 */
export const replacementRows: readonly FieldRow[] = [
  ...registrationRows
    .filter(({ field }) => !notInPut.includes(field))
    .map(row => (row.field === 'software_version' ? { ...row, mark: 'O' as const } : row)),
  { field: 'client_id', mark: 'R', check: text },
  forbidden('registration_access_token'),
  forbidden('registration_client_uri'),
  forbidden('client_secret_expires_at'),
  forbidden('client_id_issued_at'),
]

/** Members of the one key in `jwks.keys`. */
export const keyRows: readonly FieldRow[] = [
  { field: 'kty', mark: 'R', check: exactly('RSA') },
  { field: 'use', mark: 'R', check: exactly('sig') },
  { field: 'alg', mark: 'R', check: exactly('RS256') },
  { field: 'key_ops', mark: 'R', check: value => (isListOf(value, ['verify']) ? null : 'must be ["verify"]') },
  { field: 'kid', mark: 'R', check: atMost(255) },
  { field: 'x5u', mark: 'F', check: () => null },
  { field: 'x5t', mark: 'F', check: () => null },
  { field: 'x5c', mark: 'R', check: checkX5c },
  { field: 'x5t#S256', mark: 'R', check: text },
]

function checkRedirectUris(value: unknown): string | null {
  if (!Array.isArray(value) || value.length === 0) return 'must be an array with at least one URI'
  if (value.length > 50) return 'must hold at most 50 URIs'
  const bad = value.find(uri => !isText(uri) || !isAcceptableUri(uri))
  if (bad === undefined) return null
  return `must hold https URIs (http on loopback), without fragment; not ${JSON.stringify(bad).slice(0, 60)}`
}

function checkGrantTypes(value: unknown): string | null {
  if (!Array.isArray(value) || !value.includes('client_credentials')) return 'must be an array with client_credentials'
  const known = ['client_credentials', 'authorization_code', 'refresh_token']
  return value.every(item => known.includes(item)) ? null : `must only hold ${known.join(', ')}`
}

function checkScope(value: unknown): string | null {
  if (!isText(value)) return 'must be a string such as aisp,pisp'
  const words = value.split(',')
  const known: readonly string[] = registrationScopes
  if (!words.every(word => known.includes(word)))
    return 'must be comma-separated values of aisp, pisp, cbpii, no spaces'
  return new Set(words).size === words.length ? null : 'must name each value once'
}

function checkContact(value: unknown): string | null {
  if (!isRecord(value)) return 'must be an object with contact_name, email, phone_number'
  const missing = ['contact_name', 'email', 'phone_number'].find(name => !isText(value[name]))
  if (missing) return `must have ${missing}, a string that is not empty`
  if (!/^[^\s@]+@[^\s@]+$/.test(String(value.email))) return 'must have an email such as psd2@tpp.example'
  return /^\+?[0-9 ().-]{4,30}$/.test(String(value.phone_number))
    ? null
    : 'must have a phone_number such as +33 1 23 45 67 89'
}

function checkProviderLegalId(value: unknown): string | null {
  const good = isText(value) && /^PSD[A-Z]{2}-[A-Z]{2,8}-[A-Za-z0-9]{1,35}$/.test(value)
  return good ? null : 'must look like PSDXX-YYYYYYYY-ZZZZZZZZ, for instance PSDFR-ACPR-12345'
}

function checkClientLegalId(value: unknown): string | null {
  const good = isText(value) && /^AGT[A-Z]{2}-[A-Z]{2,8}-[A-Za-z0-9]{1,35}-[A-Za-z0-9]{1,35}$/.test(value)
  return good ? null : 'must look like AGTXX-YYYYYYYY-ZZZZZZZZ-1: AGT, country, authority, number, serial number'
}

function checkJwks(value: unknown): string | null {
  if (!isRecord(value) || !Array.isArray(value.keys)) return 'must be an object with keys, an array'
  if (value.keys.length !== 1) return 'must hold exactly one item in keys'
  return isRecord(value.keys[0]) ? null : 'must hold an object in keys'
}

function checkX5c(value: unknown): string | null {
  if (!Array.isArray(value) || value.length !== 1) {
    return 'must be an array with one item: the QSealC without its chain'
  }
  const good = isText(value[0]) && /^[A-Za-z0-9+/]+={0,2}$/.test(value[0])
  return good ? null : 'must hold the QSealC in DER, base64, without line breaks'
}

function isListOf(value: unknown, wanted: readonly string[]): boolean {
  return Array.isArray(value) && value.length === wanted.length && wanted.every((item, at) => value[at] === item)
}

/** A JSON object, neither null nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
