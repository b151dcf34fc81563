import type { DatabaseSync } from 'node:sqlite'
import { inTransaction, prepared } from './open.ts'

export const schema = `
  CREATE TABLE IF NOT EXISTS interface_days (
    bank_code TEXT NOT NULL,
    interface TEXT NOT NULL,
    day TEXT NOT NULL,
    calls INTEGER NOT NULL,
    errors INTEGER NOT NULL,
    ais_calls INTEGER NOT NULL,
    ais_ms REAL NOT NULL,
    pis_calls INTEGER NOT NULL,
    pis_ms REAL NOT NULL,
    down_ms INTEGER NOT NULL,
    PRIMARY KEY (bank_code, interface, day)
  ) STRICT, WITHOUT ROWID;
`

/** The interface of providers, and the one of the bank's own customers, which it is compared with. */
export type InterfaceKind = 'dedicated' | 'customers'

export type Served = {
  readonly bankCode: string
  readonly interface: InterfaceKind
  readonly service: 'ais' | 'pis' | null
  /** The bank's time, and its day in Paris. */
  readonly at: Date
  readonly day: string
  readonly ms: number
  /** Not answered, or with 500 and above. */
  readonly failed: boolean
}

type Counted = {
  calls: number
  errors: number
  aisCalls: number
  aisMs: number
  pisCalls: number
  pisMs: number
  downMs: number
}
type Gathered = {
  days: Map<string, Counted>
  failures: Map<string, { count: number; since: Date }>
  timer: NodeJS.Timeout | null
}

const gatheredOf = new WeakMap<DatabaseSync, Gathered>()
const flushAfterMs = 1_000
/** As many failures in a row make an outage (EBA/GL/2018/07, guideline 2.4). */
const failuresOfOutage = 5
const dayMs = 86_400_000

/** Counts a served call. Written in groups, because a write per call would limit the whole bank. */
export function countServed(db: DatabaseSync, served: Served): void {
  const gathered = gatheredOf.get(db) ?? { days: new Map(), failures: new Map(), timer: null }
  gatheredOf.set(db, gathered)
  const counted = dayOf(gathered, served)
  counted.calls += 1
  if (served.failed) counted.errors += 1
  if (served.service === 'ais') {
    counted.aisCalls += 1
    counted.aisMs += served.ms
  }
  if (served.service === 'pis') {
    counted.pisCalls += 1
    counted.pisMs += served.ms
  }
  counted.downMs += endedOutageMs(gathered, served)
  gathered.timer ??= setTimeout(() => flushStatistics(db), flushAfterMs).unref()
}

function dayOf({ days }: Gathered, { bankCode, interface: kind, day }: Served): Counted {
  const key = `${bankCode} ${kind} ${day}`
  const counted = days.get(key) ?? { calls: 0, errors: 0, aisCalls: 0, aisMs: 0, pisCalls: 0, pisMs: 0, downMs: 0 }
  days.set(key, counted)
  return counted
}

/** An outage counts for the day on which it ends. */
function endedOutageMs({ failures }: Gathered, { bankCode, interface: kind, at, failed }: Served): number {
  const key = `${bankCode} ${kind}`
  const before = failures.get(key)
  if (failed) {
    failures.set(key, { count: (before?.count ?? 0) + 1, since: before?.since ?? at })
    return 0
  }
  failures.delete(key)
  return before && before.count >= failuresOfOutage ? Math.max(0, at.getTime() - before.since.getTime()) : 0
}

/** Writes what was counted; called by a timer, before reading, and when the bank closes. */
export function flushStatistics(db: DatabaseSync): void {
  const gathered = gatheredOf.get(db)
  if (!gathered || !db.isOpen) return
  if (gathered.timer) clearTimeout(gathered.timer)
  const days = [...gathered.days]
  gathered.timer = null
  gathered.days.clear()
  const add = prepared(
    db,
    `INSERT INTO interface_days VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET calls = calls + excluded.calls, errors = errors + excluded.errors,
        ais_calls = ais_calls + excluded.ais_calls, ais_ms = ais_ms + excluded.ais_ms, pis_calls = pis_calls + excluded.pis_calls,
        pis_ms = pis_ms + excluded.pis_ms, down_ms = down_ms + excluded.down_ms`,
  )
  inTransaction(db, () => {
    for (const [key, one] of days) {
      const [bankCode = '', kind = '', day = ''] = key.split(' ')
      add.run(bankCode, kind, day, one.calls, one.errors, one.aisCalls, one.aisMs, one.pisCalls, one.pisMs, one.downMs)
    }
  })
}

/** A day of an interface, as published. Percentages to a thousandth; times are averages in milliseconds, null without a call. */
export type PublishedDay = {
  readonly bankCode: string
  readonly interface: InterfaceKind
  readonly day: string
  readonly uptime: number
  readonly downtime: number
  readonly aisMs: number | null
  readonly pisMs: number | null
  readonly calls: number
  readonly errors: number
  readonly errorRate: number
}

/** The statistics of a quarter such as 2026-Q4 (Delegated Regulation (EU) 2018/389, art. 32(4)); null if it is no quarter. */
export function readQuarterlyStatistics(db: DatabaseSync, quarter: string): readonly PublishedDay[] | null {
  const found = /^(20\d\d)-Q([1-4])$/.exec(quarter)
  if (found === null) return null
  flushStatistics(db)
  const month = (Number(found[2]) - 1) * 3 + 1
  const [from, to] = [month, month + 2].map(one => `${found[1]}-${String(one).padStart(2, '0')}`)
  const rows = prepared(
    db,
    'SELECT * FROM interface_days WHERE day >= ? AND day <= ? ORDER BY bank_code, interface, day',
  ).all(`${from}-01`, `${to}-31`)
  return rows.map(row => {
    const count = (name: string) => Number(row[name])
    const downtime = Math.min(100, percent(count('down_ms'), dayMs))
    return {
      bankCode: String(row.bank_code),
      interface: row.interface === 'dedicated' ? 'dedicated' : 'customers',
      day: String(row.day),
      uptime: Math.round((100 - downtime) * 1_000) / 1_000,
      downtime,
      aisMs: average(count('ais_ms'), count('ais_calls')),
      pisMs: average(count('pis_ms'), count('pis_calls')),
      calls: count('calls'),
      errors: count('errors'),
      errorRate: percent(count('errors'), count('calls')),
    }
  })
}

const percent = (part: number, all: number) => (all === 0 ? 0 : Math.round((part * 100_000) / all) / 1_000)
const average = (sum: number, calls: number) => (calls === 0 ? null : Math.round((sum / calls) * 10) / 10)
