import { stringify } from 'csv-stringify/sync'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { type DayCounts, type Quarter, statisticsOf } from '#lib/domain/bank/interface-statistics.ts'
import type { InterfaceStatistics } from '#lib/views/interface-statistics.ts'
import { checkOperator, type Operator } from './access.ts'
import { failed } from './calls-report.ts'
import { readOutages } from './outages.ts'

/** Refusals: `not_found`. */
export async function exportStatistics(operator: Operator, quarter: Quarter, format: 'csv' | 'json') {
  const statistics = await readStatistics(operator, quarter)
  return {
    name: `interfaces-${quarter.name}.${format}`,
    mediaType: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json',
    text: format === 'csv' ? statisticsCsv(statistics) : `${JSON.stringify(statistics, null, 2)}\n`,
  }
}

/** Per bank and day of a quarter; without calls of erased people. Refusals: `not_found`. */
export async function readStatistics(operator: Operator, quarter: Quarter): Promise<InterfaceStatistics> {
  await checkOperator(operator)
  const { name, from, to } = quarter
  const [rows, outages, banks] = await Promise.all([
    readDays(from, to),
    readOutages(from, to),
    db().bank.findMany({ select: { code: true, name: true }, orderBy: { code: 'asc' } }),
  ])
  const at = now()
  const measured = banks.flatMap(({ code, name: bankName }) => {
    const days = rows
      .filter(({ bankCode }) => bankCode === code)
      .map(({ bankCode, ...counts }) => statisticsOf(counts, outages.get(bankCode) ?? [], at))
    return days.length === 0 ? [] : [{ code, name: bankName, days }]
  })
  return { quarter: name, measuredBy: 'our calls', madeAt: at.toISOString(), banks: measured }
}

function readDays(from: Date, to: Date) {
  return db().$queryRaw<(DayCounts & { readonly bankCode: string })[]>`
    SELECT "bankCode", to_char(at AT TIME ZONE 'Europe/Paris', 'YYYY-MM-DD') AS day, count(*)::int AS calls,
      count(*) FILTER (WHERE ${failed})::int AS errors,
      round(avg("durationMs") FILTER (WHERE operation ~ '^(accounts|balances|transactions|owners|overdrafts|identity|consents)\\.'))::int AS "aisMs",
      round(avg("durationMs") FILTER (WHERE operation LIKE 'payments.%'))::int AS "pisMs"
    FROM "BankCall" WHERE at >= ${from} AND at < ${to} GROUP BY 1, 2 ORDER BY 1, 2`
}

const header = 'bank_code,bank,day,uptime_percent,downtime_percent,ais_ms,pis_ms,calls,errors,error_percent'.split(',')

/** RFC 4180, a line per bank and day; an empty cell was not measured. */
function statisticsCsv({ banks }: Pick<InterfaceStatistics, 'banks'>): string {
  const rows = banks.flatMap(({ code, name, days }) =>
    days.map(({ day, uptime, downtime, aisMs, pisMs, calls, errors, errorRate }) => [
      ...[code, name, day, uptime, downtime, aisMs ?? '', pisMs ?? '', calls, errors, errorRate],
    ]),
  )
  return stringify([header, ...rows], { record_delimiter: '\r\n', escape_formulas: true })
}
