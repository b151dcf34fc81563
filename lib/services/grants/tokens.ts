import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Bank } from '@guichet/stet/bank.ts'
import { BankError, isInvalidGrant, isInvalidToken } from '@guichet/stet/errors.ts'
import { refreshTokens, type TokenSet } from '@guichet/stet/oauth.ts'
import { type AispToken, aispToken, refreshToken } from '@guichet/stet/token.ts'
import { openBank } from '#lib/banks.ts'
import { repeatWhileAway } from '#lib/base/database-away.ts'
import { now } from '#lib/clock.ts'
import { db, Prisma, type Tx } from '#lib/db.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { leaseOf } from '#lib/lease.ts'
import { type CallScope, recordCalls } from '#lib/services/banks/calls.ts'
import { isAnswerLost, toRefused } from '#lib/services/banks/refusal.ts'
import { open, seal } from '#lib/vault.ts'
import { moveConnection, refuseUnlessAlive, reviveConnection } from './connection-state.ts'
import { queueRevocation, revokeIssued } from './revocations.ts'

/**
 * A person's tokens: stored sealed, and refreshed by exactly one caller at a time across processes. A lost or doubled refresh would end the
 * connection (docs/faults.md, What may be repeated).
 */

type Owner = { readonly userId: string; readonly connectionId: string }
type Scope = Owner & Pick<CallScope, 'presence' | 'signal' | 'passesBreaker'>
type Column = 'accessSealed' | 'refreshSealed' | 'previousSealed'

const refreshAheadMs = 60_000
/** How long to wait for another caller's refresh; longer than a bank that answers takes. */
const patienceMs = 15_000

/** Row and column that a connection's tokens are sealed to (C11). */
function columnOf(connectionId: string, column: Column) {
  return { row: connectionId, column: `Connection.${column}` }
}

/** A token pair as the columns of one connection. */
export async function sealTokens(connectionId: string, tokens: TokenSet) {
  const [accessSealed, refreshSealed] = await Promise.all([
    seal(tokens.accessToken.reveal(), columnOf(connectionId, 'accessSealed')),
    seal(tokens.refreshToken.reveal(), columnOf(connectionId, 'refreshSealed')),
  ])
  return { accessSealed, refreshSealed, accessExpiresAt: tokens.expiresAt }
}

/** The refresh token of a connection in plain text, to be revoked. Null if there is none. */
export async function openRefreshToken(connection: { id: string; refreshSealed: string | null }) {
  const sealed = connection.refreshSealed
  return sealed === null ? null : open(sealed, columnOf(connection.id, 'refreshSealed'))
}

/**
 * Calls a bank with a valid token: refreshed before it expires, and once more after 401 `invalid_token` (bank:D3), whereupon `use` runs again,
 * as it does if another process replaced the token meanwhile. Refusals: `not_found`, `consent_expired`, `consent_revoked`,
 * `connection_gone`, `bank_unknown`, `bank_unavailable`, `busy`; errors of `use` are thrown.
 */
export function withToken<T>(scope: Scope, use: Use<T>): Promise<T> {
  return openTokenHolder(scope)(use)
}

/**
 * Whether a grant is still valid at the bank, found out by refreshing it: reads no data and uses no quota. False if the bank refused (the
 * connection has then ended, with a notice); null if it is unknown now.
 */
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

/** `withToken` for many calls in a row: reads and opens the row once per token. */
export function openTokenHolder(scope: Scope): <T>(use: Use<T>) => Promise<T> {
  let current: Current | null = null
  let holding: Promise<Current> | null = null
  // Callers that come while the token is fetched share it, even if it is short-lived: two refreshes would invalidate each other's.
  const hold = async (): Promise<Current> => {
    if (current !== null && now().getTime() < current.goodUntil) return current
    holding ??= tokenInUse(scope).finally(() => {
      holding = null
    })
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

/** How often a call is repeated with a token that other processes replaced during the call. */
const maxReplaced = 3

/** Refreshes at most once: a bank that rejects the token it has just issued is not asked for another. */
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

/** The token that another process stored, or is about to store, after this one; null if this is the newest. */
async function findNewer(scope: Scope, bank: Bank, token: AispToken): Promise<AispToken | null> {
  const found = await waitFor(scope, async () => {
    const { accessSealed, isRefreshing } = await readTokens(scope)
    const stored = accessSealed === null ? null : await openAccess(scope, bank, accessSealed)
    if (stored === null || stored.reveal() !== token.reveal()) return stored
    return isRefreshing ? undefined : null
  })
  return found ?? null
}

/**
 * Polls with growing delays until there is a result or the patience is over. Refusal: `busy` if the caller's `signal` aborts.
 */
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

/** The call was for another role: the bank has revoked the pair, and says so (document 1, tokens; bank:D59). */
function isScopeRefused(error: unknown): boolean {
  return error instanceof BankError && error.code === 'BADS'
}

async function tokenInUse(scope: Scope): Promise<Current> {
  const connection = await readTokens(scope)
  const bank = await openBank(connection.bankCode)
  if (!bank) throw new Refused('bank_unknown')
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

type TokenRow = Parameters<typeof refuseUnlessAlive>[0] & {
  readonly bankCode: string
  readonly accessSealed: string | null
  readonly accessExpiresAt: Date | null
  /** Somebody holds the lease, by the database's clock. */
  readonly isRefreshing: boolean
}

async function readTokens({ userId, connectionId }: Owner) {
  const [connection] = await db().$queryRaw<TokenRow[]>`
    SELECT "bankCode", "status", "expiresAt", "accessSealed", "accessExpiresAt",
      COALESCE("leaseUntil" > now(), false) AS "isRefreshing"
    FROM "Connection" WHERE "id" = ${connectionId}::uuid AND "userId" = ${userId}::uuid`
  if (!connection) throw new Refused('not_found')
  refuseUnlessAlive(connection)
  return connection
}

async function openAccess({ connectionId }: Owner, bank: Bank, sealed: string): Promise<AispToken> {
  return aispToken(bank.code, await open(sealed, columnOf(connectionId, 'accessSealed')))
}

/**
 * The lease holder refreshes; the others wait for the row to change and use what it then contains, or until their own `signal` aborts.
 */
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
const rowOf = ({ userId, connectionId }: Owner) =>
  Prisma.sql`"id" = ${connectionId}::uuid AND "userId" = ${userId}::uuid`

/** Commits intent and lease together, before anything is sent. */
async function claimLease(owner: Owner, seenSealed: string): Promise<Lease | null> {
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
  // Never aborted, even if the caller leaves: the bank rotates the token, and only this answer contains the new one.
  const { userId, connectionId, presence, passesBreaker } = scope
  const calls = recordCalls({ userId, connectionId, presence, passesBreaker, bankCode: bank.code })
  const spend = async (sealed: string, column: Column) => {
    const token = refreshToken(bank.code, await open(sealed, columnOf(scope.connectionId, column)))
    return repeatLostRefresh(() => refreshTokens(bank, token, calls.context))
  }
  try {
    const tokens = await spend(lease.refreshSealed, 'refreshSealed').catch(async (error: unknown) => {
      // The bank may have rotated without our getting the answer: the previous token is tried once, never again (R2).
      if (!isInvalidGrant(error) || lease.previousSealed === null) throw error
      await forgetPrevious(scope, lease)
      return spend(lease.previousSealed, 'previousSealed')
    })
    // The bank issues these once: a restart of our database must not end the connection (fault:D1).
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

/**
 * Revokes a refresh token from an unusable answer, unless it equals the stored one: then the grant is still valid, and the next refresh may
 * succeed.
 */
async function revokeUnstored(error: unknown, scope: Scope, lease: Lease, bank: Bank): Promise<void> {
  const issued = error instanceof BankError ? error.issued : null
  if (issued === null || issued.kind !== 'refresh') return
  const current = await open(lease.refreshSealed, columnOf(scope.connectionId, 'refreshSealed'))
  if (issued.reveal() === current) return
  const { userId, connectionId } = scope
  await revokeIssued(error, { userId, connectionId, bankCode: bank.code })
}

/** A token refresh without an answer may be repeated once with the same token (R4). */
async function repeatLostRefresh(refresh: () => Promise<TokenSet>): Promise<TokenSet> {
  try {
    return await refresh()
  } catch (error) {
    if (!isAnswerLost(error)) throw error
    return refresh()
  }
}

async function storeRefreshed({ userId, connectionId }: Owner, lease: Lease, tokens: TokenSet): Promise<void> {
  const sealed = await sealTokens(connectionId, tokens)
  const used = await open(lease.refreshSealed, columnOf(connectionId, 'refreshSealed'))
  // A bank that returns the same token (bank:D8) leaves no previous one to fall back to.
  const rotated = used !== tokens.refreshToken.reveal()
  const previousSealed = rotated ? await seal(used, columnOf(connectionId, 'previousSealed')) : null
  const data = { ...sealed, previousSealed, leaseId: null, leaseUntil: null }
  const mine = { id: connectionId, userId, leaseId: lease.leaseId }
  if ((await db().connection.updateMany({ where: mine, data })).count === 1) return
  await storeLate({ userId, connectionId }, lease, tokens, { ...sealed, previousSealed })
}

/**
 * Our lease expired before the answer arrived (a paused process, R5). If nobody stored another token, ours is the newest and must be
 * stored, even if the next lease holder got `invalid_grant` because of us. If the connection was disconnected meanwhile, it is revoked.
 */
async function storeLate({ userId, connectionId }: Owner, lease: Lease, tokens: TokenSet, data: object): Promise<void> {
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

async function forgetPrevious({ userId, connectionId }: Owner, { leaseId }: Lease): Promise<void> {
  await db().connection.updateMany({ where: { id: connectionId, userId, leaseId }, data: { previousSealed: null } })
}

/**
 * The stored token was invalid because another lease holder had refreshed it meanwhile (a paused process, R5): use theirs. If there is
 * none, or it is the one that was refused, the grant is over.
 */
async function newerToken(scope: Scope, bank: Bank, { refreshSealed }: Lease): Promise<AispToken> {
  const { userId, connectionId } = scope
  const newer = { id: connectionId, userId, refreshSealed: { not: refreshSealed } }
  const { accessSealed } = await readTokens(scope)
  if (accessSealed === null || (await db().connection.count({ where: newer })) === 0)
    throw new Refused('consent_revoked')
  return openAccess(scope, bank, accessSealed)
}

/**
 * Ends the connection because the bank rejects the grant: tasks skip it, and one notice is written. False if the lease was lost, in which
 * case nothing is changed.
 */
async function endGrant({ userId, connectionId }: Owner, { leaseId }: Lease): Promise<boolean> {
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
  { userId, connectionId }: Owner,
  event: 'grant_refused' | 'scope_refused',
): Promise<void> {
  const moved = await moveConnection(tx, { userId, connectionId, event, reason: event })
  if (!moved) return
  await tx.account.updateMany({
    where: { connectionId, userId, syncState: { in: ['queued', 'running'] } },
    data: { syncState: 'idle' },
  })
}
