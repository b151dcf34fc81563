import { addDays, addMonths, type IsoDate, isoDay } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { formatAmount } from '@guichet/values/money/minor.ts'
import { db, Prisma, sqlName } from '#lib/db.ts'
import { incomeOnly } from '#lib/domain/accounts/category.ts'
import { byAccount } from '#lib/domain/accounts/counting.ts'
import { type AccountCover, coverOf, lastKnown, later, mergeSpans, type Span } from '#lib/domain/accounts/coverage.ts'
import {
  type DayFlow,
  earlierDays,
  errorOn,
  forecastMonth,
  memoryDays,
  sumByDay,
} from '#lib/domain/accounts/forecast.ts'
import type { Coming } from '#lib/domain/accounts/month-glance.ts'
import { isForeseen } from '#lib/domain/accounts/open-line.ts'
import {
  findRecurring,
  isFirst,
  leastDaysApart,
  maxPerDay,
  type Recurring,
  type RecurringChoice,
  type RhythmLine,
  rhythmKey,
  upcomingOf,
} from '#lib/domain/accounts/recurring.ts'
import { withSubs } from '#lib/domain/accounts/sub-category.ts'
import { natureOf } from '#lib/domain/accounts/transaction.ts'
import { isToCome } from '#lib/domain/accounts/upcoming.ts'
import type { InsightView } from '#lib/views/insight.ts'
import { type Held, heldOnce, onceOf } from './counted.ts'
import { type Naming, readNaming } from './own-names.ts'
import { listRecurringChoices } from './recurring-choices.ts'
import type { AccountRow } from './view.ts'

/** What recurs, and where it leads: for home and insights. */

/** What sums of one currency are made of, read once. */
export type Scope = OwnAccounts & {
  /** `onceOf` the accounts. */
  readonly once: Prisma.Sql
  readonly covers: readonly Covered[]
  readonly naming: Naming
}

export async function openScope(own: OwnAccounts, known: Partial<Pick<Scope, 'once' | 'naming'>> = {}): Promise<Scope> {
  const [once, covers, naming] = await Promise.all([
    known.once ?? onceOf(own.userId, own.accounts),
    readCovers(own),
    known.naming ?? readNaming(own.userId),
  ])
  return { ...own, once, covers, naming }
}

type RhythmRow = Omit<RhythmLine, 'day'> & {
  readonly day: Date
  readonly booked: boolean
  readonly status: string
  /** Not booked, and of a known day already. */
  readonly happened: boolean
  readonly leftOut: boolean
  /** Only if not booked. */
  readonly remittance: readonly string[]
  readonly codeDomain: string | null
  readonly codeFamily: string | null
  readonly codeSubFamily: string | null
}

export type Rhythm = {
  readonly recurring: readonly Recurring[]
  /** Without what was left out of insights the last time: it leaves the account, so is expected, but is no cost. */
  readonly counted: readonly Recurring[]
  /** Booked, of which some recur. */
  readonly lines: readonly RhythmLine[]
  /** What recurred for whoever looked on that day, with incomes seen once. */
  readonly recurringOn: (day: IsoDate) => readonly Recurring[]
  /** `isPurchase`: a card payment under way. */
  readonly announced: readonly (RhythmLine & { readonly status: string; readonly isPurchase: boolean })[]
  /** Not recurring, as the person says. */
  readonly dismissed: readonly RecurringChoice[]
}

const rhythmColumns = {
  accountId: Prisma.sql`"accountId"`,
  counterparty: Prisma.sql`COALESCE("counterparty", '')`,
  label: Prisma.sql`"label"`,
  category: Prisma.sql`COALESCE("category", 'to_file')`,
  day: Prisma.sql`"day"`,
  amountMinor: Prisma.sql`"amountMinor"`,
  currency: Prisma.sql`"currency"`,
  booked: Prisma.sql`"booked"`,
  leftOut: Prisma.sql`"leftOut"`,
  status: Prisma.sql`"status"`,
  codeDomain: Prisma.sql`"codeDomain"`,
  codeFamily: Prisma.sql`"codeFamily"`,
  codeSubFamily: Prisma.sql`"codeSubFamily"`,
  remittance: Prisma.sql`CASE WHEN "booked" THEN '{}' ELSE "remittance" END`,
  happened: Prisma.sql`NOT "booked" AND "transactionDate" IS NOT NULL`,
} satisfies { readonly [name in keyof RhythmRow]: Prisma.Sql }
const rhythmRow = Prisma.join(
  Object.entries(rhythmColumns).map(([name, sql]) => Prisma.sql`${sql} AS ${sqlName(name)}`),
)
/** One habit: of savings in both directions. */
const habit = {
  saved: Prisma.sql`COALESCE("category" = 'savings', false)`,
  out: Prisma.sql`COALESCE("category" <> 'savings', true) AND "amountMinor" < 0`,
}
const oftenOnCard = ['leisure', 'telecom', 'insurance', 'transport'].flatMap(withSubs)
const incomes = [...incomeOnly].flatMap(withSubs)
const mayRecur = Prisma.sql`"booked" AND "counterparty" <> ''
  AND ("codeFamily" IS DISTINCT FROM 'CCRD' OR "category" = ANY(${oftenOnCard}::text[]))`

/** Announced ones, those of `named` counterparties, and of the others what comes seldom and is no sales: a business has thousands. */
function readRhythmRows({ userId, currency, today, once }: Scope, named: readonly string[]): Promise<RhythmRow[]> {
  const ours = Prisma.sql`"userId" = ${userId}::uuid AND "currency" = ${currency} AND "pairAccountId" IS NULL
    AND "status" <> 'INFO' AND ${once}`
  const recent = Prisma.sql`${ours} AND "day" >= ${addMonths(today, -24, 1)}::date`
  const isNamed = Prisma.sql`"counterparty" = ANY(${named}::text[])`
  // Beside any list, even an empty one, few others are expected, and many are sorted.
  const unnamed = Prisma.sql`${recent} AND ${mayRecur} ${named.length > 0 ? Prisma.sql`AND NOT ${isNamed}` : Prisma.empty}`
  const ofNamed = Prisma.sql`UNION ALL SELECT ${rhythmRow} FROM "Transaction" WHERE ${recent} AND "booked" AND ${isNamed}`
  return db().$queryRaw<RhythmRow[]>`
    WITH days AS MATERIALIZED (
      SELECT "accountId", "counterparty", ${habit.saved} AS "saved", ${habit.out} AS "out", "day",
        "category" = ANY(${incomes}::text[]) AS "earned", count(*) AS "lines"
      FROM "Transaction" WHERE ${unnamed} GROUP BY 1, 2, 3, 4, 5, 6
    ), spaced AS (
      SELECT "accountId", "counterparty", "saved", "out" FROM days GROUP BY 1, 2, 3, 4
      HAVING (count(*) > 1 OR bool_or("earned")) AND (count(*) - 1) * ${leastDaysApart}::int <= max("day") - min("day")
        AND sum("lines") <= ${maxPerDay}::int * count(*)
    )
    SELECT ${rhythmRow} FROM "Transaction" WHERE ${recent} AND NOT "booked"
    ${named.length > 0 ? ofNamed : Prisma.empty}
    UNION ALL
    SELECT ${rhythmRow} FROM "Transaction"
    WHERE ${unnamed} AND "counterparty" = ANY(ARRAY(SELECT "counterparty" FROM spaced))
      AND ("accountId", "counterparty", ${habit.saved}, ${habit.out}) IN (SELECT "accountId", "counterparty", "saved", "out" FROM spaced)
    ORDER BY "day" DESC LIMIT 20000`
}

export async function readRhythm(scope: Scope): Promise<Rhythm> {
  const { userId, today, accounts, covers, naming } = scope
  const choices = await listRecurringChoices(userId)
  const named = choices.flatMap(({ counterparty, rhythm }) => (rhythm === null ? [] : [counterparty]))
  const rows = await readRhythmRows(scope, named)
  const cards = accounts.filter(({ kind }) => kind === 'card')
  const isOnCard = ({ accountId }: { readonly accountId: string }) => cards.some(({ id }) => id === accountId)
  const lines = rows.map(row => ({ ...row, day: isoDay(row.day) }))
  const booked = lines.filter(line => line.booked)
  const recurringOn = (on: IsoDate) =>
    findRecurring(
      booked.filter(({ day }) => day <= on),
      on,
      choices,
      accountId => covers.find(({ ids }) => ids.includes(accountId))?.spans ?? [],
    )
  const leftOut = new Set(booked.flatMap(line => (line.leftOut ? `${rhythmKey(line)} ${line.day}` : [])))
  // A card's purchases leave with its next debit, which the bank announces on the account.
  const announced = lines
    .filter(line => isForeseen(line) && !isOnCard(line))
    .map(line => ({ ...line, isPurchase: line.happened && natureOfRow(line) === 'card' }))
  // Only what is shown gets its name.
  const codes = new Map(lines.map(line => [line.label, line]))
  const withName = <One extends { readonly label: string; readonly counterparty: string }>(one: One): One => {
    const row = codes.get(one.label)
    return { ...one, label: naming({ ...one, nature: row ? natureOfRow(row) : 'other' }).name }
  }
  const recurring = recurringOn(today).flatMap(one => (isFirst(one) ? [] : withName(one)))
  return {
    recurring,
    counted: recurring.filter(one => !leftOut.has(`${rhythmKey(one)} ${one.lastDay}`)),
    lines: booked,
    recurringOn,
    announced: announced.map(withName),
    dismissed: choices.filter(({ rhythm }) => rhythm === null),
  }
}

function natureOfRow({
  codeDomain,
  codeFamily,
  codeSubFamily,
}: Pick<RhythmRow, 'codeDomain' | 'codeFamily' | 'codeSubFamily'>) {
  return natureOf({ domain: codeDomain, family: codeFamily, subFamily: codeSubFamily })
}

/** Of these accounts, until then. */
export function comingOf(
  { recurring, announced }: Rhythm,
  { held, today, until }: { readonly held: readonly Held[]; readonly today: IsoDate; readonly until: IsoDate },
): Coming {
  const isOurs = ({ accountId }: { readonly accountId: string }) => held.some(({ ids }) => ids.includes(accountId))
  const ahead = notHeld(announced.filter(isOurs), held, today)
  const of = (isPurchase: boolean) => ahead.filter(line => line.isPurchase === isPurchase)
  return {
    purchases: upcomingOf(of(true), [], today, until),
    // What the balance includes is not expected again.
    others: upcomingOf(announced, recurring.filter(isOurs), today, until, of(false)),
  }
}

/** What the balances don't include. */
export function notHeld<Line extends Rhythm['announced'][number]>(
  announced: readonly Line[],
  held: readonly Held[],
  today: IsoDate,
): Line[] {
  const typeOf = (accountId: string) => held.find(({ ids }) => ids.includes(accountId))?.main.type ?? ''
  return announced.filter(line => isToCome(line, typeOf(line.accountId), today))
}

export function findHeld({ accounts, currency }: Pick<Scope, 'accounts' | 'currency'>): Held[] {
  return heldOnce(accounts).filter(({ main }) => main.amount.currency === currency)
}

/** Without cards, which are debited from accounts. Starts at the total that home shows. */
export function toForecast(scope: Scope, rhythm: Rhythm, all: readonly Flow[]): InsightView['forecast'] {
  const { currency, today } = scope
  const held = findHeld(scope)
  const flows = all.filter(({ counted }) => counted)
  const recurring = rhythm.recurringOn(today)
  const forecastOf = (some: readonly Held[], days: readonly Flow[], errorDays: readonly IsoDate[]) => {
    const known = lastKnown(scope.covers.filter(({ ids }) => some.some(({ row }) => ids.includes(row.id))))
    if (known === null) return null
    const ours = new Set(some.flatMap(({ ids }) => ids))
    const isOurs = ({ accountId }: { readonly accountId: string }) => ours.has(accountId)
    const from = {
      today,
      known: { ...known, from: later(known.from, addDays(today, -memoryDays)) },
      balanceMinor: some.reduce((sum, { main }) => sum + main.amount.amountMinor, 0n),
      recurring: recurring.filter(isOurs),
      announced: notHeld(rhythm.announced.filter(isOurs), some, today),
      flows: sumByDay(days.filter(isOurs)),
      lines: rhythm.lines.filter(isOurs),
      errors: [],
    }
    const errors = errorDays.flatMap(day => errorOn(from, day, rhythm.recurringOn(day).filter(isOurs)) ?? [])
    return forecastMonth({ ...from, errors })
  }
  const total = forecastOf(
    held,
    flows.filter(({ ownTransfers }) => !ownTransfers),
    earlierDays(today),
  )
  const text = (amountMinor: bigint) => formatAmount({ amountMinor, currency })
  const mayFall = held.filter(({ main, ids }) => ids.length > 0 && main.amount.amountMinor >= 0n)
  const below = mayFall.flatMap(one => {
    const point = forecastOf([one], flows, [])?.points.find(({ expectedMinor }) => expectedMinor < 0n)
    if (!point) return []
    return [{ accountId: one.row.id, name: one.row.name, day: point.day, amount: text(point.expectedMinor) }]
  })
  if (!total) return null
  const { points, days, knownCount: known } = total
  const shown = points.map(({ day, expectedMinor, lowMinor, highMinor }) => ({
    day,
    amount: text(expectedMinor),
    low: text(lowMinor),
    high: text(highMinor),
  }))
  return { until: points.at(-1)?.day ?? today, days, known, below, points: shown }
}

export type Flow = DayFlow & {
  readonly accountId: string
  readonly ownTransfers: boolean
  /** By `once`. */
  readonly counted: boolean
}

type FlowRow = Pick<Flow, 'accountId' | 'ownTransfers' | 'counted'> & {
  readonly days: readonly (readonly [day: IsoDate, inMinor: string, outMinor: string])[]
}

/**
 * By account and day, of the accounts held; transfers between them apart, for they change no total. A year of days is read as
 * JSON, for decoding its rows takes longer than the forecast.
 */
export async function readFlows(scope: Scope): Promise<Flow[]> {
  const { userId, currency, today, once } = scope
  const accountIds = findHeld(scope).flatMap(({ ids }) => ids)
  const rows = await db().$queryRaw<FlowRow[]>`
    SELECT "accountId", "ownTransfers", "counted", json_agg(json_build_array("day", "inMinor"::text, "outMinor"::text)) AS "days"
    FROM (
      SELECT "accountId", "day", (${once}) AS "counted",
        COALESCE("pairKey" IS NOT NULL AND "pairAccountId" = ANY(${accountIds}::uuid[]), false) AS "ownTransfers",
        COALESCE(sum("amountMinor") FILTER (WHERE "amountMinor" > 0), 0) AS "inMinor",
        COALESCE(sum("amountMinor") FILTER (WHERE "amountMinor" < 0), 0) AS "outMinor"
      FROM "Transaction"
      WHERE "userId" = ${userId}::uuid AND "booked" AND "currency" = ${currency} AND "accountId" = ANY(${accountIds}::uuid[])
        AND "day" >= ${addDays(today, -memoryDays)}::date
      GROUP BY "accountId", "day", 3, 4
    ) AS daily GROUP BY 1, 2, 3`
  return rows.flatMap(({ days, ...row }) =>
    days.map(([day, into, out]) => ({ ...row, day, inMinor: BigInt(into), outMinor: BigInt(out) })),
  )
}

/** Of one account, all its rows. */
type Covered = AccountCover & { readonly ids: readonly string[]; readonly firstDay: IsoDate | null }

type SourceRow = {
  readonly id: string
  /** Of its booked transactions. */
  readonly firstDay: Date | null
  /** Of those of the bank. */
  readonly day: Date | null
  readonly firstSeenAt: Date | null
  /** Days of files. */
  readonly imported: readonly Span[] | null
}

type OwnAccounts = {
  readonly userId: string
  readonly currency: string
  readonly today: IsoDate
  readonly accounts: readonly AccountRow[]
}

/** Accounts and cards in a currency that have transactions. */
async function readCovers({ userId, currency, today, accounts }: OwnAccounts): Promise<Covered[]> {
  const sources = await db().$queryRaw<SourceRow[]>`
    SELECT account."id", any_line."day" AS "firstDay", bank_line."day", bank_line."firstSeenAt",
      (SELECT json_agg(json_build_object('from', "firstDay", 'to', "lastDay")) FROM "TransactionImport"
        WHERE "accountId" = account."id" AND "userId" = ${userId}::uuid AND "firstDay" IS NOT NULL) AS "imported"
    FROM "Account" AS account
    LEFT JOIN LATERAL (SELECT "day" FROM "Transaction" WHERE "accountId" = account."id" AND "userId" = ${userId}::uuid
      AND "booked" ORDER BY "day" LIMIT 1) AS any_line ON true
    LEFT JOIN LATERAL (SELECT "day", "firstSeenAt" FROM "Transaction" WHERE "accountId" = account."id"
      AND "userId" = ${userId}::uuid AND "booked" AND "importId" IS NULL ORDER BY "day", "key" LIMIT 1) AS bank_line ON true
    WHERE account."userId" = ${userId}::uuid AND account."currency" = ${currency}`
  const sourceOf = ({ id }: AccountRow) => sources.find(source => source.id === id)
  const spansOf = (row: AccountRow): Span[] => {
    const { day = null, firstSeenAt = null, imported } = sourceOf(row) ?? {}
    const days = row.unread.map(one => isoDay(one))
    return coverOf({
      today,
      oldest: day && firstSeenAt ? { day: isoDay(day), readOn: parisDay(firstSeenAt) } : null,
      lastReadOn: row.lastSyncedAt && parisDay(row.lastSyncedAt),
      unread: days.flatMap((from, at) => (at % 2 === 0 ? [{ from, to: days[at + 1] ?? from }] : [])),
      imported: imported ?? [],
    })
  }
  const counted = accounts.filter(row => row.currency === currency && row.inTotals)
  return byAccount(counted).flatMap(same => {
    const spans = mergeSpans(same.flatMap(spansOf))
    const ended = same.every(({ gone }) => gone)
    const firstDay = same.flatMap(row => isoDay(sourceOf(row)?.firstDay) ?? []).sort()[0] ?? null
    return spans.length === 0 && firstDay === null ? [] : [{ ids: same.map(({ id }) => id), spans, ended, firstDay }]
  })
}
