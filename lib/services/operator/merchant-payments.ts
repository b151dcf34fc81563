import { dayMs } from '@guichet/values/calendar/day.ts'
import { plainSize } from '@guichet/values/money/amount-input.ts'
import { formatAmount, parseAmount, toMoneyView } from '@guichet/values/money/minor.ts'
import { isUuid } from '#lib/base/ids.ts'
import { now } from '#lib/clock.ts'
import { db, Prisma } from '#lib/db.ts'
import { brandOfFacts, factsOf } from '#lib/domain/merchant/activation.ts'
import { findSigns } from '#lib/domain/merchant/unusual.ts'
import { beneficiaryAt } from '#lib/domain/payments/payee/beneficiary-change.ts'
import type {
  FoundPayment,
  FoundPaymentPage,
  OperatorPaymentFilter,
  UnusualMerchant,
} from '#lib/views/operator-merchant.ts'
import { checkOperator, type Operator } from './access.ts'

/** Nothing of a payer is shown. */

const pageSize = 50

type FoundRow = Omit<FoundPayment, 'amount' | 'createdAt' | 'merchantId'> & {
  readonly ownerId: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly createdAt: Date
}

/** Newest first; never a person's transfers. */
export async function findPayments(operator: Operator, filter: OperatorPaymentFilter): Promise<FoundPaymentPage> {
  await checkOperator(operator)
  const { q = '', bank, merchant, before } = filter
  const last = before
    ? await db().paymentOrder.findUnique({ where: { id: before }, select: { createdAt: true } })
    : null
  const parts = [Prisma.sql`o."ownerKind" = 'organisation'`]
  if (q !== '') parts.push(matches(q))
  if (merchant) parts.push(Prisma.sql`o."ownerId" = ${merchant}::uuid`)
  if (bank) {
    parts.push(
      Prisma.sql`EXISTS (SELECT 1 FROM "PaymentAttempt" a WHERE a."orderId" = o."id" AND a."bankCode" = ${bank})`,
    )
  }
  if (before && last) parts.push(Prisma.sql`(o."createdAt", o."id") < (${last.createdAt}, ${before}::uuid)`)
  const rows = await db().$queryRaw<FoundRow[]>`
    SELECT o."id", o."ownerId", shop."name" AS "merchant", o."mode"::text AS "mode", o."kind"::text AS "kind",
      o."status"::text AS "status", o."amountMinor", o."currency", o."reference", o."createdAt",
      latest."bankCode", latest."endToEndId"
    FROM "PaymentOrder" o JOIN "Organisation" shop ON shop."id" = o."ownerId"
    LEFT JOIN LATERAL (
      SELECT a."bankCode", (SELECT i."endToEndId" FROM "PaymentInstruction" i WHERE i."attemptId" = a."id"
        ORDER BY i."position" LIMIT 1) AS "endToEndId"
      FROM "PaymentAttempt" a WHERE a."orderId" = o."id" ORDER BY a."createdAt" DESC LIMIT 1
    ) AS latest ON TRUE
    WHERE ${Prisma.join(parts, ' AND ')}
    ORDER BY o."createdAt" DESC, o."id" DESC LIMIT ${pageSize + 1}`
  const page = rows.slice(0, pageSize)
  return { payments: page.map(toFound), next: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null }
}

function matches(q: string): Prisma.Sql {
  const pattern = `%${q.replace(/[\\%_]/g, found => `\\${found}`)}%`
  const bare = q.replace(/\s/g, '')
  const amount = parseAmount(plainSize(q, null) ?? '', 'EUR')
  const ways = [
    Prisma.sql`o."publicId" = ${q}`,
    Prisma.sql`o."reference" ILIKE ${pattern}`,
    Prisma.sql`o."structuredReference" = ${bare.toUpperCase()}`,
    Prisma.sql`o."id" IN (SELECT a."orderId" FROM "PaymentAttempt" a WHERE a."paymentInformationId" = ${bare})`,
    Prisma.sql`o."id" IN (SELECT a."orderId" FROM "PaymentInstruction" i JOIN "PaymentAttempt" a ON a."id" = i."attemptId"
      WHERE i."endToEndId" = ${bare})`,
    ...(isUuid(bare) ? [Prisma.sql`o."id" = ${bare}::uuid`] : []),
    ...(amount === null ? [] : [Prisma.sql`o."amountMinor" = ${amount.amountMinor}`]),
  ]
  return Prisma.sql`(${Prisma.join(ways, ' OR ')})`
}

function toFound({ ownerId, amountMinor, currency, createdAt, ...row }: FoundRow): FoundPayment {
  const amount = toMoneyView({ amountMinor, currency })
  return { ...row, merchantId: ownerId, amount, createdAt: createdAt.toISOString() }
}
const maxShown = 200

type ActivityRow = {
  readonly ownerId: string
  readonly attempts: bigint
  readonly refused: bigint
  readonly started: bigint
  readonly busiestHour: bigint
}

const ago = (days: number) => new Date(now().getTime() - days * dayMs)

function readActivity(): Promise<ActivityRow[]> {
  return db().$queryRaw<ActivityRow[]>`
    WITH live AS (
      SELECT a."ownerId", a."orderId", a."status"::text AS "status", a."createdAt"
      FROM "PaymentAttempt" a JOIN "PaymentOrder" o ON o."id" = a."orderId"
      WHERE o."mode" = 'live' AND o."ownerKind" = 'organisation' AND o."kind" <> 'refund' AND a."createdAt" >= ${ago(31)}
    ), hours AS (
      SELECT "ownerId", COUNT(DISTINCT "orderId") AS "count" FROM live WHERE "createdAt" >= ${ago(1)}
      GROUP BY "ownerId", date_trunc('hour', "createdAt")
    )
    SELECT "ownerId",
      COUNT(*) FILTER (WHERE "createdAt" >= ${ago(7)} AND "status" NOT IN ('created', 'sending', 'redirected')) AS "attempts",
      COUNT(*) FILTER (WHERE "createdAt" >= ${ago(7)} AND "status" = 'rejected') AS "refused",
      COUNT(DISTINCT "orderId") FILTER (WHERE "createdAt" < ${ago(1)}) AS "started",
      COALESCE((SELECT MAX(hours."count") FROM hours WHERE hours."ownerId" = live."ownerId"), 0) AS "busiestHour"
    FROM live GROUP BY "ownerId"`
}

/** Most signs first. Refusals: `not_found`. */
export async function listUnusual(operator: Operator): Promise<readonly UnusualMerchant[]> {
  await checkOperator(operator)
  const [rows, merchants] = await Promise.all([readActivity(), db().organisation.findMany()])
  const byId = new Map(rows.map(row => [row.ownerId, row]))
  const found = await Promise.all(
    merchants.map(async (row): Promise<UnusualMerchant | null> => {
      const account = beneficiaryAt(row, now()).inEffect
      const live = byId.get(row.id)
      const changedAt = account?.changedAt ?? null
      const isRecent = account !== null && changedAt !== null && changedAt >= ago(7)
      const paid = isRecent ? await paidTo(row.id, account.iban, changedAt) : 0n
      const [attempts, refused] = [Number(live?.attempts ?? 0), Number(live?.refused ?? 0)]
      const activity = {
        attempts,
        refused,
        brand: brandOfFacts(factsOf(row, account)),
        busiestHour: Number(live?.busiestHour ?? 0),
        usualHour: Number(live?.started ?? 0) / (30 * 24),
        paidSinceChangeMinor: paid,
      }
      const signs = findSigns(activity)
      if (signs.length === 0) return null
      const { brand, busiestHour } = activity
      const paidSinceChange = { amount: formatAmount({ amountMinor: paid, currency: 'EUR' }), currency: 'EUR' }
      const facts = { brand, attempts, refused, busiestHour, paidSinceChange }
      return { id: row.id, name: row.name, signs, ...facts, changedAt: changedAt?.toISOString() ?? null }
    }),
  )
  return found
    .filter(one => one !== null)
    .toSorted((one, other) => other.signs.length - one.signs.length || (one.name < other.name ? -1 : 1))
    .slice(0, maxShown)
}

/** Cents. */
async function paidTo(ownerId: string, creditorIban: string, since: Date): Promise<bigint> {
  const { _sum: sum } = await db().paymentOrder.aggregate({
    where: {
      ownerId,
      creditorIban,
      mode: 'live',
      createdAt: { gte: since },
      status: { in: ['confirmed', 'executed', 'partly_executed'] },
    },
    _sum: { amountMinor: true },
  })
  return sum.amountMinor ?? 0n
}
