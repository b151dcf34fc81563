import type { BalanceReading } from '@guichet/stet/terms/account-data.ts'
import { type IsoDate, isoDay } from '@guichet/values/calendar/day.ts'
import { groupIban, maskIban } from '@guichet/values/money/iban-text.ts'
import { toMoneyView } from '@guichet/values/money/minor.ts'
import { z } from 'zod'
import { isUuid } from '#lib/base/ids.ts'
import { db, type Prisma } from '#lib/db.ts'
import { isMainBalance, mainBalance, missingBalances } from '#lib/domain/accounts/balance.ts'
import { closureOf } from '#lib/domain/accounts/closure.ts'
import { type Draw, timelineOf } from '#lib/domain/accounts/outstanding.ts'
import type { Person } from '#lib/domain/who.ts'
import { toBankView } from '#lib/services/banks/directory.ts'
import { type AccountView, type BalanceView, syncStates } from '#lib/views/banking.ts'
import type { QuotaView } from '#lib/views/quota.ts'

export type AccountRow = Awaited<ReturnType<typeof findAccounts>>[number]

type Which = Pick<Prisma.AccountWhereInput, 'connection' | 'connectionId' | 'id'>

/** In the person's order, then by bank. */
export const accountOrder: Prisma.AccountOrderByWithRelationInput[] = [
  { position: { sort: 'asc', nulls: 'last' } },
  { connection: { createdAt: 'asc' } },
  { ordinal: 'asc' },
  { id: 'asc' },
]

export function findAccounts({ userId }: Person, which: Which) {
  return db().account.findMany({
    where: { userId, ...which },
    orderBy: accountOrder,
    omit: { pageDigests: true },
    include: {
      connection: { omit: { accessSealed: true, refreshSealed: true, previousSealed: true }, include: { bank: true } },
      balances: { where: { current: true }, orderBy: [{ referenceDate: 'desc' }, { id: 'asc' }] },
    },
  })
}

/** With the others of its login; none if it isn't theirs. */
export async function findBeside({ userId }: Person, accountId: string): Promise<AccountRow[]> {
  return isUuid(accountId) ? findAccounts({ userId }, { connection: { accounts: { some: { id: accountId } } } }) : []
}

/** By the bank, and by a login that lasts. */
export const isListed = ({ gone, connection }: AccountRow) => !gone && connection.status !== 'disconnected'

/** `siblings`: accounts of the connection, for a card's. Full IBAN only with `full`. */
export function toAccountView(
  row: AccountRow,
  siblings: readonly AccountRow[],
  { full = false, quota = null }: { readonly full?: boolean; readonly quota?: QuotaView | null | undefined } = {},
): AccountView {
  const kind = row.kind === 'card' ? 'card' : 'account'
  const readings = row.balances.map(toReading)
  const main = mainBalance(readings, kind)
  const balances = row.balances.map((balance, index) =>
    toBalanceView({ ...balance, readAt: readAgainAt(row, balance.readAt) }, readings[index], readings, kind),
  )
  const sync = syncOf(row)
  const newest = row.balances.map(({ readAt }) => readAgainAt(row, readAt)).reduce<Date | null>(later, null)
  const owners = ownersOf(row.owners)
  const backing = siblings.find(
    other => other.connectionId === row.connectionId && other.resourceId === row.linkedResourceId,
  )
  return {
    ...listedFactsOf(row),
    kind,
    iban: full && row.iban !== null ? groupIban(row.iban) : null,
    goneSince: row.gone ? (row.goneAt ?? row.createdAt).toISOString() : null,
    timeline: kind === 'card' ? toTimelineView(readings) : null,
    linkedAccountId: backing?.id ?? null,
    may: mayOf(row),
    mainBalance: main === null ? null : mainView(main, newest),
    balances,
    missingBalances: closureOf(sync)
      ? []
      : missingBalances({
          kind,
          currency: row.currency,
          allowed: row.mayBalances,
          readAt: newest ?? (row.mayBalances ? row.lastSyncedAt : null),
          types: readings.map(({ type }) => type),
        }),
    owners: owners === null ? null : owners.persons,
    company: owners?.company ?? null,
    overdraft: OverdraftColumn.safeParse(row.overdraft).data?.allowed ?? null,
    quota,
    sync,
  }
}

/** An unchanged balance is not written again the same day. */
function readAgainAt({ mayBalances, lastSyncedAt }: AccountRow, readAt: Date): Date {
  return mayBalances && lastSyncedAt !== null ? later(readAt, lastSyncedAt) : readAt
}

/** As the bank lists it. */
function listedFactsOf(row: AccountRow) {
  const { id, connectionId, name, product, bic, currency, usage, psuStatus, details, cashAccountType } = row
  const bank = toBankView(row.connection.bank)
  const maskedIban = row.iban === null ? null : maskIban(row.iban)
  const listed = { id, connectionId, bank, name, product, maskedIban, bic, currency, usage, psuStatus }
  const { groupName: group, hidden, inTotals } = row
  return { ...listed, group, hidden, inTotals, features: [...row.features], details, cashAccountType }
}

const mayOf = ({ mayBalances, mayTransactions, mayOwners, mayOverdrafts }: AccountRow): AccountView['may'] => ({
  balances: mayBalances,
  transactions: mayTransactions,
  owners: mayOwners,
  overdrafts: mayOverdrafts,
})

function syncOf(row: AccountRow): AccountView['sync'] {
  return {
    state: syncStates.find(state => state === row.syncState) ?? 'idle',
    error: row.syncError,
    rows: row.syncedRows,
    lastAt: row.lastSyncedAt?.toISOString() ?? null,
    unreadableRows: row.unreadableRows,
    unreadableBalances: row.unreadableBalances,
  }
}

/** Null if none were read. */
export function ownersOf(column: unknown) {
  return OwnersColumn.safeParse(column).data ?? null
}

const OwnersColumn = z.object({
  persons: z.array(z.object({ fullName: z.string(), role: z.string().nullable() })),
  company: z.object({ identification: z.string(), schemeName: z.string() }).nullable(),
})
const OverdraftColumn = z.object({ allowed: z.object({ amount: z.string(), currency: z.string() }).nullable() })

type BalanceRow = AccountRow['balances'][number]

export function toReading(
  row: Pick<BalanceRow, 'type' | 'name' | 'amountMinor' | 'currency' | 'referenceDate'>,
): BalanceReading {
  const { type, name, amountMinor, currency } = row
  return { type, name, amount: { amountMinor, currency }, referenceDate: toIsoDate(row.referenceDate) }
}

function toTimelineView(readings: readonly BalanceReading[]): AccountView['timeline'] {
  const { previous, coming } = timelineOf(readings)
  const toDrawView = ({ amount, day, name }: Draw) => ({ amount: toMoneyView(amount), day, name })
  return { previous: previous === null ? null : toDrawView(previous), coming: coming.map(toDrawView) }
}

/** Read as midnight UTC. */
export function toIsoDate(day: Date | null): IsoDate | null {
  return day === null ? null : isoDay(day)
}

function toBalanceView(
  row: BalanceRow,
  reading: BalanceReading | undefined,
  readings: readonly BalanceReading[],
  kind: 'account' | 'card',
): BalanceView {
  return {
    type: row.type,
    name: row.name,
    amount: toMoneyView(row),
    referenceDate: toIsoDate(row.referenceDate),
    readAt: row.readAt.toISOString(),
    main: reading !== undefined && isMainBalance(reading, readings, kind),
  }
}

function mainView({ type, name, amount, referenceDate }: BalanceReading, readAt: Date | null): BalanceView {
  return {
    type,
    name,
    amount: toMoneyView(amount),
    referenceDate,
    readAt: (readAt ?? new Date(0)).toISOString(),
    main: true,
  }
}

function later(left: Date | null, right: Date): Date {
  return left === null || right > left ? right : left
}
