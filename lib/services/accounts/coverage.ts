import { type IsoDate, isoDay } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { db } from '#lib/db.ts'
import { byAccount } from '#lib/domain/accounts/counting.ts'
import { type AccountCover, coverOf, mergeSpans, type Span } from '#lib/domain/accounts/coverage.ts'
import type { AccountRow } from './view.ts'

/** Of one account, all its rows. */
export type Covered = AccountCover & { readonly ids: readonly string[]; readonly firstDay: IsoDate | null }

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

export type OwnAccounts = {
  readonly userId: string
  readonly currency: string
  readonly today: IsoDate
  readonly accounts: readonly AccountRow[]
}

/** Accounts and cards in a currency that have transactions. */
export async function readCovers({ userId, currency, today, accounts }: OwnAccounts): Promise<Covered[]> {
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
