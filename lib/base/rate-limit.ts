import { now } from '#lib/clock.ts'
import { db, Prisma, type Tx } from '#lib/db.ts'
import { guessWaitSeconds, withGuess } from '#lib/domain/people/guess-pause.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'

const longestApartMs = 10 * 60_000

export type Limit = { readonly limit: number; readonly windowSeconds: number }

type Counted = { readonly count: number; readonly windowStart: Date }

/** In PostgreSQL, one statement, shared (C46). A window in the future was a clock's jump, and is over (H19). */
export async function countTry(key: string, windowSeconds: number, tx: Tx = db()): Promise<Counted> {
  const at = now()
  const earliest = new Date(at.getTime() - windowSeconds * 1000)
  const latest = new Date(at.getTime() + longestApartMs)
  const isOver = Prisma.sql`(kept."windowStart" <= ${earliest} OR kept."windowStart" > ${latest})`
  const rows = await tx.$queryRaw<Counted[]>`
    INSERT INTO "RateLimit" AS kept ("key", "windowStart", "count") VALUES (${key}, ${at}, 1)
    ON CONFLICT ("key") DO UPDATE SET
      "count" = CASE WHEN ${isOver} THEN 1 ELSE LEAST(kept."count" + 1, 1000000) END,
      "windowStart" = CASE WHEN ${isOver} THEN ${at} ELSE kept."windowStart" END
    RETURNING "count", "windowStart"`
  return rows[0] ?? { count: 1, windowStart: at }
}

/** Throws `too_many_tries` with the seconds. */
export async function takeTry(key: string, { limit, windowSeconds }: Limit, tx: Tx = db()): Promise<void> {
  const { count, windowStart } = await countTry(key, windowSeconds, tx)
  if (count <= limit) return
  const leftMs = windowStart.getTime() + windowSeconds * 1000 - now().getTime()
  throw new Refused('too_many_tries', { retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)) })
}

/** For callers that don't refuse. */
export async function isWithin(taking: Promise<void>): Promise<boolean> {
  try {
    await taking
    return true
  } catch (error) {
    if (error instanceof Refused && error.code === 'too_many_tries') return false
    throw error
  }
}

export async function returnTry(key: string): Promise<void> {
  await db().rateLimit.updateMany({ where: { key, count: { gt: 0 } }, data: { count: { decrement: 1 } } })
}

export async function forgetTries(key: string): Promise<void> {
  await db().rateLimit.deleteMany({ where: { key } })
}

/**
 * Counted before checking; the caller clears a right one. Free first, then growing (guess-pause.ts). Too early:
 * `too_many_tries`, not counted. Serialised across processes.
 */
export async function takeGuess(key: string): Promise<void> {
  const at = now()
  const waitSeconds = await db().$transaction(async tx => {
    const [row] = await tx.$queryRaw<{ count: number; windowStart: Date }[]>`
      INSERT INTO "RateLimit" AS kept ("key", "windowStart", "count") VALUES (${key}, ${at}, 0)
      ON CONFLICT ("key") DO UPDATE SET "count" = kept."count"
      RETURNING "count", "windowStart"`
    const guesses = row && row.count > 0 ? { count: row.count, lastAt: row.windowStart } : null
    const seconds = guesses ? guessWaitSeconds(guesses, at) : 0
    if (seconds > 0) return seconds
    const { count, lastAt } = withGuess(guesses, at)
    await tx.rateLimit.update({ where: { key }, data: { count, windowStart: lastAt } })
    return 0
  })
  if (waitSeconds > 0) throw new Refused('too_many_tries', { retryAfterSeconds: waitSeconds })
}

/** Returns how many. */
export async function sweepLimits(): Promise<number> {
  const { count } = await db().rateLimit.deleteMany({
    where: { windowStart: { lt: new Date(now().getTime() - 2 * 86_400_000) } },
  })
  return count
}
