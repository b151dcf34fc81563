import { addDays } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { now } from '#lib/clock.ts'
import { db, type Prisma } from '#lib/db.ts'

/** Links a person to bank 19870 without it; returns the connection's id. */
export async function aConnection(userId: string, given: Partial<Prisma.ConnectionUncheckedCreateInput> = {}) {
  return (await db().connection.create({ data: { userId, bankCode: '19870', status: 'active', ...given } })).id
}

type Given = Partial<Prisma.AccountUncheckedCreateInput> & { readonly userId: string; readonly connectionId: string }

/** Makes an account of a connection, whose balances and transactions may be read; returns its id. */
export async function anAccount(given: Given): Promise<string> {
  const what = { resourceId: 'r', kind: 'account', name: 'Compte courant', cashAccountType: 'CACC' } as const
  const may = { features: [], mayBalances: true, mayTransactions: true }
  return (await db().account.create({ data: { ...what, currency: 'EUR', ...may, ...given } })).id
}

type Line = Omit<Partial<Prisma.TransactionUncheckedCreateInput>, 'day'> & { readonly day?: string }

/** A line of yesterday over five euros, unless it is said otherwise. */
export function aLine(userId: string, accountId: string, key: string, given: Line = {}) {
  const { label = `CARTE ${key}`, day = addDays(parisDay(now()), -1), ...rest } = given
  const text = { label, remittance: [label], searchText: label.toLowerCase() }
  const line = { key, booked: true, status: 'BOOK', amountMinor: -500n, currency: 'EUR', day: new Date(day) }
  return db().transaction.create({ data: { userId, accountId, ...line, ...text, ...rest } })
}
