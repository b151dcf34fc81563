import { Refused } from '#lib/domain/refusals/refused.ts'
import { refreshUnattended } from './connection.ts'
import { type ClaimedLease, claimDueLeases } from './lease.ts'

/**
 * Scheduled refreshes (domain/bank/schedule.ts): rows say when, leases who, and the quota how often. Workers have no state that could be
 * lost.
 */

/** Parallel refreshes of one bank across all our processes, without a person waiting. */
export const perBankAtOnce = 6

/** Claims at most `capacity` due connections that no other worker has. */
export function takeDueRefreshes(capacity: number): Promise<ClaimedLease[]> {
  return capacity < 1 ? Promise.resolve([]) : claimDueLeases({ capacity, perBank: perBankAtOnce })
}

/** Refreshes one connection. A refusal of the bank is stored, not thrown. When `stopping` aborts, another process continues. */
export async function runDueRefresh(claimed: ClaimedLease, stopping: AbortSignal | null = null): Promise<void> {
  try {
    await refreshUnattended(claimed, stopping)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
}
