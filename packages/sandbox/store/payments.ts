import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { inTransaction, prepared } from './open.ts'
import type { InstructionStatus, PaymentStatus } from './payment-status.ts'

export const schema = `
  CREATE TABLE IF NOT EXISTS payments (
    id TEXT PRIMARY KEY,
    bank_code TEXT NOT NULL,
    client_id TEXT NOT NULL,
    organisation_id TEXT NOT NULL,
    software_id TEXT NOT NULL,
    legal_name TEXT NOT NULL,
    request_id TEXT NOT NULL,
    payment_information_id TEXT NOT NULL,
    body TEXT NOT NULL,
    creditor_name TEXT NOT NULL,
    creditor_iban TEXT NOT NULL,
    debtor_iban TEXT,
    debtor_identification TEXT,
    is_instant INTEGER NOT NULL,
    success_url TEXT NOT NULL,
    failure_url TEXT,
    status TEXT NOT NULL,
    reason TEXT,
    person_id TEXT,
    debtor_account_id TEXT REFERENCES accounts (id),
    code_hash TEXT UNIQUE,
    created_at INTEGER NOT NULL,
    controls_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    consented_at INTEGER,
    confirmed_at INTEGER
  ) STRICT;
  CREATE UNIQUE INDEX IF NOT EXISTS payments_once ON payments (bank_code, organisation_id, payment_information_id);
  CREATE UNIQUE INDEX IF NOT EXISTS payments_requests ON payments (bank_code, organisation_id, request_id);
  CREATE INDEX IF NOT EXISTS payments_waiting ON payments (expires_at) WHERE status IN ('PDNG', 'ACTC');
  CREATE INDEX IF NOT EXISTS payments_uncontrolled ON payments (controls_at) WHERE status = 'PDNG';

  CREATE TABLE IF NOT EXISTS instructions (
    id TEXT PRIMARY KEY,
    payment_id TEXT NOT NULL REFERENCES payments (id),
    place INTEGER NOT NULL,
    bank_code TEXT NOT NULL,
    organisation_id TEXT NOT NULL,
    instruction_id TEXT NOT NULL,
    end_to_end_id TEXT NOT NULL,
    amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
    currency TEXT NOT NULL,
    lines TEXT NOT NULL,
    first_on TEXT NOT NULL,
    frequency TEXT,
    rule TEXT,
    end_on TEXT,
    status TEXT,
    reason TEXT,
    occurrences INTEGER NOT NULL DEFAULT 0,
    due_on TEXT,
    UNIQUE (payment_id, place)
  ) STRICT;
  CREATE UNIQUE INDEX IF NOT EXISTS instructions_once ON instructions (bank_code, organisation_id, instruction_id);
  CREATE UNIQUE INDEX IF NOT EXISTS instructions_end_to_end ON instructions (bank_code, organisation_id, end_to_end_id);
  CREATE INDEX IF NOT EXISTS instructions_due ON instructions (due_on) WHERE due_on IS NOT NULL;

  CREATE TABLE IF NOT EXISTS cancellations (
    id TEXT PRIMARY KEY,
    payment_id TEXT NOT NULL REFERENCES payments (id),
    reasons TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('asked', 'executed', 'refused', 'failed', 'replaced')),
    asked_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS cancellations_payment ON cancellations (payment_id);
  CREATE INDEX IF NOT EXISTS cancellations_waiting ON cancellations (expires_at) WHERE state = 'asked';

  CREATE TABLE IF NOT EXISTS failed_executions (
    instruction_id TEXT PRIMARY KEY REFERENCES instructions (id),
    tries INTEGER NOT NULL,
    fault TEXT NOT NULL,
    failed_at INTEGER NOT NULL,
    next_at INTEGER NOT NULL,
    parked INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE IF NOT EXISTS nonces (
    hash TEXT PRIMARY KEY,
    payment_id TEXT NOT NULL REFERENCES payments (id),
    cancellation_id TEXT REFERENCES cancellations (id),
    used_at INTEGER
  ) STRICT, WITHOUT ROWID;
`

export const frequencies = ['DAIL', 'WEEK', 'TOWK', 'MNTH', 'TOMN', 'QUTR', 'SEMI', 'YEAR'] as const
export type Frequency = (typeof frequencies)[number]
export type ExecutionRule = 'FWNG' | 'PREC'

/** One transfer of a request, or a series of them (bank:D41). */
export type Instruction = {
  /** `resourceId` of the instruction in GET. */
  readonly id: string
  readonly position: number
  readonly instructionId: string
  readonly endToEndId: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly lines: readonly string[]
  /** Requested (first) execution day in Paris, `YYYY-MM-DD`. */
  readonly firstOn: string
  readonly frequency: Frequency | null
  readonly rule: ExecutionRule
  /** Last day for an occurrence. */
  readonly endOn: string | null
  /** Null before the PSU's consent. */
  readonly status: InstructionStatus | null
  readonly reason: string | null
  /** Number of executions. */
  readonly occurrences: number
  /** Day of the next execution; null before confirmation and if there is none. */
  readonly dueOn: string | null
}

/** A payment request (document 2) with its state at the bank. */
export type Payment = {
  /** `paymentRequestResourceId` and `resourceId`. */
  readonly id: string
  readonly bankCode: string
  readonly clientId: string
  readonly organisationId: string
  /** Names of the TPP at the time of the request, as shown to the PSU. */
  readonly softwareId: string
  readonly legalName: string
  /** `X-Request-ID` of the POST (bank:D36). */
  readonly requestId: string
  readonly paymentInformationId: string
  /** The request as sent. */
  readonly body: Readonly<Record<string, unknown>>
  readonly creditorName: string
  readonly creditorIban: string
  /** `debtorAccount.iban` of the request: if present, the only account to choose. */
  readonly debtorIban: string | null
  /** `debtor.privateId.identification`: if present, the identification screen is skipped. */
  readonly debtorIdentification: string | null
  readonly isInstant: boolean
  readonly successUrl: string
  readonly failureUrl: string | null
  readonly status: PaymentStatus
  readonly reason: string | null
  readonly personId: string | null
  readonly debtorAccountId: string | null
  readonly createdAt: Date
  /** When the bank's controls run if the PSU has not come. */
  readonly controlsAt: Date
  /** When it times out without consent (bank:D38). */
  readonly expiresAt: Date
  readonly consentedAt: Date | null
  readonly confirmedAt: Date | null
  readonly instructions: readonly Instruction[]
}

/** A requested cancellation: its instructions, each with its reason. */
export type Cancellation = {
  readonly id: string
  readonly paymentId: string
  /** Reason by id of the instruction. */
  readonly reasons: Readonly<Record<string, string>>
  readonly state: 'asked' | 'executed' | 'refused' | 'failed' | 'replaced'
  readonly askedAt: Date
  readonly expiresAt: Date
}

/** The target of a nonce in a redirection URL. `cancellation` is null for the payment itself. */
export type NonceTarget = {
  readonly payment: Payment
  readonly cancellation: Cancellation | null
  readonly isUsed: boolean
}

type Fresh = 'personId' | 'debtorAccountId' | 'consentedAt' | 'confirmedAt' | 'reason' | 'instructions'
export type NewPayment = Omit<Payment, Fresh> & {
  readonly instructions: readonly Omit<Instruction, 'status' | 'reason' | 'occurrences' | 'dueOn'>[]
}

/** Stores a request with its instructions and the nonce of its link. Throws for an id that was used before (see `isDuplicate`). */
export function insertPayment(db: DatabaseSync, payment: NewPayment, nonce: string): void {
  inTransaction(db, () => {
    prepared(
      db,
      `INSERT INTO payments (id, bank_code, client_id, organisation_id, software_id, legal_name, request_id,
         payment_information_id, body, creditor_name, creditor_iban, debtor_iban, debtor_identification, is_instant,
         success_url, failure_url, status, created_at, controls_at, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      payment.id,
      payment.bankCode,
      payment.clientId,
      payment.organisationId,
      payment.softwareId,
      payment.legalName,
      payment.requestId,
      payment.paymentInformationId,
      JSON.stringify(payment.body),
      payment.creditorName,
      payment.creditorIban,
      payment.debtorIban,
      payment.debtorIdentification,
      payment.isInstant ? 1 : 0,
      payment.successUrl,
      payment.failureUrl,
      payment.status,
      payment.createdAt.getTime(),
      payment.controlsAt.getTime(),
      payment.expiresAt.getTime(),
    )
    for (const instruction of payment.instructions) insertInstruction(db, payment, instruction)
    insertNonce(db, nonce, payment.id, null)
  })
}

function insertInstruction(db: DatabaseSync, payment: NewPayment, one: NewPayment['instructions'][number]): void {
  prepared(
    db,
    `INSERT INTO instructions (id, payment_id, place, bank_code, organisation_id, instruction_id, end_to_end_id,
       amount_minor, currency, lines, first_on, frequency, rule, end_on)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    one.id,
    payment.id,
    one.position,
    payment.bankCode,
    payment.organisationId,
    one.instructionId,
    one.endToEndId,
    one.amountMinor,
    one.currency,
    JSON.stringify(one.lines),
    one.firstOn,
    one.frequency,
    one.rule,
    one.endOn,
  )
}

/** The id that a TPP used before at this bank, by its member's name; null if all are new. */
export function findDuplicate(db: DatabaseSync, payment: NewPayment): string | null {
  const { bankCode, organisationId } = payment
  const isUsed = (table: 'payments' | 'instructions', column: string, value: string) =>
    prepared(db, `SELECT 1 FROM ${table} WHERE bank_code = ? AND organisation_id = ? AND ${column} = ?`).get(
      bankCode,
      organisationId,
      value,
    ) !== undefined
  if (isUsed('payments', 'request_id', payment.requestId)) return 'X-Request-ID'
  if (isUsed('payments', 'payment_information_id', payment.paymentInformationId)) return 'paymentInformationId'
  const instructionIds = payment.instructions.map(({ instructionId }) => instructionId)
  const endToEndIds = payment.instructions.map(({ endToEndId }) => endToEndId)
  if (hasRepeat(instructionIds) || instructionIds.some(id => isUsed('instructions', 'instruction_id', id))) {
    return 'instructionId'
  }
  if (hasRepeat(endToEndIds) || endToEndIds.some(id => isUsed('instructions', 'end_to_end_id', id))) return 'endToEndId'
  return null
}

const hasRepeat = (ids: readonly string[]): boolean => new Set(ids).size < ids.length

/** The request with that id at that bank; null if there is none. */
export function findPayment(db: DatabaseSync, bankCode: string, id: string): Payment | null {
  return toPayment(db, reading(db, 'SELECT * FROM payments WHERE id = ? AND bank_code = ?').get(id, bankCode))
}

/** The request with that id at any bank. */
export function readPayment(db: DatabaseSync, id: string): Payment {
  const payment = toPayment(db, reading(db, 'SELECT * FROM payments WHERE id = ?').get(id))
  if (!payment) throw new Error(`no payment ${id}`)
  return payment
}

/** The newest requests first, of all banks or of one; for the desk. */
export function listPayments(
  db: DatabaseSync,
  filter: { bankCode?: string | undefined; limit?: number } = {},
): Payment[] {
  return reading(db, 'SELECT * FROM payments WHERE (? IS NULL OR bank_code = ?) ORDER BY created_at DESC, id LIMIT ?')
    .all(filter.bankCode ?? null, filter.bankCode ?? null, filter.limit ?? 100)
    .map(row => toPayment(db, row))
    .filter(payment => payment !== null)
}

export type PaymentChange = Partial<
  Pick<Payment, 'status' | 'reason' | 'personId' | 'debtorAccountId' | 'consentedAt' | 'confirmedAt'>
> & { readonly codeHash?: string }

/** Stores changes of a request (null means unchanged) if its status is still `from`; false if it has changed meanwhile. */
export function movePaymentTo(db: DatabaseSync, id: string, from: PaymentStatus, change: PaymentChange): boolean {
  const { changes } = prepared(
    db,
    `UPDATE payments SET status = coalesce(?, status), reason = coalesce(?, reason), person_id = coalesce(?, person_id),
       debtor_account_id = coalesce(?, debtor_account_id), code_hash = coalesce(?, code_hash),
       consented_at = coalesce(?, consented_at), confirmed_at = coalesce(?, confirmed_at)
     WHERE id = ? AND status = ?`,
  ).run(
    change.status ?? null,
    change.reason ?? null,
    change.personId ?? null,
    change.debtorAccountId ?? null,
    change.codeHash ?? null,
    change.consentedAt?.getTime() ?? null,
    change.confirmedAt?.getTime() ?? null,
    id,
    from,
  )
  return Number(changes) === 1
}

export type InstructionChange = Partial<Pick<Instruction, 'status' | 'reason' | 'occurrences' | 'dueOn'>>

/** Stores changes of an instruction; absent members stay, `dueOn: null` removes it from the queue. */
export function changeInstruction(db: DatabaseSync, instruction: Instruction, change: InstructionChange): void {
  const next = { ...instruction, ...change }
  prepared(db, 'UPDATE instructions SET status = ?, reason = ?, occurrences = ?, due_on = ? WHERE id = ?').run(
    next.status,
    next.reason,
    next.occurrences,
    next.dueOn,
    instruction.id,
  )
}

export type Due = { readonly paymentId: string; readonly instructionId: string }

/**
 * The first due instruction until `day`; within a day, in the order of confirmation. After a failure an instruction waits until
 * `realNow` reaches its next try, without delaying others. Null if nothing is due.
 */
export function findNextDue(db: DatabaseSync, day: string, realNow: Date): Due | null {
  const row = prepared(
    db,
    `SELECT i.id, i.payment_id FROM instructions i JOIN payments p ON p.id = i.payment_id
     LEFT JOIN failed_executions f ON f.instruction_id = i.id
     WHERE i.due_on IS NOT NULL AND i.due_on <= ? AND (f.next_at IS NULL OR f.next_at <= ?)
     ORDER BY i.due_on, p.confirmed_at, i.payment_id, i.place LIMIT 1`,
  ).get(day, realNow.getTime())
  return row ? { instructionId: String(row.id), paymentId: String(row.payment_id) } : null
}

/** An execution that failed through a fault of the bank. */
export type FailedExecution = {
  readonly instructionId: string
  readonly tries: number
  /** The last fault, for the desk. */
  readonly fault: string
  readonly failedAt: Date
  /** Given up: removed from the queue, RJCT. */
  readonly isParked: boolean
}

/** Stores a failed execution and when to retry it; returns the number of failures. */
export function noteFailedExecution(
  db: DatabaseSync,
  failure: { instructionId: string; fault: string; failedAt: Date; nextAt: (tries: number) => Date },
): number {
  const tries = (findFailedExecution(db, failure.instructionId)?.tries ?? 0) + 1
  prepared(
    db,
    `INSERT INTO failed_executions (instruction_id, tries, fault, failed_at, next_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (instruction_id) DO UPDATE SET tries = excluded.tries, fault = excluded.fault,
       failed_at = excluded.failed_at, next_at = excluded.next_at`,
  ).run(
    failure.instructionId,
    tries,
    failure.fault.slice(0, 500),
    failure.failedAt.getTime(),
    failure.nextAt(tries).getTime(),
  )
  return tries
}

/** The failures of an instruction; null if it never failed, or was executed since. */
export function findFailedExecution(db: DatabaseSync, instructionId: string): FailedExecution | null {
  const row = prepared(db, 'SELECT * FROM failed_executions WHERE instruction_id = ?').get(instructionId)
  if (!row) return null
  return {
    instructionId,
    tries: Number(row.tries),
    fault: String(row.fault),
    failedAt: new Date(Number(row.failed_at)),
    isParked: row.parked === 1,
  }
}

/** Deletes the failures of an instruction that was executed. */
export function forgetFailedExecution(db: DatabaseSync, instructionId: string): void {
  prepared(db, 'DELETE FROM failed_executions WHERE instruction_id = ?').run(instructionId)
}

/**
 * Removes an instruction from the queue: RJCT with `reason`. Reads only statuses, because its other data may be unreadable.
 * Returns the statuses of all instructions of its payment.
 */
export function parkInstruction(
  db: DatabaseSync,
  { paymentId, instructionId }: Due,
  reason: string,
): InstructionStatus[] {
  prepared(db, "UPDATE instructions SET status = 'RJCT', reason = ?, due_on = NULL WHERE id = ?").run(
    reason,
    instructionId,
  )
  prepared(db, 'UPDATE failed_executions SET parked = 1 WHERE instruction_id = ?').run(instructionId)
  return prepared(db, 'SELECT status FROM instructions WHERE payment_id = ? ORDER BY place')
    .all(paymentId)
    .map(row => (row.status ?? 'PDNG') as InstructionStatus)
}

/** Requests whose controls are due. */
export function listUncontrolled(db: DatabaseSync, now: Date): Payment[] {
  return listWhere(db, "status = 'PDNG' AND controls_at <= ?", now)
}

/** Requests without consent in time (bank:D38). */
export function listExpired(db: DatabaseSync, now: Date): Payment[] {
  return listWhere(db, "status IN ('PDNG', 'ACTC') AND expires_at <= ?", now)
}

function listWhere(db: DatabaseSync, condition: string, now: Date): Payment[] {
  return reading(db, `SELECT * FROM payments WHERE ${condition}`)
    .all(now.getTime())
    .map(row => toPayment(db, row))
    .filter(payment => payment !== null)
}

/** The payment whose one-time code gave this pair of tokens; null if there is none. */
export function findPaymentIdOfPair(db: DatabaseSync, pairId: string): string | null {
  const row = prepared(
    db,
    'SELECT p.id FROM payments p JOIN token_pairs t ON t.code_hash = p.code_hash WHERE t.pair_id = ?',
  ).get(pairId)
  return row ? String(row.id) : null
}

/** The target of a nonce at this bank, used or not; null if it was never issued for `paymentId`. */
export function findByNonce(db: DatabaseSync, bankCode: string, paymentId: string, nonce: string): NonceTarget | null {
  const row = prepared(db, 'SELECT * FROM nonces WHERE hash = ? AND payment_id = ?').get(hashNonce(nonce), paymentId)
  const payment = row ? findPayment(db, bankCode, paymentId) : null
  if (!row || !payment) return null
  return {
    payment,
    cancellation: row.cancellation_id === null ? null : findCancellation(db, String(row.cancellation_id)),
    isUsed: row.used_at !== null,
  }
}

/** Uses a nonce up; false if it was used before or never issued (document 2: single use). */
export function spendNonce(db: DatabaseSync, nonce: string, now: Date): boolean {
  const { changes } = prepared(db, 'UPDATE nonces SET used_at = ? WHERE hash = ? AND used_at IS NULL').run(
    now.getTime(),
    hashNonce(nonce),
  )
  return Number(changes) === 1
}

/** Stores a cancellation and the nonce of its link, replacing an earlier one. */
export function insertCancellation(db: DatabaseSync, cancellation: Cancellation, nonce: string): void {
  inTransaction(db, () => {
    prepared(db, "UPDATE cancellations SET state = 'replaced' WHERE payment_id = ? AND state = 'asked'").run(
      cancellation.paymentId,
    )
    prepared(db, 'INSERT INTO cancellations VALUES (?, ?, ?, ?, ?, ?)').run(
      cancellation.id,
      cancellation.paymentId,
      JSON.stringify(cancellation.reasons),
      cancellation.state,
      cancellation.askedAt.getTime(),
      cancellation.expiresAt.getTime(),
    )
    insertNonce(db, nonce, cancellation.paymentId, cancellation.id)
  })
}

/** A cancellation by its id; null if there is none. */
export function findCancellation(db: DatabaseSync, id: string): Cancellation | null {
  const row = prepared(db, 'SELECT * FROM cancellations WHERE id = ?').get(id)
  return row ? toCancellation(row) : null
}

/** Cancellations of a request, newest first. */
export function listCancellations(db: DatabaseSync, paymentId: string): Cancellation[] {
  return prepared(db, 'SELECT * FROM cancellations WHERE payment_id = ? ORDER BY asked_at DESC, id')
    .all(paymentId)
    .map(toCancellation)
}

/** Ends an open cancellation; false if it has ended already. */
export function endCancellation(db: DatabaseSync, id: string, state: Cancellation['state']): boolean {
  const { changes } = prepared(db, "UPDATE cancellations SET state = ? WHERE id = ? AND state = 'asked'").run(state, id)
  return Number(changes) === 1
}

/** Whether anything of payments is due by `now` and `day`. Called for every call, so it only reads. */
export function isAnythingDue(db: DatabaseSync, now: Date, day: string): boolean {
  const at = now.getTime()
  const row = prepared(
    db,
    `SELECT EXISTS (SELECT 1 FROM payments WHERE status = 'PDNG' AND controls_at <= ?)
       OR EXISTS (SELECT 1 FROM payments WHERE status IN ('PDNG', 'ACTC') AND expires_at <= ?)
       OR EXISTS (SELECT 1 FROM cancellations WHERE state = 'asked' AND expires_at <= ?)
       OR EXISTS (SELECT 1 FROM instructions WHERE due_on IS NOT NULL AND due_on <= ?) AS due`,
  ).get(at, at, at, day)
  return row?.due === 1
}

/** Refuses cancellations without consent in time. */
export function endLateCancellations(db: DatabaseSync, now: Date): void {
  prepared(db, "UPDATE cancellations SET state = 'refused' WHERE state = 'asked' AND expires_at <= ?").run(
    now.getTime(),
  )
}

function insertNonce(db: DatabaseSync, nonce: string, paymentId: string, cancellationId: string | null): void {
  prepared(db, 'INSERT INTO nonces (hash, payment_id, cancellation_id) VALUES (?, ?, ?)').run(
    hashNonce(nonce),
    paymentId,
    cancellationId,
  )
}

const hashNonce = (nonce: string): string => createHash('sha256').update(nonce).digest('hex')

type AnyRow = Record<string, unknown>

function reading(db: DatabaseSync, sql: string) {
  const statement = prepared(db, sql)
  statement.setReadBigInts(true)
  return statement
}

function instructionsOf(db: DatabaseSync, paymentId: string): Instruction[] {
  return reading(db, 'SELECT * FROM instructions WHERE payment_id = ? ORDER BY place').all(paymentId).map(toInstruction)
}

function toPayment(db: DatabaseSync, row: AnyRow | undefined): Payment | null {
  if (!row) return null
  return {
    id: String(row.id),
    bankCode: String(row.bank_code),
    clientId: String(row.client_id),
    organisationId: String(row.organisation_id),
    softwareId: String(row.software_id),
    legalName: String(row.legal_name),
    requestId: String(row.request_id),
    paymentInformationId: String(row.payment_information_id),
    body: JSON.parse(String(row.body)),
    creditorName: String(row.creditor_name),
    creditorIban: String(row.creditor_iban),
    debtorIban: textOrNull(row.debtor_iban),
    debtorIdentification: textOrNull(row.debtor_identification),
    isInstant: Number(row.is_instant) === 1,
    successUrl: String(row.success_url),
    failureUrl: textOrNull(row.failure_url),
    status: row.status as PaymentStatus,
    reason: textOrNull(row.reason),
    personId: textOrNull(row.person_id),
    debtorAccountId: textOrNull(row.debtor_account_id),
    createdAt: new Date(Number(row.created_at)),
    controlsAt: new Date(Number(row.controls_at)),
    expiresAt: new Date(Number(row.expires_at)),
    consentedAt: dateOrNull(row.consented_at),
    confirmedAt: dateOrNull(row.confirmed_at),
    instructions: instructionsOf(db, String(row.id)),
  }
}

function toInstruction(row: AnyRow): Instruction {
  return {
    id: String(row.id),
    position: Number(row.place),
    instructionId: String(row.instruction_id),
    endToEndId: String(row.end_to_end_id),
    amountMinor: BigInt(String(row.amount_minor)),
    currency: String(row.currency),
    lines: JSON.parse(String(row.lines)),
    firstOn: String(row.first_on),
    frequency: frequencies.find(frequency => frequency === row.frequency) ?? null,
    rule: row.rule === 'PREC' ? 'PREC' : 'FWNG',
    endOn: textOrNull(row.end_on),
    status: row.status === null ? null : (row.status as InstructionStatus),
    reason: textOrNull(row.reason),
    occurrences: Number(row.occurrences),
    dueOn: textOrNull(row.due_on),
  }
}

function toCancellation(row: AnyRow): Cancellation {
  return {
    id: String(row.id),
    paymentId: String(row.payment_id),
    reasons: JSON.parse(String(row.reasons)),
    state: row.state as Cancellation['state'],
    askedAt: new Date(Number(row.asked_at)),
    expiresAt: new Date(Number(row.expires_at)),
  }
}

function textOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value)
}

function dateOrNull(value: unknown): Date | null {
  return value === null || value === undefined ? null : new Date(Number(value))
}
