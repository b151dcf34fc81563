import { describe, expect, test } from 'vitest'
import { nextParisMidnight, openClock, parisDay, parisInstant } from './clock.ts'
import { openStore } from './store/open.ts'
import { schema } from './store/settings.ts'

describe('Paris days (bank:D31)', () => {
  test.each([
    ['2026-11-21T22:59:59Z', '2026-11-21', '2026-11-21T23:00:00.000Z'],
    ['2026-11-21T23:00:00Z', '2026-11-22', '2026-11-22T23:00:00.000Z'],
    ['2026-07-01T21:59:59Z', '2026-07-01', '2026-07-01T22:00:00.000Z'],
    ['2026-03-28T23:30:00Z', '2026-03-29', '2026-03-29T22:00:00.000Z'],
    ['2026-03-28T12:00:00Z', '2026-03-28', '2026-03-28T23:00:00.000Z'],
    ['2026-10-24T22:30:00Z', '2026-10-25', '2026-10-25T23:00:00.000Z'],
    ['2026-10-24T12:00:00Z', '2026-10-24', '2026-10-24T22:00:00.000Z'],
    ['2026-12-31T23:30:00Z', '2027-01-01', '2027-01-01T23:00:00.000Z'],
  ])('%s is %s and ends at %s', (instant, day, midnight) => {
    expect(parisDay(new Date(instant))).toBe(day)
    expect(nextParisMidnight(new Date(instant)).toISOString()).toBe(midnight)
  })

  test('a wall-clock time is converted correctly around a change of clocks', () => {
    expect(parisInstant('2026-03-29', '21:30:00').toISOString()).toBe('2026-03-29T19:30:00.000Z')
    expect(parisInstant('2026-10-25', '00:30:00').toISOString()).toBe('2026-10-24T22:30:00.000Z')
    expect(parisInstant('2026-10-25', '21:30:00').toISOString()).toBe('2026-10-25T20:30:00.000Z')
  })
})

describe('the clock of the bank', () => {
  test('shows real time until it is moved, and keeps its offset over a restart', () => {
    const db = openStore(':memory:', [schema])
    const realNow = () => new Date('2026-11-21T10:00:00Z')
    const clock = openClock(db, realNow)
    expect(clock.now()).toEqual(realNow())
    clock.moveTo(86_400_000)
    expect(clock.now().toISOString()).toBe('2026-11-22T10:00:00.000Z')
    expect(clock.realNow()).toEqual(realNow())
    expect(openClock(db, realNow).now().toISOString()).toBe('2026-11-22T10:00:00.000Z')
  })

  test('stands still while frozen, also over a restart, and continues from there', () => {
    const db = openStore(':memory:', [schema])
    let real = Date.parse('2026-11-21T10:00:00Z')
    const realNow = () => new Date(real)
    const clock = openClock(db, realNow)
    clock.freeze(true)
    real += 60_000
    expect(clock.now().toISOString()).toBe('2026-11-21T10:00:00.000Z')
    expect(openClock(db, realNow).now().toISOString()).toBe('2026-11-21T10:00:00.000Z')
    clock.moveTo(3_600_000)
    real += 60_000
    expect(clock.now().toISOString()).toBe('2026-11-21T11:01:00.000Z')
    clock.freeze(false)
    real += 1_000
    expect(clock.isFrozen()).toBe(false)
    expect(clock.now().toISOString()).toBe('2026-11-21T11:01:01.000Z')
  })
})
