import type { DatabaseSync } from 'node:sqlite'
import { type Notice, notices } from '#sandbox/screens/journey.ts'
import { flows, type PaymentJourney, paymentOutcomes, paymentSteps } from '#sandbox/screens/payment-journey.ts'
import { prepared } from './open.ts'

export const schema = `
  CREATE TABLE IF NOT EXISTS payment_visits (
    id TEXT PRIMARY KEY,
    bank_code TEXT NOT NULL,
    browser_hash TEXT NOT NULL,
    payment_id TEXT NOT NULL,
    cancellation_id TEXT,
    language TEXT NOT NULL,
    turn INTEGER NOT NULL,
    flow TEXT NOT NULL,
    identifier_known INTEGER NOT NULL,
    step TEXT NOT NULL,
    wrong_passwords INTEGER NOT NULL,
    wrong_codes INTEGER NOT NULL,
    codes_sent INTEGER NOT NULL,
    notice TEXT,
    outcome TEXT,
    identifier TEXT,
    person_id TEXT,
    account_id TEXT,
    one_time_code TEXT,
    code_bound_to TEXT,
    code_sent_at INTEGER,
    sca_at INTEGER,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS payment_visits_expiry ON payment_visits (expires_at);
`

/** One customer's way through the screens of one redirection URL (document 2): its nonce was used to make this. */
export type PaymentVisit = PaymentJourney & {
  /** 256 random bits, base64url: stands in the address of the screens. */
  readonly id: string
  readonly bankCode: string
  /** SHA-256 of the secret that the cookie of this browser carries. */
  readonly browserHash: string
  readonly paymentId: string
  readonly cancellationId: string | null
  readonly language: 'fr' | 'en'
  /** Grows with every change; a form carries the one it was made for, so a second submit is told apart. */
  readonly turn: number
  readonly identifier: string | null
  readonly personId: string | null
  /** The account to debit, once it is settled. */
  readonly accountId: string | null
  /** Plain, because the sandbox draws the phone that receives it; emptied when the journey ends. */
  readonly oneTimeCode: string | null
  /** Digest of what the one-time code validates (dynamic linking); null for a code that only signs in. */
  readonly codeBoundTo: string | null
  readonly codeSentAt: Date | null
  readonly scaAt: Date | null
  readonly expiresAt: Date
}

/** Stores a new visit. */
export function insertPaymentVisit(db: DatabaseSync, visit: PaymentVisit): void {
  prepared(
    db,
    `INSERT INTO payment_visits (id, bank_code, browser_hash, payment_id, cancellation_id, language, turn, flow,
       identifier_known, step, wrong_passwords, wrong_codes, codes_sent, identifier, person_id, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    visit.id,
    visit.bankCode,
    visit.browserHash,
    visit.paymentId,
    visit.cancellationId,
    visit.language,
    visit.turn,
    visit.flow,
    visit.identifierKnown ? 1 : 0,
    visit.step,
    visit.wrongPasswords,
    visit.wrongCodes,
    visit.codesSent,
    visit.identifier,
    visit.personId,
    visit.expiresAt.getTime(),
  )
}

/** The visit of that id at that bank, null when there is none. */
export function findPaymentVisit(db: DatabaseSync, bankCode: string, id: string): PaymentVisit | null {
  const row = prepared(db, 'SELECT * FROM payment_visits WHERE id = ? AND bank_code = ?').get(id, bankCode)
  return row ? fromRow(row) : null
}

/**
 * Stores the next state of a visit if it still stands at `fromTurn`, and counts the turn on. False when another request
 * was faster: then nothing was changed and nothing may be consented to.
 */
export function movePaymentVisit(db: DatabaseSync, next: PaymentVisit, fromTurn: number): boolean {
  const { changes } = prepared(
    db,
    `UPDATE payment_visits SET turn = ?, step = ?, wrong_passwords = ?, wrong_codes = ?, codes_sent = ?, notice = ?,
       outcome = ?, identifier = ?, person_id = ?, account_id = ?, one_time_code = ?, code_bound_to = ?,
       code_sent_at = ?, sca_at = ?
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
    next.accountId,
    next.oneTimeCode,
    next.codeBoundTo,
    next.codeSentAt?.getTime() ?? null,
    next.scaAt?.getTime() ?? null,
    next.id,
    next.bankCode,
    fromTurn,
  )
  return Number(changes) === 1
}

/** Sets what the next screen tells, without counting a turn: the forms that are open stay good. */
export function noteOnPaymentVisit(db: DatabaseSync, bankCode: string, id: string, notice: Notice): void {
  prepared(db, 'UPDATE payment_visits SET notice = ? WHERE id = ? AND bank_code = ?').run(notice, id, bankCode)
}

/** Changes the language of the screens; the forms that are open stay good. */
export function speakInPaymentVisit(db: DatabaseSync, bankCode: string, id: string, language: 'fr' | 'en'): void {
  prepared(db, 'UPDATE payment_visits SET language = ? WHERE id = ? AND bank_code = ?').run(language, id, bankCode)
}

/** Forgets visits that ran out before `date`. */
export function forgetPaymentVisitsBefore(db: DatabaseSync, date: Date): void {
  prepared(db, 'DELETE FROM payment_visits WHERE expires_at < ?').run(date.getTime())
}

function fromRow(row: Record<string, unknown>): PaymentVisit {
  return {
    id: String(row.id),
    bankCode: String(row.bank_code),
    browserHash: String(row.browser_hash),
    paymentId: String(row.payment_id),
    cancellationId: textOrNull(row.cancellation_id),
    language: row.language === 'en' ? 'en' : 'fr',
    turn: Number(row.turn),
    flow: flows.find(flow => flow === row.flow) ?? 'full',
    identifierKnown: Number(row.identifier_known) === 1,
    step: paymentSteps.find(step => step === row.step) ?? 'ended',
    wrongPasswords: Number(row.wrong_passwords),
    wrongCodes: Number(row.wrong_codes),
    codesSent: Number(row.codes_sent),
    notice: notices.find(notice => notice === row.notice) ?? null,
    outcome: paymentOutcomes.find(outcome => outcome === row.outcome) ?? null,
    identifier: textOrNull(row.identifier),
    personId: textOrNull(row.person_id),
    accountId: textOrNull(row.account_id),
    oneTimeCode: textOrNull(row.one_time_code),
    codeBoundTo: textOrNull(row.code_bound_to),
    codeSentAt: dateOrNull(row.code_sent_at),
    scaAt: dateOrNull(row.sca_at),
    expiresAt: new Date(Number(row.expires_at)),
  }
}

function textOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value)
}

function dateOrNull(value: unknown): Date | null {
  return value === null || value === undefined ? null : new Date(Number(value))
}
