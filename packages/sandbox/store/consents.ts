import type { DatabaseSync } from 'node:sqlite'
import { prepared } from './open.ts'

export const schema = `
  CREATE TABLE IF NOT EXISTS consents (
    person_id TEXT NOT NULL REFERENCES people (id),
    tpp_id TEXT NOT NULL,
    balances TEXT NOT NULL,
    transactions TEXT NOT NULL,
    owners TEXT NOT NULL,
    overdrafts TEXT NOT NULL,
    psu_identity INTEGER NOT NULL,
    trusted_beneficiaries INTEGER NOT NULL,
    recorded_at INTEGER NOT NULL,
    PRIMARY KEY (person_id, tpp_id)
  ) STRICT, WITHOUT ROWID;
`

/** The lists of a consent. They contain IBANs, because a consent for one currency covers all of an IBAN's. */
export const consentLists = ['balances', 'transactions', 'owners', 'overdrafts'] as const
export type ConsentList = (typeof consentLists)[number]

/** What a PSU lets a TPP read. Always replaced as a whole (§ AIS behaviour rule 11). */
export type Consent = Readonly<Record<ConsentList, ReadonlySet<string>>> & {
  readonly psuIdentity: boolean
  readonly trustedBeneficiaries: boolean
  readonly recordedAt: Date
}

/** The consent in force; null if the PSU never gave one to this TPP. */
export function findConsent(db: DatabaseSync, personId: string, tppId: string): Consent | null {
  const row = prepared(db, 'SELECT * FROM consents WHERE person_id = ? AND tpp_id = ?').get(personId, tppId)
  if (!row) return null
  return {
    balances: readIbans(row.balances),
    transactions: readIbans(row.transactions),
    owners: readIbans(row.owners),
    overdrafts: readIbans(row.overdrafts),
    psuIdentity: row.psu_identity === 1,
    trustedBeneficiaries: row.trusted_beneficiaries === 1,
    recordedAt: new Date(Number(row.recorded_at)),
  }
}

/** Stores a consent, replacing the previous one. */
export function replaceConsent(db: DatabaseSync, personId: string, tppId: string, consent: Consent): void {
  prepared(db, 'INSERT OR REPLACE INTO consents VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)').run(
    personId,
    tppId,
    ...consentLists.map(list => JSON.stringify([...consent[list]])),
    consent.psuIdentity ? 1 : 0,
    consent.trustedBeneficiaries ? 1 : 0,
    consent.recordedAt.getTime(),
  )
}

/** Deletes all consents to a TPP or agent. */
export function forgetConsentsTo(db: DatabaseSync, tppId: string): void {
  prepared(db, 'DELETE FROM consents WHERE tpp_id = ?').run(tppId)
}

function readIbans(text: unknown): ReadonlySet<string> {
  const ibans: unknown = JSON.parse(String(text))
  return new Set(Array.isArray(ibans) ? ibans.map(String) : [])
}
