import { randomUUID } from 'node:crypto'
import { addDays } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { formatAmount, toMoneyView } from '@guichet/values/money/minor.ts'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
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
import { Refused, requireFound } from '#lib/domain/refusals/refused.ts'
import type { Actor } from '#lib/domain/who.ts'
import { camtNoticeWriter } from '#lib/files/export/camt.ts'
import { type CsvDialect, csvDialect } from '#lib/files/export/csv.ts'
import { fecFileName, fecHead, fecLines } from '#lib/files/export/fec.ts'
import type { SettlementRow, SettlementView } from '#lib/views/merchant.ts'
import { readBookAccounts } from './book-accounts.ts'
import { readEntries } from './book-entries.ts'
import { movements } from './movements.ts'

/** Paris days. */

export const settlementFormats = ['csv', 'csv-fr', 'fec', 'camt054'] as const
export type SettlementFormat = (typeof settlementFormats)[number]

/** `YYYY-MM`; empty: the current one. Refusals: `not_found` (no month, or one to come). */
export async function readSettlement(actor: Actor<'settlement.read'>, typed: string): Promise<SettlementView> {
  const today = parisDay(now())
  const month = requireFound(readMonth(typed, today))
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

/** Newest first. A month to come is empty; null: the current one. */
export async function readSettlementDays(
  actor: Actor<'settlement.read'>,
  typed: string | null,
): Promise<SettlementView['days']> {
  const month = readMonth(typed ?? '', parisDay(now()))
  return month === null ? [] : settleDays(await sumUp(actor, month)).map(day => ({ ...toRow(day), day: day.day }))
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

export type SettlementFile = {
  readonly name: string
  readonly contentType: string
  readonly pieces: AsyncGenerator<string, void, void>
}

/** `csv`, `csv-fr`: a row per day; `fec`: entries in euro; `camt054`: what was read, by account. */
export async function exportSettlement(
  actor: Actor<'settlement.export'>,
  { format, month: typed }: { readonly format: SettlementFormat; readonly month: string },
): Promise<SettlementFile> {
  const month = readMonth(typed, parisDay(now()))
  if (month === null) throw new Refused('invalid_input', { field: 'month' })
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
    case 'camt054':
      return { name: `${stem}-camt054.xml`, contentType: 'application/xml', pieces: writeCamt(actor, month) }
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
  const accounts = await readBookAccounts(actor)
  let number = 1
  for (const entries of Map.groupBy(await readEntries(actor, month), ({ day }) => day).values()) {
    yield fecLines(entries, { month: monthName, number, isTest, accounts })
    number += entries.length
  }
}

/** What was read on the account, and nothing else. */
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
  const read = await readAccounts(actor, month)
  // The schema requires one.
  const none = inEffect === null ? [] : [{ accountIds: [], iban: inEffect.iban, currency: 'EUR' }]
  yield camtNoticeWriter.head(style)
  for (const account of read.length > 0 ? read : none) {
    const { iban, currency } = account
    yield camtNoticeWriter.accountHead({ id: iban, name, bank: '', bic, iban, currency, kind: 'account' }, style)
    for (const day of daysOf(month)) {
      const entries = [...(await readCredits(actor, account, day)), ...(await readDebits(actor, account, day))]
      yield entries.map(camtNoticeWriter.line).join('')
    }
    yield camtNoticeWriter.accountTail()
  }
  yield camtNoticeWriter.tail()
}

type Read = { readonly accountIds: readonly string[]; readonly iban: string; readonly currency: string }

async function readCredits({ organisationId, mode }: Actor, { accountIds, currency }: Read, day: string) {
  const where = { organisationId, mode, accountId: { in: [...accountIds] }, currency, day: new Date(day) }
  const credits = await db().incomingCredit.findMany({ where, orderBy: { id: 'asc' } })
  return credits.map(one => toEntry({ ...one, day, code: 'PMNT / RCDT / ESCT' }))
}

/** Of refunds. */
async function readDebits({ organisationId: ownerId, mode }: Actor, { iban, currency }: Read, day: string) {
  const attempts = await db().paymentAttempt.findMany({
    where: {
      status: 'executed',
      order: { ownerId, mode, kind: 'refund', debtorIban: iban, currency, debitedOn: new Date(day) },
    },
    include: { instructions: true },
    orderBy: { id: 'asc' },
  })
  return attempts
    .flatMap(({ instructions }) => instructions)
    .map(({ amountMinor, ...one }) =>
      toEntry({ ...one, id: one.attemptId, amountMinor: -amountMinor, day, code: 'PMNT / ICDT / ESCT' }),
    )
}

type Line = {
  readonly id: string
  readonly day: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly remittance: string[]
  readonly endToEndId: string | null
  readonly code: string
}

const toEntry = ({ id, day, remittance, endToEndId, code, ...money }: Line) => ({
  amount: toMoneyView(money),
  bookingDate: day,
  day,
  valueDate: null,
  entryReference: id.replaceAll('-', ''),
  code,
  endToEndId,
  remittance,
})

/** One by IBAN, whatever logins read it. Of an account that is gone, the IBAN its money was for. */
async function readAccounts({ organisationId, mode }: Actor, { first, last }: Month): Promise<Read[]> {
  return db().$queryRaw<Read[]>`
    SELECT "iban", "currency", array_remove(array_agg("accountId"), NULL) AS "accountIds" FROM (
      SELECT "accountId", "currency", "iban" FROM (
        SELECT DISTINCT ON (credit."accountId", credit."currency") credit."accountId", credit."currency",
          COALESCE(account."iban", o."creditorIban", '') AS "iban"
        FROM "IncomingCredit" AS credit LEFT JOIN "Account" AS account ON account."id" = credit."accountId"
        LEFT JOIN "CreditMatch" AS given ON given."creditId" = credit."id" LEFT JOIN "PaymentOrder" AS o ON o."id" = given."orderId"
        WHERE credit."organisationId" = ${organisationId}::uuid AND credit."mode" = ${mode}
          AND credit."day" BETWEEN ${first}::date AND ${last}::date
        ORDER BY 1, 2, o."creditorIban" NULLS LAST) AS credited
      UNION
      SELECT NULL, "currency", "debtorIban" FROM "PaymentOrder"
      WHERE "ownerId" = ${organisationId}::uuid AND "mode" = ${mode} AND "kind" = 'refund'
        AND "debitedOn" BETWEEN ${first}::date AND ${last}::date
    ) AS accounts GROUP BY 1, 2 ORDER BY 1, 2`
}

function* daysOf({ first, last }: Month): Generator<string, void, void> {
  for (let day = first; day <= last; day = addDays(day, 1)) yield day
}
