import { randomUUID } from 'node:crypto'
import type { StoreResult } from '#lib/base/idempotent-result.ts'
import { hashOf } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import type { ApiMode } from '#lib/domain/merchant/api-key.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Actor } from '#lib/domain/who.ts'
import { open, seal } from '#lib/vault.ts'

/** C38, P1, P2: stored before any work, its answer with the work. A repetition gets that answer, from any process. */

export type Answer = { readonly status: number; readonly body: unknown }

declare const kept: unique symbol
/** Made by `answerOnce`. */
export type Kept = Answer & { readonly [kept]: true }

export type IdempotentRequest = {
  readonly key: string | null
  readonly method: string
  readonly path: string
  readonly body: unknown
}

export const answerLifeMs = 24 * 60 * 60_000
/** Then its process counts as dead. */
const workSeconds = 60

const keyPattern = /^[\x21-\x7e]{1,255}$/

type RequestKey = { readonly organisationId: string; readonly mode: ApiMode; readonly key: string }
type Lease = RequestKey & { readonly leaseId: string }

/**
 * Once per key, organisation and mode. `act` stores its answer with `keep`; an unkept one (a refusal) is stored
 * afterwards, an error never. Refusals: `idempotency_key_needed`, `idempotency_key_reused`, `idempotency_under_way`,
 * those of `act`.
 */
export async function answerOnce(
  { organisationId, mode }: Pick<Actor, 'organisationId' | 'mode'>,
  request: IdempotentRequest,
  act: (keep: StoreResult<Answer, Kept>) => Promise<Answer>,
): Promise<Answer & { readonly isReplay: boolean }> {
  if (request.key === null || !keyPattern.test(request.key)) {
    throw new Refused('idempotency_key_needed', { field: 'Idempotency-Key' })
  }
  const requestKey = { organisationId, mode, key: request.key }
  const lease = { ...requestKey, leaseId: randomUUID() }
  const known = await claim(lease, fingerprintOf(request))
  if (known) return { ...known, isReplay: true }
  let isKept = false
  try {
    const answer = await act(async (tx, said) => {
      await store(tx, lease, said)
      isKept = true
      return said as Kept
    })
    if (!isKept) await store(db(), lease, answer)
    return { ...answer, isReplay: false }
  } catch (error) {
    // Nothing was done, or a repetition reads it: the key may be used again.
    await db().idempotentAnswer.deleteMany({ where: { ...requestKey, leaseId: lease.leaseId, status: null } })
    throw error
  }
}

/** Or returns the stored answer. */
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

/** Throws if claimed by another: must not commit. */
async function store(tx: Tx, { leaseId, ...requestKey }: Lease, { status, body }: Answer): Promise<void> {
  const bodySealed = await seal(JSON.stringify(body), columnOf(requestKey))
  const { count } = await tx.idempotentAnswer.updateMany({
    where: { ...requestKey, leaseId, status: null },
    data: { status, bodySealed },
  })
  if (count !== 1) throw new Refused('idempotency_under_way', { retryAfterSeconds: 1 })
}

async function openBody(requestKey: RequestKey, sealed: string): Promise<unknown> {
  return JSON.parse(await open(sealed, columnOf(requestKey)))
}

const columnOf = ({ organisationId, mode, key }: RequestKey) => ({
  row: hashOf(`${organisationId} ${mode} ${key}`),
  column: 'IdempotentAnswer.bodySealed',
})

/** Whatever the members' order. */
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

/** Older than a day. Returns how many. */
export async function sweepAnswers(): Promise<number> {
  const { count } = await db().idempotentAnswer.deleteMany({
    where: { createdAt: { lte: new Date(now().getTime() - answerLifeMs) } },
  })
  return count
}
