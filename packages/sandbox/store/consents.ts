import type { DatabaseSync } from 'node:sqlite'
import { prepared } from './open.ts'
import { date, flag, type RowOf, table, text } from './table.ts'

/** The lists of a consent. They contain IBANs, because a consent for one currency covers all of an IBAN's. */
export const consentLists = ['balances', 'transactions', 'owners', 'overdrafts'] as const
export type ConsentList = (typeof consentLists)[number]

const ibans = {
  type: 'TEXT' as const,
  read: (stored: unknown): ReadonlySet<string> => new Set(JSON.parse(String(stored)).map(String)),
  write: (set: ReadonlySet<string>) => JSON.stringify([...set]),
}
const columns = {
  personId: { ...text, more: 'REFERENCES people (id)' },
  tppId: text,
  balances: ibans,
  transactions: ibans,
  owners: ibans,
  overdrafts: ibans,
  psuIdentity: flag,
  trustedBeneficiaries: flag,
  recordedAt: date,
}
const consents = table('consents', columns, { key: 'person_id, tpp_id', isByKey: true })
export const { schema } = consents

/** What a PSU lets a TPP read. Always replaced as a whole (§ AIS behaviour rule 11). */
export type Consent = Omit<RowOf<typeof consents>, 'personId' | 'tppId'>

/** The consent in force; null if the PSU never gave one to this TPP. */
export function findConsent(db: DatabaseSync, personId: string, tppId: string): Consent | null {
  return consents.find(db, 'WHERE person_id = ? AND tpp_id = ?', personId, tppId)
}

/** Stores a consent, replacing the previous one. */
export function replaceConsent(db: DatabaseSync, personId: string, tppId: string, consent: Consent): void {
  consents.insert(db, { ...consent, personId, tppId }, 'REPLACE')
}

/** Deletes all consents to a TPP or agent. */
export function forgetConsentsTo(db: DatabaseSync, tppId: string): void {
  prepared(db, 'DELETE FROM consents WHERE tpp_id = ?').run(tppId)
}
