import { describe, expect, test } from 'vitest'
import { lastQuarters, readQuarter, statisticsOf } from './interface-statistics.ts'

const at = (text: string) => new Date(`${text}Z`)

describe('quarters in Paris time', () => {
  test.each([
    ['2026-Q1', '2025-12-31T23:00', '2026-03-31T22:00'],
    ['2026-Q4', '2026-09-30T22:00', '2026-12-31T23:00'],
  ])('%s', (name, from, to) => {
    expect(readQuarter(name)).toEqual({ name, from: at(from), to: at(to) })
  })

  test.each(['', '2026', '2026-Q0', '2026-Q5', '1999-Q1', '2026-q1', '2026-Q4 '])('%j is none', name => {
    expect(readQuarter(name)).toBeNull()
  })

  test('the last ones, newest first', () => {
    expect(lastQuarters(at('2026-11-26T08:00'), 5)).toEqual(['2026-Q4', '2026-Q3', '2026-Q2', '2026-Q1', '2025-Q4'])
    expect(lastQuarters(at('2026-12-31T23:30'), 1)).toEqual(['2027-Q1'])
  })
})

describe('statistics of a day', () => {
  const counts = { day: '2026-11-26', calls: 200, errors: 3, aisMs: 120, pisMs: null }
  const later = at('2026-12-01T00:00')

  test('without an outage', () => {
    expect(statisticsOf(counts, [], later)).toEqual({ ...counts, uptime: 100, downtime: 0, errorRate: 1.5 })
  })

  test('an outage counts for each of its days', () => {
    const outages = [{ from: at('2026-11-26T21:48'), to: at('2026-11-27T05:00') }]
    expect(statisticsOf(counts, outages, later)).toMatchObject({ downtime: 5, uptime: 95 })
    expect(statisticsOf({ ...counts, day: '2026-11-27' }, outages, later)).toMatchObject({ downtime: 25, uptime: 75 })
  })

  test('a day that is not over is measured until now', () => {
    const outages = [{ from: at('2026-11-26T04:00'), to: null }]
    expect(statisticsOf(counts, outages, at('2026-11-26T05:00'))).toMatchObject({ downtime: 16.667, uptime: 83.333 })
  })

  test('a day of 25 hours', () => {
    const outages = [{ from: at('2026-10-25T00:00'), to: at('2026-10-25T05:00') }]
    expect(statisticsOf({ ...counts, day: '2026-10-25' }, outages, later)).toMatchObject({ downtime: 20 })
  })

  test('no calls have no error rate', () => {
    expect(statisticsOf({ ...counts, calls: 0, errors: 0 }, [], later).errorRate).toBe(0)
  })
})
