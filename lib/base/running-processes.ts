import { randomUUID } from 'node:crypto'
import { db } from '#lib/db.ts'
import { writeBeforeEnd } from '#lib/last-writes.ts'
import { readVaultKeys } from '#lib/vault/keys.ts'

/**
 * Each process says which vault keys it reads, so that another refuses to start with a list that would shut one out.
 * PostgreSQL's time.
 */

const everyMs = 30_000
/** Then it is gone. */
const silence = '2 minutes'

/** Server and application have separate copies. */
const shared = globalThis as typeof globalThis & {
  guichetProcess?: { readonly id: string; timer: NodeJS.Timeout | null; announced: Promise<unknown> }
}

function self() {
  shared.guichetProcess ??= { id: randomUUID(), timer: null, announced: Promise.resolve() }
  return shared.guichetProcess
}

export async function announceKeys(): Promise<void> {
  const kids = readVaultKeys().map(({ kid }) => kid)
  await db().$executeRaw`
    WITH gone AS (DELETE FROM "RunningProcess" WHERE "seenAt" < now() - interval '1 day')
    INSERT INTO "RunningProcess" ("id", "vaultKids", "seenAt") VALUES (${self().id}::uuid, ${kids}::text[], now())
    ON CONFLICT ("id") DO UPDATE SET "vaultKids" = EXCLUDED."vaultKids", "seenAt" = EXCLUDED."seenAt"`
}

/** Every half minute; a failure waits for the next. */
export function keepAnnouncingKeys(): void {
  const own = self()
  const announce = () => {
    own.announced = announceKeys().catch(() => undefined)
  }
  own.timer ??= setInterval(announce, everyMs).unref()
  announce()
  writeBeforeEnd(withdrawKeys)
}

export async function withdrawKeys(): Promise<void> {
  const own = self()
  if (own.timer) clearInterval(own.timer)
  own.timer = null
  // Or it would be written after it was withdrawn.
  await own.announced
  await db().$executeRaw`DELETE FROM "RunningProcess" WHERE "id" = ${own.id}::uuid`.catch(() => undefined)
}

export async function listRunningKids(): Promise<readonly (readonly string[])[]> {
  const rows = await db().$queryRaw<{ kids: string[] }[]>`
    SELECT "vaultKids" AS "kids" FROM "RunningProcess"
    WHERE "id" <> ${self().id}::uuid AND "seenAt" > now() - ${silence}::interval`
  return rows.map(({ kids }) => kids)
}
