import { randomUUID } from 'node:crypto'
import { groupDomain } from '#sandbox/banks.ts'
import {
  type Application,
  findApplication,
  listApplications,
  readRoles,
  saveApplication,
} from '#sandbox/store/applications.ts'
import { hashToken, newToken } from '#sandbox/store/tokens.ts'
import type { Exchange, Step } from '#sandbox/wire/exchange.ts'
import { refuseHttp, refuseRegistration } from '#sandbox/wire/refuse.ts'
import { certificateOf } from '#sandbox/wire/steps/certificate.ts'
import { readJsonBody } from '#sandbox/wire/steps/json-body.ts'
import { checkSealCertificate } from '#sandbox/wire/steps/key-id.ts'
import { checkSignature, readSignature } from '#sandbox/wire/steps/signature.ts'
import { checkRegistration, type Registration } from './check-registration.ts'

/** `POST /register`: checks the body, the seal certificate in it and the signature made with its key; answers D48 with 201. */
export const registerApplication: Step = exchange => {
  const { sandbox } = exchange
  const qwac = certificateOf(exchange)
  const registration = checkRegistration(
    readJsonBody(exchange),
    { organisationId: exchange.organisationId ?? '', roles: qwac.roles, legalName: legalNameOf(qwac.x509.subject) },
    listApplications(sandbox.db),
  )
  checkSeal(exchange, registration)
  const application = toApplication(registration, sandbox.clock.now())
  const registrationToken = newToken()
  saveApplication(sandbox.db, application, hashToken(registrationToken))
  return {
    status: 201,
    body: { ...toView(exchange, application), registration_access_token: registrationToken },
  }
}

// The certificate is the one in the body (document 3, headers), so it proves nothing before it is checked itself.
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
  checkSignature(exchange, readSignature(exchange), certificate)
}

function toApplication(registration: Registration, issuedAt: Date): Application {
  const { members, organisationId, agentId, certificate } = registration
  return {
    clientId: randomUUID(),
    organisationId,
    tppId: agentId ?? organisationId,
    name: registration.clientName,
    softwareId: String(members.software_id),
    redirectUris: Array.isArray(members.redirect_uris) ? members.redirect_uris.map(String) : [],
    scopes: readRoles(String(members.scope)),
    kid: registration.kid,
    certificatePem: certificate.x509.toString(),
    issuedAt,
    members,
  }
}

/** `GET /register/{client_id}` finds the application; one of another TPP is as unknown as none. Fills `application`. */
export const findsRegistration: Step = exchange => {
  const application = findApplication(exchange.sandbox.db, exchange.params.clientId ?? '')
  if (!application || application.organisationId !== exchange.organisationId) {
    refuseHttp(404, 'No registration of yours has that client_id')
  }
  exchange.application = application
}

/** `GET /register/{client_id}` answers what is registered (RFC 7592 § 2.1). */
export const readRegistration: Step = exchange => {
  if (!exchange.application) throw new Error('readRegistration stands behind findsRegistration')
  return { status: 200, body: toView(exchange, exchange.application) }
}

function toView(exchange: Exchange, application: Application): Record<string, unknown> {
  const host = exchange.headers.get('host') ?? `${exchange.bankCode}.${groupDomain}`
  return {
    ...application.members,
    client_id: application.clientId,
    client_id_issued_at: Math.floor(application.issuedAt.getTime() / 1000),
    registration_client_uri: `https://${host}/stet/setting/v1/register/${application.clientId}`,
  }
}

function legalNameOf(subject: string): string | null {
  return /^O=(.+)$/m.exec(subject)?.[1] ?? null
}
