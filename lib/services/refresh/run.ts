import type { Bank } from '@guichet/stet/bank.ts'
import { type ByteBudget, openByteBudget } from '@guichet/stet/byte-budget.ts'
import type { CallContext, CallRecord, PlannedCall } from '@guichet/stet/call.ts'
import { isQuotaUsed } from '@guichet/stet/errors.ts'
import type { ConsentKind } from '@guichet/stet/terms/consent-choice.ts'
import type { Presence } from '@guichet/stet/terms/presence.ts'
import type { AispToken } from '@guichet/stet/token.ts'
import { batchCalls } from '#lib/base/batches.ts'
import { db, jsonText, Prisma } from '#lib/db.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { type RecordedCalls, recordCalls } from '#lib/services/banks/calls.ts'
import { countedName, pauseQuota, quotaRefusal, spendQuotas } from '#lib/services/banks/quota-use.ts'
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

/** Null: of the connection. */
type Asked = { readonly accountId: string; readonly kind: ConsentKind } | null

/** `repetition`: sent before without an answer. */
type Asking = { readonly asked: Asked; readonly call: PlannedCall; readonly repetition: boolean }
type Answer = 'sent' | 'not_allowed' | 'used_up'

/**
 * Before every call: consent, lease and, if `isCounted`, the bank's quota, in one statement for all that wait, so that what was just
 * unticked is not read.
 */
function openAdmission(lease: RefreshLease, isCounted: boolean): (asking: Asking) => Promise<Answer> {
  const ask = batchCalls(async (askings: readonly Asking[]) => {
    const answers = new Map<Asking, Answer>()
    for (const group of countedApart(askings))
      for (const [asking, answer] of await admit(lease, group, isCounted)) answers.set(asking, answer)
    return answers
  })
  return async asking => (await ask(asking)).get(asking) ?? 'not_allowed'
}

/** Two calls of one path are two, and a repetition may use the reserve. */
function countedApart(askings: readonly Asking[]): Asking[][] {
  const times = new Map<string, number>()
  const groups = Map.groupBy(askings, ({ call: { path }, repetition }) => {
    const before = times.get(path) ?? 0
    times.set(path, before + 1)
    return `${repetition} ${before}`
  })
  return [...groups.values()]
}

async function admit(lease: RefreshLease, askings: readonly Asking[], isCounted: boolean) {
  const { userId, connectionId, leaseId } = lease
  const rows = askings.map(({ asked, call }, at) => ({
    at,
    accountId: asked?.accountId,
    kind: asked?.kind,
    resource: isCounted ? countedName(call) : null,
  }))
  const found = await db().$queryRaw<{ at: number | null; isPaid: boolean }[]>`
    WITH held AS MATERIALIZED (
      SELECT "id", "userId", "loginFingerprint" FROM "Connection" WHERE "id" = ${connectionId}::uuid AND "userId" = ${userId}::uuid AND "status" = 'active'
        AND "syncLeaseId" = ${leaseId}::uuid
    ), allowed AS MATERIALIZED (
      SELECT asked."at", asked."resource"
      FROM held CROSS JOIN json_to_recordset(${jsonText(rows)}::json) AS asked("at" int, "accountId" uuid, "kind" text, "resource" text)
      WHERE asked."accountId" IS NULL OR (SELECT ${isTicked} FROM "Account" AS account
        WHERE account."id" = asked."accountId" AND account."connectionId" = held."id" AND account."userId" = held."userId")
    ), paid AS (${spendQuotas(askings[0]?.repetition ?? false)})
    SELECT allowed."at", allowed."resource" IS NULL OR paid."resource" IS NOT NULL AS "isPaid"
    FROM held LEFT JOIN allowed ON true LEFT JOIN paid ON paid."resource" = allowed."resource"`
  if (found.length === 0) lease.lose()
  const answers = new Map<Asking, Answer>()
  for (const { at, isPaid } of found) {
    const asking = askings[at ?? -1]
    if (asking !== undefined) answers.set(asking, isPaid ? 'sent' : 'used_up')
  }
  return answers
}

const isTicked = Prisma.sql`CASE asked."kind" WHEN 'balances' THEN account."mayBalances"
  WHEN 'transactions' THEN account."mayTransactions" WHEN 'owners' THEN account."mayOwners" ELSE account."mayOverdrafts" END`
