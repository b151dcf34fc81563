import { formatAmount } from '@guichet/values/money/minor.ts'
import { cutText, foldText } from '@guichet/values/text/clean.ts'
import { compare } from '@guichet/values/text/compare.ts'
import { isStorable, storableDay } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { isUuid } from '#lib/base/ids.ts'
import { takeTurns } from '#lib/base/in-turn.ts'
import { takeTry } from '#lib/base/rate-limit.ts'
import { db, Prisma } from '#lib/db.ts'
import { categorise } from '#lib/domain/accounts/filing.ts'
import { isForeseen } from '#lib/domain/accounts/open-line.ts'
import { codeText, natureOf } from '#lib/domain/accounts/transaction.ts'
import { counterpartyOf } from '#lib/domain/accounts/transaction-counterparty.ts'
import type { TransactionFilter } from '#lib/domain/accounts/transaction-filter.ts'
import { isFiltered, noFilter } from '#lib/domain/accounts/transaction-query.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import { categoriseNew } from '#lib/services/accounts/categorise.ts'
import { onceOf } from '#lib/services/accounts/counted.ts'
import { type Naming, readNaming } from '#lib/services/accounts/own-names.ts'
import { minorOfFilter, shownOpenDay, summed, whereFilter } from '#lib/services/accounts/transactions-where.ts'
import { type AccountRow, toIsoDate } from '#lib/services/accounts/view.ts'
import { readShared, toSharedTransaction, whereReadable } from '#lib/services/household/shared-accounts.ts'
import { type ListSum, type TransactionPage, TransactionView } from '#lib/views/banking.ts'
import { correctWords } from './corrected-words.ts'

/** More than a screen; the next come before anybody scrolled. */
const pageSizes = { first: 30, further: 100 } as const
/** A bank gives fifteen days. */
const upcomingLimit = 500
/** Nobody reads further. But the list behind a figure is summed as the figure is. */
const mostCounted = ({ counted }: TransactionFilter) => (counted === null ? 2_000 : 100_000)

/** Each may look at all transactions. */
const searchLimit = { limit: 120, windowSeconds: 60 } as const
const inTurn = takeTurns({ atOnce: 4, eachAtOnce: 2, eachWaiting: 10 })

/**
 * Newest first: thirty, then a hundred; open ones with the first page. Similar words without results; shared accounts
 * if named. Refusals: `invalid_input` (cursor); `too_many_tries` for words.
 */
export async function searchTransactions(
  { userId }: Person,
  filter: TransactionFilter,
  cursor?: string | undefined,
): Promise<TransactionPage> {
  const after = cursor === undefined || cursor === '' ? null : parseCursor(cursor)
  if (filter.q !== '' && after === null) await takeTry(`searches:${userId}`, searchLimit)
  return filter.q === '' ? search(userId, filter, after) : inTurn(userId, () => search(userId, filter, after))
}

async function search(userId: string, filter: TransactionFilter, after: Cursor | null): Promise<TransactionPage> {
  await categoriseNew(userId)
  if (after !== null) return readPage(userId, filter, after, after.corrected)
  const page = await readPage(userId, filter, null, null)
  const corrected = page.total > 0 ? null : await correctWords(userId, filter)
  return corrected === null ? page : readPage(userId, filter, null, corrected)
}

async function readPage(
  userId: string,
  asked: TransactionFilter,
  after: Cursor | null,
  corrected: string | null,
): Promise<TransactionPage> {
  const filter = corrected === null ? asked : { ...asked, q: corrected }
  const [{ matches, shared }, naming] = await Promise.all([whereReadable(userId, filter), readNaming(userId)])
  const columns = Prisma.sql`${transactionColumns}, ${minorOfFilter(filter)} AS "shownMinor"`
  const pageSize = pageSizes[after === null ? 'first' : 'further']
  const [booked, upcoming, count] = await Promise.all([
    filter.status === 'open' ? [] : readBooked(columns, matches, after, pageSize + 1),
    after !== null || filter.status === 'booked' ? [] : readUpcoming(columns, matches),
    after === null ? countMatches(matches, filter) : { ...after, sums: null },
  ])
  const page = booked.slice(0, pageSize)
  const show = (row: TransactionRow) => {
    const line = toTransactionView(row, naming)
    return shared.has(row.accountId) ? toSharedTransaction(line) : line
  }
  const last = page.at(-1)
  return {
    upcoming: upcoming.map(show),
    booked: page.map(show),
    nextCursor: booked.length > pageSize && last ? toCursor(last, count, corrected) : null,
    total: count.total,
    more: count.more,
    sums: count.sums,
    corrected,
  }
}

type Wish = { readonly q?: string | undefined; readonly cursor?: string | undefined }

/** Refusals: `not_found`, `invalid_input` for an unknown cursor. */
export async function listTransactions({ userId }: Person, accountId: string, wish: Wish): Promise<TransactionPage> {
  await refuseUnlessOwnAccount(userId, accountId)
  return searchIn(userId, accountId, wish)
}

/** Of an account shared with them. Refusals: as `listTransactions`. */
export async function listSharedTransactions(viewer: Person, accountId: string, wish: Wish): Promise<TransactionPage> {
  const { sees } = await readShared(viewer, accountId)
  if (!sees.transactions) throw new Refused('not_found')
  return searchIn(viewer.userId, accountId, wish)
}

function searchIn(userId: string, accountId: string, { q, cursor }: Wish): Promise<TransactionPage> {
  return searchTransactions({ userId }, { ...noFilter, accounts: [accountId], q: cutText(q ?? '', 200) }, cursor)
}

/** `not_found`. */
export async function refuseUnlessOwnAccount(userId: string, accountId: string): Promise<void> {
  const own = isUuid(accountId) && (await db().account.count({ where: { id: accountId, userId } })) > 0
  if (!own) throw new Refused('not_found')
}

export type TransactionRow = Omit<
  Prisma.TransactionGetPayload<object>,
  'userId' | 'resourceId' | 'pairKey' | 'pairChoice' | 'missing' | 'firstSeenAt'
> & {
  /** Of the parts that a list is about, if it is split. */
  readonly shownMinor?: bigint
}

export const transactionColumns = Prisma.sql`"accountId", "key", "booked", "status", "amountMinor", "currency", "day",
  "bookingDate", "valueDate", "transactionDate", "expectedBookingDate", "label", "remittance", "codeDomain", "codeFamily",
  "codeSubFamily", "code", "codeIssuer", "endToEndId", "entryReference", "searchText", "category", "categorySource", "ruleId",
  "counterparty", "importId", "pairAccountId", "note", "tags", "parts", "leftOut"`

/** By the index: the hundredth page costs as much as the first. */
function readBooked(
  columns: Prisma.Sql,
  matches: Prisma.Sql,
  after: Cursor | null,
  most: number,
): Promise<TransactionRow[]> {
  const beyond =
    after === null
      ? Prisma.empty
      : Prisma.sql`AND ("day", "accountId", "key") < (${after.day}::date, ${after.accountId}::uuid, ${after.key})`
  return db().$queryRaw<TransactionRow[]>`
    SELECT ${columns} FROM "Transaction" WHERE ${matches} AND "booked" ${beyond}
    ORDER BY "day" DESC, "accountId" DESC, "key" DESC LIMIT ${most}`
}

/** Soonest first. */
function readUpcoming(columns: Prisma.Sql, matches: Prisma.Sql): Promise<TransactionRow[]> {
  return db().$queryRaw<TransactionRow[]>`
    SELECT ${columns} FROM "Transaction" WHERE ${matches} AND NOT "booked"
    ORDER BY ${shownOpenDay}, "accountId", "key" LIMIT ${upcomingLimit}`
}

/** Of their own accounts, all of them given: purchases by card under way, by their own day, then the newest booked. */
export async function listLatest(
  userId: string,
  accounts: readonly AccountRow[],
  count: number,
  naming: Naming,
): Promise<TransactionView[]> {
  const own = Prisma.sql`"userId" = ${userId}::uuid AND ${await onceOf(userId, accounts, true)}`
  const [booked, open] = await Promise.all([
    readBooked(transactionColumns, own, null, count),
    readUpcoming(transactionColumns, own),
  ])
  const pending = open.flatMap(row => {
    const isPurchase = row.transactionDate !== null && natureOf(codeOf(row)) === 'card' && isForeseen(row)
    return isPurchase ? [{ ...row, day: row.transactionDate ?? row.day }] : []
  })
  const newest = pending.toSorted((left, right) => compare(right.day.getTime(), left.day.getTime()))
  return [...newest, ...booked].slice(0, count).map(row => toTransactionView(row, naming))
}

type Largest = { readonly from: string; readonly currency: string; readonly count: number }

/** Largest first, without own movements. */
export async function listLargest(userId: string, { from, currency, count }: Largest): Promise<TransactionView[]> {
  await categoriseNew(userId)
  const filter = { ...noFilter, from, counted: currency }
  const [matches, naming] = await Promise.all([whereFilter(userId, filter), readNaming(userId)])
  const shown = minorOfFilter(filter)
  const rows = await db().$queryRaw<TransactionRow[]>`
    SELECT ${transactionColumns}, ${shown} AS "shownMinor" FROM "Transaction" WHERE ${matches}
    ORDER BY abs(${shown}) DESC, "day" DESC, "accountId", "key" LIMIT ${count}`
  return rows.map(row => toTransactionView(row, naming))
}

type Count = Pick<TransactionPage, 'total' | 'more' | 'sums'>

/** With sums of what counts, if a filter leaves no more than are counted. */
async function countMatches(matches: Prisma.Sql, filter: TransactionFilter): Promise<Count> {
  if (!isFiltered(filter)) return { total: await countAll(matches), more: false, sums: null }
  const most = mostCounted(filter)
  const sums = await sumMatches(matches, filter, most)
  const total = sums.reduce((all, { count }) => all + count, 0)
  if (total <= most) return { total, more: false, sums }
  if (isFiltered({ ...filter, accounts: [] })) return { total: most, more: true, sums: null }
  return { total: await countAll(matches), more: false, sums: null }
}

async function countAll(matches: Prisma.Sql): Promise<number> {
  const [row] = await db().$queryRaw<{ total: bigint }[]>`
    SELECT count(*) AS "total" FROM "Transaction" WHERE ${matches}`
  return Number(row?.total ?? 0)
}

async function sumMatches(
  matches: Prisma.Sql,
  filter: TransactionFilter,
  most: number,
): Promise<(ListSum & { count: number })[]> {
  const rows = await db().$queryRaw<{ currency: string; count: bigint; in: bigint; out: bigint }[]>`
    SELECT "currency", count(*) AS "count",
      COALESCE(sum("minor") FILTER (WHERE "counts" AND "minor" > 0), 0)::bigint AS "in",
      COALESCE(sum("minor") FILTER (WHERE "counts" AND "minor" < 0), 0)::bigint AS "out"
    FROM (SELECT "currency", ${summed(filter)} FROM "Transaction" WHERE ${matches} LIMIT ${most + 1}) AS found
    GROUP BY 1 ORDER BY 2 DESC, 1`
  return rows.map(row => {
    const text = (amountMinor: bigint) => formatAmount({ amountMinor, currency: row.currency })
    const { currency, count, in: into, out } = row
    return { currency, count: Number(count), in: text(into), out: text(out), net: text(into + out) }
  })
}

/** With the total, counted once, and corrected words. */
const Cursor = z
  .tuple([
    storableDay,
    z.uuid(),
    z.string().max(100).refine(isStorable),
    z.int().nonnegative(),
    z.boolean(),
    z.string().max(200).refine(isStorable).nullable(),
  ])
  .transform(([day, accountId, key, total, more, corrected]) => ({ day, accountId, key, total, more, corrected }))
type Cursor = z.infer<typeof Cursor>

function toCursor(
  { day, accountId, key }: TransactionRow,
  { total, more }: Omit<Count, 'sums'>,
  corrected: string | null,
): string {
  return Buffer.from(JSON.stringify([toIsoDate(day), accountId, key, total, more, corrected])).toString('base64url')
}

function parseCursor(text: string): Cursor {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  } catch {
    throw new Refused('invalid_input', { field: 'cursor' })
  }
}

/** As stored: a category once; they add up to the transaction's amount. */
const Parts = z
  .array(z.strictObject({ category: z.string(), amountMinor: z.string().regex(/^-?\d{1,18}$/) }))
  .min(2)
  .nullable()
  .catch(null)

/** In addresses. */
export function toTransactionId({ accountId, key }: Pick<TransactionRow, 'accountId' | 'key'>): string {
  return Buffer.from(`${accountId} ${key}`).toString('base64url')
}

const Source = TransactionView.shape.categorySource

const codeOf = ({ codeDomain, codeFamily, codeSubFamily, code, codeIssuer }: TransactionRow) => ({
  domain: codeDomain,
  family: codeFamily,
  subFamily: codeSubFamily,
  code,
  issuer: codeIssuer,
})

/** Without a category yet: as without rules. */
export function toTransactionView(row: TransactionRow, naming: Naming): TransactionView {
  const { accountId, key, booked, status, label, remittance, endToEndId, entryReference } = row
  const code = codeOf(row)
  const nature = natureOf(code)
  const counterparty = row.counterparty ?? counterpartyOf(label, nature)
  const { name, own } = naming({ label, counterparty, nature })
  const filed =
    row.category === null
      ? categorise(
          { ...row, counterparty, nature, subFamily: code.subFamily, label: foldText(label), isBusiness: false },
          [],
        )
      : { category: row.category, source: Source.catch('code').parse(row.categorySource), ruleId: row.ruleId }
  const { note, tags, leftOut, currency, amountMinor, shownMinor = amountMinor } = row
  const text = (minor: bigint) => formatAmount({ amountMinor: minor, currency })
  return {
    id: toTransactionId(row),
    accountId,
    key,
    booked,
    status,
    amount: { amount: text(shownMinor), currency },
    whole: shownMinor === amountMinor ? null : { amount: text(amountMinor), currency },
    note,
    tags,
    parts:
      Parts.parse(row.parts)?.map(part => ({ category: part.category, amount: text(BigInt(part.amountMinor)) })) ??
      null,
    leftOut,
    day: toIsoDate(row.day) ?? '',
    bookingDate: toIsoDate(row.bookingDate),
    valueDate: toIsoDate(row.valueDate),
    transactionDate: toIsoDate(row.transactionDate),
    expectedBookingDate: toIsoDate(row.expectedBookingDate),
    label,
    name,
    named: own,
    remittance,
    code: codeText(code),
    nature,
    endToEndId,
    entryReference,
    category: filed.category,
    categorySource: filed.source,
    ruleId: filed.ruleId,
    counterparty,
    imported: row.importId !== null,
    pairedAccountId: row.pairAccountId,
  }
}
