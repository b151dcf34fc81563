import type { BankSeconds } from '@guichet/stet/bank-time.ts'
import type { PlannedCall } from '@guichet/stet/call.ts'
import { nextParisMidnight, parisDay } from '@guichet/values/calendar/paris.ts'
import { now } from '#lib/clock.ts'
import { db, Prisma } from '#lib/db.ts'
import { quotaResource, sumUpQuota, type UnattendedCall, unattendedMost } from '#lib/domain/bank/quota.ts'
import { nextSlot, sayWhen } from '#lib/domain/bank/schedule.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { OwnConnection } from '#lib/domain/who.ts'
import type { QuotaView } from '#lib/views/quota.ts'

/**
 * Counted when sent (§ AIS Limits, bank:D31), per login, which two users may share, by its fingerprint;
 * `moveQuotaUse` follows a change of that.
 */

const psuOf = Prisma.sql`COALESCE("loginFingerprint", "id"::text)`

/**
 * Counted before sending, so that nobody sends a fifth (C20, R7, R8). A first try leaves the reserve. A statement that returns the
 * resources still free, and not paused by the bank, of those in `allowed`, for the connection in `held`.
 */
export function spendQuotas(repetition: boolean): Prisma.Sql {
  const at = now()
  return Prisma.sql`
    INSERT INTO "QuotaUse" AS kept ("psu", "resource", "day", "connectionId", "userId", "used")
    SELECT login."psu", asked."resource", ${parisDay(at)}::date, login."id", login."userId", 1
    FROM (SELECT "id", "userId", ${psuOf} AS "psu" FROM held) AS login,
      (SELECT DISTINCT "resource" FROM allowed WHERE "resource" IS NOT NULL ORDER BY "resource") AS asked
    WHERE (SELECT max(paused."pausedUntil") FROM "QuotaUse" AS paused
      WHERE paused."psu" = login."psu" AND paused."resource" = asked."resource") > ${at} IS NOT TRUE
    ON CONFLICT ("psu", "resource", "day") DO UPDATE
    SET "used" = kept."used" + 1, "connectionId" = EXCLUDED."connectionId", "userId" = EXCLUDED."userId"
    WHERE kept."used" < ${unattendedMost({ repetition })}
    RETURNING "resource"`
}

/** `bank_quota_used`, until the bank's next day. */
export function quotaRefusal(): Refused {
  const at = now()
  return new Refused('bank_quota_used', {
    retryAfterSeconds: Math.ceil((nextParisMidnight(at).getTime() - at.getTime()) / 1_000),
  })
}

/** 429 or TMRQ: not read unattended until the next day or Retry-After (R10). */
export async function pauseQuota(
  { userId, connectionId }: OwnConnection,
  call: PlannedCall,
  retryAfterSeconds: BankSeconds | null,
): Promise<void> {
  const name = countedName(call)
  if (name === null) return
  const at = now()
  const pausedUntil =
    retryAfterSeconds === null ? nextParisMidnight(at) : new Date(at.getTime() + retryAfterSeconds * 1_000)
  await db().$executeRaw`
    INSERT INTO "QuotaUse" ("psu", "resource", "day", "connectionId", "userId", "used", "pausedUntil")
    SELECT ${psuOf}, ${name}, ${parisDay(at)}::date, "id", "userId", 1, ${pausedUntil} FROM "Connection"
    WHERE "id" = ${connectionId}::uuid AND "userId" = ${userId}::uuid
    ON CONFLICT ("psu", "resource", "day") DO UPDATE SET "pausedUntil" = EXCLUDED."pausedUntil"`
}

export async function moveQuotaUse(
  tx: Pick<ReturnType<typeof db>, '$executeRaw'>,
  { userId, connectionId }: OwnConnection,
  { from, to }: { readonly from: string | null; readonly to: string },
): Promise<void> {
  const old = from ?? connectionId
  if (old === to) return
  await tx.$executeRaw`
    INSERT INTO "QuotaUse" AS kept ("psu", "resource", "day", "connectionId", "userId", "used", "pausedUntil")
    SELECT ${to}, "resource", "day", ${connectionId}::uuid, ${userId}::uuid, "used", "pausedUntil"
    FROM "QuotaUse" WHERE "psu" = ${old} AND "day" >= ${parisDay(now())}::date - 2
    ON CONFLICT ("psu", "resource", "day") DO UPDATE SET
      "used" = GREATEST(kept."used", EXCLUDED."used"), "pausedUntil" = GREATEST(kept."pausedUntil", EXCLUDED."pausedUntil")`
}

/** A pause ends within a day. */
const keptDays = 7

/** Returns how many. */
export function sweepQuota(): Promise<number> {
  return db().$executeRaw`DELETE FROM "QuotaUse" WHERE "day" < ${parisDay(now())}::date - ${keptDays}::int`
}

/** Paris day; by connection. */
export async function readQuotaUse(
  userId: string,
  connectionIds: readonly string[],
): Promise<ReadonlyMap<string, QuotaView>> {
  const connections = await readUses(userId, connectionIds)
  return new Map(connections.map(connection => [connection.id, toView(connection, connection.uses)]))
}

function toView(connection: Connection, uses: readonly Use[]): QuotaView {
  const at = now()
  const { used, limit, left, pausedUntil } = sumUpQuota(uses, at)
  const next = nextOf(connection, uses)
  return {
    used,
    limit,
    left,
    pausedUntil: pausedUntil?.toISOString() ?? null,
    nextAt: next?.toISOString() ?? null,
    nextIs: next === null ? null : sayWhen(next, at),
  }
}

type AccountKey = { readonly connectionId: string; readonly resourceId: string }

/** With the list of accounts' use; and of all its login. */
export async function readAccountQuota(
  userId: string,
  { connectionId, resourceId }: AccountKey,
): Promise<{ readonly own: QuotaView; readonly login: QuotaView } | null> {
  const [connection] = await readUses(userId, [connectionId])
  // Erased meanwhile.
  if (!connection) return null
  const uses = connection.uses.filter(({ resource }) => concerns(resource, resourceId))
  return { own: toView(connection, uses), login: toView(connection, connection.uses) }
}

function concerns(resource: string, resourceId: string): boolean {
  return resource.startsWith('accounts#') || /^\w+:(.*?)(#\d+)?$/.exec(resource)?.[1] === resourceId
}

type Use = { readonly resource: string; readonly used: number; readonly pausedUntil: Date | null }
type Connection = {
  readonly id: string
  readonly readable: boolean
  readonly nextRefreshAt: Date
  readonly uses: Use[]
}
type UseRow = Omit<Connection, 'uses'> & { readonly [field in keyof Use]: Use[field] | null }

async function readUses(userId: string, connectionIds: readonly string[]): Promise<Connection[]> {
  const at = now()
  const rows = await db().$queryRaw<UseRow[]>`
    SELECT login."id", login."nextRefreshAt",
      login."status" = 'active' AND COALESCE(login."expiresAt" > ${at}, true) AS "readable",
      kept."resource", CASE WHEN kept."day" = ${parisDay(at)}::date THEN kept."used" ELSE 0 END AS "used", kept."pausedUntil"
    FROM "Connection" AS login LEFT JOIN "QuotaUse" AS kept
      ON kept."psu" = COALESCE(login."loginFingerprint", login."id"::text)
      AND (kept."day" = ${parisDay(at)}::date OR kept."pausedUntil" > ${at})
    WHERE login."userId" = ${userId}::uuid AND login."id" = ANY(${[...connectionIds]}::uuid[])`
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap(group => {
    const [first] = group
    const uses = group.flatMap(({ resource, used, pausedUntil }) =>
      resource === null ? [] : [{ resource, used: used ?? 0, pausedUntil }],
    )
    return first ? [{ id: first.id, readable: first.readable, nextRefreshAt: first.nextRefreshAt, uses }] : []
  })
}

/** Or the first slot after a pause or a used day. */
function nextOf({ id, readable, nextRefreshAt }: Connection, uses: readonly Use[]): Date | null {
  if (!readable) return null
  const at = now()
  const { left, pausedUntil } = sumUpQuota(uses, at)
  const free = pausedUntil ?? (left === 0 ? nextParisMidnight(at) : null)
  return free === null || nextRefreshAt > free ? nextRefreshAt : nextSlot(id, free)
}

/** Null: not counted. */
export function countedName(call: PlannedCall): string | null {
  const counted = countedCall(call)
  return counted === null ? null : quotaResource(counted)
}

/** bank:D31. Null for tokens and consents. */
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
