import { type ParsedField, valueOr } from '@guichet/stet/terms/parsed-field.ts'

/**
 * The life of an attempt: one payment request at one bank (document 2, states; bank:D37, bank:D38, bank:D43, bank:D44). An order may have many
 * attempts, at most one of which is executed (`order.ts`).
 *
 *     created ── sending ──> sending ── answered ──> redirected ── authorised ──> authorised ── confirming ──> confirming
 *                              │  └─ answer_lost ──> abandoned <── superseded ──┘ │ ^                   │        │
 *                              └── refused ──> rejected                           │ └──── return_lost ──┘        │ confirmed
 *                                                                     expired <───┘ timed_out                    v
 *                                                                                                            confirmed
 *
 *  If the bank refuses the only confirmation ever sent, the attempt is not confirmed but `expired`. After a confirmation
 *  without an answer only the bank's status counts (bank:D44). The bank's status (`bankVerdict`) changes every attempt that is
 *  not final and has reached the bank: to `rejected`, `cancelled`, `executed`, `partly_executed`; `authorised` only from
 *  `redirected`; `running` (an occurrence was executed) from `confirming` to `confirmed`. If the bank shows another payment
 *  than requested, the attempt is `held` and never paid; if it contradicts itself, `held` until its status decides.
 *
 *  Only the callback's code lets us confirm, and it lives a minute. An authorised attempt whose payer did not come back
 *  by then is `redirected` again (`return_lost`): it can be superseded or withdrawn, and a late code still confirms it.
 *
 *  "Authorised" means that the PSU agreed at the bank. No money moves before the confirmation, and `confirmed` is not
 *  `executed`: only the bank's status for execution is.
 */
export const attemptStatuses = [
  'created',
  'sending',
  'redirected',
  'authorised',
  'confirming',
  'confirmed',
  'executed',
  'partly_executed',
  'rejected',
  'cancelled',
  'expired',
  'abandoned',
  'held',
] as const
export type AttemptStatus = (typeof attemptStatuses)[number]

export const attemptEvents = [
  /** The POST is about to be sent: its ids are committed. */
  'sending',
  /** 201 with the link to the bank's screens. */
  'answered',
  /** The bank answered the POST with a refusal. */
  'refused',
  /** No answer to the POST: it can't be looked up, was not shown to the PSU and is never executed (bank:D43). */
  'answer_lost',
  /** Replaced by another attempt; never confirmed. */
  'superseded',
  /** The PSU authorised: the callback's code gave a token, or the bank says so. */
  'authorised',
  /** The PSU authorised, and no code came within its life. */
  'return_lost',
  /** Our time limit passed without a confirmation. */
  'timed_out',
  /** The confirmation is about to leave. */
  'confirming',
  /** The bank refused the only confirmation sent (invalid token, P10): it had no effect. */
  'confirmation_refused',
  /** 200 to the confirmation, or 409 with a bank status that does not contradict it. */
  'confirmed',
  'bank_running',
  'bank_executed',
  'bank_partly_executed',
  'bank_rejected',
  'bank_cancelled',
  /** The bank shows another payment than requested, or one we can't parse (P15). */
  'mismatch',
  /** The bank contradicts itself: its status decides later. */
  'contradiction',
] as const
export type AttemptEvent = (typeof attemptEvents)[number]

/** Nothing changes these any more (I3). */
export const finalAttemptStatuses = [
  'executed',
  'partly_executed',
  'rejected',
  'cancelled',
  'expired',
  'abandoned',
] as const satisfies readonly AttemptStatus[]

type Moves = { readonly [event in AttemptEvent]: Readonly<Partial<Record<AttemptStatus, AttemptStatus>>> }

/** Transitions to the same status, for events that repeat what is known. */
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

/** The next status by the table above; null if impossible, which a service refuses or reports as an alarm. */
export function nextAttemptStatus(status: AttemptStatus, event: AttemptEvent): AttemptStatus | null {
  return moves[event][status] ?? null
}

/** Whether an attempt can't change any more. */
export function isFinalAttempt(status: AttemptStatus): boolean {
  return finalAttemptStatuses.some(final => final === status)
}

/** The statuses of an unfinished payment, or an unknown one. */
const goingOn: readonly BankVerdict[] = ['waiting', 'authorised', 'running', 'unknown']

/**
 * Whether a bank's answer must be ignored because it is outdated: it describes an unfinished payment, and either
 * another answer was applied since it was requested (`isLate`: a stalled process delivers it, P14), or the attempt has
 * ended. A stale status must not reopen a finished attempt. A final status is never outdated.
 */
export function isOvertaken(status: AttemptStatus, verdict: BankVerdict, isLate: boolean): boolean {
  if (!goingOn.includes(verdict)) return false
  return isLate || (isFinalAttempt(status) && (verdict === 'waiting' || verdict === 'authorised'))
}

/** Known statuses of a payment request (bank:D37). Others are shown unchanged and are never final. */
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

/** Known statuses of one instruction (bank:D37). */
export const bankInstructionStatuses = ['PDNG', 'ACSP', 'ACSC', 'RJCT', 'CANC'] as const
export type BankInstructionStatus = (typeof bankInstructionStatuses)[number]

/**
 * What the bank's codes mean for an attempt. `waiting`: the PSU has not authorised yet; `unknown`: no information, ask
 * again.
 */
export type BankVerdict =
  | 'waiting'
  | 'authorised'
  | 'running'
  | 'executed'
  | 'partly_executed'
  | 'rejected'
  | 'cancelled'
  | 'unknown'

/** By the whole request's status, before its instructions are considered. */
const verdicts: { readonly [status in BankPaymentStatus]: BankVerdict } = {
  RCVD: 'waiting',
  PDNG: 'waiting',
  ACTC: 'waiting',
  ACCP: 'waiting',
  // Before and after the confirmation alike, while the instructions are pending.
  ACSP: 'authorised',
  // Accepted, with something still to come: none of them means that money moved.
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
 * The meaning of a bank's statuses of a request and its instructions (document 2, states; bank:D37, bank:D38). Instructions
 * decide if they have a status: `ACSP` with one `ACSP` is a recurrent transfer that was executed and continues; a
 * request whose instructions ended differently, some executed, is `partly_executed`, whatever the status of the whole.
 * A final whole contradicts pending or unreadable instructions: `unknown`, to be asked again.
 */
export function bankVerdict(status: string, instructions: readonly ParsedField<string>[]): BankVerdict {
  const known = bankPaymentStatuses.find(one => one === status)
  if (known === undefined) return 'unknown'
  const shown = instructions.filter(one => one.kind !== 'absent')
  if (shown.length === 0 || shown.length < instructions.length) {
    // Not every instruction has a status: the whole decides, but must not claim what its parts don't show.
    return shown.length === 0 || verdicts[known] !== 'executed' ? verdicts[known] : 'unknown'
  }
  const meanings = shown.map(one => bankInstructionStatuses.find(code => code === valueOr(one)) ?? null)
  if (meanings.some(one => one === null)) return 'unknown'
  const summary = summariseInstructions(meanings.filter(one => one !== null))
  const isOpen = summary === 'authorised' || summary === 'running'
  const says = verdicts[known]
  if (isOpen) return says === 'authorised' || known === 'PART' || says === 'unknown' ? summary : 'unknown'
  return says === 'waiting' ? 'unknown' : summary
}

function summariseInstructions(statuses: readonly BankInstructionStatus[]): BankVerdict {
  const verdictsSeen = new Set(statuses.map(one => verdictOfSummary[one]))
  if (verdictsSeen.has('running')) return 'running'
  // Some executed while some are pending: the confirmation was accepted.
  if (verdictsSeen.has('authorised')) return verdictsSeen.has('executed') ? 'running' : 'authorised'
  if (verdictsSeen.has('executed')) return verdictsSeen.size === 1 ? 'executed' : 'partly_executed'
  return statuses.every(one => one === 'CANC') ? 'cancelled' : 'rejected'
}

/** The event for an attempt; null if it brings nothing new. */
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

/** Known reason codes of banks (bank:D39); others are shown unchanged. */
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

/** Consecutive unusable answers of the bank before an alarm. */
export const unreadBeforeAlarm = 3

/**
 * Whether people are told that the bank's answers about an attempt can't be used: it keeps being asked, and its state
 * is unknown.
 */
export function isUnread({ status, unread }: { readonly status: AttemptStatus; readonly unread: number }): boolean {
  return unread >= unreadBeforeAlarm && !isFinalAttempt(status)
}

/** How long a request can be read at the bank (document 2, note 4). */
export const readableDays = 35

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Until when the bank can be asked about a payment. */
export function readableUntil(createdAt: Date): Date {
  return new Date(createdAt.getTime() + readableDays * dayMs)
}

/**
 * Since when an unfinished payment can't be read at the bank any more (document 2, note 4); null while it can, and for
 * a finished one.
 */
export function unreadableSince(
  { status, createdAt }: { readonly status: AttemptStatus; readonly createdAt: Date },
  at: Date,
): Date | null {
  const until = readableUntil(createdAt)
  return isFinalAttempt(status) || at < until ? null : until
}

/** The callback's code lives 60 seconds (bank:D7); a little longer, because the bank may give it out after we saw the approval. */
const codeLifeMs = 90_000

/** Until when the code of a payer whose approval we saw at `authorisedAt` may still come. */
export function codeExpectedUntil(authorisedAt: Date): Date {
  return new Date(authorisedAt.getTime() + codeLifeMs)
}

export type RefusedConfirmation = { readonly sent: 'no' | 'unknown' | 'yes'; readonly status: number | null }

/**
 * Whether a refused confirmation certainly had no effect: it never left, or the bank refuses the request. A bank that knows no such
 * payment (404, 410) and goes on showing it authorised contradicts itself, and so does any other answer: it may execute it all the same.
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

/**
 * Whether the answer to a confirmation was lost and it can't be sent again, because its token is invalid (bank:D44): only
 * the bank knows whether it was accepted.
 */
export function isUnanswered({ status, confirmExpiresAt }: ConfirmationFacts, at: Date): boolean {
  return status === 'confirming' && (confirmExpiresAt === null || confirmExpiresAt <= at)
}

/**
 * When to ask the bank again about a payment, depending on its age: every few seconds while the PSU may be waiting,
 * then at growing intervals until final or 35 days. Null after that. `turn`: a moment not to be slept through, if it is to come.
 */
export function nextReadAt(createdAt: Date, at: Date, turn: Date | null = null): Date | null {
  const ageMs = at.getTime() - createdAt.getTime()
  if (ageMs >= readableDays * dayMs) return null
  const gapMs = Math.min(Math.max(ageMs / 4, 3_000), 6 * 60 * minuteMs)
  const next = new Date(at.getTime() + gapMs)
  return turn !== null && turn > at && turn < next ? turn : next
}
