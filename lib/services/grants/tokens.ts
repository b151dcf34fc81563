import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Bank } from '@guichet/stet/bank.ts'
import { BankError, isInvalidGrant, isInvalidToken } from '@guichet/stet/errors.ts'
import { refreshTokens, type TokenSet } from '@guichet/stet/oauth.ts'
import { type AispToken, aispToken, refreshToken } from '@guichet/stet/token.ts'
import { openBank } from '#lib/banks.ts'
import { repeatWhileAway } from '#lib/base/database-away.ts'
import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import { Refused, requireFound } from '#lib/domain/refusals/refused.ts'
import type { OwnConnection } from '#lib/domain/who.ts'
import { leaseOf } from '#lib/lease.ts'
import { type CallScope, recordCalls } from '#lib/services/banks/calls.ts'
import { isAnswerLost, toRefused } from '#lib/services/banks/refusal.ts'
import { open, seal } from '#lib/vault.ts'
import { moveConnection, refuseUnlessAlive, reviveConnection, rowOf } from './connection-state.ts'
import { queueRevocation, revokeIssued } from './revocations.ts'

/** Sealed, refreshed by one caller at a time: a lost or doubled refresh ends the connection. */

type Scope = OwnConnection & Pick<CallScope, 'presence' | 'signal' | 'passesBreaker'>
type Column = 'accessSealed' | 'refreshSealed' | 'previousSealed'

const refreshAheadMs = 60_000
/** Longer than a bank takes. */
const patienceMs = 15_000

/** C11. */
function columnOf(connectionId: string, column: Column) {
  return { row: connectionId, column: `Connection.${column}` }
}

export async function sealTokens(connectionId: string, tokens: TokenSet) {
  const [accessSealed, refreshSealed] = await Promise.all([
    seal(tokens.accessToken.reveal(), columnOf(connectionId, 'accessSealed')),
    seal(tokens.refreshToken.reveal(), columnOf(connectionId, 'refreshSealed')),
  ])
  return { accessSealed, refreshSealed, accessExpiresAt: tokens.expiresAt }
}

/** Null: none. */
export async function openRefreshToken(connection: { id: string; refreshSealed: string | null }) {
  const sealed = connection.refreshSealed
  return sealed === null ? null : open(sealed, columnOf(connection.id, 'refreshSealed'))
}

/**
 * Refreshed before expiry, and once after 401 `invalid_token` (bank:D3); `use` may then run again. Refusals:
 * `not_found`, `consent_expired`, `consent_revoked`, `connection_gone`, `bank_unknown`, `bank_unavailable`, `busy`;
 * errors of `use`.
 */
export function withToken<T>(scope: Scope, use: Use<T>): Promise<T> {
  return openTokenHolder(scope)(use)
}

/** By refreshing: no data, no quota. False: refused, the connection ended; null: unknown. */
export async function isGrantAlive(scope: Scope): Promise<boolean | null> {
  try {
    const { bankCode, accessSealed } = await readTokens(scope)
    const bank = await openBank(bankCode)
    if (!bank || accessSealed === null) return null
    await refreshSingly(scope, bank, accessSealed)
    const { userId, connectionId } = scope
    await db().connection.updateMany({ where: { id: connectionId, userId }, data: { grantSeenAt: now() } })
    return true
  } catch (error) {
    if (error instanceof Refused) return error.code === 'consent_revoked' ? false : null
    throw error
  }
}

type Use<T> = (bank: Bank, token: AispToken) => Promise<T>
type Current = { readonly bank: Bank; readonly token: AispToken; readonly sealed: string; readonly goodUntil: number }

/** Reads the row once per token; not if just read. */
export function openTokenHolder(scope: Scope, row?: TokenRow): <T>(use: Use<T>) => Promise<T> {
  let current: Current | null = null
  let known = row
  let holding: Promise<Current> | null = null
  // Shared, even if short-lived: two refreshes would invalidate each other.
  const hold = async (): Promise<Current> => {
    if (current !== null && now().getTime() < current.goodUntil) return current
    holding ??= tokenInUse(scope, known).finally(() => {
      holding = null
    })
    known = undefined
    current = await holding
    return current
  }
  return async use => {
    const { bank, token, sealed } = await hold()
    try {
      return await use(bank, token)
    } catch (error) {
      if (isScopeRefused(error)) await db().$transaction(tx => revokeLocally(tx, scope, 'scope_refused'))
      if (!isInvalidToken(error)) throw error
      current = null
      return callWithNewest(scope, bank, await refreshSingly(scope, bank, sealed), use)
    }
  }
}

/** When others replaced the token meanwhile. */
const maxReplaced = 3

/** A bank that rejects its newest token is not asked for another. */
async function callWithNewest<T>(scope: Scope, bank: Bank, first: AispToken, use: Use<T>): Promise<T> {
  let token = first
  for (let replaced = 0; ; replaced += 1) {
    try {
      return await use(bank, token)
    } catch (error) {
      const newer = isInvalidToken(error) && replaced < maxReplaced ? await findNewer(scope, bank, token) : null
      if (newer === null) throw error
      token = newer
    }
  }
}

/** Null: this is the newest. */
async function findNewer(scope: Scope, bank: Bank, token: AispToken): Promise<AispToken | null> {
  const found = await waitFor(scope, async () => {
    const { accessSealed, isRefreshing } = await readTokens(scope)
    const stored = accessSealed === null ? null : await openAccess(scope, bank, accessSealed)
    if (stored === null || stored.reveal() !== token.reveal()) return stored
    return isRefreshing ? undefined : null
  })
  return found ?? null
}

/** Growing delays. `busy` if `signal` aborts. */
async function waitFor<T>({ signal }: Scope, look: () => Promise<T | undefined>): Promise<T | undefined> {
  const givenUpAt = Date.now() + patienceMs
  for (let waitMs = 20; ; waitMs = Math.min(waitMs * 2, 250)) {
    const found = await look()
    if (found !== undefined || Date.now() > givenUpAt) return found
    await delay(waitMs, undefined, signal ? { signal } : {}).catch(() => {
      throw new Refused('busy', { retryAfterSeconds: 5 })
    })
  }
}

/** Another role: the pair is revoked (bank:D59). */
function isScopeRefused(error: unknown): boolean {
  return error instanceof BankError && error.code === 'BADS'
}

async function tokenInUse(scope: Scope, row?: TokenRow): Promise<Current> {
  const connection = row ?? (await readTokens(scope))
  const bank = requireFound(await openBank(connection.bankCode), 'bank_unknown')
  const { accessSealed, accessExpiresAt } = connection
  if (accessSealed === null) throw new Refused('consent_revoked')
  const goodUntil = (accessExpiresAt?.getTime() ?? 0) - refreshAheadMs
  if (goodUntil > now().getTime()) {
    return { bank, token: await openAccess(scope, bank, accessSealed), sealed: accessSealed, goodUntil }
  }
  const token = await refreshSingly(scope, bank, accessSealed)
  const fresh = await readTokens(scope)
  const freshUntil = (fresh.accessExpiresAt?.getTime() ?? 0) - refreshAheadMs
  return { bank, token, sealed: fresh.accessSealed ?? accessSealed, goodUntil: freshUntil }
}

export type TokenRow = {
  readonly bankCode: string
  readonly accessSealed: string | null
  readonly accessExpiresAt: Date | null
}

type LivingRow = Parameters<typeof refuseUnlessAlive>[0] & TokenRow & { readonly isRefreshing: boolean }

async function readTokens({ userId, connectionId }: OwnConnection) {
  const [connection] = await db().$queryRaw<LivingRow[]>`
    SELECT "bankCode", "status", "expiresAt", "accessSealed", "accessExpiresAt",
      COALESCE("leaseUntil" > now(), false) AS "isRefreshing"
    FROM "Connection" WHERE "id" = ${connectionId}::uuid AND "userId" = ${userId}::uuid`
  if (!connection) throw new Refused('not_found')
  refuseUnlessAlive(connection)
  return connection
}

async function openAccess({ connectionId }: OwnConnection, bank: Bank, sealed: string): Promise<AispToken> {
  return aispToken(bank.code, await open(sealed, columnOf(connectionId, 'accessSealed')))
}

/** Others wait for the row to change, or until their `signal` aborts. */
async function refreshSingly(scope: Scope, bank: Bank, seenSealed: string): Promise<AispToken> {
  const found = await waitFor(scope, async () => {
    const lease = await claimLease(scope, seenSealed)
    if (lease) return refreshUnderLease(scope, bank, lease)
    const { accessSealed } = await readTokens(scope)
    return accessSealed === null || accessSealed === seenSealed ? undefined : openAccess(scope, bank, accessSealed)
  })
  if (!found) throw new Refused('busy', { retryAfterSeconds: 5 })
  return found
}

type Lease = { readonly leaseId: string; readonly refreshSealed: string; readonly previousSealed: string | null }

const refreshing = leaseOf({ table: 'Connection', owner: 'leaseId', until: 'leaseUntil', seconds: 45 })

/** Before anything is sent. */
async function claimLease(owner: OwnConnection, seenSealed: string): Promise<Lease | null> {
  const leaseId = randomUUID()
  const rows = await db().$queryRaw<Omit<Lease, 'leaseId'>[]>`
    UPDATE "Connection"
    SET ${refreshing.set(leaseId)}
    WHERE ${rowOf(owner)} AND "status" IN ('choosing', 'active')
      AND "accessSealed" = ${seenSealed} AND "refreshSealed" IS NOT NULL
      AND ${refreshing.free()}
    RETURNING "refreshSealed", "previousSealed"`
  const [row] = rows
  return row ? { leaseId, ...row } : null
}

async function refreshUnderLease(scope: Scope, bank: Bank, lease: Lease): Promise<AispToken> {
  // Never aborted: only this answer has the new token.
  const { userId, connectionId, presence, passesBreaker } = scope
  const calls = recordCalls({ userId, connectionId, presence, passesBreaker, bankCode: bank.code })
  const spend = async (sealed: string, column: Column) => {
    const token = refreshToken(bank.code, await open(sealed, columnOf(scope.connectionId, column)))
    return repeatLostRefresh(() => refreshTokens(bank, token, calls.context))
  }
  try {
    const tokens = await spend(lease.refreshSealed, 'refreshSealed').catch(async (error: unknown) => {
      // The bank may have rotated unseen: the previous token is tried once (R2).
      if (!isInvalidGrant(error) || lease.previousSealed === null) throw error
      await forgetPrevious(scope, lease)
      return spend(lease.previousSealed, 'previousSealed')
    })
    // Issued once (fault:D1).
    await repeatWhileAway(() => storeRefreshed(scope, lease, tokens))
    return tokens.accessToken
  } catch (error) {
    if (!isInvalidGrant(error)) {
      await revokeUnstored(error, scope, lease, bank)
      await refreshing.release(db(), rowOf(scope), lease.leaseId)
      throw toRefused(error, 'tokens.refresh')
    }
    if (await endGrant(scope, lease)) throw new Refused('consent_revoked')
    return await newerToken(scope, bank, lease)
  } finally {
    await calls.written()
  }
}

/** Unless it is the stored one, still valid. */
async function revokeUnstored(error: unknown, scope: Scope, lease: Lease, bank: Bank): Promise<void> {
  const issued = error instanceof BankError ? error.issued : null
  if (issued === null || issued.kind !== 'refresh') return
  const current = await open(lease.refreshSealed, columnOf(scope.connectionId, 'refreshSealed'))
  if (issued.reveal() === current) return
  const { userId, connectionId } = scope
  await revokeIssued(error, { userId, connectionId, bankCode: bank.code })
}

/** Once, with the same token (R4). */
async function repeatLostRefresh(refresh: () => Promise<TokenSet>): Promise<TokenSet> {
  try {
    return await refresh()
  } catch (error) {
    if (!isAnswerLost(error)) throw error
    return refresh()
  }
}

async function storeRefreshed({ userId, connectionId }: OwnConnection, lease: Lease, tokens: TokenSet): Promise<void> {
  const sealed = await sealTokens(connectionId, tokens)
  const used = await open(lease.refreshSealed, columnOf(connectionId, 'refreshSealed'))
  // The same token (bank:D8) leaves no previous one.
  const rotated = used !== tokens.refreshToken.reveal()
  const previousSealed = rotated ? await seal(used, columnOf(connectionId, 'previousSealed')) : null
  const data = { ...sealed, previousSealed, leaseId: null, leaseUntil: null }
  const mine = { id: connectionId, userId, leaseId: lease.leaseId }
  if ((await db().connection.updateMany({ where: mine, data })).count === 1) return
  await storeLate({ userId, connectionId }, lease, tokens, { ...sealed, previousSealed })
}

/** Our lease expired meanwhile (R5): if nobody stored another, ours is the newest. Revoked if disconnected. */
async function storeLate(
  { userId, connectionId }: OwnConnection,
  lease: Lease,
  tokens: TokenSet,
  data: object,
): Promise<void> {
  await db().$transaction(async tx => {
    const where = { id: connectionId, userId, refreshSealed: lease.refreshSealed }
    const stored = await tx.connection.updateMany({ where, data })
    if (stored.count === 1) {
      await reviveConnection(tx, { userId, connectionId, from: 'revoked' })
      return
    }
    const gone = await tx.connection.findFirst({ where: { id: connectionId, userId, status: 'disconnected' } })
    if (gone) await queueRevocation(tx, { userId, connectionId, bankCode: gone.bankCode }, tokens.refreshToken.reveal())
  })
}

async function forgetPrevious({ userId, connectionId }: OwnConnection, { leaseId }: Lease): Promise<void> {
  await db().connection.updateMany({ where: { id: connectionId, userId, leaseId }, data: { previousSealed: null } })
}

/** Another holder had refreshed (R5): theirs, or the grant is over. */
async function newerToken(scope: Scope, bank: Bank, { refreshSealed }: Lease): Promise<AispToken> {
  const { userId, connectionId } = scope
  const newer = { id: connectionId, userId, refreshSealed: { not: refreshSealed } }
  const { accessSealed } = await readTokens(scope)
  if (accessSealed === null || (await db().connection.count({ where: newer })) === 0)
    throw new Refused('consent_revoked')
  return openAccess(scope, bank, accessSealed)
}

/** One notice. False if the lease was lost. */
async function endGrant({ userId, connectionId }: OwnConnection, { leaseId }: Lease): Promise<boolean> {
  return db().$transaction(async tx => {
    const mine = await tx.connection.updateMany({
      where: { id: connectionId, userId, leaseId },
      data: { leaseId: null, leaseUntil: null, previousSealed: null },
    })
    if (mine.count === 1) await revokeLocally(tx, { userId, connectionId }, 'grant_refused')
    return mine.count === 1
  })
}

async function revokeLocally(
  tx: Tx,
  { userId, connectionId }: OwnConnection,
  event: 'grant_refused' | 'scope_refused',
): Promise<void> {
  const moved = await moveConnection(tx, { userId, connectionId, event, reason: event })
  if (!moved) return
  await tx.account.updateMany({
    where: { connectionId, userId, syncState: { in: ['queued', 'running'] } },
    data: { syncState: 'idle' },
  })
}
