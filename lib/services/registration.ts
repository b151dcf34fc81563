import { callbackUrl, describeApplication, describeSeal, openBankToRegister, sealKid } from '#lib/banks.ts'
import { db } from '#lib/db.ts'
import { Refused } from '#lib/domain/refused.ts'
import { closeBank } from '#lib/stet/bank.ts'
import { BankError } from '#lib/stet/errors.ts'
import { requestRegistrationToken } from '#lib/stet/oauth.ts'
import {
  type ApplicationToRegister,
  type RegisteredApplication,
  readRegistration,
  registerApplication,
  sealJwk,
} from '#lib/stet/registration.ts'
import { seal } from '#lib/vault.ts'
import { appendAudit } from './audit.ts'
import { recordCalls } from './calls.ts'

/**
 * Makes sure that our application is registered at a platform of banks, through its registration interface (document 3).
 * One that stands, with our certificate and our addresses, is left as it is; one that the bank forgot, or that says other
 * things than ours now, is made anew. Throws Refused('bank_unknown') for a platform without banks; `BankError` otherwise.
 */
export async function registerAtPlatform(platform: string): Promise<{ clientId: string }> {
  const found = await openBankToRegister(platform)
  if (!found) throw new Refused('bank_unknown')
  const { bank, codes } = found
  const calls = recordCalls({ userId: null, connectionId: null, bankCode: bank.code, presence: null })
  try {
    const application = toApplication(codes)
    const { accessToken } = await requestRegistrationToken(bank, calls.context)
    const stored = await db().registration.findUnique({ where: { platform } })
    if (stored && saysTheSame(stored, application)) {
      if (await isKnown(() => readRegistration(bank, accessToken, stored.clientId, calls.context))) {
        return { clientId: stored.clientId }
      }
    }
    const registered = await registerApplication(bank, accessToken, application, calls.context)
    await storeRegistration(platform, registered)
    return { clientId: registered.clientId }
  } finally {
    await calls.written()
    await closeBank(bank)
  }
}

function toApplication(codes: readonly string[]): ApplicationToRegister {
  const { legalName, legalId, contact } = describeApplication()
  const { certificatePem } = describeSeal()
  return {
    redirect_uris: codes.map(callbackUrl),
    token_endpoint_auth_method: 'tls_client_auth',
    grant_types: ['client_credentials', 'authorization_code', 'refresh_token'],
    response_types: ['code'],
    client_name: legalName,
    scope: 'aisp',
    contact: { contact_name: legalName, email: contact, phone_number: '+33100000000' },
    provider_legal_id: legalId,
    jwks: { keys: [sealJwk(certificatePem, sealKid())] },
    software_id: 'Guichet',
    software_version: '0.1.0',
  }
}

type Stored = { readonly certificateFingerprint: string; readonly keyId: string; readonly registered: unknown }

/** The bank may echo what it does not know in its own words: what counts is the seal and the addresses. */
function saysTheSame(stored: Stored, application: ApplicationToRegister): boolean {
  const { fingerprint, keyId } = describeSeal()
  if (stored.certificateFingerprint !== fingerprint || stored.keyId !== keyId) return false
  const { registered } = stored
  if (typeof registered !== 'object' || registered === null || !('redirect_uris' in registered)) return false
  const { redirect_uris: uris } = registered
  return Array.isArray(uris) && application.redirect_uris.every(uri => uris.includes(uri))
}

/** Only a bank that does not know us any more is registered at anew: a new client_id would orphan every connection. */
async function isKnown(read: () => Promise<RegisteredApplication>): Promise<boolean> {
  try {
    await read()
    return true
  } catch (error) {
    if (error instanceof BankError && error.kind === 'status' && error.status === 404) return false
    throw error
  }
}

async function storeRegistration(platform: string, application: RegisteredApplication): Promise<void> {
  const { clientId, registrationClientUri, registrationAccessToken } = application
  const { fingerprint, keyId } = describeSeal()
  const place = { row: platform, column: 'Registration.registrationTokenSealed' }
  const data = {
    clientId,
    registrationClientUri,
    registrationTokenSealed: registrationAccessToken === null ? null : await seal(registrationAccessToken, place),
    keyId,
    certificateFingerprint: fingerprint,
    registered: JSON.parse(JSON.stringify(application.registered)),
  }
  await db().registration.upsert({ where: { platform }, create: { platform, ...data }, update: data })
  await appendAudit({
    userId: null,
    stream: 'system',
    action: 'registration.stored',
    detail: { platform, clientId, certificateFingerprint: fingerprint },
  })
}
