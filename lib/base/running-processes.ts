import { randomUUID } from 'node:crypto'
import { db } from '#lib/db.ts'
import { writeBeforeEnd } from '#lib/last-writes.ts'
import { readVaultKeys } from '#lib/vault/keys.ts'

/**
 * Every process says which of the vault's keys it reads, the one it seals with first, so that another can refuse to start with a list
 * that would make one of the two unable to read what the other seals. Times are PostgreSQL's.
 */

const everyMs = 30_000
/** A process that has said nothing for this long is gone. */
const silence = '2 minutes'

/** The server's own code and the application's bundle have separate copies of this module. */
const shared = globalThis as typeof globalThis & {
  guichetProcess?: { readonly id: string; timer: NodeJS.Timeout | null }
}

function self() {
  shared.guichetProcess ??= { id: randomUUID(), timer: null }
  return shared.guichetProcess
}

/** Says once which keys this process reads. */
export async function announceKeys(): Promise<void> {
  const kids = readVaultKeys().map(({ kid }) => kid)
  await db().$executeRaw`
    WITH gone AS (DELETE FROM "RunningProcess" WHERE "seenAt" < now() - interval '1 day')
    INSERT INTO "RunningProcess" ("id", "vaultKids", "seenAt") VALUES (${self().id}::uuid, ${kids}::text[], now())
    ON CONFLICT ("id") DO UPDATE SET "vaultKids" = EXCLUDED."vaultKids", "seenAt" = EXCLUDED."seenAt"`
}

/** Says it every half minute until this process ends; what fails while the database is away is said the next time. */
export function keepAnnouncingKeys(): void {
  const own = self()
  own.timer ??= setInterval(() => void announceKeys().catch(() => undefined), everyMs).unref()
  void announceKeys().catch(() => undefined)
  writeBeforeEnd(withdrawKeys)
}

/** This process is about to end, or does not start. */
export async function withdrawKeys(): Promise<void> {
  const own = self()
  if (own.timer) clearInterval(own.timer)
  own.timer = null
  await db().$executeRaw`DELETE FROM "RunningProcess" WHERE "id" = ${own.id}::uuid`.catch(() => undefined)
}

/** The keys of each other process that runs. */
export async function listRunningKids(): Promise<readonly (readonly string[])[]> {
  const rows = await db().$queryRaw<{ kids: string[] }[]>`
    SELECT "vaultKids" AS "kids" FROM "RunningProcess"
    WHERE "id" <> ${self().id}::uuid AND "seenAt" > now() - ${silence}::interval`
  return rows.map(({ kids }) => kids)
}
