import { type IsoDate, isoDay } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { db } from '#lib/db.ts'
import { accountKey } from '#lib/domain/accounts/counting.ts'
import { type AccountCover, coverOf, mergeSpans, type Span } from '#lib/domain/accounts/coverage.ts'

/** Of one account, all its rows. */
export type Covered = AccountCover & { readonly ids: readonly string[] }

/** Accounts and cards in a currency that have transactions. */
export async function readCovers(userId: string, currency: string, today: IsoDate): Promise<Covered[]> {
  const [rows, oldest] = await Promise.all([
    db().account.findMany({
      where: { userId, currency, inTotals: true },
      include: { transactionImports: { select: { firstDay: true, lastDay: true } } },
    }),
    db().$queryRaw<{ accountId: string; day: Date; firstSeenAt: Date }[]>`
      SELECT line."accountId", line."day", line."firstSeenAt" FROM "Account" AS account, LATERAL (
        SELECT "accountId", "day", "firstSeenAt" FROM "Transaction" WHERE "accountId" = account."id"
          AND "userId" = ${userId}::uuid AND "booked" AND "importId" IS NULL ORDER BY "day", "key" LIMIT 1
      ) AS line WHERE account."userId" = ${userId}::uuid AND account."currency" = ${currency}`,
  ])
  const spansOf = ({ id, lastSyncedAt, unread, transactionImports }: (typeof rows)[number]): Span[] => {
    const first = oldest.find(({ accountId }) => accountId === id)
    const days = unread.map(day => isoDay(day))
    return coverOf({
      today,
      oldest: first ? { day: isoDay(first.day), readOn: parisDay(first.firstSeenAt) } : null,
      lastReadOn: lastSyncedAt && parisDay(lastSyncedAt),
      unread: days.flatMap((from, at) => (at % 2 === 0 ? [{ from, to: days[at + 1] ?? from }] : [])),
      imported: transactionImports.flatMap(({ firstDay, lastDay }) =>
        firstDay && lastDay ? [{ from: isoDay(firstDay), to: isoDay(lastDay) }] : [],
      ),
    })
  }
  return [...Map.groupBy(rows, accountKey).values()].flatMap(same => {
    const spans = mergeSpans(same.flatMap(spansOf))
    const ended = same.every(({ gone }) => gone)
    return spans.length === 0 ? [] : [{ ids: same.map(({ id }) => id), spans, ended }]
  })
}
