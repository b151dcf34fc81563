import { createHmac, randomUUID } from 'node:crypto'
import { groupDomain } from '#sandbox/banks.ts'
import {
  type Application,
  findApplication,
  listApplications,
  readRoles,
  removeApplication,
  saveApplication,
} from '#sandbox/store/applications.ts'
import { forgetCodesOfClient } from '#sandbox/store/codes.ts'
import { forgetConsentsTo } from '#sandbox/store/consents.ts'
import { inTransaction } from '#sandbox/store/open.ts'
import { readSetting, writeSetting } from '#sandbox/store/settings.ts'
import { hashToken, newToken, revokePairsOfClient } from '#sandbox/store/tokens.ts'
import type { Exchange, Step } from '#sandbox/wire/exchange.ts'
import { refuseHttp, refuseRegistration } from '#sandbox/wire/refuse.ts'
import { certificateOf } from '#sandbox/wire/steps/certificate.ts'
import { readJsonBody } from '#sandbox/wire/steps/json-body.ts'
import { checkSealCertificate } from '#sandbox/wire/steps/key-id.ts'
import { isNoDuplicate } from '#sandbox/wire/steps/request-id.ts'
import { checkSignature, readSignature } from '#sandbox/wire/steps/signature.ts'
import { checkRegistration, checkReplacement, type Qwac, type Registration } from './check.ts'

/** `POST /register`: validates the body, its seal certificate and the signature made with that key; returns bank:D48 with 201. */
export const registerApplication: Step = exchange => {
  const { sandbox } = exchange
  const registration = checkRegistration(readJsonBody(exchange), qwacOf(exchange), listApplications(sandbox.db))
  checkSeal(exchange, registration)
  checkSignature(exchange, readSignature(exchange), registration.certificate)
  isNoDuplicate(exchange)
  const application = toApplication(registration, { clientId: randomUUID(), issuedAt: sandbox.clock.now() })
  const view = toView(exchange, application)
  saveApplication(sandbox.db, application, hashToken(view.registration_access_token))
  return { status: 201, body: view }
}

// The certificate is in the body, so it proves nothing before it is validated.
function checkSeal(exchange: Exchange, registration: Registration): void {
  const { certificate } = registration
  const { pki, clock } = exchange.sandbox
  if (pki.findFault(certificate, clock.realNow()) || certificate.use !== 'qsealc') {
    refuseRegistration(
      'invalid_client_metadata',
      'jwks.keys[0].x5c must hold a QSealC of a provider we know, valid and not revoked',
    )
  }
  checkSealCertificate(exchange.sandbox, certificate, registration.organisationId)
}

function toApplication(
  registration: Registration,
  { clientId, issuedAt }: Pick<Application, 'clientId' | 'issuedAt'>,
): Application {
  const { members, organisationId, agentId, certificate } = registration
  return {
    clientId,
    issuedAt,
    organisationId,
    tppId: agentId ?? organisationId,
    name: registration.clientName,
    softwareId: String(members.software_id),
    redirectUris: Array.isArray(members.redirect_uris) ? members.redirect_uris.map(String) : [],
    scopes: readRoles(String(members.scope)),
    kid: registration.kid,
    certificatePem: certificate.x509.toString(),
    members,
  }
}

/** `/register/{client_id}` finds the application; another TPP's counts as unknown. Fills `application`. */
export const findsRegistration: Step = exchange => {
  const application = findApplication(exchange.sandbox.db, exchange.params.clientId ?? '')
  if (!application || application.organisationId !== exchange.organisationId) {
    refuseHttp(404, 'No registration of yours has that client_id')
  }
  exchange.application = application
}

/** `GET /register/{client_id}` returns the registration (bank:D48; RFC 7592 § 3: the same as `POST` and `PUT`). */
export const readRegistration: Step = exchange => {
  return { status: 200, body: toView(exchange, registrationOf(exchange)) }
}

/**
 * `PUT /register/{client_id}` (RFC 7592 § 2.2, bank:D49): replaces the whole registration, signed as usual with the registered key or
 * a certificate by URL; a key in the body is valid from then on. Tokens of removed scopes are revoked.
 */
export const replaceRegistration: Step = exchange => {
  const { db, clock } = exchange.sandbox
  const current = registrationOf(exchange)
  const registration = checkReplacement(readJsonBody(exchange), qwacOf(exchange), current, listApplications(db))
  checkSeal(exchange, registration)
  const application = toApplication(registration, current)
  const view = toView(exchange, application)
  inTransaction(db, () => {
    saveApplication(db, application, hashToken(view.registration_access_token))
    revokePairsOfClient(db, application.clientId, application.scopes, clock.now())
  })
  return { status: 200, body: view }
}

/**
 * `DELETE /register/{client_id}` (RFC 7592 § 2.3): 204. Its tokens and codes become invalid at every bank; the consents to this
 * TPP or agent are deleted with its last application.
 */
export const deleteRegistration: Step = exchange => {
  const { db, clock } = exchange.sandbox
  const { clientId, tppId } = registrationOf(exchange)
  inTransaction(db, () => {
    removeApplication(db, clientId)
    revokePairsOfClient(db, clientId, [], clock.now())
    forgetCodesOfClient(db, clientId)
    if (!listApplications(db).some(other => other.tppId === tppId)) forgetConsentsTo(db, tppId)
  })
  return { status: 204 }
}

function registrationOf({ application }: Exchange): Application {
  if (!application) throw new Error('a registration is found by findsRegistration')
  return application
}

function qwacOf(exchange: Exchange): Qwac {
  const { roles, x509 } = certificateOf(exchange)
  return { organisationId: exchange.organisationId ?? '', roles, legalName: legalNameOf(x509.subject) }
}

/** The members of every answer (bank:D48): all registered ones and the four that the bank adds. */
function toView(exchange: Exchange, application: Application) {
  const host = exchange.headers.get('host') ?? `${exchange.bankCode}.${groupDomain}`
  return {
    ...application.members,
    client_id: application.clientId,
    client_id_issued_at: Math.floor(application.issuedAt.getTime() / 1000),
    registration_client_uri: `https://${host}/stet/setting/v1/register/${application.clientId}`,
    registration_access_token: registrationTokenOf(exchange, application),
  }
}

/** The setting with the key that registration access tokens are derived from. */
export const tokenKeySetting = 'registrationTokenKey'

/**
 * The registration access token, the same in every answer, so that a lost answer does no harm. It is derived and not stored.
 * Calls are authorised only by the token of the token call (document 3, Headers).
 */
function registrationTokenOf({ sandbox: { db } }: Exchange, { clientId, issuedAt }: Application): string {
  const stored = readSetting(db, tokenKeySetting)
  const key = stored ?? newToken()
  if (stored === null) writeSetting(db, tokenKeySetting, key)
  return createHmac('sha256', key).update(`${clientId} ${issuedAt.getTime()}`).digest('base64url')
}

function legalNameOf(subject: string): string | null {
  return /^O=(.+)$/m.exec(subject)?.[1] ?? null
}
