import { setFrenchSpaces } from '@guichet/values/text/french-spaces.ts'
import type { ReasonCode } from './status.ts'

/**
 * When an amount of the table takes effect: at the bank's controls before the PSU is asked (the request becomes RJCT); at
 * execution after the confirmation (the instruction becomes RJCT); one day later than requested (ACSP with PDNG until then); at
 * the control of a cancellation request (403, without changes); at its execution after the PSU's consent (without changes).
 */
export const outcomeStages = [
  'controls',
  'execution',
  'delay',
  'cancellation control',
  'cancellation execution',
] as const
export type OutcomeStage = (typeof outcomeStages)[number]

export type Outcome = {
  /** Amount of one instruction, in cents. */
  readonly amountMinor: bigint
  readonly stage: OutcomeStage
  readonly reason: ReasonCode | null
  readonly meaning: { readonly fr: string; readonly en: string }
}

const reasons: readonly (readonly [cents: bigint, reason: ReasonCode, fr: string, en: string])[] = [
  [1n, 'AC01', 'numéro de compte incorrect', 'incorrect account number'],
  [4n, 'AC04', 'compte clôturé', 'closed account'],
  [6n, 'AC06', 'compte bloqué', 'blocked account'],
  [11n, 'AG01', 'opération interdite sur ce compte', 'transaction forbidden on this account'],
  [13n, 'CH03', 'date d’exécution trop lointaine', 'execution date too far in the future'],
  [18n, 'AM18', 'trop de virements dans la demande', 'too many transfers in the request'],
  [24n, 'AM04', 'provision insuffisante', 'insufficient funds'],
  [33n, 'MS03', 'motif non communiqué', 'reason not specified'],
  [
    41n,
    'RR01',
    'identification du débiteur absente (obligation réglementaire)',
    'debtor identification missing (regulatory)',
  ],
  [
    43n,
    'RR03',
    'nom ou adresse du créancier absent (obligation réglementaire)',
    'creditor name or address missing (regulatory)',
  ],
  [44n, 'RR04', 'motif réglementaire', 'regulatory reason'],
  [
    52n,
    'RR12',
    'identification du créancier invalide (obligation réglementaire)',
    'creditor identification invalid (regulatory)',
  ],
]

const at = (amountMinor: bigint, stage: OutcomeStage, reason: ReasonCode | null, fr: string, en: string): Outcome => ({
  amountMinor,
  stage,
  reason,
  meaning: { fr: setFrenchSpaces(fr), en },
})

/**
 * Amounts with which a script triggers an outcome without the desk: 1.NN is rejected by the controls, 2.NN at execution, where NN
 * is the reason; 1.05 is executed a day later, 3.01 and 3.02 can't be cancelled.
 */
export const outcomes: readonly Outcome[] = [
  ...reasons.map(([cents, reason, fr, en]) => at(100n + cents, 'controls', reason, fr, en)),
  ...reasons.map(([cents, reason, fr, en]) => at(200n + cents, 'execution', reason, fr, en)),
  at(105n, 'delay', null, 'l’exécution attend un jour de plus', 'execution waits one more day'),
  at(301n, 'cancellation control', null, 'la demande d’annulation est refusée', 'the cancellation request is refused'),
  at(
    302n,
    'cancellation execution',
    null,
    'l’annulation échoue après l’accord du client',
    'the cancellation fails after the consent',
  ),
]

/** The reason with which an amount fails at a stage; null if it does not. */
export function reasonOfAmount(amountMinor: bigint, stage: OutcomeStage): ReasonCode | null {
  return outcomes.find(outcome => outcome.amountMinor === amountMinor && outcome.stage === stage)?.reason ?? null
}

/** Whether an amount is in the table for a stage. */
export function meets(amountMinor: bigint, stage: OutcomeStage): boolean {
  return outcomes.some(outcome => outcome.amountMinor === amountMinor && outcome.stage === stage)
}
