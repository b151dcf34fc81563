import type { InstructionStatus, PaymentStatus } from '#sandbox/store/payment-status.ts'

/** Reason codes of bank:D39. */
export const reasonCodes = [
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
export type ReasonCode = (typeof reasonCodes)[number]

/** Reasons for a cancellation (document 2, note 6). */
export const cancellationReasons = ['DS02', 'DUPL', 'FRAD', 'TECH'] as const
export type CancellationReason = (typeof cancellationReasons)[number]

/** Events of an instruction after the PSU's consent. */
export const instructionEvents = ['cleared', 'cleared once of many', 'failed', 'cancelled'] as const
export type InstructionEvent = (typeof instructionEvents)[number]

/** Events of a request before its instructions have a status of their own. */
export const paymentEvents = [
  'controls passed',
  'controls failed',
  'consented',
  'refused',
  'timed out',
  'cancellation controlled',
] as const
export type PaymentEvent = (typeof paymentEvents)[number]

const paymentMoves: Readonly<Record<PaymentEvent, Readonly<Partial<Record<PaymentStatus, PaymentStatus>>>>> = {
  'controls passed': { PDNG: 'ACTC' },
  'controls failed': { PDNG: 'RJCT' },
  consented: { ACTC: 'ACSP', ACCP: 'ACSP' },
  refused: { PDNG: 'RJCT', ACTC: 'RJCT', ACCP: 'RJCT' },
  'timed out': { PDNG: 'RJCT', ACTC: 'RJCT', ACCP: 'RJCT' },
  // Document 2, cancellation transitions, control OK: RJCT, RJCT or ACSP.
  'cancellation controlled': { ACTC: 'RJCT', ACCP: 'RJCT', ACSP: 'ACSP' },
}

/** The status after an event; null if the event is impossible in this status. */
export function movePayment(status: PaymentStatus, event: PaymentEvent): PaymentStatus | null {
  return paymentMoves[event][status] ?? null
}

const instructionMoves: Readonly<
  Record<InstructionEvent, Readonly<Partial<Record<InstructionStatus, InstructionStatus>>>>
> = {
  cleared: { PDNG: 'ACSC', ACSP: 'ACSC' },
  'cleared once of many': { PDNG: 'ACSP', ACSP: 'ACSP' },
  failed: { PDNG: 'RJCT', ACSP: 'RJCT' },
  cancelled: { PDNG: 'CANC', ACSP: 'CANC' },
}

/** The status of an instruction after an event; null if the event is impossible. */
export function moveInstruction(status: InstructionStatus, event: InstructionEvent): InstructionStatus | null {
  return instructionMoves[event][status] ?? null
}

/**
 * A request's status from its instructions: ACSP while one is still to come; then their common status, or PART if some were
 * executed and others were not.
 */
export function summarise(statuses: readonly InstructionStatus[]): PaymentStatus {
  if (statuses.some(status => status === 'PDNG' || status === 'ACSP')) return 'ACSP'
  const executed = statuses.filter(status => status === 'ACSC').length
  if (executed === statuses.length) return 'ACSC'
  if (executed > 0) return 'PART'
  return statuses.every(status => status === 'CANC') ? 'CANC' : 'RJCT'
}

/** Whether the status is final. */
export function isFinal(status: PaymentStatus): boolean {
  return status === 'ACSC' || status === 'PART' || status === 'RJCT' || status === 'CANC'
}

/**
 * Whether a cancellation may be requested (document 2, note 6): ACTC or ACCP without instruction statuses, or ACSP with a waiting
 * instruction (PDNG), or with a recurrent one that was executed before and continues (ACSP).
 */
export function isCancellable(status: PaymentStatus, instruction: InstructionStatus | null): boolean {
  if (status === 'ACTC' || status === 'ACCP') return instruction === null
  return status === 'ACSP' && (instruction === 'PDNG' || instruction === 'ACSP')
}
