import type { DatabaseSync } from 'node:sqlite'
import { inTransaction, prepared } from './open.ts'

export const schema = `
  CREATE TABLE IF NOT EXISTS applications (
    client_id TEXT PRIMARY KEY,
    organisation_id TEXT NOT NULL,
    tpp_id TEXT NOT NULL,
    kid TEXT NOT NULL,
    certificate_pem TEXT NOT NULL,
    registration_token_hash TEXT NOT NULL,
    issued_at INTEGER NOT NULL,
    members TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS applications_organisation ON applications (organisation_id);
`

export type Role = 'aisp' | 'pisp' | 'cbpii'

/** A registered application of a TPP or its agent (document 3), valid at all five banks. */
export type Application = {
  readonly clientId: string
  /** `provider_legal_id`, equal to the organisation identifier of the certificates. */
  readonly organisationId: string
  /** The TPP of a pair of tokens (bank:D11): `client_legal_id` of an agent, else `provider_legal_id`. */
  readonly tppId: string
  /** `client_name`: legal name. */
  readonly name: string
  /** `software_id`: the name shown first to the PSU. */
  readonly softwareId: string
  readonly redirectUris: readonly string[]
  readonly scopes: readonly Role[]
  /** Key id of the registered seal certificate, and that certificate. */
  readonly kid: string
  readonly certificatePem: string
  readonly issuedAt: Date
  /** Every registered member as received, to be returned (bank:D48). */
  readonly members: Readonly<Record<string, unknown>>
}

const loaded = new WeakMap<DatabaseSync, Map<string, Application>>()

/** The application with that client id; null if unknown. Cached after the first read. */
export function findApplication(db: DatabaseSync, clientId: string): Application | null {
  const known = loaded.get(db) ?? new Map<string, Application>()
  loaded.set(db, known)
  const found = known.get(clientId)
  if (found) return found
  const row = prepared(db, 'SELECT * FROM applications WHERE client_id = ?').get(clientId)
  if (!row) return null
  const application = fromRow(row)
  known.set(clientId, application)
  return application
}

/** All applications, oldest first. */
export function listApplications(db: DatabaseSync): Application[] {
  return prepared(db, 'SELECT * FROM applications ORDER BY issued_at, client_id').all().map(fromRow)
}

/** Deletes a registration; the caller ends what depends on it, in the same transaction. */
export function removeApplication(db: DatabaseSync, clientId: string): void {
  prepared(db, 'DELETE FROM applications WHERE client_id = ?').run(clientId)
  loaded.get(db)?.delete(clientId)
}

/** Stores a registration, replacing the one of the same client id. */
export function saveApplication(db: DatabaseSync, application: Application, registrationTokenHash: string): void {
  inTransaction(db, () => {
    prepared(
      db,
      `INSERT OR REPLACE INTO applications
         (client_id, organisation_id, tpp_id, kid, certificate_pem, registration_token_hash, issued_at, members)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      application.clientId,
      application.organisationId,
      application.tppId,
      application.kid,
      application.certificatePem,
      registrationTokenHash,
      application.issuedAt.getTime(),
      JSON.stringify(application.members),
    )
  })
  loaded.get(db)?.delete(application.clientId)
}

function fromRow(row: Record<string, unknown>): Application {
  const members: Record<string, unknown> = JSON.parse(String(row.members))
  return {
    clientId: String(row.client_id),
    organisationId: String(row.organisation_id),
    tppId: String(row.tpp_id),
    name: String(members.client_name),
    softwareId: String(members.software_id),
    redirectUris: Array.isArray(members.redirect_uris) ? members.redirect_uris.map(String) : [],
    scopes: readRoles(String(members.scope)),
    kid: String(row.kid),
    certificatePem: String(row.certificate_pem),
    issuedAt: new Date(Number(row.issued_at)),
    members,
  }
}

/** The roles in a comma-separated scope (bank:D13); unknown words are ignored. */
export function readRoles(scope: string): Role[] {
  return scope
    .split(',')
    .map(word => word.trim())
    .filter(isRole)
}

/** Whether a word is one of the roles that are registered. */
export function isRole(word: string): word is Role {
  return word === 'aisp' || word === 'pisp' || word === 'cbpii'
}
