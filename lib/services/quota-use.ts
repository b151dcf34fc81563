import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import {
  nextParisMidnight,
  parisDay,
  quotaResource,
  type UnattendedCall,
  unattendedLimit,
  unattendedReserve,
} from '#lib/domain/quota.ts'
import { Refused } from '#lib/domain/refused.ts'
import type { PlannedCall } from '#lib/stet/send.ts'

type Owner = { readonly userId: string; readonly connectionId: string }

/**
 * Counts a call without the person at the moment it is sent, in the database, so that two workers or a restart can't send
 * a fifth (C20, R7, R8). Throws Refused('bank_quota_used') when the day's share is used; nothing is sent then.
 */
export async function spendQuota({ userId, connectionId }: Owner, call: PlannedCall): Promise<void> {
  const counted = countedCall(call)
  if (counted === null) return
  const at = now()
  const most = unattendedLimit - unattendedReserve
  const taken = await db().$executeRaw`
    INSERT INTO "QuotaUse" AS kept ("connectionId", "userId", "day", "resource", "used")
    VALUES (${connectionId}::uuid, ${userId}::uuid, ${parisDay(at)}::date, ${quotaResource(counted)}, 1)
    ON CONFLICT ("connectionId", "day", "resource") DO UPDATE SET "used" = kept."used" + 1
    WHERE kept."used" < ${most}`
  if (taken === 1) return
  const retryAfterSeconds = Math.ceil((nextParisMidnight(at).getTime() - at.getTime()) / 1_000)
  throw new Refused('bank_quota_used', { retryAfterSeconds })
}

/** The bank said that the day's calls of a resource are used, whatever we counted: no further one today (R10). */
export async function exhaustQuota({ userId, connectionId }: Owner, call: PlannedCall): Promise<void> {
  const counted = countedCall(call)
  if (counted === null) return
  await db().$executeRaw`
    INSERT INTO "QuotaUse" ("connectionId", "userId", "day", "resource", "used")
    VALUES (${connectionId}::uuid, ${userId}::uuid, ${parisDay(now())}::date, ${quotaResource(counted)}, ${unattendedLimit})
    ON CONFLICT ("connectionId", "day", "resource") DO UPDATE SET "used" = EXCLUDED."used"`
}

/** Uses of the resource that was used most today (Paris). */
export async function readQuota({ userId, connectionId }: Owner): Promise<{ used: number; limit: number }> {
  const { _max } = await db().quotaUse.aggregate({
    where: { userId, connectionId, day: new Date(parisDay(now())) },
    _max: { used: true },
  })
  return { used: Math.min(_max.used ?? 0, unattendedLimit), limit: unattendedLimit }
}

/** Which resource and page a data call counts for (D31). Null for what is not limited: tokens and consents. */
function countedCall({ operation, path }: PlannedCall): UnattendedCall | null {
  const [, resourceId = ''] = /\/accounts\/([^/?]+)\//.exec(path) ?? []
  const page = Number(/[?&]page=(\d+)/.exec(path)?.[1] ?? 1)
  if (operation === 'accounts.list') return { operation: 'accounts', page }
  if (operation === 'identity.read') return { operation: 'identity', page }
  if (operation === 'balances.read') return { operation: 'balances', resourceId }
  if (operation === 'transactions.read') return { operation: 'transactions', resourceId, page }
  if (operation === 'owners.read') return { operation: 'owners', resourceId, page }
  if (operation === 'overdrafts.read') return { operation: 'overdrafts', resourceId, page }
  return null
}
