import type { DatabaseSync } from 'node:sqlite'
import { inTransaction, prepared } from './open.ts'
import type { InstructionStatus, PaymentStatus } from './payment-status.ts'
import { date, flag, integer, json, minor, nullable, type RowOf, table, text, word } from './table.ts'
import { hashToken } from './tokens.ts'

export const frequencies = ['DAIL', 'WEEK', 'TOWK', 'MNTH', 'TOMN', 'QUTR', 'SEMI', 'YEAR'] as const
export type Frequency = (typeof frequencies)[number]
export type ExecutionRule = 'FWNG' | 'PREC'

const ofPayment = { ...text, more: 'REFERENCES payments (id)' }
const columns = {
  /** `resourceId` of the instruction in GET. */
  id: text,
  paymentId: ofPayment,
  position: { ...integer, column: 'place' },
  bankCode: text,
  organisationId: text,
  instructionId: text,
  endToEndId: text,
  amountMinor: { ...minor, more: 'CHECK (amount_minor > 0)' },
  currency: text,
  lines: json<readonly string[]>(),
  /** Requested (first) execution day in Paris, `YYYY-MM-DD`. */
  firstOn: text,
  frequency: nullable(word<Frequency>()),
  rule: { ...word<ExecutionRule>(), isNull: true },
  /** Last day for an occurrence. */
  endOn: nullable(text),
  /** Null before the PSU's consent. */
  status: nullable(word<InstructionStatus>()),
  reason: nullable(text),
  /** Number of executions. */
  occurrences: { ...integer, more: 'DEFAULT 0' },
  /** Day of the next execution; null before confirmation and if there is none. */
  dueOn: nullable(text),
}
const { paymentId: _payment, bankCode: _bank, organisationId: _organisation, ...own } = columns
const instructions = table('instructions', own)
const newInstructions = table('instructions', columns, {
  key: 'id',
  also: 'UNIQUE (payment_id, place)',
  rest: `CREATE UNIQUE INDEX IF NOT EXISTS instructions_once ON instructions (bank_code, organisation_id, instruction_id);
  CREATE UNIQUE INDEX IF NOT EXISTS instructions_end_to_end ON instructions (bank_code, organisation_id, end_to_end_id);
  CREATE INDEX IF NOT EXISTS instructions_due ON instructions (due_on) WHERE due_on IS NOT NULL;`,
})

/** One transfer of a request, or a series of them (bank:D41). */
export type Instruction = RowOf<typeof instructions>

const paymentColumns = {
  /** `paymentRequestResourceId` and `resourceId`. */
  id: text,
  bankCode: text,
  clientId: text,
  organisationId: text,
  /** Names of the TPP at the time of the request, as shown to the PSU. */
  softwareId: text,
  legalName: text,
  /** `X-Request-ID` of the POST (bank:D36). */
  requestId: text,
  paymentInformationId: text,
  /** The request as sent. */
  body: json<Readonly<Record<string, unknown>>>(),
  creditorName: text,
  creditorIban: text,
  /** `debtorAccount.iban` of the request: if present, the only account to choose. */
  debtorIban: nullable(text),
  /** `debtor.privateId.identification`: if present, the identification screen is skipped. */
  debtorIdentification: nullable(text),
  isInstant: flag,
  successUrl: text,
  failureUrl: nullable(text),
  status: word<PaymentStatus>(),
  reason: nullable(text),
  personId: nullable(text),
  debtorAccountId: { ...nullable(text), more: 'REFERENCES accounts (id)' },
  codeHash: { ...nullable(text), more: 'UNIQUE' },
  createdAt: date,
  /** When the bank's controls run if the PSU has not come. */
  controlsAt: date,
  /** When it times out without consent (bank:D38). */
  expiresAt: date,
  consentedAt: nullable(date),
  confirmedAt: nullable(date),
}
const payments = table('payments', paymentColumns, {
  key: 'id',
  rest: `CREATE UNIQUE INDEX IF NOT EXISTS payments_once ON payments (bank_code, organisation_id, payment_information_id);
  CREATE UNIQUE INDEX IF NOT EXISTS payments_requests ON payments (bank_code, organisation_id, request_id);
  CREATE INDEX IF NOT EXISTS payments_waiting ON payments (expires_at) WHERE status IN ('PDNG', 'ACTC');
  CREATE INDEX IF NOT EXISTS payments_uncontrolled ON payments (controls_at) WHERE status = 'PDNG';`,
})

/** A payment request (document 2) with its state at the bank. */
export type Payment = Omit<RowOf<typeof payments>, 'codeHash'> & { readonly instructions: readonly Instruction[] }

const cancellationColumns = {
  id: text,
  paymentId: ofPayment,
  /** Reason by id of the instruction. */
  reasons: json<Readonly<Record<string, string>>>(),
  state: word('asked', 'executed', 'refused', 'failed', 'replaced'),
  askedAt: date,
  expiresAt: date,
}
const cancellations = table('cancellations', cancellationColumns, {
  key: 'id',
  rest: `CREATE INDEX IF NOT EXISTS cancellations_payment ON cancellations (payment_id);
  CREATE INDEX IF NOT EXISTS cancellations_waiting ON cancellations (expires_at) WHERE state = 'asked';`,
})

/** A requested cancellation: its instructions, each with its reason. */
export type Cancellation = RowOf<typeof cancellations>

const failureColumns = {
  instructionId: { ...text, more: 'REFERENCES instructions (id)' },
  tries: integer,
  /** The last fault, for the desk. */
  fault: text,
  failedAt: date,
  nextAt: date,
  /** Given up: removed from the queue, RJCT. */
  isParked: { ...flag, column: 'parked', more: 'DEFAULT 0' },
}
const failedExecutions = table('failed_executions', failureColumns, { key: 'instruction_id', isByKey: true })
const nonceColumns = {
  hash: text,
  paymentId: ofPayment,
  cancellationId: { ...nullable(text), more: 'REFERENCES cancellations (id)' },
  usedAt: nullable(date),
}
const nonces = table('nonces', nonceColumns, { key: 'hash', isByKey: true })

export const schema = [payments, newInstructions, cancellations, failedExecutions, nonces]
  .map(one => one.schema)
  .join('\n')

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
    payments.insert(db, payment)
    const { id: paymentId, bankCode, organisationId } = payment
    for (const one of payment.instructions) newInstructions.insert(db, { ...one, paymentId, bankCode, organisationId })
    nonces.insert(db, { hash: hashToken(nonce), paymentId })
  })
}

/** The id that a TPP used before at this bank, by its member's name; null if all are new. */
export function findDuplicate(db: DatabaseSync, payment: NewPayment): string | null {
  const { bankCode, organisationId } = payment
  const isUsed = (table: 'payments' | 'instructions', column: string, value: string) => {
    const sql = `SELECT 1 FROM ${table} WHERE bank_code = ? AND organisation_id = ? AND ${column} = ?`
    return prepared(db, sql).get(bankCode, organisationId, value) !== undefined
  }
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
  return listWhere(db, 'WHERE id = ? AND bank_code = ?', id, bankCode)[0] ?? null
}

/** The request with that id at any bank. */
export function readPayment(db: DatabaseSync, id: string): Payment {
  const [payment] = listWhere(db, 'WHERE id = ?', id)
  if (!payment) throw new Error(`no payment ${id}`)
  return payment
}

/** The newest requests first, of all banks or of one; for the desk. */
export function listPayments(
  db: DatabaseSync,
  filter: { bankCode?: string | undefined; limit?: number } = {},
): Payment[] {
  const rest = 'WHERE (? IS NULL OR bank_code = ?) ORDER BY created_at DESC, id LIMIT ?'
  return listWhere(db, rest, filter.bankCode ?? null, filter.bankCode ?? null, filter.limit ?? 100)
}

export type PaymentChange = Partial<
  Pick<Payment, 'status' | 'reason' | 'personId' | 'debtorAccountId' | 'consentedAt' | 'confirmedAt'>
> & { readonly codeHash?: string }

/** Stores changes of a request (null means unchanged) if its status is still `from`; false if it has changed meanwhile. */
export function movePaymentTo(db: DatabaseSync, id: string, from: PaymentStatus, change: PaymentChange): boolean {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== null && value !== undefined))
  return payments.update(db, { status: from, ...given }, 'WHERE id = ? AND status = ?', id, from) === 1
}

export type InstructionChange = Partial<Pick<Instruction, 'status' | 'reason' | 'occurrences' | 'dueOn'>>

/** Stores changes of an instruction; absent members stay, `dueOn: null` removes it from the queue. */
export function changeInstruction(db: DatabaseSync, instruction: Instruction, change: InstructionChange): void {
  instructions.update(db, change, 'WHERE id = ?', instruction.id)
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
export type FailedExecution = RowOf<typeof failedExecutions>

/** Stores a failed execution and when to retry it; returns the number of failures. */
export function noteFailedExecution(
  db: DatabaseSync,
  failure: { instructionId: string; fault: string; failedAt: Date; nextAt: (tries: number) => Date },
): number {
  const { instructionId, failedAt } = failure
  const before = findFailedExecution(db, instructionId)
  const tries = (before?.tries ?? 0) + 1
  const noted = { tries, fault: failure.fault.slice(0, 500), failedAt, nextAt: failure.nextAt(tries) }
  if (before) failedExecutions.update(db, noted, 'WHERE instruction_id = ?', instructionId)
  else failedExecutions.insert(db, { instructionId, ...noted })
  return tries
}

/** The failures of an instruction; null if it never failed, or was executed since. */
export function findFailedExecution(db: DatabaseSync, instructionId: string): FailedExecution | null {
  return failedExecutions.find(db, 'WHERE instruction_id = ?', instructionId)
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
  instructions.update(db, { status: 'RJCT', reason, dueOn: null }, 'WHERE id = ?', instructionId)
  failedExecutions.update(db, { isParked: true }, 'WHERE instruction_id = ?', instructionId)
  return prepared(db, 'SELECT status FROM instructions WHERE payment_id = ? ORDER BY place')
    .all(paymentId)
    .map(row => (row.status ?? 'PDNG') as InstructionStatus)
}

/** Requests whose controls are due. */
export function listUncontrolled(db: DatabaseSync, now: Date): Payment[] {
  return listWhere(db, "WHERE status = 'PDNG' AND controls_at <= ?", now.getTime())
}

/** Requests without consent in time (bank:D38). */
export function listExpired(db: DatabaseSync, now: Date): Payment[] {
  return listWhere(db, "WHERE status IN ('PDNG', 'ACTC') AND expires_at <= ?", now.getTime())
}

function listWhere(db: DatabaseSync, rest: string, ...values: (string | number | null)[]): Payment[] {
  return payments.list(db, rest, ...values).map(payment => ({
    ...payment,
    instructions: instructions.list(db, 'WHERE payment_id = ? ORDER BY place', payment.id),
  }))
}

/** The payment that a one-time code was issued for, used or not; null if there is none. */
export function findPaymentOfCode(db: DatabaseSync, codeHash: string): Payment | null {
  return listWhere(db, 'WHERE code_hash = ?', codeHash)[0] ?? null
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
  const found = nonces.find(db, 'WHERE hash = ? AND payment_id = ?', hashToken(nonce), paymentId)
  const payment = found && findPayment(db, bankCode, paymentId)
  if (!payment) return null
  const { cancellationId, usedAt } = found
  const cancellation = cancellationId === null ? null : findCancellation(db, cancellationId)
  return { payment, cancellation, isUsed: usedAt !== null }
}

/** Uses a nonce up; false if it was used before or never issued (document 2: single use). */
export function spendNonce(db: DatabaseSync, nonce: string, now: Date): boolean {
  return nonces.update(db, { usedAt: now }, 'WHERE hash = ? AND used_at IS NULL', hashToken(nonce)) === 1
}

/** Stores a cancellation and the nonce of its link, replacing an earlier one. */
export function insertCancellation(db: DatabaseSync, cancellation: Cancellation, nonce: string): void {
  inTransaction(db, () => {
    const { paymentId } = cancellation
    cancellations.update(db, { state: 'replaced' }, "WHERE payment_id = ? AND state = 'asked'", paymentId)
    cancellations.insert(db, cancellation)
    nonces.insert(db, { hash: hashToken(nonce), paymentId, cancellationId: cancellation.id })
  })
}

/** A cancellation by its id; null if there is none. */
export function findCancellation(db: DatabaseSync, id: string): Cancellation | null {
  return cancellations.find(db, 'WHERE id = ?', id)
}

/** Cancellations of a request, newest first. */
export function listCancellations(db: DatabaseSync, paymentId: string): Cancellation[] {
  return cancellations.list(db, 'WHERE payment_id = ? ORDER BY asked_at DESC, id', paymentId)
}

/** Ends an open cancellation; false if it has ended already. */
export function endCancellation(db: DatabaseSync, id: string, state: Cancellation['state']): boolean {
  return cancellations.update(db, { state }, "WHERE id = ? AND state = 'asked'", id) === 1
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
  cancellations.update(db, { state: 'refused' }, "WHERE state = 'asked' AND expires_at <= ?", now.getTime())
}
