import type { Bank } from './bank.ts'
import type { CallContext } from './send.ts'
import type { RegistrationToken } from './token.ts'

/** The public QSealC key as document 3 wants it in `jwks.keys`. */
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

/** Members of a registration (document 3, Resources and their fields). */
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
  /** Every member the bank echoed, the access token left out. */
  readonly registered: Readonly<Record<string, unknown>>
}

export declare function sealJwk(certificatePem: string | Buffer, kid: string): SealJwk
/** SHA-256 of the certificate's DER, lower-case hex: what a keyId URL ends in, after `_` (D16). */
export declare function certificateFingerprint(certificatePem: string | Buffer): string
export declare function registerApplication(
  bank: Bank,
  token: RegistrationToken,
  application: ApplicationToRegister,
  context: CallContext,
): Promise<RegisteredApplication>
export declare function readRegistration(
  bank: Bank,
  token: RegistrationToken,
  clientId: string,
  context: CallContext,
): Promise<RegisteredApplication>
