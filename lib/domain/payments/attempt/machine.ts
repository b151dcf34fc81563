import { type ParsedField, valueOr } from '@guichet/stet/terms/parsed-field.ts'
import { dayMs } from '@guichet/values/calendar/day.ts'

/** I3. */
export const finalAttemptStatuses = [
  'executed',
  'partly_executed',
  'rejected',
  'cancelled',
  'expired',
  'abandoned',
] as const

/**
 * One payment request at one bank (document 2, states; bank:D37, bank:D38, bank:D43, bank:D44); drawn in ARCHITECTURE.md. `authorised`:
 * the PSU agreed, no money moves. A refused confirmation makes it `expired`; after one without answer only the bank's status counts.
 * `held`: the bank shows another payment or contradicts itself. Who does not return in time makes it `redirected` again; a late code
 * still confirms.
 */
export const attemptStatuses = [
  'created',
  'sending',
  'redirected',
  'authorised',
  'confirming',
  'confirmed',
  ...finalAttemptStatuses,
  'held',
] as const
export type AttemptStatus = (typeof attemptStatuses)[number]

export const attemptEvents = [
  /** Its ids are committed. */
  'sending',
  /** 201, with the consent link. */
  'answered',
  'refused',
  /** It can't be looked up, was not shown and is never executed (bank:D43). */
  'answer_lost',
  /** Never confirmed. */
  'superseded',
  /** A token, or the bank's status. */
  'authorised',
  /** No code within its life. */
  'return_lost',
  'timed_out',
  'confirming',
  /** The only one sent (P10): no effect. */
  'confirmation_refused',
  /** 200, or 409 without contradiction. */
  'confirmed',
  'bank_running',
  'bank_executed',
  'bank_partly_executed',
  'bank_rejected',
  'bank_cancelled',
  /** P15. */
  'mismatch',
  /** Its status decides later. */
  'contradiction',
] as const
export type AttemptEvent = (typeof attemptEvents)[number]

type Moves = { readonly [event in AttemptEvent]: Readonly<Partial<Record<AttemptStatus, AttemptStatus>>> }

/** Events that repeat what is known. */
const same = (...statuses: readonly AttemptStatus[]) => Object.fromEntries(statuses.map(status => [status, status]))
const to = (next: AttemptStatus, ...statuses: readonly AttemptStatus[]) =>
  Object.fromEntries(statuses.map(status => [status, next]))

const atBank = ['redirected', 'authorised', 'confirming', 'confirmed'] as const

const moves: Moves = {
  sending: { created: 'sending' },
  answered: { sending: 'redirected' },
  refused: { sending: 'rejected' },
  answer_lost: { sending: 'abandoned' },
  superseded: to('abandoned', 'created', 'sending', 'redirected'),
  authorised: { redirected: 'authorised', ...same('authorised', 'confirming', 'confirmed', 'held') },
  return_lost: { authorised: 'redirected' },
  timed_out: to('expired', 'created', 'redirected', 'authorised'),
  confirming: { authorised: 'confirming', confirming: 'confirming' },
  confirmation_refused: { confirming: 'expired' },
  confirmed: { confirming: 'confirmed', confirmed: 'confirmed' },
  bank_running: { confirming: 'confirmed', confirmed: 'confirmed', ...same('held') },
  bank_executed: { ...to('executed', ...atBank, 'held'), ...same('executed') },
  bank_partly_executed: { ...to('partly_executed', ...atBank, 'held'), ...same('partly_executed') },
  bank_rejected: { ...to('rejected', ...atBank, 'held'), ...same('rejected') },
  bank_cancelled: { ...to('cancelled', ...atBank, 'held'), ...same('cancelled') },
  mismatch: to('held', ...atBank, 'held'),
  contradiction: to('held', ...atBank, 'held'),
}

/** Null if impossible. */
export function nextAttemptStatus(status: AttemptStatus, event: AttemptEvent): AttemptStatus | null {
  return moves[event][status] ?? null
}

export function isFinalAttempt(status: AttemptStatus): boolean {
  return finalAttemptStatuses.some(final => final === status)
}

const goingOn: readonly BankVerdict[] = ['waiting', 'authorised', 'running', 'unknown']

/**
 * An unfinished status is outdated if another answer was applied since it was requested (P14) or the attempt has
 * ended; a final one never.
 */
export function isOvertaken(status: AttemptStatus, verdict: BankVerdict, isLate: boolean): boolean {
  if (!goingOn.includes(verdict)) return false
  return isLate || (isFinalAttempt(status) && (verdict === 'waiting' || verdict === 'authorised'))
}

/** bank:D37. Others are shown and never final. */
export const bankPaymentStatuses = [
  'RCVD',
  'PDNG',
  'ACTC',
  'ACCP',
  'ACSP',
  'ACSC',
  'ACWC',
  'ACWP',
  'ACCO',
  'PART',
  'RJCT',
  'CANC',
] as const
export type BankPaymentStatus = (typeof bankPaymentStatuses)[number]

/** bank:D37. */
export const bankInstructionStatuses = ['PDNG', 'ACSP', 'ACSC', 'RJCT', 'CANC'] as const
export type BankInstructionStatus = (typeof bankInstructionStatuses)[number]

/** `waiting`: not authorised yet; `unknown`: ask again. */
export type BankVerdict =
  | 'waiting'
  | 'authorised'
  | 'running'
  | 'executed'
  | 'partly_executed'
  | 'rejected'
  | 'cancelled'
  | 'unknown'

/** Before the instructions are considered. */
const verdicts: { readonly [status in BankPaymentStatus]: BankVerdict } = {
  RCVD: 'waiting',
  PDNG: 'waiting',
  ACTC: 'waiting',
  ACCP: 'waiting',
  // Before and after the confirmation alike.
  ACSP: 'authorised',
  // None of them means that money moved.
  ACWC: 'unknown',
  ACWP: 'unknown',
  ACCO: 'unknown',
  PART: 'unknown',
  ACSC: 'executed',
  RJCT: 'rejected',
  CANC: 'cancelled',
}

const verdictOfSummary: { readonly [status in BankInstructionStatus]: BankVerdict } = {
  PDNG: 'authorised',
  ACSP: 'running',
  ACSC: 'executed',
  RJCT: 'rejected',
  CANC: 'cancelled',
}

/**
 * Document 2, states; bank:D37, bank:D38. Instructions decide if they have a status: a recurrent transfer executed
 * once continues; different endings are `partly_executed`. A final whole that they deny is `unknown`.
 */
export function bankVerdict(status: string, instructions: readonly ParsedField<string>[]): BankVerdict {
  const known = bankPaymentStatuses.find(one => one === status)
  if (known === undefined) return 'unknown'
  const shown = instructions.filter(one => one.kind !== 'absent')
  if (shown.length === 0 || shown.length < instructions.length) {
    // Without all parts, the whole must not claim execution.
    return shown.length === 0 || verdicts[known] !== 'executed' ? verdicts[known] : 'unknown'
  }
  const meanings = shown.map(one => bankInstructionStatuses.find(code => code === valueOr(one)) ?? null)
  if (meanings.some(one => one === null)) return 'unknown'
  const summary = summariseInstructions(meanings.filter(one => one !== null))
  const isOpen = summary === 'authorised' || summary === 'running'
  const says = verdicts[known]
  if (isOpen) return says === 'authorised' || known === 'PART' || says === 'unknown' ? summary : 'unknown'
  const isDenied = isSettledVerdict(says) && (says === 'executed') !== (summary === 'executed')
  return says === 'waiting' || (isDenied && summary !== 'partly_executed') ? 'unknown' : summary
}

const isSettledVerdict = (says: BankVerdict) => says === 'executed' || says === 'rejected' || says === 'cancelled'

function summariseInstructions(statuses: readonly BankInstructionStatus[]): BankVerdict {
  const verdictsSeen = new Set(statuses.map(one => verdictOfSummary[one]))
  if (verdictsSeen.has('running')) return 'running'
  // The confirmation was accepted.
  if (verdictsSeen.has('authorised')) return verdictsSeen.has('executed') ? 'running' : 'authorised'
  if (verdictsSeen.has('executed')) return verdictsSeen.size === 1 ? 'executed' : 'partly_executed'
  return statuses.every(one => one === 'CANC') ? 'cancelled' : 'rejected'
}

/** Null: nothing new. */
export function eventOfVerdict(verdict: BankVerdict): AttemptEvent | null {
  switch (verdict) {
    case 'authorised':
      return 'authorised'
    case 'running':
      return 'bank_running'
    case 'executed':
      return 'bank_executed'
    case 'partly_executed':
      return 'bank_partly_executed'
    case 'rejected':
      return 'bank_rejected'
    case 'cancelled':
      return 'bank_cancelled'
    case 'waiting':
    case 'unknown':
      return null
  }
}

/** bank:D39; others are shown. */
export const paymentReasons = [
  'AC01',
  'AC04',
  'AC06',
  'AG01',
  'AM04',
  'AM18',
  'CH03',
  'CUST',
  'DS02',
  'DUPL',
  'FF01',
  'FRAD',
  'MS03',
  'NOAS',
  'RR01',
  'RR03',
  'RR04',
  'RR12',
  'TECH',
] as const

/** Of a rejected attempt (bank:D38): the PSU declined, did not answer in time, or the bank refused. */
export function refusedBy({
  reason,
  bankReason,
}: {
  readonly reason: string | null
  readonly bankReason: string | null
}): 'person' | 'nobody' | 'bank' {
  const code = /^(\w{4})\b/.exec(bankReason ?? reason ?? '')?.[1]?.toUpperCase()
  if (code === 'CUST') return 'person'
  return code === 'NOAS' ? 'nobody' : 'bank'
}

/** In a row. */
export const unreadBeforeAlarm = 3

/** Its state is unknown; the bank keeps being asked. */
export function isUnread({ status, unread }: { readonly status: AttemptStatus; readonly unread: number }): boolean {
  return unread >= unreadBeforeAlarm && !isFinalAttempt(status)
}

/** Document 2, note 4. */
export const readableDays = 35

const minuteMs = 60_000

export function readableUntil(createdAt: Date): Date {
  return new Date(createdAt.getTime() + readableDays * dayMs)
}

/** Document 2, note 4; null while it can, and for a finished one. */
export function unreadableSince(
  { status, createdAt }: { readonly status: AttemptStatus; readonly createdAt: Date },
  at: Date,
): Date | null {
  const until = readableUntil(createdAt)
  return isFinalAttempt(status) || at < until ? null : until
}

/** bank:D7 has 60 seconds, from when the bank gives it out. */
const codeLifeMs = 90_000

export function codeExpectedUntil(authorisedAt: Date): Date {
  return new Date(authorisedAt.getTime() + codeLifeMs)
}

export type RefusedConfirmation = { readonly sent: 'no' | 'unknown' | 'yes'; readonly status: number | null }

/**
 * It never left, or the bank refuses the request. 404 and 410 of a payment shown as authorised contradict: it may be
 * executed.
 */
export function hadNoEffect({ sent, status }: RefusedConfirmation): boolean {
  if (sent === 'no') return true
  return status !== null && status >= 400 && status < 500 && status !== 404 && status !== 410
}

export type ConfirmationFacts = {
  /** An `AttemptStatus`. */
  readonly status: string
  readonly confirmExpiresAt: Date | null
}

/** Its token is invalid (bank:D44): only the bank knows. */
export function isUnanswered({ status, confirmExpiresAt }: ConfirmationFacts, at: Date): boolean {
  return status === 'confirming' && (confirmExpiresAt === null || confirmExpiresAt <= at)
}

/**
 * Every few seconds while the PSU may wait, then less often; null when 35 days are over. `turn`: not to be slept
 * through.
 */
export function nextReadAt(createdAt: Date, at: Date, turn: Date | null = null): Date | null {
  const ageMs = at.getTime() - createdAt.getTime()
  if (ageMs >= readableDays * dayMs) return null
  const gapMs = Math.min(Math.max(ageMs / 4, 3_000), 6 * 60 * minuteMs)
  const next = new Date(at.getTime() + gapMs)
  return turn !== null && turn > at && turn < next ? turn : next
}
