import { now } from '#lib/clock.ts'
import { db, Prisma } from '#lib/db.ts'
import { quotaResource, sumUpQuota, type UnattendedCall, unattendedMost } from '#lib/domain/bank/quota.ts'
import { nextSlot, sayWhen } from '#lib/domain/bank/schedule.ts'
import { nextParisMidnight, parisDay } from '#lib/domain/calendar/paris.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { BankSeconds } from '#lib/stet/bank-time.ts'
import type { PlannedCall } from '#lib/stet/send.ts'
import type { QuotaView } from '#lib/views/quota.ts'

/**
 * Calls without the person, counted in the database when they are sent (§ AIS Limits, D31). Counted per PSU: the login at
 * the bank, which two of our users may have linked one after the other on the same day. A login is known by its
 * fingerprint; when that changes (another account at the bank), `moveQuotaUse` takes the counts along.
 */

type Owner = { readonly userId: string; readonly connectionId: string }

/** The customer of the bank behind a connection, as the counts know them. */
const psuOf = Prisma.sql`COALESCE("loginFingerprint", "id"::text)`

/** One call to be counted; `repetition` when the same was sent a moment ago and no answer came. */
export type Spending = { readonly call: PlannedCall; readonly repetition: boolean }

/**
 * Counts calls at the moment they are sent, so that two workers or a restart can't send a fifth (C20, R7, R8): one
 * statement for as many as go together. A first try leaves the reserve, a repetition may use it. Answers for each whether
 * it may be sent: false when the day's share is used or the bank asked for a pause; nothing is sent then.
 */
export async function spendQuotas(owner: Owner, spendings: readonly Spending[]): Promise<boolean[]> {
  const names = spendings.map(({ call }) => countedName(call))
  const granted = new Set<string>()
  for (const repetition of [false, true]) {
    const asked = names.flatMap((name, index) =>
      name !== null && spendings[index]?.repetition === repetition ? [name] : [],
    )
    if (asked.length > 0) for (const name of await take(owner, asked, repetition)) granted.add(name)
  }
  return names.map(name => name === null || granted.has(name))
}

async function take({ userId, connectionId }: Owner, names: readonly string[], repetition: boolean) {
  const at = now()
  const most = unattendedMost({ repetition })
  const taken = await db().$queryRaw<{ resource: string }[]>`
    INSERT INTO "QuotaUse" AS kept ("psu", "resource", "day", "connectionId", "userId", "used")
    SELECT login."psu", asked."resource", ${parisDay(at)}::date, login."id", login."userId", 1
    FROM (SELECT "id", "userId", ${psuOf} AS "psu" FROM "Connection"
          WHERE "id" = ${connectionId}::uuid AND "userId" = ${userId}::uuid) AS login,
      unnest(${[...new Set(names)].sort()}::text[]) AS asked("resource")
    WHERE NOT EXISTS (
      SELECT 1 FROM "QuotaUse" AS paused
      WHERE paused."psu" = login."psu" AND paused."resource" = asked."resource" AND paused."pausedUntil" > ${at})
    ON CONFLICT ("psu", "resource", "day") DO UPDATE
    SET "used" = kept."used" + 1, "connectionId" = EXCLUDED."connectionId", "userId" = EXCLUDED."userId"
    WHERE kept."used" < ${most}
    RETURNING "resource"`
  return taken.map(({ resource }) => resource)
}

/** What a call that may not be sent is refused with: `bank_quota_used`, until the bank's next day. */
export function quotaRefusal(): Refused {
  const at = now()
  return new Refused('bank_quota_used', {
    retryAfterSeconds: Math.ceil((nextParisMidnight(at).getTime() - at.getTime()) / 1_000),
  })
}

/**
 * The bank said that it is enough (429, TMRQ), whatever we counted: this resource is not asked for again without the
 * person until the bank's next day, or until the bank's own Retry-After (R10). Other resources, and the person, go on.
 */
export async function pauseQuota(
  { userId, connectionId }: Owner,
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

/** A connection's login is now known by another fingerprint: what was counted under the old one goes on counting. */
export async function moveQuotaUse(
  tx: Pick<ReturnType<typeof db>, '$executeRaw'>,
  { userId, connectionId }: Owner,
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

/** Counts older than this serve nobody: a pause ends within a day. */
const keptDays = 7

/** Forgets the counts of days long over. Returns how many. */
export function sweepQuota(): Promise<number> {
  return db().$executeRaw`DELETE FROM "QuotaUse" WHERE "day" < ${parisDay(now())}::date - ${keptDays}::int`
}

/** Of each connection's resource that was used most today (Paris), and when it is read next, by the connection's id. */
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

type AccountKey = { readonly id: string; readonly connectionId: string; readonly resourceId: string }

/** The same for accounts, each with what its own resources and its bank's list of accounts used, by account id. */
export async function readAccountQuotas(
  userId: string,
  accounts: readonly AccountKey[],
): Promise<ReadonlyMap<string, QuotaView>> {
  const uses = await readUses(userId, [...new Set(accounts.map(({ connectionId }) => connectionId))])
  const connections = new Map(uses.map(connection => [connection.id, connection]))
  return new Map(
    accounts.flatMap(({ id, connectionId, resourceId }): [string, QuotaView][] => {
      const connection = connections.get(connectionId)
      if (!connection) return []
      const uses = connection.uses.filter(({ resource }) => concerns(resource, resourceId))
      return [[id, toView(connection, uses)]]
    }),
  )
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

/** The planned time, or the first slot after a pause or after a day whose quota is used. */
function nextOf({ id, readable, nextRefreshAt }: Connection, uses: readonly Use[]): Date | null {
  if (!readable) return null
  const at = now()
  const { left, pausedUntil } = sumUpQuota(uses, at)
  const free = pausedUntil ?? (left === 0 ? nextParisMidnight(at) : null)
  return free === null || nextRefreshAt > free ? nextRefreshAt : nextSlot(id, free)
}

function countedName(call: PlannedCall): string | null {
  const counted = countedCall(call)
  return counted === null ? null : quotaResource(counted)
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
