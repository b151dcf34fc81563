import type { DatabaseSync } from 'node:sqlite'
import { type Journey, type Notice, notices, outcomes, steps } from '#sandbox/screens/journey.ts'
import { prepared } from './open.ts'

export const schema = `
  CREATE TABLE IF NOT EXISTS fallback_visits (
    id TEXT PRIMARY KEY,
    bank_code TEXT NOT NULL,
    browser_hash TEXT NOT NULL,
    jwt_id TEXT NOT NULL,
    jwt_expires_at INTEGER NOT NULL,
    client_id TEXT NOT NULL,
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
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS fallback_visits_expiry ON fallback_visits (expires_at);
`

/**
 * One login to the online banking of the fallback mode (document 1), tied to the JWT that opened it. Its journey is the one
 * of an authorization; at the step `approval` the customer is inside.
 */
export type FallbackVisit = Journey & {
  /** 256 random bits, base64url: stands in the address of the pages. */
  readonly id: string
  readonly bankCode: string
  readonly browserHash: string
  /** `jti` of the JWT, used up by the login. */
  readonly jwtId: string
  readonly jwtExpiresAt: Date
  readonly clientId: string
  readonly language: 'fr' | 'en'
  readonly turn: number
  readonly identifier: string | null
  readonly personId: string | null
  readonly oneTimeCode: string | null
  readonly codeSentAt: Date | null
  readonly expiresAt: Date
}

/** Begins a visit of the fallback banking site. */
export function insertFallbackVisit(db: DatabaseSync, visit: FallbackVisit): void {
  prepared(
    db,
    `INSERT INTO fallback_visits (id, bank_code, browser_hash, jwt_id, jwt_expires_at, client_id, language, turn, step,
       wrong_passwords, wrong_codes, codes_sent, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    visit.id,
    visit.bankCode,
    visit.browserHash,
    visit.jwtId,
    visit.jwtExpiresAt.getTime(),
    visit.clientId,
    visit.language,
    visit.turn,
    visit.step,
    visit.wrongPasswords,
    visit.wrongCodes,
    visit.codesSent,
    visit.expiresAt.getTime(),
  )
}

/** The visit of that id at that bank, null when there is none. */
export function findFallbackVisit(db: DatabaseSync, bankCode: string, id: string): FallbackVisit | null {
  const row = prepared(db, 'SELECT * FROM fallback_visits WHERE id = ? AND bank_code = ?').get(id, bankCode)
  return row ? fromRow(row) : null
}

/** Stores the next state of a visit if it still stands at `fromTurn`; false when another request was faster. */
export function moveFallbackVisit(db: DatabaseSync, next: FallbackVisit, fromTurn: number): boolean {
  const { changes } = prepared(
    db,
    `UPDATE fallback_visits SET turn = ?, step = ?, wrong_passwords = ?, wrong_codes = ?, codes_sent = ?, notice = ?,
       outcome = ?, identifier = ?, person_id = ?, one_time_code = ?, code_sent_at = ?, expires_at = ?
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
    next.expiresAt.getTime(),
    next.id,
    next.bankCode,
    fromTurn,
  )
  return Number(changes) === 1
}

/** Sets what the next screen tells, without counting a turn. */
export function noteOnFallbackVisit(db: DatabaseSync, bankCode: string, id: string, notice: Notice): void {
  prepared(db, 'UPDATE fallback_visits SET notice = ? WHERE id = ? AND bank_code = ?').run(notice, id, bankCode)
}

/** Keeps the language a customer chose during a visit. */
export function speakInFallbackVisit(db: DatabaseSync, bankCode: string, id: string, language: 'fr' | 'en'): void {
  prepared(db, 'UPDATE fallback_visits SET language = ? WHERE id = ? AND bank_code = ?').run(language, id, bankCode)
}

/** Moves the end of a session on while it is used. */
export function prolongFallbackVisit(db: DatabaseSync, bankCode: string, id: string, expiresAt: Date): void {
  prepared(db, 'UPDATE fallback_visits SET expires_at = ? WHERE id = ? AND bank_code = ?').run(
    expiresAt.getTime(),
    id,
    bankCode,
  )
}

/** Deletes visits that ended before `date`. */
export function forgetFallbackVisitsBefore(db: DatabaseSync, date: Date): void {
  prepared(db, 'DELETE FROM fallback_visits WHERE expires_at < ?').run(date.getTime())
}

function fromRow(row: Record<string, unknown>): FallbackVisit {
  return {
    id: String(row.id),
    bankCode: String(row.bank_code),
    browserHash: String(row.browser_hash),
    jwtId: String(row.jwt_id),
    jwtExpiresAt: new Date(Number(row.jwt_expires_at)),
    clientId: String(row.client_id),
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
    codeSentAt: row.code_sent_at === null ? null : new Date(Number(row.code_sent_at)),
    expiresAt: new Date(Number(row.expires_at)),
  }
}

function textOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value)
}
