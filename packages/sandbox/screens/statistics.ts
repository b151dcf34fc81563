import { stringify } from 'csv-stringify/sync'
import type { Hono } from 'hono'
import { parisDay } from '#sandbox/clock.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { countServed, readQuarterlyStatistics } from '#sandbox/store/statistics.ts'
import type { Env } from './call.ts'

/**
 * What a bank publishes about its interfaces each quarter (Delegated Regulation (EU) 2018/389, art. 32(4)): the one for providers beside
 * the one for its own customers. GET /statistics?quarter=2026-Q4&format=csv, or json.
 */
export function addStatistics(app: Hono<Env>, sandbox: Sandbox): void {
  app.use(async (call, next) => {
    const startedAt = performance.now()
    await next()
    const bank = call.get('bank')
    const { path } = call.req
    if (bank === null || path.startsWith('/assets/') || path === '/healthz') return
    countServed(sandbox.db, {
      bankCode: bank.code,
      interface: 'customers',
      service: path.includes('/payment') ? 'pis' : 'ais',
      at: sandbox.clock.now(),
      day: parisDay(sandbox.clock.now()),
      ms: performance.now() - startedAt,
      failed: call.res.status >= 500,
    })
  })
  app.get('/statistics', call => {
    if (call.get('bank')) return call.notFound()
    const quarter = call.req.query('quarter') ?? quarterOf(parisDay(sandbox.clock.now()))
    const days = readQuarterlyStatistics(sandbox.db, quarter)
    if (days === null) return call.text('400 quarter: a quarter such as 2026-Q4', 400)
    if (call.req.query('format') !== 'csv') return call.json({ quarter, days })
    const header =
      'bank_code,interface,day,uptime_percent,downtime_percent,ais_ms,pis_ms,calls,errors,error_percent'.split(',')
    const rows = days.map(day => [
      ...[day.bankCode, day.interface, day.day, day.uptime, day.downtime, day.aisMs ?? '', day.pisMs ?? ''],
      ...[day.calls, day.errors, day.errorRate],
    ])
    call.header('Content-Disposition', `attachment; filename="interfaces-${quarter}.csv"`)
    return call.body(stringify([header, ...rows], { record_delimiter: '\r\n' }), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
    })
  })
}

function quarterOf(day: string): string {
  return `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`
}
