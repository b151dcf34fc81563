import table from '@guichet/values/outcomes.json' with { type: 'json' }
import { setFrenchSpaces } from '@guichet/values/text/french-spaces.ts'
import { z } from 'zod'
import { merchantFinding } from '#lib/domain/payments/payee/verification.ts'
import { attemptEventTypes, type WebhookEventType } from '#lib/domain/webhooks/event.ts'
import type { simulatedOutcomes } from './simulations.ts'

/** What makes each outcome in test mode; a test runs every row. */

const [payerFailed, memberFailed] = attemptEventTypes

export const scenariosPage = '/docs/api/scenarios'

type Events = readonly WebhookEventType[]

/** `POST /simulations`: `amount` as a share of the payment. */
export const simulated: readonly {
  readonly outcome: (typeof simulatedOutcomes)[number]
  readonly amount?: 'less' | 'more'
  readonly payment: Events
  /** None: only payments. */
  readonly refund: Events
}[] = [
  { outcome: 'pending', payment: ['payment.pending'], refund: ['refund.pending'] },
  { outcome: 'confirmed', payment: ['payment.confirmed'], refund: ['refund.confirmed'] },
  { outcome: 'executed', payment: ['payment.executed'], refund: ['refund.executed'] },
  { outcome: 'partly_executed', payment: ['payment.partly_executed'], refund: ['refund.partly_executed'] },
  { outcome: 'rejected', payment: [payerFailed], refund: [memberFailed] },
  { outcome: 'refused', payment: [payerFailed], refund: [memberFailed] },
  { outcome: 'held', payment: ['payment.held'], refund: ['refund.held'] },
  { outcome: 'expired', payment: ['payment.expired', 'checkout_session.expired'], refund: ['refund.expired'] },
  { outcome: 'received', payment: ['payment.received'], refund: [] },
  { outcome: 'received', amount: 'less', payment: ['payment.received'], refund: [] },
  { outcome: 'received', amount: 'more', payment: ['payment.received'], refund: [] },
]

/** `POST /simulations` once more, of one that is `pending` or `confirmed`. */
export const simulatedAfter = [
  { outcome: 'executed', payment: ['payment.executed'], refund: ['refund.executed'] },
  { outcome: 'rejected', payment: ['payment.open', payerFailed], refund: ['refund.open', memberFailed] },
] as const

/** What a payer does at a sandbox bank. */
export const payerDecisions = ['approve', 'later', 'refuse', 'time_out'] as const
export const atBank: Readonly<Record<(typeof payerDecisions)[number], Events>> = {
  approve: ['payment.executed'],
  later: ['payment.confirmed'],
  refuse: [payerFailed],
  time_out: [payerFailed],
}

/** What the control desk of the sandbox banks is asked before the payer approves. */
export const deskSettings = [
  {
    id: 'slow',
    call: 'POST /faults',
    body: { fault: { kind: 'delay', delayMs: 3000 }, endpoint: 'POST /payment-requests' },
    events: ['payment.executed'],
  },
  { id: 'away', call: 'PUT /service', body: { isDown: true }, events: [payerFailed] },
  {
    id: 'unanswered',
    call: 'POST /faults',
    body: { fault: { kind: 'close_after' }, endpoint: 'POST /payment-requests', calls: 1 },
    events: [payerFailed, 'payment.executed'],
  },
] as const

/** Its answers to a verification of payee, with what a payer to such an account reads. */
export const deskPayeeAnswers = [
  { answer: 'MTCH', finding: merchantFinding('match') },
  { answer: 'CMTC', finding: merchantFinding('close_match') },
  { answer: 'NMTC', finding: merchantFinding('no_match') },
  { answer: 'NOAP', finding: merchantFinding('not_possible') },
] as const

const Row = z.object({
  at: z.record(z.string(), z.int()),
  reason: z.string().optional(),
  fr: z.string(),
  en: z.string(),
})

const stages = {
  controls: [payerFailed],
  execution: ['payment.open', payerFailed],
  delay: ['payment.confirmed'],
} as const
type Stage = keyof typeof stages
const isStage = (stage: string): stage is Stage => stage in stages

/** Amounts of one payment that decide at the sandbox banks, from the table that the banks use. */
export const decidingAmounts = z
  .array(Row)
  .parse(table)
  .flatMap(({ at, reason = null, fr, en }) =>
    Object.entries(at).flatMap(([stage, cents]) =>
      isStage(stage)
        ? [{ amount: (cents / 100).toFixed(2), stage, reason, events: stages[stage], fr: setFrenchSpaces(fr), en }]
        : [],
    ),
  )
  .sort((left, right) => Number(left.amount) - Number(right.amount))
