import { Refused } from '#lib/domain/refusals/refused.ts'
import { refreshUnattended } from './sync.ts'
import { type ClaimedLease, claimDueLeases } from './sync-lease.ts'

/**
 * Readings by schedule (domain/bank/schedule.ts): rows say when, leases who, and the quota how often. Workers know nothing that
 * would be lost with them.
 */

/** Readings of one bank at the same time, over all our processes: what a bank may take from us when nobody waits. */
export const perBankAtOnce = 6

/** Takes connections whose time has come, at most so many; none that another worker has. */
export function takeDueRefreshes(capacity: number): Promise<ClaimedLease[]> {
  return capacity < 1 ? Promise.resolve([]) : claimDueLeases({ capacity, perBank: perBankAtOnce })
}

/** Refreshes one connection. A refusal of the bank is stored, not thrown. `stopping`: this process ends; another one continues. */
export async function runDueRefresh(claimed: ClaimedLease, stopping: AbortSignal | null = null): Promise<void> {
  try {
    await refreshUnattended(claimed, stopping)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
}
