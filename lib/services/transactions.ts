import { z } from 'zod'
import { db, Prisma } from '#lib/db.ts'
import { Refused } from '#lib/domain/refused.ts'
import { foldText } from '#lib/domain/text.ts'
import { categoryOf, codeText } from '#lib/domain/transaction.ts'
import type { TransactionPage, TransactionView } from '#lib/domain/views.ts'
import { toIsoDate, toMoneyView } from './account-view.ts'
import { isUuid } from './ids.ts'

const pageSize = 100
/** More upcoming lines than any account has: a bank gives fifteen days of them. */
const upcomingLimit = 500

/**
 * Lines of an account, newest first, a hundred booked ones at a time; what is not booked comes whole with the first page.
 * `q` finds every word of it in labels, amounts and references, without accents or case. `cursor` is the `nextCursor` of
 * the page before. Refusals: `not_found`, `invalid_input` for a cursor that is not one of ours.
 */
export async function listTransactions(
  userId: string,
  accountId: string,
  { q, cursor }: { readonly q?: string | undefined; readonly cursor?: string | undefined },
): Promise<TransactionPage> {
  await refuseUnlessOwn(userId, accountId)
  const matches = matching(userId, accountId, q ?? '')
  const after = cursor === undefined || cursor === '' ? null : parseCursor(cursor)
  const [booked, upcoming, total] = await Promise.all([
    readBooked(matches, after),
    after === null ? readUpcoming(matches) : [],
    after === null ? countMatches(matches) : after.total,
  ])
  const page = booked.slice(0, pageSize)
  const last = page.at(-1)
  return {
    upcoming: upcoming.map(toView),
    booked: page.map(toView),
    nextCursor: booked.length > pageSize && last ? toCursor(last, total) : null,
    total,
  }
}

async function refuseUnlessOwn(userId: string, accountId: string): Promise<void> {
  const own = isUuid(accountId) && (await db().account.count({ where: { id: accountId, userId } })) > 0
  if (!own) throw new Refused('not_found')
}

function matching(userId: string, accountId: string, q: string): Prisma.Sql {
  const words = foldText(q.slice(0, 200))
    .split(' ')
    .filter(word => word !== '')
  const found = words.map(word => Prisma.sql`AND "searchText" LIKE ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`)
  return Prisma.sql`"accountId" = ${accountId}::uuid AND "userId" = ${userId}::uuid ${Prisma.join([Prisma.empty, ...found], ' ')}`
}

type Row = {
  readonly key: string
  readonly booked: boolean
  readonly status: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly day: Date
  readonly bookingDate: Date | null
  readonly valueDate: Date | null
  readonly transactionDate: Date | null
  readonly expectedBookingDate: Date | null
  readonly label: string
  readonly remittance: string[]
  readonly codeDomain: string | null
  readonly codeFamily: string | null
  readonly codeSubFamily: string | null
  readonly code: string | null
  readonly codeIssuer: string | null
  readonly endToEndId: string | null
}

const columns = Prisma.sql`"key", "booked", "status", "amountMinor", "currency", "day", "bookingDate", "valueDate",
  "transactionDate", "expectedBookingDate", "label", "remittance", "codeDomain", "codeFamily", "codeSubFamily", "code",
  "codeIssuer", "endToEndId"`

/** A row comparison on the columns of the index: the hundredth page costs what the first one does. */
function readBooked(matches: Prisma.Sql, after: Cursor | null): Promise<Row[]> {
  const beyond = after === null ? Prisma.empty : Prisma.sql`AND ("day", "key") < (${after.day}::date, ${after.key})`
  return db().$queryRaw<Row[]>`
    SELECT ${columns} FROM "Transaction" WHERE ${matches} AND "booked" ${beyond}
    ORDER BY "day" DESC, "key" DESC LIMIT ${pageSize + 1}`
}

/** What is coming, the soonest first. */
function readUpcoming(matches: Prisma.Sql): Promise<Row[]> {
  return db().$queryRaw<Row[]>`
    SELECT ${columns} FROM "Transaction" WHERE ${matches} AND NOT "booked" ORDER BY "day", "key" LIMIT ${upcomingLimit}`
}

async function countMatches(matches: Prisma.Sql): Promise<number> {
  const [row] = await db().$queryRaw<{ total: bigint }[]>`
    SELECT count(*) AS "total" FROM "Transaction" WHERE ${matches}`
  return Number(row?.total ?? 0)
}

/** Where the page before ended, and how many lines there are: counting them once is enough. */
const Cursor = z
  .tuple([z.iso.date(), z.string().max(100), z.int().nonnegative()])
  .transform(([day, key, total]) => ({ day, key, total }))
type Cursor = z.infer<typeof Cursor>

function toCursor({ day, key }: Row, total: number): string {
  return Buffer.from(JSON.stringify([toIsoDate(day), key, total])).toString('base64url')
}

function parseCursor(text: string): Cursor {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  } catch {
    throw new Refused('invalid_input', { field: 'cursor' })
  }
}

function toView(row: Row): TransactionView {
  const { key, booked, status, label, remittance, endToEndId } = row
  const code = {
    domain: row.codeDomain,
    family: row.codeFamily,
    subFamily: row.codeSubFamily,
    code: row.code,
    issuer: row.codeIssuer,
  }
  return {
    key,
    booked,
    status,
    amount: toMoneyView(row),
    day: toIsoDate(row.day) ?? '',
    bookingDate: toIsoDate(row.bookingDate),
    valueDate: toIsoDate(row.valueDate),
    transactionDate: toIsoDate(row.transactionDate),
    expectedBookingDate: toIsoDate(row.expectedBookingDate),
    label,
    remittance,
    code: codeText(code),
    category: categoryOf(code),
    endToEndId,
  }
}
