import { stringify } from 'csv-stringify/sync'
import type { InterfaceStatistics } from '#lib/views/interface-statistics.ts'

const header = 'bank_code,bank,day,uptime_percent,downtime_percent,ais_ms,pis_ms,calls,errors,error_percent'.split(',')

/** RFC 4180, a line per bank and day; an empty cell was not measured. */
export function statisticsCsv({ banks }: Pick<InterfaceStatistics, 'banks'>): string {
  const rows = banks.flatMap(({ code, name, days }) =>
    days.map(({ day, uptime, downtime, aisMs, pisMs, calls, errors, errorRate }) => [
      ...[code, name, day, uptime, downtime, aisMs ?? '', pisMs ?? '', calls, errors, errorRate],
    ]),
  )
  return stringify([header, ...rows], { record_delimiter: '\r\n', escape_formulas: true })
}
