import type { Bank } from '@guichet/stet/bank.ts'
import { type ByteBudget, openByteBudget } from '@guichet/stet/byte-budget.ts'
import type { CallContext, CallRecord, PlannedCall } from '@guichet/stet/call.ts'
import { isQuotaUsed } from '@guichet/stet/errors.ts'
import type { ConsentKind } from '@guichet/stet/terms/consent-choice.ts'
import type { Presence } from '@guichet/stet/terms/presence.ts'
import type { AispToken } from '@guichet/stet/token.ts'
import { batchCalls } from '#lib/base/batches.ts'
import { db } from '#lib/db.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { type RecordedCalls, recordCalls } from '#lib/services/banks/calls.ts'
import { pauseQuota, quotaRefusal, type Spending, spendQuotas } from '#lib/services/banks/quota-use.ts'
import { repeatWhenSilent } from '#lib/services/banks/repeat.ts'
import { openTokenHolder } from '#lib/services/grants/tokens.ts'
import { type AccountWrite, openAccountWriter } from './account-writes.ts'
import type { RefreshLease } from './lease.ts'
import { openEar } from './pace.ts'

export type RefreshRun = {
  readonly lease: RefreshLease
  readonly presence: Presence | null
  readonly calls: RecordedCalls
  readonly ear: ReturnType<typeof openEar>
  readonly withToken: ReturnType<typeof openTokenHolder>
  readonly isAllowed: (asked: Asked | null) => Promise<boolean>
  readonly maySpend: (spending: Spending) => Promise<boolean>
  /** Besides balances and transactions. */
  readonly write: (write: AccountWrite) => Promise<void>
  readonly budget: ByteBudget
  readonly changed: Set<string>
  /** Ids of accounts, and `identity`. */
  readonly ourFaults: Set<string>
}

/** Checked before every call. */
export type Asked = { readonly accountId: string; readonly kind: ConsentKind }

export function startRun(lease: RefreshLease, presence: Presence | null): RefreshRun {
  const { userId, connectionId, bankCode, signal } = lease
  const scope = { userId, connectionId, presence, signal }
  return {
    lease,
    presence,
    calls: recordCalls({ ...scope, bankCode }),
    ear: openEar(),
    withToken: openTokenHolder(scope),
    isAllowed: batchChecks(() => readAllowed(lease)),
    maySpend: batchSpendings(spendings => spendQuotas({ userId, connectionId }, spendings)),
    write: openAccountWriter(lease),
    budget: openByteBudget(),
    changed: new Set(),
    ourFaults: new Set(),
  }
}

/**
 * Checked before each call: consent, lease, quota if unattended. A call sent before in this read may use the
 * reserve. Refusals: `consent_not_given`, `bank_quota_used`, the token's; the bank's are thrown.
 */
export async function readFromBank<T>(
  run: RefreshRun,
  asked: Asked | null,
  read: (bank: Bank, token: AispToken, context: CallContext) => Promise<T>,
): Promise<T> {
  const { lease, presence } = run
  const sent = new Set<string>()
  let latest: PlannedCall | null = null
  const called = run.calls.contextWith(async call => {
    const isAllowed = await run.isAllowed(asked)
    lease.signal.throwIfAborted()
    if (!isAllowed) throw new Refused('consent_not_given')
    if (presence === null) {
      const repetition = sent.has(call.path)
      if (!(await run.maySpend({ call, repetition }))) throw quotaRefusal()
      sent.add(call.path)
    }
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

const flags = {
  balances: 'mayBalances',
  transactions: 'mayTransactions',
  owners: 'mayOwners',
  overdrafts: 'mayOverdrafts',
} as const

type Flags = { readonly [flag in (typeof flags)[ConsentKind]]: boolean | null }
type Allowed = readonly (Flags & { readonly id: string | null })[]
type AllowedById = ReadonlyMap<string | null, Flags>

/** Empty: lease lost, or ended. */
async function readAllowed({ userId, connectionId, leaseId, lose }: RefreshLease): Promise<Allowed> {
  const allowed = await db().$queryRaw<Allowed>`
    SELECT account."id", account."mayBalances", account."mayTransactions", account."mayOwners", account."mayOverdrafts"
    FROM "Connection" AS connection
    LEFT JOIN "Account" AS account ON account."connectionId" = connection."id" AND account."userId" = connection."userId"
    WHERE connection."id" = ${connectionId}::uuid AND connection."userId" = ${userId}::uuid
      AND connection."status" = 'active' AND connection."syncLeaseId" = ${leaseId}::uuid`
  if (allowed.length === 0) lose()
  return allowed
}

/** Never of an earlier query: what was just unticked is not read. */
function batchChecks(read: () => Promise<Allowed>): (asked: Asked | null) => Promise<boolean> {
  const ask = batchCalls<Asked | null, AllowedById>(async () => new Map((await read()).map(row => [row.id, row])))
  return async asked => {
    const allowed = await ask(asked)
    if (asked === null) return allowed.size > 0
    return allowed.get(asked.accountId)?.[flags[asked.kind]] ?? false
  }
}

/** One statement of a kind at a time. */
function batchSpendings(
  spend: (spendings: readonly Spending[]) => Promise<boolean[]>,
): (spending: Spending) => Promise<boolean> {
  let next: { readonly spendings: Spending[]; readonly answers: Promise<boolean[]> } | null = null
  return async spending => {
    const isTwin = (other: Spending) => other.call.path === spending.call.path
    if (next === null || next.spendings.some(isTwin)) {
      const spendings: Spending[] = []
      const batch = { spendings, answers: new Promise(resolve => setImmediate(resolve)).then(() => closeAndSpend()) }
      const closeAndSpend = () => {
        if (next === batch) next = null
        return spend(spendings)
      }
      next = batch
    }
    const index = next.spendings.push(spending) - 1
    return (await next.answers)[index] ?? false
  }
}
