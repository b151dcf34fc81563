import type { Bank } from '@guichet/stet/bank.ts'
import { type ByteBudget, openByteBudget } from '@guichet/stet/byte-budget.ts'
import type { CallContext, CallRecord, PlannedCall } from '@guichet/stet/call.ts'
import { isQuotaUsed } from '@guichet/stet/errors.ts'
import type { Presence } from '@guichet/stet/terms/presence.ts'
import type { AispToken } from '@guichet/stet/token.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { type RecordedCalls, recordCalls } from '#lib/services/banks/calls.ts'
import { pauseQuota, quotaRefusal } from '#lib/services/banks/quota-use.ts'
import { repeatWhenSilent } from '#lib/services/banks/repeat.ts'
import { openTokenHolder } from '#lib/services/grants/tokens.ts'
import { type AccountWrite, openAccountWriter } from './account-writes.ts'
import { type Asked, openAdmission } from './admission.ts'
import type { RefreshLease } from './lease.ts'
import { openEar } from './pace.ts'

export type RefreshRun = {
  readonly lease: RefreshLease
  readonly presence: Presence | null
  readonly calls: RecordedCalls
  readonly ear: ReturnType<typeof openEar>
  readonly withToken: ReturnType<typeof openTokenHolder>
  readonly admit: ReturnType<typeof openAdmission>
  /** Besides balances and transactions. */
  readonly write: (write: AccountWrite) => Promise<void>
  readonly budget: ByteBudget
  readonly unfiled: Set<string>
  /** Ids of accounts, and `identity`. */
  readonly ourFaults: Set<string>
}

export function startRun(lease: RefreshLease, presence: Presence | null): RefreshRun {
  const { userId, connectionId, bankCode, signal } = lease
  const scope = { userId, connectionId, presence, signal }
  return {
    lease,
    presence,
    calls: recordCalls({ ...scope, bankCode }),
    ear: openEar(),
    withToken: openTokenHolder(scope, lease),
    admit: openAdmission(lease, presence === null),
    write: openAccountWriter(lease),
    budget: openByteBudget(),
    unfiled: new Set(),
    ourFaults: new Set(),
  }
}

/**
 * Checked before each call: consent, lease, quota if unattended. A call sent before in this read may use the
 * reserve. Refusals: `consent_not_given`, `bank_quota_used`, the token's; the bank's are thrown.
 */
export async function readFromBank<T>(
  run: RefreshRun,
  asked: Asked,
  read: (bank: Bank, token: AispToken, context: CallContext) => Promise<T>,
): Promise<T> {
  const { lease, presence } = run
  const sent = new Set<string>()
  let latest: PlannedCall | null = null
  const called = run.calls.contextWith(async call => {
    const answer = await run.admit({ asked, call, repetition: sent.has(call.path) })
    lease.signal.throwIfAborted()
    if (answer === 'not_allowed') throw new Refused('consent_not_given')
    if (answer === 'used_up') throw quotaRefusal()
    sent.add(call.path)
    latest = call
  })
  const onCall = (call: CallRecord) => {
    run.ear.hear(call)
    called.onCall?.(call)
  }
  const context = { ...called, onCall, budget: run.budget }
  try {
    const how = { bankCode: lease.bankCode, attended: presence !== null, signal: lease.signal }
    return await repeatWhenSilent(how, () => run.withToken((bank, token) => read(bank, token, context)))
  } catch (error) {
    if (presence === null && isQuotaUsed(error) && latest !== null) {
      await pauseQuota(lease, latest, error.retryAfterSeconds)
    }
    throw error
  }
}
