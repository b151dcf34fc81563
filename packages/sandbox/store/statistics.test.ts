import { expect, test } from 'vitest'
import { parisDay } from '#sandbox/clock.ts'
import { openStore } from './open.ts'
import { countServed, readQuarterlyStatistics, type Served, schema } from './statistics.ts'

const served = (at: string, change: Partial<Served> = {}): Served => ({
  bankCode: '19870',
  interface: 'dedicated',
  service: 'ais',
  at: new Date(`2026-${at}:00Z`),
  day: parisDay(new Date(`2026-${at}:00Z`)),
  ms: 10,
  failed: false,
  ...change,
})

test('days in Paris time, with averages, errors and the time without an answer', () => {
  const db = openStore(':memory:', [schema])
  countServed(db, served('11-26T08:00'))
  countServed(db, served('11-26T08:00', { ms: 30 }))
  countServed(db, served('11-26T08:00', { ms: 500, service: 'pis' }))
  countServed(db, served('11-26T08:00', { interface: 'customers', ms: 4 }))
  for (const minute of [10, 11, 12, 13, 14])
    countServed(db, served(`11-26T08:${minute}`, { failed: true, service: null }))
  countServed(db, served('11-26T08:53', { service: null }))
  for (const minute of [10, 11, 12, 13]) countServed(db, served(`11-26T23:${minute}`, { failed: true, service: null }))
  countServed(db, served('11-27T05:00', { service: null }))
  const day = { bankCode: '19870', interface: 'dedicated', pisMs: null, downtime: 0, uptime: 100 }
  const whole = { calls: 9, errors: 5, errorRate: 55.556, aisMs: 20, pisMs: 500, downtime: 2.986, uptime: 97.014 }
  expect(readQuarterlyStatistics(db, '2026-Q4')).toEqual([
    { ...day, interface: 'customers', day: '2026-11-26', aisMs: 4, calls: 1, errors: 0, errorRate: 0 },
    { ...day, day: '2026-11-26', ...whole },
    { ...day, day: '2026-11-27', aisMs: null, calls: 5, errors: 4, errorRate: 80 },
  ])
  countServed(db, served('11-27T08:00'))
  expect(readQuarterlyStatistics(db, '2026-Q4')?.at(-1)).toMatchObject({ calls: 6, aisMs: 10 })
  expect(readQuarterlyStatistics(db, '2026-Q3')).toEqual([])
})

test.each(['', '2026', '2026-Q5', "2026-Q1'"])('%j is no quarter', quarter => {
  expect(readQuarterlyStatistics(openStore(':memory:', [schema]), quarter)).toBeNull()
})
