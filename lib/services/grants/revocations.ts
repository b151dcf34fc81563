import { randomUUID } from 'node:crypto'
import { BankError } from '@guichet/stet/errors.ts'
import { revokeToken } from '@guichet/stet/oauth.ts'
import type { Presence } from '@guichet/stet/terms/presence.ts'
import { refreshToken } from '@guichet/stet/token.ts'
import { openBank } from '#lib/banks.ts'
import { db, type Tx } from '#lib/db.ts'
import { backoffCapMs, backoffMs, maxTries } from '#lib/domain/bank/backoff.ts'
import { leaseOf } from '#lib/lease.ts'
import { log } from '#lib/log.ts'
import { recordCalls } from '#lib/services/banks/calls.ts'
import { retryAfterOf } from '#lib/services/banks/repeat.ts'
import { open, seal } from '#lib/vault.ts'

/**
 * Grants to be revoked at their banks. Our own data is deleted at once; the token to revoke is kept here, sealed, until the bank has
 * answered (docs/faults.md, What may be repeated).
 */

type About = { readonly userId: string | null; readonly connectionId: string | null; readonly bankCode: string }

const revoking = leaseOf({ table: 'Revocation', owner: 'leaseId', until: 'leaseUntil', seconds: 90 })

function columnOf(id: string) {
  return { row: id, column: 'Revocation.tokenSealed' }
}

/** In the transaction that makes the grant unnecessary. */
export async function queueRevocation(tx: Tx, about: About, token: string): Promise<string> {
  const id = randomUUID()
  await tx.revocation.create({ data: { id, ...about, tokenSealed: await seal(token, columnOf(id)) } })
  return id
}

/** At once if possible, else when due. */
export async function revokeIssued(error: unknown, about: About): Promise<void> {
  if (!(error instanceof BankError) || error.issued === null) return
  await revokeNow(await queueRevocation(db(), about, error.issued.reveal()), null)
}

/** True if answered. */
export async function revokeNow(id: string, presence: Presence | null): Promise<boolean> {
  const claimed = await claimRevocation(id)
  return claimed === null ? false : revokeClaimed(claimed, presence)
}

/** Longest due first; `revokeNow` claims. */
export function findDueRevocations(limit: number): Promise<{ readonly id: string }[]> {
  return db().$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Revocation"
    WHERE "doneAt" IS NULL AND "tokenSealed" IS NOT NULL AND "nextTryAt" <= now() AND ${revoking.free()}
    ORDER BY "nextTryAt" LIMIT ${limit}`
}

/**
 * Returns how many were answered.
 * @internal
 */
export async function revokeDue(limit = 50): Promise<number> {
  let done = 0
  for (const { id } of await findDueRevocations(limit)) if (await revokeNow(id, null)) done += 1
  return done
}

type Claimed = About & {
  readonly id: string
  readonly tokenSealed: string
  readonly tries: number
  readonly leaseId: string
}

const noLease = { leaseId: null, leaseUntil: null }

async function claimRevocation(id: string): Promise<Claimed | null> {
  const leaseId = randomUUID()
  const rows = await db().$queryRaw<Claimed[]>`
    UPDATE "Revocation"
    SET ${revoking.set(leaseId)}, "tries" = "tries" + 1
    WHERE "id" = ${id}::uuid AND "doneAt" IS NULL AND "tokenSealed" IS NOT NULL AND "nextTryAt" <= now()
      AND ${revoking.free()}
    RETURNING "id", "userId", "connectionId", "bankCode", "tokenSealed", "tries", "leaseId"`
  return rows[0] ?? null
}

async function revokeClaimed(claimed: Claimed, presence: Presence | null): Promise<boolean> {
  const { id, bankCode, tries, leaseId } = claimed
  const calls = recordCalls({ ...claimed, presence })
  try {
    const bank = await openBank(bankCode)
    if (!bank) throw new Error('the bank is not in the directory')
    // Also an access token: the type is a hint (RFC 7009 § 2.1).
    const token = refreshToken(bankCode, await open(claimed.tokenSealed, columnOf(id)))
    await revokeToken(bank, token, calls.context)
    // Revoked, even if the lease was lost.
    await db().revocation.updateMany({ where: { id }, data: { doneAt: new Date(), tokenSealed: null, ...noLease } })
    return true
  } catch (error) {
    log().warn({ err: error, revocationId: id, tries }, 'a grant could not be revoked yet')
    const waitMs = waitForRevocation(error, tries)
    const nextTryAt = new Date(Date.now() + waitMs)
    await db().revocation.updateMany({ where: { id, leaseId }, data: { nextTryAt, ...noLease } })
    return false
  } finally {
    await calls.written()
  }
}

/** Never ends. */
function waitForRevocation(error: unknown, tries: number): number {
  const back = { mode: 'batch', retryAfterSeconds: retryAfterOf(error), random: Math.random() } as const
  return backoffMs({ ...back, tries: Math.min(tries, maxTries.batch - 1) }) ?? backoffCapMs.batch
}
