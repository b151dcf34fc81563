import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { Refused } from '#lib/domain/refused.ts'

export type Limit = { readonly limit: number; readonly windowSeconds: number }

/**
 * Takes one try of a key, counted in PostgreSQL so that all processes share it (C46). A window begins with its first try.
 * Throws Refused('too_many_tries') with the seconds to wait once the limit is used. One statement, so two at once count twice.
 */
export async function takeTry(key: string, { limit, windowSeconds }: Limit): Promise<void> {
  const at = now()
  const windowBegan = new Date(at.getTime() - windowSeconds * 1000)
  const rows = await db().$queryRaw<{ count: number; windowStart: Date }[]>`
    INSERT INTO "RateLimit" AS kept ("key", "windowStart", "count") VALUES (${key}, ${at}, 1)
    ON CONFLICT ("key") DO UPDATE SET
      "count" = CASE WHEN kept."windowStart" <= ${windowBegan} THEN 1 ELSE LEAST(kept."count" + 1, 1000000) END,
      "windowStart" = CASE WHEN kept."windowStart" <= ${windowBegan} THEN ${at} ELSE kept."windowStart" END
    RETURNING "count", "windowStart"`
  const [row] = rows
  if (!row || row.count <= limit) return
  const endsAt = row.windowStart.getTime() + windowSeconds * 1000
  throw new Refused('too_many_tries', { retryAfterSeconds: Math.max(1, Math.ceil((endsAt - at.getTime()) / 1000)) })
}

/** Gives one try back: it was the right person after all. */
export async function returnTry(key: string): Promise<void> {
  await db().rateLimit.updateMany({ where: { key, count: { gt: 0 } }, data: { count: { decrement: 1 } } })
}

/** Forgets every try of a key. */
export async function forgetTries(key: string): Promise<void> {
  await db().rateLimit.deleteMany({ where: { key } })
}

/** Deletes windows nobody can still be in (older than a day), for a sweeper. Returns how many. */
export async function sweepLimits(): Promise<number> {
  const { count } = await db().rateLimit.deleteMany({
    where: { windowStart: { lt: new Date(now().getTime() - 86_400_000) } },
  })
  return count
}
