import { decimalsOf, parseAmount } from '@guichet/values/money/minor.ts'
import { foldText } from '@guichet/values/text/clean.ts'
import { db, Prisma } from '#lib/db.ts'
import { holdsTerms, likePatterns, parsePattern, type Rule } from '#lib/domain/accounts/rule.ts'
import { withSubs } from '#lib/domain/accounts/sub-category.ts'
import type { TransactionFilter } from '#lib/domain/accounts/transaction-filter.ts'
import { isCounted, isSpentOrEarned, minorOfParts, whereAnyPart, whereCounted, whereOnce } from './counted.ts'
import { listOwnNames } from './own-names.ts'

/** The owner always comes first. */

/** An account of two logins is there once. Words are searched in labels and in the names given by `readerId`. */
export async function whereFilter(userId: string, filter: TransactionFilter, readerId = userId): Promise<Prisma.Sql> {
  const { accounts, from, to, min, max, direction, status, source, counterparty, tags, counted } = filter
  const once = await whereOnce(userId, accounts, counted === null ? 'list' : 'totals')
  const currencies = min === null && max === null ? [] : await readCurrencies(userId)
  return Prisma.join(
    [
      Prisma.sql`"userId" = ${userId}::uuid`,
      ...(await whereWords(readerId, filter.q)),
      ...(accounts.length > 0 ? [Prisma.sql`"accountId" = ANY(${accounts}::uuid[])`] : []),
      ...partConditions(filter).map(whereAnyPart),
      ...(tags.length > 0 ? [Prisma.sql`"tags" @> ${tags}::text[]`] : []),
      ...(from === null && to === null ? [] : [whereDays(filter)]),
      ...(min === null ? [] : [sizeAtLeast(min, currencies)]),
      ...(max === null ? [] : [sizeAtMost(max, currencies)]),
      ...(direction === 'in' ? [Prisma.sql`"amountMinor" >= 0`] : []),
      ...(direction === 'out' ? [Prisma.sql`"amountMinor" < 0`] : []),
      ...(status === null ? [] : [status === 'booked' ? Prisma.sql`"booked"` : Prisma.sql`NOT "booked"`]),
      ...(source === null
        ? []
        : [source === 'bank' ? Prisma.sql`"importId" IS NULL` : Prisma.sql`"importId" IS NOT NULL`]),
      ...(counterparty === null ? [] : [Prisma.sql`"counterparty" = ${counterparty}`]),
      ...(counted === null ? [once] : [await whereCounted(userId, once), Prisma.sql`"currency" = ${counted}`]),
    ],
    ' AND ',
  )
}

/** `openDay`, else the stored day. */
export const shownOpenDay = Prisma.sql`COALESCE("transactionDate", "expectedBookingDate", "day")`

/** One condition for both ends, or no index finds either. */
function whereDays({ from, to }: TransactionFilter): Prisma.Sql {
  const within = (day: Prisma.Sql) => {
    const ends = [
      ...(from ? [Prisma.sql`${day} >= ${from}::date`] : []),
      ...(to ? [Prisma.sql`${day} <= ${to}::date`] : []),
    ]
    return Prisma.join(ends, ' AND ')
  }
  return Prisma.sql`("booked" AND ${within(Prisma.sql`"day"`)} OR NOT "booked" AND ${within(shownOpenDay)})`
}

/** What a category asks, of a transaction or a part; none or one. */
function partConditions({ categories, counted }: TransactionFilter): Prisma.Sql[] {
  if (categories.length > 0) return [Prisma.sql`"category" = ANY(${categories.flatMap(withSubs)})`]
  return counted === null ? [] : [isSpentOrEarned]
}

/** Of each transaction what the filter is about: all of it, or its parts of these categories. */
export function minorOfFilter(filter: TransactionFilter): Prisma.Sql {
  const [condition] = partConditions(filter)
  return condition ? minorOfParts(condition) : Prisma.sql`"amountMinor"`
}

/** Of each transaction the "minor" units that sums of the filter's list have, and whether it "counts". */
export function summed(filter: TransactionFilter): Prisma.Sql {
  const all = partConditions({ ...filter, counted: filter.counted ?? 'any' })
  const conditions = Prisma.join([isCounted, ...all.map(whereAnyPart)], ' AND ')
  return Prisma.sql`${Prisma.join(all.map(minorOfParts))} AS "minor", ${conditions} AS "counts"`
}

async function whereWords(readerId: string, q: string): Promise<Prisma.Sql[]> {
  const terms = parsePattern(q)
  const names = terms.length === 0 ? [] : await listOwnNames(readerId)
  return likePatterns(q).map((like, index) => {
    const named = names.filter(({ name }) => holdsTerms(foldText(name), terms.slice(index, index + 1)))
    if (named.length === 0) return holds(like)
    return Prisma.sql`(${holds(like)} OR "counterparty" = ANY(${named.map(one => one.counterparty)}))`
  })
}

/** Two letters are no trigram: the index would give what everybody has. */
function holds(like: string): Prisma.Sql {
  const isIndexed = like.split('%').some(({ length }) => length > 2)
  return Prisma.sql`"searchText" ${isIndexed ? Prisma.empty : Prisma.sql`|| ''`} LIKE ${like}`
}

/** `matchesRule` in SQL. */
export function whereRule(userId: string, rule: Omit<Rule, 'id' | 'category'>): Prisma.Sql {
  const { counterparty, direction, minMinor, maxMinor, currency, accountId } = rule
  const bounded = minMinor !== null || maxMinor !== null
  return Prisma.join(
    [
      Prisma.sql`"userId" = ${userId}::uuid`,
      ...likePatterns(rule.pattern).map(holds),
      ...(counterparty === null ? [] : [Prisma.sql`"counterparty" = ${counterparty}`]),
      ...(direction === 'in' ? [Prisma.sql`"amountMinor" >= 0`] : []),
      ...(direction === 'out' ? [Prisma.sql`"amountMinor" < 0`] : []),
      ...(minMinor === null ? [] : [Prisma.sql`abs("amountMinor") >= ${minMinor}`]),
      ...(maxMinor === null ? [] : [Prisma.sql`abs("amountMinor") <= ${maxMinor}`]),
      ...(bounded && currency !== null ? [Prisma.sql`"currency" = ${currency}`] : []),
      ...(accountId === null ? [] : [Prisma.sql`"accountId" = ${accountId}::uuid`]),
    ],
    ' AND ',
  )
}

/** For amounts without one. */
async function readCurrencies(userId: string): Promise<string[]> {
  const rows = await db().account.findMany({ where: { userId }, distinct: ['currency'], select: { currency: true } })
  return rows.map(({ currency }) => currency)
}

function sizeAtLeast(amount: string, currencies: readonly string[]): Prisma.Sql {
  return Prisma.sql`abs("amountMinor") >= ${minorByCurrency(amount, currencies)}`
}

function sizeAtMost(amount: string, currencies: readonly string[]): Prisma.Sql {
  return Prisma.sql`abs("amountMinor") <= ${minorByCurrency(amount, currencies)}`
}

/** `12.50` is 1250 in euro, 12500 in dinar. */
function minorByCurrency(amount: string, currencies: readonly string[]): Prisma.Sql {
  const odd = currencies.filter(currency => decimalsOf(currency) !== 2)
  const cases = odd.map(currency => Prisma.sql`WHEN ${currency} THEN ${minorOf(amount, decimalsOf(currency))}::bigint`)
  const usual = minorOf(amount, 2)
  if (cases.length === 0) return Prisma.sql`${usual}::bigint`
  return Prisma.sql`CASE "currency" ${Prisma.join(cases, ' ')} ELSE ${usual}::bigint END`
}

/** A bound need not be exact: further digits are cut. */
function minorOf(amount: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = amount.split('.')
  const cut = fraction.slice(0, decimals)
  return parseAmount(whole, 'EUR') === null ? 0n : BigInt(whole + cut.padEnd(decimals, '0'))
}
