import { isUuid } from '#lib/base/ids.ts'
import { now } from '#lib/clock.ts'
import { db, Prisma } from '#lib/db.ts'
import { isBuiltInCategory } from '#lib/domain/accounts/category.ts'
import { accountKeys } from '#lib/domain/accounts/counting.ts'
import type { TransactionFilter } from '#lib/domain/accounts/transaction-filter.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import { onceOf } from '#lib/services/accounts/counted.ts'
import type { NamedAccount } from '#lib/services/accounts/names.ts'
import { whereFilter } from '#lib/services/accounts/transactions-where.ts'
import { identityColumns } from '#lib/services/accounts/twins.ts'
import { type AccountRow, findAccounts, toAccountView } from '#lib/services/accounts/view.ts'
import type { TransactionView } from '#lib/views/banking.ts'
import { BankBadge } from '#lib/views/banking.ts'
import type { SharedAccountView } from '#lib/views/household.ts'
import { findReadableAccounts, type Readable } from './sharing.ts'

/** No bank is called, no owner's row changed. */

/** Records the look, for the owner. */
export async function listShared({ userId: viewerId }: Person): Promise<SharedAccountView[]> {
  const readable = await findReadableAccounts(viewerId)
  if (readable.length === 0) return []
  const views = await toViews(viewerId, readable)
  await noteLook(viewerId, readable)
  return views
}

/** Refusals: `not_found`. */
export async function readShared({ userId: viewerId }: Person, accountId: string): Promise<SharedAccountView> {
  const readable = isUuid(accountId) ? await findReadableAccounts(viewerId, [accountId]) : []
  const [view] = readable.length > 0 ? await toViews(viewerId, readable) : []
  if (!view) throw new Refused('not_found')
  await noteLook(viewerId, readable)
  return view
}

export async function listSharedNames({
  userId: viewerId,
}: Person): Promise<(NamedAccount & { readonly sharedBy: string })[]> {
  const views = await toViews(viewerId, await findReadableAccounts(viewerId))
  return views
    .filter(({ sees }) => sees.transactions)
    .map(({ id, name, kind, currency, bank, ownerName }) => {
      return { id, name, kind, currency, bank: bank.name, sharedBy: ownerName }
    })
}

/** One statement per owner, named in its `where`. */
async function toViews(viewerId: string, readable: readonly Readable[]): Promise<SharedAccountView[]> {
  if (readable.length === 0) return []
  const owners = Map.groupBy(readable, ({ ownerId }) => ownerId)
  const rows = await Promise.all(
    [...owners].map(([ownerId, grants]) =>
      findAccounts({ userId: ownerId }, { id: { in: grants.map(one => one.accountId) } }),
    ),
  )
  const byId = new Map(rows.flat().map(row => [row.id, row]))
  const own = await db().account.findMany({
    where: { userId: viewerId, gone: false, iban: { not: null } },
    select: identityColumns,
  })
  const keyOf = accountKeys(own)
  const mine = new Set(own.map(keyOf))
  return readable.flatMap(grant => {
    const row = byId.get(grant.accountId)
    return row ? [toSharedView(grant, row, mine.has(keyOf(row)))] : []
  })
}

function toSharedView(grant: Readable, row: AccountRow, alsoMine: boolean): SharedAccountView {
  const { id, bank, kind, name, maskedIban, currency, mainBalance, sync } = toAccountView(row, [])
  return {
    id,
    ownerName: grant.ownerName,
    kind,
    name,
    maskedIban,
    currency,
    alsoMine,
    bank: BankBadge.parse(bank),
    mainBalance: grant.sees.balances ? mainBalance : null,
    sees: { ...grant.sees },
    since: grant.since.toISOString(),
    readAt: sync.lastAt,
  }
}

const lookMs = 15 * 60_000

/** Says when, not how often. */
async function noteLook(viewerId: string, readable: readonly Readable[]): Promise<void> {
  const at = now()
  const since = new Date(at.getTime() - lookMs)
  await db().accountShare.updateMany({
    where: {
      viewerId,
      id: { in: readable.map(({ shareId }) => shareId) },
      OR: [{ seenAt: null }, { seenAt: { lt: since } }],
    },
    data: { seenAt: at },
  })
}

export type ReadableTransactions = {
  readonly matches: Prisma.Sql
  readonly shared: ReadonlySet<string>
}

/** Their own, and a shared account's if named and shared with transactions. */
export async function whereReadable(viewerId: string, filter: TransactionFilter): Promise<ReadableTransactions> {
  const grants =
    filter.accounts.length === 0 || filter.tags.length > 0 ? [] : await findReadableAccounts(viewerId, filter.accounts)
  const readable = grants.filter(({ sees }) => sees.transactions)
  if (readable.length === 0) return { matches: await whereFilter(viewerId, filter), shared: new Set() }
  const shared = new Set(readable.map(({ accountId }) => accountId))
  const owned = filter.accounts.filter(id => !shared.has(id))
  const scopes = [...Map.groupBy(readable, ({ ownerId }) => ownerId)].map(([ownerId, grants]) => ({
    ownerId,
    accounts: grants.map(({ accountId }) => accountId),
  }))
  if (owned.length > 0) scopes.push({ ownerId: viewerId, accounts: owned })
  const each = await Promise.all(
    scopes.map(({ ownerId, accounts }) => whereFilter(ownerId, { ...filter, accounts }, viewerId)),
  )
  await noteLook(viewerId, readable)
  const once = filter.counted === null ? Prisma.sql`TRUE` : await onceAmong(scopes)
  return { matches: Prisma.sql`((${Prisma.join(each, ') OR (')})) AND ${once}`, shared }
}

type Scope = { readonly ownerId: string; readonly accounts: readonly string[] }

/** An account of two owners counts once. */
async function onceAmong(scopes: readonly Scope[]): Promise<Prisma.Sql> {
  const owners = { in: scopes.map(({ ownerId }) => ownerId) }
  const rows = await db().account.findMany({
    where: { userId: owners, id: { in: scopes.flatMap(({ accounts }) => accounts) } },
    include: { balances: { where: { current: true }, select: { readAt: true } } },
  })
  return onceOf(owners, rows, true)
}

/** Without what is private to the owner. */
export function toSharedTransaction(line: TransactionView): TransactionView {
  const category = isBuiltInCategory(line.category) ? line.category : 'other'
  const nothing = { note: null, tags: [], parts: null, leftOut: false, ruleId: null, pairedAccountId: null }
  return { ...line, ...nothing, category, categorySource: 'code' }
}
