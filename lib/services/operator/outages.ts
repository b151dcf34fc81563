import { db } from '#lib/db.ts'
import { findOutages, type Outage } from '#lib/domain/bank/outages.ts'
import { failed } from './calls-report.ts'

/** By bank code; none: no entry. */
export async function readOutages(from: Date, to: Date): Promise<ReadonlyMap<string, readonly Outage[]>> {
  // Of answered calls only those after a failed one matter.
  const rows = await db().$queryRaw<{ bankCode: string; at: Date; failed: boolean }[]>`
    SELECT "bankCode", at, failed FROM (
      SELECT "bankCode", at, id, ${failed} AS failed,
        lag(${failed}) OVER (PARTITION BY "bankCode" ORDER BY at, id) AS before
      FROM "BankCall" WHERE at >= ${from} AND at < ${to}
    ) AS calls WHERE failed OR before ORDER BY "bankCode", at, id`
  const found = [...Map.groupBy(rows, ({ bankCode }) => bankCode)].map(
    ([code, calls]) => [code, findOutages(calls)] as const,
  )
  return new Map(found.filter(([, outages]) => outages.length > 0))
}
