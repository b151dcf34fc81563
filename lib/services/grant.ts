import { randomUUID } from 'node:crypto'
import { openBank } from '#lib/banks.ts'
import { db, type Tx } from '#lib/db.ts'
import type { ListedAccount } from '#lib/domain/account.ts'
import { authorisationEndsAt, nextConnectionStatus } from '#lib/domain/connection.ts'
import type { Presence } from '#lib/domain/presence.ts'
import { Refused } from '#lib/domain/refused.ts'
import { type AccountList, listAccounts } from '#lib/stet/accounts.ts'
import type { TokenSet } from '#lib/stet/oauth.ts'
import { appendAudit } from './audit.ts'
import type { RecordedCalls } from './calls.ts'
import { moveConnection, parseStatus, wasConsented } from './connection-state.ts'
import { consentStandsAtBank } from './consent-check.ts'
import { listedIbans, loginPrints, storeListing } from './listing.ts'
import { repeatWhenSilent } from './repeat.ts'
import { sealTokens } from './tokens.ts'

/**
 * What becomes of a fresh grant: a new connection, or new tokens for the one that is the same bank login already (D11).
 * The identity of a connection is that login, not its tokens, so renewal replaces tokens and nothing else.
 */

export type Grant = {
  readonly userId: string
  readonly bankCode: string
  readonly tokens: TokenSet
  /** When the bank issued it: a later grant of the same login is never overwritten by an earlier one. */
  readonly grantedAt: Date
  /** The connection the person set out to renew, if any. */
  readonly renews: string | null
}

export type Adopted = {
  readonly connectionId: string
  /** The person has yet to say what may be read. */
  readonly choosing: boolean
  /** There was a consent, and the bank no longer shows what it allows: it must be sent again. */
  readonly consentLost: boolean
}

/** The bank has no payment account to show for this login. */
export class NoAccounts extends Error {
  override readonly name = 'NoAccounts'
}

/**
 * Asks the bank, with the person there, which accounts the grant reaches, and files it. `finish` runs in the same
 * transaction and throws to undo everything. Throws NoAccounts, Refused('bank_unknown'), or the `BankError` of the listing.
 */
export async function adoptGrant(
  grant: Grant,
  presence: Presence,
  calls: RecordedCalls,
  finish: (tx: Tx, connectionId: string) => Promise<void>,
): Promise<Adopted> {
  const list = await listWith(grant, presence, calls)
  // The log of these calls is written beside what follows, which then only names the connection.
  void calls.written()
  return db().$transaction(async tx => {
    const prints = loginPrints(grant.bankCode, list.accounts)
    // Two trips that end at the same moment must see each other's connection.
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${prints[0]}, 0))`
    const known = await findSameLogin(tx, grant, prints, list.accounts)
    const connectionId = known?.id ?? randomUUID()
    if (known) await renewConnection(tx, grant, known)
    else await createConnection(tx, grant, connectionId)
    await displaceOthers(tx, grant, prints)
    await storeListing(tx, { userId: grant.userId, connectionId }, grant.bankCode, list)
    await calls.assignTo(connectionId, tx)
    await finish(tx, connectionId)
    const choosing = known === null || !(await wasConsented(tx, grant.userId, connectionId))
    const stands = choosing || (await consentStandsAtBank(tx, { userId: grant.userId, connectionId }, list))
    return { connectionId, choosing, consentLost: !stands }
  })
}

async function listWith(grant: Grant, presence: Presence, calls: RecordedCalls): Promise<AccountList> {
  const bank = await openBank(grant.bankCode)
  if (!bank) throw new Refused('bank_unknown')
  const { accessToken } = grant.tokens
  const list = await repeatWhenSilent(true, () =>
    listAccounts(bank, accessToken, { ...calls.context, presence }),
  ).catch((error: unknown) => {
    throw isNoAccount(error) ? new NoAccounts() : error
  })
  if (listedIbans(list.accounts).length === 0) throw new NoAccounts()
  return list
}

/** L7: 204 comes as an empty list, NAAC as a refusal; both mean that there is nothing to link. */
function isNoAccount(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'NAAC'
}

type Known = { readonly id: string; readonly status: string; readonly authorisedAt: Date | null }

const knownColumns = { id: true, status: true, authorisedAt: true, loginFingerprint: true } as const

async function findSameLogin(
  tx: Tx,
  grant: Grant,
  prints: readonly string[],
  accounts: readonly ListedAccount[],
): Promise<Known | null> {
  const { userId, bankCode, renews } = grant
  const own = { userId, bankCode, status: { not: 'disconnected' } }
  if (renews !== null) {
    const target = await tx.connection.findFirst({ where: { ...own, id: renews }, select: knownColumns })
    if (target && (await isSameLogin(tx, grant, target, prints, accounts))) return target
    if (target) await noteOtherLogin(tx, grant, target.id)
  }
  return tx.connection.findFirst({
    where: { ...own, loginFingerprint: { in: [...prints] } },
    orderBy: { createdAt: 'asc' },
    select: knownColumns,
  })
}

/**
 * On a renewal the person says which login it is; accounts may have been opened or closed meanwhile, so it is enough that
 * one listing contains the other. (A couple's joint account alone does not make them one login.)
 */
async function isSameLogin(
  tx: Tx,
  { userId }: Grant,
  target: { id: string; loginFingerprint: string | null },
  prints: readonly string[],
  accounts: readonly ListedAccount[],
): Promise<boolean> {
  if (target.loginFingerprint === null || prints.includes(target.loginFingerprint)) return true
  const rows = await tx.account.findMany({
    where: { userId, connectionId: target.id, kind: 'account', gone: false, iban: { not: null } },
    select: { iban: true },
  })
  const before = new Set(rows.flatMap(({ iban }) => (iban === null ? [] : [iban])))
  const after = new Set(listedIbans(accounts))
  return before.size === 0 || isWithin(before, after) || isWithin(after, before)
}

function isWithin(inner: ReadonlySet<string>, outer: ReadonlySet<string>): boolean {
  return [...inner].every(iban => outer.has(iban))
}

/** The person came back as somebody else: the connection they meant stays as it was, and home says so. */
async function noteOtherLogin(tx: Tx, { userId }: Grant, connectionId: string): Promise<void> {
  await tx.connection.updateMany({ where: { id: connectionId, userId }, data: { statusReason: 'identity_differs' } })
}

async function createConnection(tx: Tx, grant: Grant, id: string): Promise<void> {
  const { userId, bankCode, grantedAt } = grant
  const sealed = await sealTokens(id, grant.tokens)
  const dates = { authorisedAt: grantedAt, expiresAt: authorisationEndsAt(grantedAt) }
  await tx.connection.create({ data: { id, userId, bankCode, status: 'choosing', ...sealed, ...dates } })
}

async function renewConnection(tx: Tx, grant: Grant, known: Known): Promise<void> {
  // The bank keeps one pair (D11): if a later grant is filed already, this one is dead and there is nothing to replace.
  if (known.authorisedAt !== null && known.authorisedAt > grant.grantedAt) return
  const { userId, grantedAt } = grant
  const consented = await wasConsented(tx, userId, known.id)
  const status = nextConnectionStatus(parseStatus(known.status), 'renewed', { consented })
  if (status === null) throw new Refused('connection_gone')
  await tx.connection.updateMany({
    where: { id: known.id, userId },
    data: {
      ...(await sealTokens(known.id, grant.tokens)),
      previousSealed: null,
      // Whoever refreshes the old tokens at this moment must not put them back.
      leaseId: null,
      leaseUntil: null,
      gen: { increment: 1 },
      status,
      statusReason: null,
      authorisedAt: grantedAt,
      expiresAt: authorisationEndsAt(grantedAt),
    },
  })
}

/** One grant per PSU (D11): with this one, the same login linked by anybody else has died at the bank (L11). */
async function displaceOthers(tx: Tx, grant: Grant, prints: readonly string[]): Promise<void> {
  const others = await tx.connection.findMany({
    where: {
      bankCode: grant.bankCode,
      loginFingerprint: { in: [...prints] },
      userId: { not: grant.userId },
      status: { notIn: ['disconnected', 'replaced'] },
    },
    select: { id: true, userId: true },
  })
  for (const { id: connectionId, userId } of others) {
    await moveConnection(tx, { userId, connectionId, event: 'login_replaced', reason: 'linked_elsewhere' })
    await tx.connection.updateMany({
      where: { id: connectionId, userId },
      data: { accessSealed: null, refreshSealed: null, previousSealed: null, leaseId: null, leaseUntil: null },
    })
    await tx.account.updateMany({
      where: { connectionId, userId, syncState: { in: ['queued', 'running'] } },
      data: { syncState: 'idle' },
    })
    const detail = { connectionId, reason: 'linked_elsewhere' }
    await appendAudit({ userId, stream: `user:${userId}`, action: 'connection.replaced', detail }, tx)
  }
}
