import type { DatabaseSync } from 'node:sqlite'
import { prepared } from './open.ts'
import { date, json, type RowOf, table, text } from './table.ts'

type Role = 'aisp' | 'pisp' | 'cbpii'

const columns = {
  clientId: text,
  /** `provider_legal_id`, equal to the organisation identifier of the certificates. */
  organisationId: text,
  /** The TPP of a pair of tokens (bank:D11): `client_legal_id` of an agent, else `provider_legal_id`. */
  tppId: text,
  /** Key id of the registered seal certificate, and that certificate. */
  kid: text,
  certificatePem: text,
  registrationTokenHash: text,
  issuedAt: date,
  /** Every registered member as received, to be returned (bank:D48). */
  members: json<Readonly<Record<string, unknown>>>(),
}
const { registrationTokenHash: _, ...shown } = columns
const applications = table('applications', shown)
const newApplications = table('applications', columns, {
  key: 'client_id',
  rest: 'CREATE INDEX IF NOT EXISTS applications_organisation ON applications (organisation_id);',
})
export const { schema } = newApplications

/** A registered application of a TPP or its agent (document 3), valid at all five banks. */
export type Application = RowOf<typeof applications> & {
  /** `client_name`: legal name. */
  readonly name: string
  /** `software_id`: the name shown first to the PSU. */
  readonly softwareId: string
  readonly redirectUris: readonly string[]
  readonly scopes: readonly Role[]
}

const loaded = new WeakMap<DatabaseSync, Map<string, Application>>()

/** The application with that client id; null if unknown. Cached after the first read. */
export function findApplication(db: DatabaseSync, clientId: string): Application | null {
  const known = loaded.get(db) ?? new Map<string, Application>()
  loaded.set(db, known)
  const found = known.get(clientId)
  if (found) return found
  const row = applications.find(db, 'WHERE client_id = ?', clientId)
  if (!row) return null
  const application = fromRow(row)
  known.set(clientId, application)
  return application
}

/** All applications, oldest first. */
export function listApplications(db: DatabaseSync): Application[] {
  return applications.list(db, 'ORDER BY issued_at, client_id').map(fromRow)
}

/** Deletes a registration; the caller ends what depends on it, in the same transaction. */
export function removeApplication(db: DatabaseSync, clientId: string): void {
  prepared(db, 'DELETE FROM applications WHERE client_id = ?').run(clientId)
  loaded.get(db)?.delete(clientId)
}

/** Stores a registration, replacing the one of the same client id. */
export function saveApplication(db: DatabaseSync, application: Application, registrationTokenHash: string): void {
  newApplications.insert(db, { ...application, registrationTokenHash }, 'REPLACE')
  loaded.get(db)?.delete(application.clientId)
}

function fromRow(row: RowOf<typeof applications>): Application {
  const { client_name: name, software_id: softwareId, redirect_uris: uris, scope } = row.members
  return {
    ...row,
    name: String(name),
    softwareId: String(softwareId),
    redirectUris: Array.isArray(uris) ? uris.map(String) : [],
    scopes: readRoles(String(scope)),
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
