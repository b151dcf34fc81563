import { nextParisMidnight, parisDay, parisMinute } from '@guichet/values/calendar/paris.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { unattendedMost } from './quota.ts'
import {
  dayFraction,
  failedBeforeAlarm,
  failedReadingsAfter,
  graceMs,
  nextRefreshAfter,
  nextSlot,
  readsWhole,
  sayWhen,
  slotsOf,
  slotsPerDay,
} from './schedule.ts'

const hourMs = 3_600_000
const anyDay = fc
  .integer({ min: 0, max: 20 * 366 })
  .map(days => new Date(Date.UTC(2024, 0, 1) + days * 24 * hourMs).toISOString().slice(0, 10))
const anyFraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const anyInstant = fc.date({ min: new Date('2024-01-01'), max: new Date('2044-01-01'), noInvalidDate: true })
/** The clock changes of some years: 23 hours in March, 25 in October. */
const changes = ['2025-03-30', '2025-10-26', '2026-03-29', '2026-10-25', '2027-03-28', '2027-10-31']
const calm = (minute: number) =>
  minute >= 4 * 60 && minute < 23 * 60 + 30 && !(minute >= 20 * 60 + 55 && minute < 21 * 60 + 55)

function checkDay(day: string, fraction: number): void {
  const slots = slotsOf(day, fraction)
  expect(slots).toHaveLength(slotsPerDay)
  for (const [index, slot] of slots.entries()) {
    expect(parisDay(slot)).toBe(day)
    expect(calm(parisMinute(slot)), `${slot.toISOString()} on ${day}`).toBe(true)
    if (index > 0) expect(slot.getTime() - (slots[index - 1]?.getTime() ?? 0)).toBeGreaterThanOrEqual(6 * hourMs)
  }
}

describe('the slots of a Paris day', () => {
  test('lie in it, outside the night and the hour without value-date balance, 6 hours apart', () => {
    fc.assert(fc.property(anyDay, anyFraction, checkDay), { numRuns: 2_000 })
  })

  test.each(changes)('also on %s, when the clocks change', day => {
    for (let fraction = 0; fraction < 1; fraction += 1 / 240) checkDay(day, fraction)
  })

  test('are at the same times of the clock every day, whatever the season', () => {
    fc.assert(
      fc.property(anyDay, anyDay, anyFraction, (one, other, fraction) => {
        const times = (day: string) => slotsOf(day, fraction).map(parisMinute)
        expect(times(one)).toEqual(times(other))
      }),
    )
  })

  test('are as many as may be called with one in reserve', () => {
    expect(slotsPerDay).toBe(unattendedMost({ repetition: false }))
  })

  test('are told apart by the connection, evenly: no minute of the day has a crowd', () => {
    const perHour = new Map<number, number>()
    for (let index = 0; index < 6_000; index += 1) {
      // Created within the same second, as after a campaign: only the random end differs.
      const id = `0199a0f0-0000-7000-8000-${Math.floor(((index * 0.618_033_988_7) % 1) * 2 ** 48)
        .toString(16)
        .padStart(12, '0')}`
      for (const slot of slotsOf('2026-11-21', dayFraction(id))) {
        const hour = Math.floor(parisMinute(slot) / 60)
        perHour.set(hour, (perHour.get(hour) ?? 0) + 1)
      }
    }
    const whole = [...perHour].filter(([hour]) => hour >= 4 && hour < 20).map(([, count]) => count)
    expect(Math.max(...whole) / Math.min(...whole)).toBeLessThan(1.1)
    expect(dayFraction('0199a0f0-0000-7000-8000-ffffffffffff')).toBeLessThan(1)
    expect(dayFraction('not an id')).toBe(0)
  })
})

describe('the next slot', () => {
  test('is the first after the instant, never skipping one, and never more than three in a Paris day', () => {
    fc.assert(
      fc.property(fc.uuid(), anyInstant, (id, after) => {
        const slot = nextSlot(id, after)
        expect(slot.getTime()).toBeGreaterThan(after.getTime())
        const around = [after, slot].flatMap(at => slotsOf(parisDay(at), dayFraction(id)))
        expect(around.filter(at => at > after && at < slot)).toEqual([])
        expect(around.map(at => at.getTime())).toContain(slot.getTime())
      }),
      { numRuns: 1_000 },
    )
  })

  test.each(changes)('walked through the week of %s gives three a day', day => {
    const from = new Date(Date.parse(day) - 3 * 24 * hourMs)
    const days = new Map<string, number>()
    for (let at = nextSlot('a', from); at.getTime() < from.getTime() + 7 * 24 * hourMs; at = nextSlot('a', at)) {
      days.set(parisDay(at), (days.get(parisDay(at)) ?? 0) + 1)
    }
    expect([...days.values()].slice(1, -1)).toEqual([3, 3, 3, 3, 3])
  })
})

describe('after a refresh', () => {
  const id = '0199a0f0-0000-7000-8000-000000000000' // slots at 04:00, 10:10 and 16:20
  const at = (time: string) => new Date(`2026-11-21T${time}+01:00`)

  test.each([
    ['08:00', { ended: 'finished' }, at('10:10')],
    ['09:30', { ended: 'finished' }, at('16:20')],
    ['09:30', { ended: 'our_fault', inPart: true }, at('16:20')],
    ['09:30', { ended: 'our_fault', inPart: false }, at('16:20')],
    ['09:30', { ended: 'failed', retryAt: null }, at('10:10')],
    ['09:30', { ended: 'failed', retryAt: at('12:00') }, at('16:20')],
    ['09:30', { ended: 'failed', retryAt: at('08:00') }, at('10:10')],
    ['09:30', { ended: 'quota', until: at('23:00') }, new Date('2026-11-22T04:00+01:00')],
    ['09:30', { ended: 'left' }, new Date(at('09:30').getTime() + graceMs)],
  ] as const)('at %s, %o: the next is at the right time', (time, outcome, next) => {
    expect(nextRefreshAfter(id, outcome, at(time)).toISOString()).toBe(next.toISOString())
  })

  test.each([
    [{ ended: 'our_fault', inPart: true }, 'one_more'],
    [{ ended: 'our_fault', inPart: false }, 'one_more'],
    [{ ended: 'finished' }, 'none'],
    [{ ended: 'failed', retryAt: null }, 'as_before'],
    [{ ended: 'quota', until: at('23:00') }, 'as_before'],
    [{ ended: 'left' }, 'as_before'],
  ] as const)('%o: of readings that failed on our side there are %s', (outcome, failed) => {
    expect(failedReadingsAfter(outcome)).toBe(failed)
  })

  test('operators are alerted at the third in a row', () => {
    expect(failedBeforeAlarm).toBe(3)
  })

  test('with the quota used, nothing is planned before the bank’s next day', () => {
    fc.assert(
      fc.property(fc.uuid(), anyInstant, (connectionId, now) => {
        const until = nextParisMidnight(now)
        expect(nextRefreshAfter(connectionId, { ended: 'quota', until }, now).getTime()).toBeGreaterThan(
          until.getTime(),
        )
      }),
    )
  })
})

describe('when, as a person says it', () => {
  test.each([
    ['2026-11-21T11:00:00Z', '2026-11-21T10:00:00Z', 'now'],
    ['2026-11-21T11:00:00Z', '2026-11-21T11:02:00Z', 'now'],
    ['2026-11-21T11:00:00Z', '2026-11-21T11:02:01Z', 'today'],
    ['2026-11-21T11:00:00Z', '2026-11-21T22:59:00Z', 'today'],
    ['2026-11-21T11:00:00Z', '2026-11-21T23:00:00Z', 'tomorrow'],
    ['2026-11-21T23:00:00Z', '2026-11-22T22:30:00Z', 'today'],
    ['2026-11-21T11:00:00Z', '2026-11-22T23:00:00Z', 'later'],
    ['2026-12-31T11:00:00Z', '2027-01-01T04:00:00Z', 'tomorrow'],
  ])('at %s, %s is %s', (now, at, word) => {
    expect(sayWhen(new Date(at), new Date(now))).toBe(word)
  })
})

describe('everything the bank has is read', () => {
  const noon = (day: number) => new Date(Date.UTC(2026, 10, day, 12))

  test('on any day of the week, as the account decides', () => {
    const days = Array.from({ length: 7 }, (_, index) => index + 1)
    const dayOf = (id: string) => days.find(day => readsWhole(id, noon(day - 1), noon(day)))
    const ids = Array.from(
      { length: 256 },
      (_, index) => `00000000-0000-4000-8000-${(index * 2 ** 40).toString(16).padStart(12, '0')}`,
    )
    expect(new Set(ids.map(dayOf))).toEqual(new Set(days))
  })

  test('on one day of seven, by the first reading of that day, and after a week without any', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.integer({ min: 1, max: 21 }), (id, from) => {
        const days = Array.from({ length: 7 }, (_, index) => from + index)
        const whole = days.filter(day => readsWhole(id, noon(day - 1), noon(day)))
        expect(whole).toHaveLength(1)
        const [day = 0] = whole
        const morning = new Date(noon(day).getTime() - 3 * hourMs)
        expect(readsWhole(id, morning, noon(day))).toBe(false)
        expect(readsWhole(id, noon(from - 8), noon(from))).toBe(true)
        expect(readsWhole(id, null, noon(from))).toBe(true)
        expect(readsWhole(id, noon(day + 1 - 7), noon(day + 1))).toBe(false)
      }),
    )
  })
})
