import type { PlannedCall } from '@guichet/stet/call.ts'
import type { ConsentKind } from '@guichet/stet/terms/consent-choice.ts'
import { batchCalls } from '#lib/base/batches.ts'
import { db, jsonText, Prisma } from '#lib/db.ts'
import { countedName, spendQuotas } from '#lib/services/banks/quota-use.ts'
import type { RefreshLease } from './lease.ts'

/** Null: of the connection. */
export type Asked = { readonly accountId: string; readonly kind: ConsentKind } | null

/** `repetition`: sent before without an answer. */
type Asking = { readonly asked: Asked; readonly call: PlannedCall; readonly repetition: boolean }
type Answer = 'sent' | 'not_allowed' | 'used_up'

/**
 * Before every call: consent, lease and, if `isCounted`, the bank's quota, in one statement for all that wait; never of an earlier one,
 * so that what was just unticked is not read.
 */
export function openAdmission(lease: RefreshLease, isCounted: boolean): (asking: Asking) => Promise<Answer> {
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
