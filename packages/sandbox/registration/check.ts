import { type PspRole, roleOfScope } from '#sandbox/pki/qc-statements.ts'
import { parseCertificate, type TppCertificate } from '#sandbox/pki/read-certificate.ts'
import { type Application, isRole } from '#sandbox/store/applications.ts'
import { refuseRegistration } from '#sandbox/wire/refuse.ts'
import { type FieldRow, isRecord, keyRows, registrationRows, replacementRows } from './field-table.ts'

/** A registration that is valid by document 3. */
export type Registration = {
  readonly members: Readonly<Record<string, unknown>>
  readonly organisationId: string
  readonly agentId: string | null
  readonly clientName: string
  readonly kid: string
  readonly certificate: TppCertificate
}

/** The TPP in the client certificate. */
export type Qwac = {
  readonly organisationId: string
  readonly roles: readonly PspRole[]
  readonly legalName: string | null
}

/**
 * Validates the body of `POST /register` by the field table, the client's QWAC and existing registrations. Every refusal names the field
 * and the remedy (bank:D4). The chain of the seal certificate is checked with the signature.
 */
export function checkRegistration(body: unknown, qwac: Qwac, registered: readonly Application[]): Registration {
  return checkMembers(registrationRows, body, qwac, registered)
}

/**
 * Validates the body of `PUT /register/{client_id}` (RFC 7592 § 2.2): the whole registration, with its client_id. The identity
 * can't change: an agent with another number is another registration.
 */
export function checkReplacement(
  body: unknown,
  qwac: Qwac,
  current: Application,
  registered: readonly Application[],
): Registration {
  const others = registered.filter(({ clientId }) => clientId !== current.clientId)
  const { members, ...registration } = checkMembers(replacementRows, body, qwac, others)
  const { client_id: clientId, ...kept } = members
  if (clientId !== current.clientId) refuseField('client_id', 'must be the one in the path')
  if ((registration.agentId ?? registration.organisationId) !== current.tppId) {
    refuseField('client_legal_id', 'must be the registered one; register another agent with POST')
  }
  return { ...registration, members: kept }
}

function checkMembers(
  rows: readonly FieldRow[],
  body: unknown,
  qwac: Qwac,
  registered: readonly Application[],
): Registration {
  if (!isRecord(body)) refuseRegistration('invalid_client_metadata', 'the body must be a JSON object')
  const members = checkRows(rows, body, '')
  if (members.provider_legal_id !== qwac.organisationId) {
    refuseField('provider_legal_id', `must be the organisation identifier of the QWAC, ${qwac.organisationId}`)
  }
  checkScopeRoles(String(members.scope), qwac.roles)
  const key = readKey(body)
  const registration = {
    members: { ...members, jwks: { keys: [key] } },
    organisationId: qwac.organisationId,
    agentId: typeof members.client_legal_id === 'string' ? members.client_legal_id : null,
    clientName: String(members.client_name),
    kid: String(key.kid),
    certificate: readKeyCertificate(key),
  }
  checkNames(registration, qwac.legalName, registered)
  return registration
}

function checkRows(
  rows: readonly FieldRow[],
  values: Record<string, unknown>,
  prefix: string,
): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const row of rows) {
    const value = values[row.field]
    const fault = value === undefined ? findAbsenceFault(row) : findValueFault(row, value)
    if (fault) refuseField(`${prefix}${row.field}`, fault, row.error)
    if (value !== undefined) kept[row.field] = value
  }
  return kept
}

function findAbsenceFault(row: FieldRow): string | null {
  return row.mark === 'R' ? 'is required' : null
}

function findValueFault(row: FieldRow, value: unknown): string | null {
  return row.schema.safeParse(value).error?.issues[0]?.message ?? null
}

function refuseField(field: string, fault: string, error: FieldRow['error'] = 'invalid_client_metadata'): never {
  refuseRegistration(error, `${field} ${fault}`)
}

function checkScopeRoles(scope: string, roles: readonly PspRole[]): void {
  const lacking = scope
    .split(',')
    .filter(isRole)
    .find(role => !roles.includes(roleOfScope[role]))
  if (lacking) refuseField('scope', `${lacking} needs the role ${roleOfScope[lacking]} in the QWAC`)
}

function readKey(body: Record<string, unknown>): Record<string, unknown> {
  const keys: unknown = isRecord(body.jwks) ? body.jwks.keys : null
  const key: unknown = Array.isArray(keys) ? keys[0] : null
  if (!isRecord(key)) refuseField('jwks', 'must hold an object in keys')
  checkRows(keyRows, key, 'jwks.keys[0].')
  return key
}

function readKeyCertificate(key: Record<string, unknown>): TppCertificate {
  const encoded = Array.isArray(key.x5c) ? String(key.x5c[0]) : ''
  const certificate = parseCertificate(Buffer.from(encoded, 'base64'))
  if (!certificate) refuseField('jwks.keys[0].x5c', 'holds no certificate in DER')
  if (!fingerprintMatches(String(key['x5t#S256']), certificate)) {
    refuseField('jwks.keys[0].x5t#S256', 'is not the SHA-256 of the certificate in x5c (base64url)')
  }
  const jwk = certificate.publicKey.export({ format: 'jwk' })
  if (jwk.kty !== 'RSA') refuseField('jwks.keys[0].x5c', 'must hold an RSA certificate')
  for (const name of ['n', 'e'] as const) {
    if (key[name] !== undefined && key[name] !== jwk[name]) {
      refuseField(`jwks.keys[0].${name}`, 'is not that of the certificate in x5c')
    }
  }
  return certificate
}

// The document names no encoding: base64url as in RFC 7517 § 4.9, and hex like the fingerprint in keyId.
function fingerprintMatches(text: string, certificate: TppCertificate): boolean {
  const base64url = Buffer.from(certificate.fingerprint, 'hex').toString('base64url')
  return (
    text.replace(/(?<!=)=+$/, '') === base64url || text.replaceAll(':', '').toLowerCase() === certificate.fingerprint
  )
}

// client_name is the TPP's legal name, which is unique; an agent has another name than the TPP.
function checkNames(registration: Registration, legalName: string | null, registered: readonly Application[]): void {
  const { clientName, organisationId, agentId } = registration
  const strangers = registered.filter(known => known.organisationId !== organisationId)
  if (strangers.some(known => known.name === clientName)) {
    refuseField('client_name', 'is the name of another registered TPP; use your legal name')
  }
  if (agentId === null) return
  const own = registered.filter(known => known.organisationId === organisationId && known.tppId === organisationId)
  if (clientName === legalName || own.some(known => known.name === clientName)) {
    refuseField('client_name', "must differ from the TPP's own name when an agent is registered")
  }
  if (strangers.some(known => known.tppId === agentId)) {
    refuseField('client_legal_id', 'is registered by another TPP; build it on your own number')
  }
}
