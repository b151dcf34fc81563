import { addDays } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { plainSize } from '@guichet/values/money/amount-input.ts'
import { formatAmount, parseAmount } from '@guichet/values/money/minor.ts'
import { isUuid } from '#lib/base/ids.ts'
import { now } from '#lib/clock.ts'
import { db, Prisma } from '#lib/db.ts'
import type { PaymentFilter } from '#lib/domain/payments/order/filter.ts'
import type { OrderStatus } from '#lib/domain/payments/order/status.ts'
import { conversionSteps, funnelOf } from '#lib/domain/payments/transfer/conversion.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Actor } from '#lib/domain/who.ts'
import type { MerchantTotalsView, PaymentPageView } from '#lib/views/merchant.ts'
import type { OrderView } from '#lib/views/payment.ts'
import { isPaidByTransfer, paidAt } from './paid.ts'
import { bankNames, readOrder, viewSummary } from './read.ts'

const pageSize = 50
export type Mode = 'test' | 'live'

type ListQuery = {
  readonly filter: PaymentFilter
  readonly cursor?: string | null
  readonly limit?: number
  readonly exact?: {
    readonly status?: OrderStatus | null
    readonly reference?: string | undefined
    readonly metadata?: readonly (readonly [name: string, value: string])[] | undefined
  }
}

/** Newest first, fifty. Refusals: `invalid_input` (`cursor`). */
export async function listPayments(
  { organisationId, mode }: Actor<'payment.read' | 'payment.export'>,
  { filter, cursor = null, limit = pageSize, exact = {} }: ListQuery,
): Promise<PaymentPageView> {
  const after = cursor === null || cursor === '' ? null : parseCursor(cursor)
  const beyond =
    after === null
      ? Prisma.empty
      : Prisma.sql`AND (o."createdAt", o."id") < (${after.at}::timestamptz, ${after.id}::uuid)`
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT o."id" FROM "PaymentOrder" o
    WHERE o."ownerId" = ${organisationId}::uuid AND o."mode" = ${mode} AND ${matches(filter)} AND ${isExactly(exact)} ${beyond}
    ORDER BY o."createdAt" DESC, o."id" DESC LIMIT ${limit + 1}`
  const ids = rows.slice(0, limit).map(({ id }) => id)
  const [orders, names] = await Promise.all([
    db().paymentOrder.findMany({
      where: { id: { in: ids }, ownerId: organisationId },
      include: { attempts: { orderBy: { createdAt: 'desc' }, take: 1 } },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    }),
    bankNames(),
  ])
  const last = orders.at(-1)
  return {
    payments: orders.map(order => viewSummary(order, names)),
    next: rows.length > limit && last ? `${last.createdAt.getTime()}.${last.id}` : null,
  }
}

function parseCursor(cursor: string): { at: Date; id: string } {
  const [ms = '', id = ''] = cursor.split('.')
  if (!/^\d{1,15}$/.test(ms) || !isUuid(id)) throw new Refused('invalid_input', { field: 'cursor' })
  return { at: new Date(Number(ms)), id }
}

function isExactly({ status = null, reference, metadata }: NonNullable<ListQuery['exact']>): Prisma.Sql {
  const parts = [Prisma.sql`TRUE`]
  if (status !== null) parts.push(Prisma.sql`o."status" = ${status}`)
  if (reference !== undefined) parts.push(Prisma.sql`o."reference" = ${reference}`)
  if (metadata !== undefined) {
    const members = metadata.map(([name, value]) => Prisma.sql`o."metadata" ->> ${name} = ${value}`)
    parts.push(Prisma.sql`(${Prisma.join(members, ' OR ')})`)
  }
  return Prisma.join(parts, ' AND ')
}

/** On `o`; Paris days. */
function matches(filter: PaymentFilter): Prisma.Sql {
  const { q, status, kind, bank, from, to, min, max, link } = filter
  const parts = [Prisma.sql`TRUE`]
  if (status === 'paid_by_transfer') parts.push(isPaidByTransfer)
  else if (status !== null) parts.push(Prisma.sql`o."status" = ${status} AND NOT (${isPaidByTransfer})`)
  if (kind !== null) parts.push(Prisma.sql`o."kind" = ${kind}`)
  if (link !== null) parts.push(Prisma.sql`o."linkId" = ${link}::uuid`)
  if (from !== null) parts.push(Prisma.sql`o."createdAt" >= ${from}::date::timestamp AT TIME ZONE 'Europe/Paris'`)
  if (to !== null) parts.push(Prisma.sql`o."createdAt" < (${to}::date + 1)::timestamp AT TIME ZONE 'Europe/Paris'`)
  if (min !== null) parts.push(Prisma.sql`o."amountMinor" >= ${parseAmount(min, 'EUR')?.amountMinor ?? 0n}`)
  if (max !== null) parts.push(Prisma.sql`o."amountMinor" <= ${parseAmount(max, 'EUR')?.amountMinor ?? 0n}`)
  if (bank !== null) {
    parts.push(
      Prisma.sql`EXISTS (SELECT 1 FROM "PaymentAttempt" a WHERE a."orderId" = o."id" AND a."bankCode" = ${bank})`,
    )
  }
  if (q !== '') parts.push(matchesText(q))
  return Prisma.join(parts, ' AND ')
}

function matchesText(q: string): Prisma.Sql {
  const pattern = `%${q.replace(/[\\%_]/g, found => `\\${found}`)}%`
  const bare = q.replace(/\s/g, '').toUpperCase()
  const amount = parseAmount(plainSize(q, null) ?? '', 'EUR')
  const isAmount = amount === null ? Prisma.sql`FALSE` : Prisma.sql`o."amountMinor" = ${amount.amountMinor}`
  return Prisma.sql`(o."reference" ILIKE ${pattern} OR o."description" ILIKE ${pattern} OR o."publicId" = ${q}
    OR o."structuredReference" = ${bare} OR ${isAmount}
    OR EXISTS (SELECT 1 FROM "PaymentAttempt" a JOIN "PaymentInstruction" i ON i."attemptId" = a."id"
      WHERE a."orderId" = o."id" AND i."endToEndId" = ${bare}))`
}

/** Refusals: `not_found`. */
export async function readMerchantPayment(actor: Actor<'payment.read'>, orderId: string): Promise<OrderView> {
  const order = await readOrder(actor.organisationId, orderId)
  if (actor.via === 'key' && order.mode !== actor.mode) throw new Refused('not_found')
  return order
}

const monthDays = 30

/** Today and thirty Paris days, with the funnel in total and by bank. */
export async function readTotals({ organisationId, mode }: Actor<'payment.read'>): Promise<MerchantTotalsView> {
  const today = parisDay(now())
  const first = addDays(today, 1 - monthDays)
  const [todayRow, monthRow, days, levels, bankLevels, held, names] = await Promise.all([
    sumSince(organisationId, mode, today),
    sumSince(organisationId, mode, first),
    sumByDay(organisationId, mode, first),
    readLevels(organisationId, mode, first),
    readBankLevels(organisationId, mode, first),
    db().paymentOrder.count({ where: { ownerId: organisationId, mode, status: 'held' } }),
    bankNames(),
  ])
  const byDay = new Map(days.map(row => [row.day, row]))
  const codes = [...new Set(bankLevels.map(({ bankCode }) => bankCode))]
  return {
    mode,
    today: todayRow,
    month: monthRow,
    days: Array.from({ length: monthDays }, (_, at) => {
      const day = addDays(today, 1 + at - monthDays)
      return { day, count: Number(byDay.get(day)?.count ?? 0), amount: euros(byDay.get(day)?.sum ?? 0n) }
    }),
    steps: [...funnelOf(new Map(levels.map(({ level, count }) => [level, Number(count)])))],
    banks: codes
      .map(bankCode => {
        const own = bankLevels.filter(row => row.bankCode === bankCode)
        const steps = [...funnelOf(new Map(own.map(({ level, count }) => [level, Number(count)])))]
        return { bankCode, bankName: names.get(bankCode) ?? bankCode, attempts: steps[0]?.count ?? 0, steps }
      })
      .toSorted((one, other) => other.attempts - one.attempts),
    held,
  }
}

const euros = (sum: bigint | string) => formatAmount({ amountMinor: BigInt(sum), currency: 'EUR' })

type SumRow = {
  created: bigint
  createdSum: string | null
  executed: bigint
  executedSum: string | null
  confirmed: bigint
  confirmedSum: string | null
  rejected: bigint
}

/** Confirmed, and its money has not come. */
const isAccepted = Prisma.sql`"status" = 'confirmed' AND ${paidAt} IS NULL`

/** Without refunds. */
async function sumSince(organisationId: string, mode: Mode, day: string) {
  const since = Prisma.sql`${day}::date::timestamp AT TIME ZONE 'Europe/Paris'`
  const [row] = await db().$queryRaw<SumRow[]>`
    SELECT
      COUNT(*) FILTER (WHERE "createdAt" >= ${since}) AS "created",
      SUM("amountMinor") FILTER (WHERE "createdAt" >= ${since})::text AS "createdSum",
      COUNT(*) FILTER (WHERE ${paidAt} >= ${since}) AS "executed",
      SUM("amountMinor") FILTER (WHERE ${paidAt} >= ${since})::text AS "executedSum",
      COUNT(*) FILTER (WHERE ${isAccepted} AND "createdAt" >= ${since}) AS "confirmed",
      SUM("amountMinor") FILTER (WHERE ${isAccepted} AND "createdAt" >= ${since})::text AS "confirmedSum",
      (SELECT COUNT(*) FROM "PaymentAttempt" a JOIN "PaymentOrder" p ON p."id" = a."orderId"
        WHERE p."ownerId" = ${organisationId}::uuid AND p."mode" = ${mode} AND p."kind" <> 'refund'
          AND a."status" = 'rejected' AND a."finishedAt" >= ${since}) AS "rejected"
    FROM "PaymentOrder"
    WHERE "ownerId" = ${organisationId}::uuid AND "mode" = ${mode} AND "kind" <> 'refund'
      AND ("createdAt" >= ${since} OR "finishedAt" >= ${since} OR "receivedAt" >= ${since})`
  const sum = (count: bigint | undefined, amount: string | null | undefined) => ({
    count: Number(count ?? 0),
    amount: euros(amount ?? 0n),
  })
  return {
    created: sum(row?.created, row?.createdSum),
    executed: sum(row?.executed, row?.executedSum),
    confirmed: sum(row?.confirmed, row?.confirmedSum),
    rejectedAttempts: Number(row?.rejected ?? 0),
  }
}

function sumByDay(organisationId: string, mode: Mode, first: string) {
  return db().$queryRaw<{ day: string; count: bigint; sum: string }[]>`
    SELECT to_char(${paidAt} AT TIME ZONE 'Europe/Paris', 'YYYY-MM-DD') AS "day", COUNT(*) AS "count",
      SUM("amountMinor")::text AS "sum"
    FROM "PaymentOrder"
    WHERE "ownerId" = ${organisationId}::uuid AND "mode" = ${mode} AND "kind" <> 'refund'
      AND ${paidAt} >= ${first}::date::timestamp AT TIME ZONE 'Europe/Paris'
    GROUP BY 1`
}

/** Index in `conversionSteps`. */
const level = Prisma.sql`CASE
  WHEN a."status" IN ('executed', 'partly_executed') THEN ${conversionSteps.indexOf('executed')}::int
  WHEN a."confirmedAt" IS NOT NULL THEN ${conversionSteps.indexOf('confirmed')}::int
  WHEN a."authorisedAt" IS NOT NULL THEN ${conversionSteps.indexOf('authorised')}::int
  WHEN a."returnedAt" IS NOT NULL THEN ${conversionSteps.indexOf('returned')}::int
  WHEN a."redirectedAt" IS NOT NULL THEN ${conversionSteps.indexOf('redirected')}::int
  ELSE 0 END`

const ofPeriod = (organisationId: string, mode: Mode, first: string) => Prisma.sql`
  o."ownerId" = ${organisationId}::uuid AND o."mode" = ${mode} AND o."kind" IN ('checkout', 'link')
  AND o."createdAt" >= ${first}::date::timestamp AT TIME ZONE 'Europe/Paris'`

function readLevels(organisationId: string, mode: Mode, first: string) {
  return db().$queryRaw<{ level: number; count: bigint }[]>`
    SELECT "level", COUNT(*) AS "count" FROM (
      SELECT COALESCE(MAX(${level}), 0)::int AS "level"
      FROM "PaymentOrder" o LEFT JOIN "PaymentAttempt" a ON a."orderId" = o."id"
      WHERE ${ofPeriod(organisationId, mode, first)} GROUP BY o."id") AS furthest
    GROUP BY "level"`
}

function readBankLevels(organisationId: string, mode: Mode, first: string) {
  return db().$queryRaw<{ bankCode: string; level: number; count: bigint }[]>`
    SELECT a."bankCode", ${level} AS "level", COUNT(*) AS "count"
    FROM "PaymentOrder" o JOIN "PaymentAttempt" a ON a."orderId" = o."id"
    WHERE ${ofPeriod(organisationId, mode, first)} GROUP BY 1, 2`
}
