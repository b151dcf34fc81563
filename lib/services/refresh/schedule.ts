import { Refused } from '#lib/domain/refusals/refused.ts'
import { refreshUnattended } from './connection.ts'
import { type ClaimedLease, claimDueLeases } from './lease.ts'

/** Rows say when, leases who, the quota how often. */

export function takeDueRefreshes(capacity: number): Promise<ClaimedLease[]> {
  return capacity < 1 ? Promise.resolve([]) : claimDueLeases(capacity)
}

/** A refusal is stored. When `stopping` aborts another process goes on. */
export async function runDueRefresh(claimed: ClaimedLease, stopping: AbortSignal | null = null): Promise<void> {
  try {
    await refreshUnattended(claimed, stopping)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
}
