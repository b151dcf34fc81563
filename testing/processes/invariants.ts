import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { listAccounts } from '@guichet/stet/accounts.ts'
import { db } from '#lib/db.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { withToken } from '#lib/services/grants/tokens.ts'
import { readHome } from '#lib/services/home/read.ts'
import { verifyAudit } from '#lib/services/operator/audit-trail.ts'
import { highestCount, readBatchCounts } from '#testing/bank/desk.ts'
import type { RunningBank } from '#testing/bank/start.ts'
import { presence } from '#testing/stack/start.ts'

/**
 * Invariants after any fault (docs/faults.md, How faults are made): I5 to I10, those of account information. They are
 * checked against the bank's own store, never against our data.
 */

/** Every broken invariant, in words; empty if all hold. Calls the bank as the person for I7. */
export async function findBroken(bank: RunningBank): Promise<string[]> {
  const store = new DatabaseSync(join(bank.dataDir, 'sandbox.db'), { readOnly: true })
  try {
    return [
      ...(await findDeadTokens()),
      ...(await findWrongLines(store)),
      ...findOvercalls(bank),
      ...(await findWrongSums(store)),
      ...(await findBrokenTrail()),
      ...(await findOldLeases()),
    ]
  } finally {
    store.close()
  }
}

/** I7: the token of every active connection works; every ended one has notified its person, once. */
async function findDeadTokens(): Promise<string[]> {
  const connections = await db().connection.findMany({ where: { status: { not: 'disconnected' } } })
  const broken: string[] = []
  for (const { id, userId, status, authorisedAt } of connections) {
    if (status === 'active' || status === 'choosing') {
      const works = await withToken({ userId, connectionId: id, presence }, (at, token) =>
        listAccounts(at, token, { presence }),
      ).then(
        () => null,
        (error: unknown) => (error instanceof Refused ? error.code : String(error)),
      )
      if (works !== null) broken.push(`I7: the token of ${id} (${status}) does not work: ${works}`)
      continue
    }
    const key = `${status}:${id}:${authorisedAt?.getTime() ?? 0}`
    const notices = await db().notice.count({ where: { userId, connectionId: id, key } })
    if (notices !== 1) broken.push(`I7: ${id} is ${status} and its person was told ${notices} times`)
  }
  return broken
}

/** Accounts that were read completely and whose connection is active. */
function findReadAccounts() {
  return db().account.findMany({
    where: { gone: false, syncState: 'done', lastSyncedAt: { not: null }, connection: { status: 'active' } },
    include: { balances: { where: { current: true } } },
  })
}

const dayMs = 86_400_000

/** I5: an account's booked transactions are the bank's, each once, with its amount. For the days surely within the window. */
async function findWrongLines(store: DatabaseSync): Promise<string[]> {
  const broken: string[] = []
  for (const { id, userId, resourceId, kind, mayTransactions, lastSyncedAt } of await findReadAccounts()) {
    if (!mayTransactions || kind !== 'account' || lastSyncedAt === null) continue
    const today = Math.floor(lastSyncedAt.getTime() / dayMs)
    const [from, to] = [today - 85, today]
    const ours = await db().transaction.findMany({
      where: {
        accountId: id,
        userId,
        booked: true,
        importId: null,
        day: { gte: new Date(from * dayMs), lt: new Date(to * dayMs) },
      },
      select: { amountMinor: true, entryReference: true },
    })
    const theirs = store
      .prepare(`SELECT position, CAST(amount_minor AS TEXT) AS amount FROM entries
        WHERE account_id = ? AND status = 'BOOK' AND position >= ? AND position < ?`)
      .all(resourceId, from * 100_000, to * 100_000)
    const named = (reference: unknown, amount: unknown) => `${reference} ${amount}`
    const left = new Set(theirs.map(({ position, amount }) => named(referenceOf(Number(position)), amount)))
    for (const { entryReference, amountMinor } of ours) {
      if (!left.delete(named(entryReference, amountMinor)))
        broken.push(`I5: ${resourceId} has ${entryReference} too much`)
    }
    for (const line of left) broken.push(`I5: ${resourceId} lacks ${line}`)
  }
  return broken.slice(0, 20)
}

/** As in the document's example: the day, and the position on it. */
function referenceOf(position: number): string {
  const day = new Date(Math.floor(position / 100_000) * dayMs).toISOString().slice(0, 10).replaceAll('-', '')
  return `${day}${String(position % 100_000).padStart(5, '0')}`
}

/** I6: no resource, page and day beyond the limit of unattended calls. */
function findOvercalls(bank: RunningBank): string[] {
  const most = highestCount(readBatchCounts(bank))
  return most > 4 ? [`I6: the bank counted ${most} calls of one resource, page and day`] : []
}

/** I10: home's totals equal the bank's, per currency, for people whose accounts were all read. */
async function findWrongSums(store: DatabaseSync): Promise<string[]> {
  const accounts = (await findReadAccounts()).filter(({ kind, mayBalances }) => kind === 'account' && mayBalances)
  const broken: string[] = []
  for (const [userId, own] of Map.groupBy(accounts, account => account.userId)) {
    const { totals, accounts: shown } = await readHome({ userId })
    if (shown.filter(({ kind }) => kind === 'account').length !== own.length) continue
    const sums = new Map<string, bigint>()
    for (const { resourceId, currency } of uniqueAccounts(own)) {
      sums.set(currency, (sums.get(currency) ?? 0n) + instantBalance(store, resourceId))
    }
    for (const { currency, amount } of totals) {
      const theirs = sums.get(currency) ?? 0n
      if (minorOf(amount) !== theirs) broken.push(`I10: ${userId} sees ${amount} ${currency}, the bank has ${theirs}`)
    }
  }
  return broken
}

function uniqueAccounts<T extends { readonly iban: string | null; readonly id: string; readonly currency: string }>(
  accounts: readonly T[],
): T[] {
  return [...new Map(accounts.map(account => [`${account.iban ?? account.id} ${account.currency}`, account])).values()]
}

const minorOf = (amount: string) => BigInt(amount.replace('.', ''))

/** Booked until today in Paris, plus pending from today on (§ AIS behaviour rule 6, the instant balance). */
function instantBalance(store: DatabaseSync, accountId: string): bigint {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(new Date())
  const start = (Date.parse(`${today}T00:00:00Z`) / dayMs) * 100_000
  const row = store
    .prepare(`SELECT CAST(opening_minor
      + coalesce((SELECT sum(amount_minor) FROM entries WHERE account_id = accounts.id AND status = 'BOOK'
          AND position < ?), 0)
      + coalesce((SELECT sum(amount_minor) FROM entries WHERE account_id = accounts.id AND status = 'PDNG'
          AND position >= ? AND happened_on <= ?), 0) AS TEXT) AS balance
      FROM accounts WHERE id = ?`)
    .get(start + 100_000, start, today, accountId)
  return BigInt(String(row?.balance ?? 0))
}

/** I8: the audit trail verifies. */
async function findBrokenTrail(): Promise<string[]> {
  const { breaks } = await verifyAudit()
  return breaks.length > 0 ? [`I8: the audit trail is broken: ${JSON.stringify(breaks.slice(0, 3))}`] : []
}

/** I9: no lease lasts twice as long as it may. */
async function findOldLeases(): Promise<string[]> {
  const old = await db().$queryRaw<{ name: string }[]>`
    SELECT name FROM (
      SELECT 'refreshes' AS name, "syncLeaseUntil" AS until FROM "Connection"
      UNION ALL SELECT 'tokens', "leaseUntil" FROM "Connection"
      UNION ALL SELECT 'consents', "consentLeaseUntil" FROM "Connection"
      UNION ALL SELECT 'payments', "leaseUntil" FROM "PaymentAttempt"
      UNION ALL SELECT 'webhooks', "leaseUntil" FROM "WebhookDelivery"
      UNION ALL SELECT 'mails', "leaseUntil" FROM "Mail"
    ) AS leases WHERE until > now() + interval '120 seconds'`
  return old.map(({ name }) => `I9: a lease of ${name} lasts two minutes more`)
}
