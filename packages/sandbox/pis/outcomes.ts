import table from '@guichet/values/outcomes.json' with { type: 'json' }
import { setFrenchSpaces } from '@guichet/values/text/french-spaces.ts'
import { z } from 'zod'
import { type ReasonCode, reasonCodes } from './status.ts'

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

const rows = z
  .array(
    z.strictObject({
      /** In cents, by stage. */
      at: z.partialRecord(z.enum(outcomeStages), z.int()),
      reason: z.enum(reasonCodes).nullable().default(null),
      fr: z.string(),
      en: z.string(),
    }),
  )
  .parse(table)

/**
 * Amounts with which a script triggers an outcome without the desk: 1.NN is rejected by the controls, 2.NN at execution, where NN
 * is the reason; 1.05 is executed a day later, 3.01 and 3.02 can't be cancelled.
 */
export const outcomes: readonly Outcome[] = outcomeStages.flatMap(stage =>
  rows.flatMap(({ at: { [stage]: cents }, reason, fr, en }) =>
    cents === undefined
      ? []
      : [{ amountMinor: BigInt(cents), stage, reason, meaning: { fr: setFrenchSpaces(fr), en } }],
  ),
)

/** The reason with which an amount fails at a stage; null if it does not. */
export function reasonOfAmount(amountMinor: bigint, stage: OutcomeStage): ReasonCode | null {
  return outcomes.find(outcome => outcome.amountMinor === amountMinor && outcome.stage === stage)?.reason ?? null
}

/** Whether an amount is in the table for a stage. */
export function meets(amountMinor: bigint, stage: OutcomeStage): boolean {
  return outcomes.some(outcome => outcome.amountMinor === amountMinor && outcome.stage === stage)
}
