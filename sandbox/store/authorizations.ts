import type { DatabaseSync } from 'node:sqlite'
import { type Journey, type Notice, notices, outcomes, steps } from '#sandbox/screens/journey.ts'
import { prepared } from './open.ts'

export const schema = `
  CREATE TABLE IF NOT EXISTS authorizations (
    id TEXT PRIMARY KEY,
    bank_code TEXT NOT NULL,
    browser_hash TEXT NOT NULL,
    client_id TEXT NOT NULL,
    software_id TEXT NOT NULL,
    legal_name TEXT NOT NULL,
    redirect_uri TEXT NOT NULL,
    scope TEXT NOT NULL,
    state TEXT,
    code_challenge TEXT,
    language TEXT NOT NULL,
    turn INTEGER NOT NULL,
    step TEXT NOT NULL,
    wrong_passwords INTEGER NOT NULL,
    wrong_codes INTEGER NOT NULL,
    codes_sent INTEGER NOT NULL,
    notice TEXT,
    outcome TEXT,
    identifier TEXT,
    person_id TEXT,
    one_time_code TEXT,
    code_sent_at INTEGER,
    sca_at INTEGER,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS authorizations_expiry ON authorizations (expires_at);
`

/** One customer's way through the screens for one authorize request (D6): the request as checked, and how far they are. */
export type Authorization = Journey & {
  /** 256 random bits, base64url: stands in the address of the screens. */
  readonly id: string
  readonly bankCode: string
  /** SHA-256 of the secret that the cookie of this browser carries. */
  readonly browserHash: string
  readonly clientId: string
  /** Names of the TPP as they were when the customer came: what was approved is what was shown. */
  readonly softwareId: string
  readonly legalName: string
  readonly redirectUri: string
  readonly scope: 'aisp' | 'cbpii'
  readonly state: string | null
  readonly codeChallenge: string | null
  readonly language: 'fr' | 'en'
  /** Grows with every change; a form carries the one it was made for, so a second submit is told apart. */
  readonly turn: number
  readonly identifier: string | null
  readonly personId: string | null
  /** Plain, because the sandbox draws the phone that receives it; emptied when the journey ends. */
  readonly oneTimeCode: string | null
  readonly codeSentAt: Date | null
  /** When strong authentication succeeded; the 180 days count from here. */
  readonly scaAt: Date | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Stores a new authorization. */
export function insertAuthorization(db: DatabaseSync, authorization: Authorization): void {
  prepared(
    db,
    `INSERT INTO authorizations (id, bank_code, browser_hash, client_id, software_id, legal_name, redirect_uri, scope,
       state, code_challenge, language, turn, step, wrong_passwords, wrong_codes, codes_sent, created_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    authorization.id,
    authorization.bankCode,
    authorization.browserHash,
    authorization.clientId,
    authorization.softwareId,
    authorization.legalName,
    authorization.redirectUri,
    authorization.scope,
    authorization.state,
    authorization.codeChallenge,
    authorization.language,
    authorization.turn,
    authorization.step,
    authorization.wrongPasswords,
    authorization.wrongCodes,
    authorization.codesSent,
    authorization.createdAt.getTime(),
    authorization.expiresAt.getTime(),
  )
}

/** The authorization of that id at that bank, null when there is none. */
export function findAuthorization(db: DatabaseSync, bankCode: string, id: string): Authorization | null {
  const row = prepared(db, 'SELECT * FROM authorizations WHERE id = ? AND bank_code = ?').get(id, bankCode)
  return row ? fromRow(row) : null
}

/**
 * Stores the next state of an authorization if it still stands at `fromTurn`, and counts the turn on.
 * False when another request was faster: then nothing was changed and nothing may be issued.
 */
export function moveAuthorization(db: DatabaseSync, next: Authorization, fromTurn: number): boolean {
  const { changes } = prepared(
    db,
    `UPDATE authorizations SET turn = ?, step = ?, wrong_passwords = ?, wrong_codes = ?, codes_sent = ?, notice = ?,
       outcome = ?, identifier = ?, person_id = ?, one_time_code = ?, code_sent_at = ?, sca_at = ?
     WHERE id = ? AND bank_code = ? AND turn = ?`,
  ).run(
    fromTurn + 1,
    next.step,
    next.wrongPasswords,
    next.wrongCodes,
    next.codesSent,
    next.notice,
    next.outcome,
    next.identifier,
    next.personId,
    next.oneTimeCode,
    next.codeSentAt?.getTime() ?? null,
    next.scaAt?.getTime() ?? null,
    next.id,
    next.bankCode,
    fromTurn,
  )
  return Number(changes) === 1
}

/** Sets what the next screen tells, without counting a turn: the forms that are open stay good. */
export function noteOnAuthorization(db: DatabaseSync, bankCode: string, id: string, notice: Notice): void {
  prepared(db, 'UPDATE authorizations SET notice = ? WHERE id = ? AND bank_code = ?').run(notice, id, bankCode)
}

/** Changes the language of the screens; the forms that are open stay good. */
export function speakInAuthorization(db: DatabaseSync, bankCode: string, id: string, language: 'fr' | 'en'): void {
  prepared(db, 'UPDATE authorizations SET language = ? WHERE id = ? AND bank_code = ?').run(language, id, bankCode)
}

/** Forgets authorizations that ran out before `date`. */
export function forgetAuthorizationsBefore(db: DatabaseSync, date: Date): void {
  prepared(db, 'DELETE FROM authorizations WHERE expires_at < ?').run(date.getTime())
}

function fromRow(row: Record<string, unknown>): Authorization {
  return {
    id: String(row.id),
    bankCode: String(row.bank_code),
    browserHash: String(row.browser_hash),
    clientId: String(row.client_id),
    softwareId: String(row.software_id),
    legalName: String(row.legal_name),
    redirectUri: String(row.redirect_uri),
    scope: row.scope === 'cbpii' ? 'cbpii' : 'aisp',
    state: textOrNull(row.state),
    codeChallenge: textOrNull(row.code_challenge),
    language: row.language === 'en' ? 'en' : 'fr',
    turn: Number(row.turn),
    step: steps.find(step => step === row.step) ?? 'ended',
    wrongPasswords: Number(row.wrong_passwords),
    wrongCodes: Number(row.wrong_codes),
    codesSent: Number(row.codes_sent),
    notice: notices.find(notice => notice === row.notice) ?? null,
    outcome: outcomes.find(outcome => outcome === row.outcome) ?? null,
    identifier: textOrNull(row.identifier),
    personId: textOrNull(row.person_id),
    oneTimeCode: textOrNull(row.one_time_code),
    codeSentAt: dateOrNull(row.code_sent_at),
    scaAt: dateOrNull(row.sca_at),
    createdAt: new Date(Number(row.created_at)),
    expiresAt: new Date(Number(row.expires_at)),
  }
}

function textOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value)
}

function dateOrNull(value: unknown): Date | null {
  return value === null || value === undefined ? null : new Date(Number(value))
}
