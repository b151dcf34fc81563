import { randomUUID } from 'node:crypto'
import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import { Refused } from '#lib/domain/refused.ts'
import { hashOf } from '#lib/services/secrets.ts'
import { open, seal } from '#lib/vault.ts'
import type { KeyHolder } from './api-keys.ts'

/**
 * POST requests of programs that may be repeated (C38, P1, P2). The wish is committed before anything is done; its answer is
 * kept in the transaction that makes it true, or right after. Whoever repeats it gets that answer, in any process.
 */

export type Answer = { readonly status: number; readonly body: unknown }

/** Keeps an answer in a transaction of the work itself: then a crash leaves both or neither. */
export type Keep = (tx: Tx, answer: Answer) => Promise<void>

export type IdempotentRequest = {
  readonly key: string | null
  readonly method: string
  readonly path: string
  readonly body: unknown
}

/** An answer is given again for a day. */
export const answerLifeMs = 24 * 60 * 60_000
/** Who does the work has this long by SQL's clock; after that it died, and the next one may. */
const workSeconds = 60

/** What a client may choose: 1 to 255 printable characters. */
const keyPattern = /^[\x21-\x7e]{1,255}$/

type Place = { readonly organisationId: string; readonly mode: string; readonly key: string }
type Lease = Place & { readonly leaseId: string }

/**
 * Does a piece of work once per key of an organisation and mode. The same request again: the same answer. `act` gets `keep`,
 * to store its answer in its own transaction; one that it does not keep is stored afterwards. What it throws is not stored.
 * Refusals: `idempotency_key_needed`, `idempotency_key_reused` for another body, `idempotency_under_way`, those of `act`.
 */
export async function answerOnce(
  holder: KeyHolder,
  request: IdempotentRequest,
  act: (keep: Keep) => Promise<Answer>,
): Promise<Answer & { readonly isReplay: boolean }> {
  if (request.key === null || !keyPattern.test(request.key)) {
    throw new Refused('idempotency_key_needed', { field: 'Idempotency-Key' })
  }
  const { organisationId, mode } = holder
  const place = { organisationId, mode, key: request.key }
  const lease = { ...place, leaseId: randomUUID() }
  const known = await claim(lease, fingerprintOf(request))
  if (known) return { ...known, isReplay: true }
  let isKept = false
  const keep: Keep = async (tx, answer) => {
    await store(tx, lease, answer)
    isKept = true
  }
  try {
    const answer = await act(keep)
    if (!isKept) await store(db(), lease, answer)
    return { ...answer, isReplay: false }
  } catch (error) {
    // Nothing was done, or what was done is read again first: the same key may try again.
    await db().idempotentAnswer.deleteMany({ where: { ...place, leaseId: lease.leaseId, status: null } })
    throw error
  }
}

/** Takes the key for this request; answers what was said before when somebody had it. */
async function claim(lease: Lease, requestHash: string): Promise<Answer | null> {
  const at = now()
  const { organisationId, mode, key, leaseId } = lease
  const dead = new Date(at.getTime() - answerLifeMs)
  const taken = await db().$queryRaw<{ key: string }[]>`
    INSERT INTO "IdempotentAnswer" AS kept
      ("organisationId", "mode", "key", "requestHash", "leaseId", "leaseUntil", "createdAt")
    VALUES (${organisationId}::uuid, ${mode}, ${key}, ${requestHash}, ${leaseId}::uuid,
      now() + make_interval(secs => ${workSeconds}), ${at})
    ON CONFLICT ("organisationId", "mode", "key") DO UPDATE SET
      "requestHash" = EXCLUDED."requestHash", "leaseId" = EXCLUDED."leaseId", "leaseUntil" = EXCLUDED."leaseUntil",
      "createdAt" = EXCLUDED."createdAt", "status" = NULL, "bodySealed" = NULL
    WHERE kept."createdAt" <= ${dead}
      OR (kept."status" IS NULL AND kept."leaseUntil" < now() AND kept."requestHash" = EXCLUDED."requestHash")
    RETURNING "key"`
  if (taken.length > 0) return null
  const row = await db().idempotentAnswer.findUnique({
    where: { organisationId_mode_key: { organisationId, mode, key } },
  })
  if (row && row.requestHash !== requestHash) {
    throw new Refused('idempotency_key_reused', { field: 'Idempotency-Key' })
  }
  if (!row || row.status === null) throw new Refused('idempotency_under_way', { retryAfterSeconds: 1 })
  return { status: row.status, body: row.bodySealed === null ? null : await openBody(lease, row.bodySealed) }
}

/** Throws when somebody else has taken the key over meanwhile: the work of this transaction must not stand. */
async function store(tx: Tx, { leaseId, ...place }: Lease, { status, body }: Answer): Promise<void> {
  const bodySealed = await seal(JSON.stringify(body), placeOf(place))
  const { count } = await tx.idempotentAnswer.updateMany({
    where: { ...place, leaseId, status: null },
    data: { status, bodySealed },
  })
  if (count !== 1) throw new Refused('idempotency_under_way', { retryAfterSeconds: 1 })
}

async function openBody(place: Place, sealed: string): Promise<unknown> {
  return JSON.parse(await open(sealed, placeOf(place)))
}

const placeOf = ({ organisationId, mode, key }: Place) => ({
  row: hashOf(`${organisationId} ${mode} ${key}`),
  column: 'IdempotentAnswer.bodySealed',
})

/** Equal for equal wishes, whatever the order in which a client writes their members. */
function fingerprintOf({ method, path, body }: IdempotentRequest): string {
  return hashOf(`${method} ${path} ${JSON.stringify(sorted(body))}`)
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  )
}

/** Forgets answers that are a day old. For a sweeper. Returns how many. */
export async function sweepAnswers(): Promise<number> {
  const { count } = await db().idempotentAnswer.deleteMany({
    where: { createdAt: { lte: new Date(now().getTime() - answerLifeMs) } },
  })
  return count
}
