import { createHash, X509Certificate } from 'node:crypto'
import { type BankJson, bankMembers } from '#stet/terms/bank-text.ts'
import { atBase, type Bank } from './bank.ts'
import type { CallContext } from './call.ts'
import { BankError } from './errors.ts'
import { isPathId, pathSegment } from './links.ts'
import { type BankRequest, readAnswer, send } from './send.ts'
import type { RegistrationToken } from './token.ts'
import { WireRegistration } from './wire/registration.ts'

/** Public QSealC key for `jwks.keys` (document 3). */
export type SealJwk = {
  readonly kty: 'RSA'
  readonly use: 'sig'
  readonly alg: 'RS256'
  readonly key_ops: readonly ['verify']
  readonly kid: string
  readonly n: string
  readonly e: string
  readonly x5c: readonly [string]
  readonly 'x5t#S256': string
}

/** Document 3, Resources and their fields. */
export type ApplicationToRegister = {
  readonly redirect_uris: readonly string[]
  readonly token_endpoint_auth_method: 'tls_client_auth'
  readonly grant_types: readonly ('client_credentials' | 'authorization_code' | 'refresh_token')[]
  readonly response_types: readonly ['code']
  readonly client_name: string
  /** Comma-separated: `aisp,pisp`. */
  readonly scope: string
  readonly contact: { readonly contact_name: string; readonly email: string; readonly phone_number: string }
  readonly provider_legal_id: string
  readonly client_legal_id?: string
  readonly jwks: { readonly keys: readonly [SealJwk] }
  readonly software_id: string
  readonly software_version: string
}

export type RegisteredApplication = {
  readonly clientId: string
  readonly registrationClientUri: string | null
  readonly registrationAccessToken: string | null
  /** Every echoed member except the access token. */
  readonly registered: Readonly<Record<string, BankJson>>
}

/** Public half of a QSealC (document 3). Throws unless RSA. */
export function sealJwk(certificatePem: string | Buffer, kid: string): SealJwk {
  const certificate = new X509Certificate(certificatePem)
  const { kty, n, e } = certificate.publicKey.export({ format: 'jwk' })
  if (kty !== 'RSA' || n === undefined || e === undefined) throw new TypeError('the QSealC has no RSA key')
  const thumbprint = createHash('sha256').update(certificate.raw).digest('base64url')
  return {
    kty,
    use: 'sig',
    alg: 'RS256',
    key_ops: ['verify'],
    kid,
    n,
    e,
    x5c: [certificate.raw.toString('base64')],
    'x5t#S256': thumbprint,
  }
}

/** SHA-256 of the DER, lower-case hex: the end of a keyId URL, after `_` (bank:D16). */
export function certificateFingerprint(certificatePem: string | Buffer): string {
  return createHash('sha256').update(new X509Certificate(certificatePem).raw).digest('hex')
}

/**
 * Registers us (`POST /register`, bank:D48) at every bank of the platform; signed with the certificate in `jwks`.
 * Refusals: 400 `invalid_redirect_uri`, `invalid_client_metadata` (bank:D4).
 */
export async function registerApplication(
  bank: Bank,
  token: RegistrationToken,
  application: ApplicationToRegister,
  context: CallContext,
): Promise<RegisteredApplication> {
  const body = { contentType: 'application/json', text: JSON.stringify(application) }
  return exchange(bank, token, { operation: 'registration.create', method: 'POST', path: '/register', body }, context)
}

/** `GET /register/{client_id}`. Refusal: 404 if unknown or not ours. */
export async function readRegistration(
  bank: Bank,
  token: RegistrationToken,
  clientId: string,
  context: CallContext,
): Promise<RegisteredApplication> {
  const path = pathOf(clientId, 'registration.read', context)
  return exchange(bank, token, { operation: 'registration.read', method: 'GET', path, body: null }, context)
}

/** For `PUT`: omitted members are deleted (RFC 7592 § 2.2). */
export type ReplacementApplication = Omit<ApplicationToRegister, 'software_version'> & {
  readonly software_version?: string
}

/**
 * `PUT /register/{client_id}` (bank:D49: 200 or 201), signed with a key that is registered already or that the bank
 * can fetch; new keys are valid from then on. Refusals: 400 `invalid_redirect_uri`, `invalid_client_metadata`
 * (bank:D4); 404.
 */
export async function replaceRegistration(
  bank: Bank,
  token: RegistrationToken,
  { clientId, application }: { readonly clientId: string; readonly application: ReplacementApplication },
  context: CallContext,
): Promise<RegisteredApplication> {
  const path = pathOf(clientId, 'registration.update', context)
  const body = { contentType: 'application/json', text: JSON.stringify({ ...application, client_id: clientId }) }
  return exchange(bank, token, { operation: 'registration.update', method: 'PUT', path, body }, context)
}

/** `DELETE /register/{client_id}`: all its tokens end at every bank of the platform. Refusal: 404. */
export async function deleteRegistration(
  bank: Bank,
  token: RegistrationToken,
  clientId: string,
  context: CallContext,
): Promise<void> {
  const url = atBase(bank.baseUrl, `/stet/setting/v1${pathOf(clientId, 'registration.delete', context)}`)
  const authorised = { value: token, kind: 'manageRegistration' } as const
  const call = { operation: 'registration.delete', method: 'DELETE', body: null } as const
  await send(bank, { ...call, url, token: authorised, signed: true }, context)
}

function pathOf(clientId: string, operation: string, { requestId = '' }: CallContext): string {
  return `/register/${pathSegment(clientId, { operation, requestId })}`
}

type RegistrationCall = Pick<BankRequest, 'operation' | 'method' | 'body'> & { readonly path: string }

async function exchange(
  bank: Bank,
  token: RegistrationToken,
  { path, ...call }: RegistrationCall,
  context: CallContext,
): Promise<RegisteredApplication> {
  const url = atBase(bank.baseUrl, `/stet/setting/v1${path}`)
  const request = { ...call, url, token: { value: token, kind: 'manageRegistration' }, signed: true } as const
  const answer = await send(bank, request, context)
  const wire = readAnswer(answer, WireRegistration)
  if (isPathId(wire.client_id)) return toRegistered(wire)
  const { status, operation, requestId } = answer
  throw new BankError({ kind: 'schema', sent: 'yes', detail: 'client_id', status, operation, requestId })
}

function toRegistered(wire: WireRegistration): RegisteredApplication {
  const { registration_access_token: accessToken, ...registered } = wire
  return {
    clientId: wire.client_id,
    registrationClientUri: wire.registration_client_uri,
    registrationAccessToken: accessToken,
    registered: bankMembers(registered),
  }
}
