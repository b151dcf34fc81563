import { randomUUID } from 'node:crypto'
import { addDays } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { formatAmount } from '@guichet/values/money/minor.ts'
import { now } from '#lib/clock.ts'
import { db, Prisma } from '#lib/db.ts'
import {
  type Month,
  readMonth,
  type SettlementDay,
  type SettlementKind,
  type SettlementSum,
  settleDays,
  settleTotals,
} from '#lib/domain/payments/order/settlement.ts'
import { beneficiaryAt } from '#lib/domain/payments/payee/beneficiary-change.ts'
import type { Actor } from '#lib/domain/who.ts'
import { camtWriter } from '#lib/files/export/camt.ts'
import { type CsvDialect, csvDialect } from '#lib/files/export/csv.ts'
import { fecFileName, fecHead, fecLines } from '#lib/files/export/fec.ts'
import type { SettlementRow, SettlementView } from '#lib/views/merchant.ts'

/** Paris days. */

export const settlementFormats = ['csv', 'csv-fr', 'fec', 'camt053'] as const
export type SettlementFormat = (typeof settlementFormats)[number]

/** `YYYY-MM`, else the current one. */
export async function readSettlement(actor: Actor<'settlement.read'>, typed: string): Promise<SettlementView> {
  const today = parisDay(now())
  const month = readMonth(typed, today)
  const sums = await sumUp(actor, month)
  const before = addDays(month.first, -1).slice(0, 7)
  const after = addDays(month.last, 1).slice(0, 7)
  return {
    month: month.first.slice(0, 7),
    before,
    after: after <= today.slice(0, 7) ? after : null,
    days: settleDays(sums).map(day => ({ ...toRow(day), day: day.day })),
    totals: settleTotals(sums).map(toRow),
  }
}

function toRow(day: Omit<SettlementDay, 'day'>): SettlementRow {
  const { currency } = day
  const text = (amountMinor: bigint) => formatAmount({ amountMinor, currency })
  return {
    currency,
    executed: text(day.executed),
    transferred: text(day.transferred),
    received: text(day.received),
    short: text(day.short),
    unknown: text(day.unknown),
    refunded: text(-day.refunded),
    net: text(day.net),
  }
}

/** Text: a sum may exceed the column. */
type Sum = { readonly day: string; readonly currency: string; readonly kind: SettlementKind; readonly minor: string }

async function sumUp({ organisationId, mode }: Actor, { first, last }: Month): Promise<SettlementSum[]> {
  const rows = await db().$queryRaw<Sum[]>`
    SELECT to_char("day", 'YYYY-MM-DD') AS "day", "currency", "kind", SUM("minor")::text AS "minor" FROM (
      SELECT "day", "currency", CASE WHEN "amountMinor" < 0 THEN 'refunded' WHEN "creditId" IS NULL THEN 'executed' ELSE 'transferred' END
        AS "kind", ABS("amountMinor") AS "minor" FROM (${movements(organisationId, mode)}) AS moved
      UNION ALL
      SELECT credit."day", credit."currency", 'received', given."amountMinor"
      FROM "CreditMatch" AS given JOIN "IncomingCredit" AS credit ON credit."id" = given."creditId"
      WHERE credit."organisationId" = ${organisationId}::uuid AND credit."mode" = ${mode} AND given."undoneAt" IS NULL
      UNION ALL
      SELECT ("receivedAt" AT TIME ZONE 'Europe/Paris')::date, "currency", 'short', "amountMinor" - "receivedMinor"
      FROM "PaymentOrder" WHERE "ownerId" = ${organisationId}::uuid AND "mode" = ${mode}
        AND "receivedMinor" > 0 AND "receivedMinor" < "amountMinor"
      UNION ALL
      SELECT credit."day", credit."currency", 'unknown', credit."amountMinor" - COALESCE((
        SELECT SUM(given."amountMinor") FROM "CreditMatch" AS given
        WHERE given."creditId" = credit."id" AND given."undoneAt" IS NULL), 0)
      FROM "IncomingCredit" AS credit WHERE credit."organisationId" = ${organisationId}::uuid AND credit."mode" = ${mode}
    ) AS parts
    WHERE "minor" > 0 AND "day" BETWEEN ${first}::date AND ${last}::date GROUP BY 1, 2, 3`
  return rows.map(({ minor, ...row }) => ({ ...row, amountMinor: BigInt(minor) }))
}

/** Of `o`: its executed instructions, where its bank executed only part of it. */
const executedParts = Prisma.sql`
  FROM "PaymentInstruction" AS i JOIN "PaymentAttempt" AS a ON a."id" = i."attemptId"
  WHERE a."orderId" = o."id" AND a."status" = 'partly_executed' AND i."bankStatus" = 'ACSC'`
const executedMinor = Prisma.sql`CASE o."status" WHEN 'executed' THEN o."amountMinor"
  WHEN 'partly_executed' THEN (SELECT COALESCE(SUM(i."amountMinor"), 0)::bigint ${executedParts}) ELSE 0 END`

/**
 * Refunds negative, on the Paris day of the end; executed transfers only, and on its day what arrived beside them: a transfer made by hand, for
 * the whole order or the rest of it. A credit is the bank's own by its id or amount, until what the bank executed has arrived.
 */
function movements(organisationId: string, mode: 'test' | 'live'): Prisma.Sql {
  const isBanks = Prisma.sql`(o."status" = 'executed' OR given."amountMinor" = ${executedMinor} OR EXISTS (
    SELECT 1 ${executedParts} AND (i."endToEndId" = credit."endToEndId" OR i."amountMinor" = given."amountMinor")))`
  const order = Prisma.sql`o."id", o."currency", o."kind"::text AS "orderKind", o."reference", o."createdAt", o."creditorIban", o."debtorIban"`
  return Prisma.sql`
    SELECT ${order}, (o."finishedAt" AT TIME ZONE 'Europe/Paris')::date AS "day", o."finishedAt", NULL::uuid AS "creditId",
      NULL AS "creditReference", (CASE WHEN o."kind" = 'refund' THEN -1 ELSE 1 END) * ${executedMinor} AS "amountMinor"
    FROM "PaymentOrder" AS o
    WHERE o."ownerId" = ${organisationId}::uuid AND o."mode" = ${mode} AND o."finishedAt" IS NOT NULL
      AND o."status" IN ('executed', 'partly_executed')
    UNION ALL
    SELECT "id", "currency", "orderKind", "reference", "createdAt", "creditorIban", "debtorIban", "day", "matchedAt", "creditId", "endToEndId",
      CASE WHEN "isBanks" THEN LEAST("givenMinor", GREATEST("upTo" - "executedMinor", 0)) ELSE "givenMinor" END
    FROM (
      SELECT ${order}, credit."day", given."createdAt" AS "matchedAt", credit."id" AS "creditId", credit."endToEndId",
        given."amountMinor" AS "givenMinor", ${executedMinor} AS "executedMinor", ${isBanks} AS "isBanks",
        (SUM(given."amountMinor") OVER (PARTITION BY o."id", ${isBanks}
          ORDER BY given."by" <> 'end_to_end', credit."day", given."id"))::bigint AS "upTo"
      FROM "CreditMatch" AS given
      JOIN "IncomingCredit" AS credit ON credit."id" = given."creditId"
      JOIN "PaymentOrder" AS o ON o."id" = given."orderId" AND o."ownerId" = given."organisationId"
      WHERE given."organisationId" = ${organisationId}::uuid AND o."mode" = ${mode} AND given."undoneAt" IS NULL
        AND o."status" NOT IN ('pending', 'confirmed')) AS came`
}

type Movement = {
  readonly id: string
  readonly currency: string
  readonly reference: string
  readonly createdAt: Date
  readonly day: string
  readonly amountMinor: bigint
  readonly iban: string
  readonly endToEndId: string | null
}

/** Oldest first. */
async function readDay({ organisationId, mode }: Actor, day: string): Promise<Movement[]> {
  return db().$queryRaw<Movement[]>`
    SELECT COALESCE("creditId", "id") AS "id", "currency", "reference", "createdAt", to_char("day", 'YYYY-MM-DD') AS "day", "amountMinor",
      CASE WHEN "orderKind" = 'refund' THEN COALESCE("debtorIban", '') ELSE "creditorIban" END AS "iban",
      CASE WHEN "creditId" IS NOT NULL THEN "creditReference" ELSE (SELECT i."endToEndId" FROM "PaymentInstruction" AS i JOIN "PaymentAttempt" AS a ON a."id" = i."attemptId"
        WHERE a."orderId" = moved."id" AND a."status" IN ('executed', 'partly_executed')
        ORDER BY i."position" LIMIT 1) END AS "endToEndId"
    FROM (${movements(organisationId, mode)}) AS moved
    WHERE "day" = ${day}::date AND "amountMinor" <> 0 ORDER BY "finishedAt", "id"`
}

export type SettlementFile = {
  readonly name: string
  readonly contentType: string
  readonly pieces: AsyncGenerator<string, void, void>
}

/** `csv`, `csv-fr`: a row per day; `fec`: two per movement in euro; `camt053`: a statement per account. */
export async function exportSettlement(
  actor: Actor<'settlement.export'>,
  { format, month: typed }: { readonly format: SettlementFormat; readonly month: string },
): Promise<SettlementFile> {
  const month = readMonth(typed, parisDay(now()))
  const stem = `guichet-settlement-${month.first.slice(0, 7)}`
  switch (format) {
    case 'csv':
    case 'csv-fr':
      return { name: `${stem}.csv`, contentType: 'text/csv; charset=utf-8', pieces: writeCsv(actor, month, format) }
    case 'fec': {
      const where = { id: actor.organisationId }
      const { registrationNumber } = await db().organisation.findUniqueOrThrow({ where })
      const name = fecFileName(registrationNumber, month.last, actor.mode === 'test')
      return { name, contentType: 'text/plain; charset=utf-8', pieces: writeFec(actor, month) }
    }
    case 'camt053':
      return { name: `${stem}.xml`, contentType: 'application/xml', pieces: writeCamt(actor, month) }
  }
}

async function* writeCsv(actor: Actor, month: Month, format: CsvDialect) {
  const csv = csvDialect(format)
  yield csv.head(csv.words.settlement)
  // Like an account book.
  for (const day of settleDays(await sumUp(actor, month)).reverse()) {
    const { currency, executed, transferred, received, short, unknown, refunded, net } = toRow(day)
    const amounts = [executed, transferred, received, short, unknown, refunded, net]
    yield csv.write([csv.day(day.day), currency, ...amounts.map(csv.amount)])
  }
}

async function* writeFec(actor: Actor, month: Month) {
  yield fecHead()
  const [monthName, isTest] = [month.first.slice(0, 7), actor.mode === 'test']
  let number = 1
  for (const day of daysOf(month)) {
    const inEuro = (await readDay(actor, day)).filter(({ currency }) => currency === 'EUR')
    yield fecLines(
      inEuro.map(one => ({ ...one, orderedOn: parisDay(one.createdAt) })),
      { month: monthName, number, isTest },
    )
    number += inEuro.length
  }
}

async function* writeCamt(actor: Actor, month: Month) {
  const style = {
    locale: 'en' as const,
    writtenAt: now().toISOString(),
    from: month.first,
    to: month.last,
    id: randomUUID().replaceAll('-', ''),
  }
  const organisation = await db().organisation.findUniqueOrThrow({ where: { id: actor.organisationId } })
  const { name } = organisation
  const { inEffect } = beneficiaryAt(organisation, now())
  const bic = inEffect?.bic ?? ''
  const moved = await readAccounts(actor, month)
  // The schema requires one.
  const accounts = moved.length > 0 || inEffect === null ? moved : [{ iban: inEffect.iban, currency: 'EUR' }]
  yield camtWriter.head([], style)
  for (const { iban, currency } of accounts) {
    const account = {
      id: iban,
      name,
      bank: '',
      bic,
      iban,
      currency,
      kind: 'account',
      balance: null,
    } as const
    yield camtWriter.accountHead(account, style)
    for (const day of daysOf(month)) {
      const own = (await readDay(actor, day)).filter(one => one.iban === iban && one.currency === currency)
      yield own.map(one => camtWriter.line(toEntry(one))).join('')
    }
    yield camtWriter.accountTail()
  }
  yield camtWriter.tail()
}

const toEntry = ({ id, day, currency, amountMinor, reference, endToEndId }: Movement) => ({
  amount: { amount: formatAmount({ amountMinor, currency }), currency },
  bookingDate: day,
  day,
  valueDate: null,
  entryReference: id.replaceAll('-', ''),
  code: amountMinor < 0n ? 'PMNT / ICDT / ESCT' : 'PMNT / RCDT / ESCT',
  endToEndId,
  remittance: [reference],
})

function readAccounts({ organisationId, mode }: Actor, { first, last }: Month) {
  return db().$queryRaw<{ iban: string; currency: string }[]>`
    SELECT DISTINCT CASE WHEN "orderKind" = 'refund' THEN COALESCE("debtorIban", '') ELSE "creditorIban" END AS "iban", "currency"
    FROM (${movements(organisationId, mode)}) AS moved
    WHERE "day" BETWEEN ${first}::date AND ${last}::date AND "amountMinor" <> 0 ORDER BY 1, 2`
}

function* daysOf({ first, last }: Month): Generator<string, void, void> {
  for (let day = first; day <= last; day = addDays(day, 1)) yield day
}
