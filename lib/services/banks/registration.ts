import { type Bank, closeBank } from '@guichet/stet/bank.ts'
import type { CallContext } from '@guichet/stet/call.ts'
import { BankError } from '@guichet/stet/errors.ts'
import { requestRegistrationToken } from '@guichet/stet/oauth.ts'
import {
  type ApplicationToRegister,
  type RegisteredApplication,
  readRegistration,
  registerApplication,
  replaceRegistration,
  sealJwk,
} from '@guichet/stet/registration.ts'
import type { RegistrationToken } from '@guichet/stet/token.ts'
import { type Credentials, readCredentials } from '#lib/banks/credentials.ts'
import { callbackUrl, describeApplication, openBankToRegister } from '#lib/banks.ts'
import { appendAudit } from '#lib/base/audit.ts'
import { db } from '#lib/db.ts'
import { requireFound } from '#lib/domain/refusals/refused.ts'
import { seal } from '#lib/vault.ts'
import type { RegistrationChange } from '#lib/views/operator.ts'
import packageJson from '#root/package.json' with { type: 'json' }
import { recordCalls } from './calls.ts'

/** For one session. */
export type RegistrationDesk = {
  readonly bank: Bank
  readonly codes: readonly string[]
  readonly credentials: Credentials
  readonly token: RegistrationToken
  readonly context: CallContext
}

/** With our certificates or those given. Throws `bank_unknown` without banks; `BankError`. */
export async function withRegistration<Value>(
  platform: string,
  work: (desk: RegistrationDesk) => Promise<Value>,
  credentials?: Credentials,
): Promise<Value> {
  const used = credentials ?? (await readCredentials())
  const found = requireFound(await openBankToRegister(platform, used), 'bank_unknown')
  const { bank, codes } = found
  const calls = recordCalls({ userId: null, connectionId: null, bankCode: bank.code, presence: null })
  try {
    const { accessToken: token } = await requestRegistrationToken(bank, calls.context)
    return await work({ bank, codes, credentials: used, token, context: calls.context })
  } finally {
    await calls.written()
    await closeBank(bank)
  }
}

/**
 * Document 3. A matching registration stays; other addresses or scopes are updated in place, as a new client_id
 * orphans every connection; a lost one, or one without our certificate, is made again. Throws `bank_unknown` without
 * banks; `BankError`.
 */
export function registerAtPlatform(platform: string): Promise<{ clientId: string }> {
  return withRegistration(platform, async desk => {
    const { bank, token, context, credentials, codes } = desk
    const stored = await db().registration.findUnique({ where: { platform } })
    const application = describeOurs(codes, credentials, { ...wishesOf(stored?.registered), scope: ourScope() })
    if (stored && stored.certificateFingerprint === credentials.fingerprint && (await isKnown(desk, stored.clientId))) {
      if (!saysTheSame(stored, application, credentials)) {
        const replaced = await replaceRegistration(bank, token, { clientId: stored.clientId, application }, context)
        await storeRegistration(platform, replaced, credentials)
      }
      return { clientId: stored.clientId }
    }
    const registered = await registerApplication(bank, token, application, context)
    await storeRegistration(platform, registered, credentials)
    return { clientId: registered.clientId }
  })
}

function ourScope(): string {
  return describeApplication().scope
}

/** Addresses, certificate and numbers are ours, the rest wishes. */
export function describeOurs(
  codes: readonly string[],
  { sealPem, kid }: Pick<Credentials, 'sealPem' | 'kid'>,
  wishes: RegistrationChange,
): ApplicationToRegister {
  const { legalName, legalId } = describeApplication()
  return {
    redirect_uris: codes.map(callbackUrl),
    token_endpoint_auth_method: 'tls_client_auth',
    grant_types: ['client_credentials', 'authorization_code', 'refresh_token'],
    response_types: ['code'],
    client_name: legalName,
    scope: wishes.scope,
    contact: { contact_name: wishes.contactName, email: wishes.email, phone_number: wishes.phone },
    provider_legal_id: legalId,
    jwks: { keys: [sealJwk(sealPem, kid)] },
    software_id: wishes.softwareId,
    software_version: packageJson.version,
  }
}

/** As echoed by the bank; defaults for the rest. */
export function wishesOf(registered: unknown): RegistrationChange {
  const { legalName, contact, scope } = describeApplication()
  const members = recordOf(registered)
  const known = recordOf(members.contact)
  const text = (value: unknown, fallback: string) => (typeof value === 'string' && value !== '' ? value : fallback)
  return {
    scope: text(members.scope, scope),
    softwareId: text(members.software_id, 'Guichet'),
    contactName: text(known.contact_name, legalName),
    email: text(known.email, contact),
    phone: text(known.phone_number, '+33100000000'),
  }
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

type Stored = { readonly keyId: string; readonly registered: unknown }

/** Banks reword others: only seal, addresses and scopes count. */
function saysTheSame(stored: Stored, application: ApplicationToRegister, { seal: { keyId } }: Credentials): boolean {
  const { redirect_uris: uris, scope } = recordOf(stored.registered)
  const scopes = (text: unknown) => String(text).split(',').sort().join()
  return (
    stored.keyId === keyId &&
    Array.isArray(uris) &&
    application.redirect_uris.every(uri => uris.includes(uri)) &&
    scopes(scope) === scopes(application.scope)
  )
}

/** Throws every error except 404. */
async function isKnown({ bank, token, context }: RegistrationDesk, clientId: string): Promise<boolean> {
  try {
    await readRegistration(bank, token, clientId, context)
    return true
  } catch (error) {
    if (error instanceof BankError && error.kind === 'status' && error.status === 404) return false
    throw error
  }
}

/** With the certificate it was made with. */
export async function storeRegistration(
  platform: string,
  application: RegisteredApplication,
  { fingerprint, seal: { keyId } }: Credentials,
  userId: string | null = null,
): Promise<void> {
  const { clientId, registrationClientUri, registrationAccessToken } = application
  const tokenColumn = { row: platform, column: 'Registration.registrationTokenSealed' }
  const data = {
    clientId,
    registrationClientUri,
    registrationTokenSealed: registrationAccessToken === null ? null : await seal(registrationAccessToken, tokenColumn),
    keyId,
    certificateFingerprint: fingerprint,
    registered: JSON.parse(JSON.stringify(application.registered)),
  }
  const detail = { platform, clientId, certificateFingerprint: fingerprint }
  await db().$transaction(async tx => {
    await tx.registration.upsert({ where: { platform }, create: { platform, ...data }, update: data })
    await appendAudit({ userId, stream: 'system', action: 'registration.stored', detail }, tx)
  })
}
