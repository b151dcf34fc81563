import type { LiveLimits } from '#lib/domain/payments/order/live-limits.ts'
import { liveLimitNames } from '#lib/domain/refusals/failure.ts'

/** docs/decisions/2026-11-29-large-limits-need-two-operators.md. Test payments have no such limits. */

/** €50,000, €200,000, €1,000,000: ten times the defaults. */
export const oneOperatorUpTo: LiveLimits = { payment: 5_000_000n, day: 20_000_000n, month: 100_000_000n }

export const needTwoOperators = (limits: LiveLimits): boolean =>
  liveLimitNames.some(limit => limits[limit] > oneOperatorUpTo[limit])

/** `seen`: fingerprint of what was agreed to; `by`: the operator. */
export type Yes = { readonly by: string; readonly seen: string }

/**
 * `done`: it holds. `first`: another operator has to agree to the same. `again`: this one did already, and alone
 * cannot.
 */
export function countYes(limits: LiveLimits, first: Yes | null, yes: Yes): 'done' | 'first' | 'again' {
  if (!needTwoOperators(limits)) return 'done'
  if (first === null || first.seen !== yes.seen) return 'first'
  return first.by === yes.by ? 'again' : 'done'
}
