import { addDays } from '@guichet/values/calendar/day.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ForecastFrom, forecastMonth } from './forecast.ts'
import type { Recurring, RhythmLine } from './recurring.ts'

const today = '2026-11-27'
const from = (part: Partial<ForecastFrom>): ForecastFrom => ({
  today,
  balanceMinor: 100_000n,
  announced: [],
  recurring: [],
  variable: [],
  since: '2026-01-01',
  ...part,
})
const line = (day: string, amountMinor: bigint, counterparty = 'x'): RhythmLine => ({
  accountId: 'a',
  counterparty,
  label: counterparty,
  category: 'other',
  currency: 'EUR',
  day,
  amountMinor,
})
const rent: Recurring = {
  ...line('2026-11-28', -80_000n, 'foncia'),
  rhythm: 'month',
  steady: true,
  count: 6,
  lastDay: '2026-10-28',
  nextDay: '2026-11-28',
}
const spent = (day: string, outMinor: bigint, inMinor = 0n) => ({ day, inMinor, outMinor })
const expectedOf = (part: Partial<ForecastFrom>) => forecastMonth(from(part))?.points.map(point => point.expectedMinor)
/** 300 on the last day but two and 100 on the last day of each of the six months that count. */
const usual = ['2026-05-31', '2026-06-30', '2026-07-31', '2026-08-31', '2026-09-30', '2026-10-31'].flatMap(last => [
  spent(addDays(last, -2), -300n),
  spent(last, -100n),
])

describe('the days of a forecast', () => {
  test.each([
    ['2026-11-27', ['2026-11-28', '2026-11-29', '2026-11-30']],
    ['2026-11-29', ['2026-11-30']],
    ['2024-02-27', ['2024-02-28', '2024-02-29']],
  ])('from the day after %s to the end of the month', (day, days) => {
    expect(forecastMonth(from({ today: day, since: '2020-01-01' }))?.points.map(point => point.day)).toEqual(days)
  })

  test.each([
    ['2026-11-30', '2026-12-01', '2026-12-31', 31],
    ['2026-01-31', '2026-02-01', '2026-02-28', 28],
  ])('on the last day of a month, %s, those of the next', (day, first, last, count) => {
    const points = forecastMonth(from({ today: day, since: '2020-01-01' }))?.points ?? []
    expect([points[0]?.day, points.at(-1)?.day, points.length]).toEqual([first, last, count])
  })
})

describe('the months behind a forecast', () => {
  test.each([
    ['2026-10-02', undefined],
    ['2026-10-01', undefined],
    ['2026-09-02', undefined],
    ['2026-09-01', 2],
    ['2026-08-01', 3],
    ['2026-05-02', 5],
    ['2026-05-01', 6],
    ['2020-01-01', 6],
  ])('lines since %s: %s full months', (since, months) => {
    expect(forecastMonth(from({ since }))?.months).toBe(months)
  })

  test('a month does not count if its last days reach into a month without data', () => {
    // 31 days before the end of February begin in January.
    const part = { today: '2026-03-31', variable: [] }
    expect(forecastMonth(from({ ...part, since: '2026-01-01' }))?.months).toBe(2)
    expect(forecastMonth(from({ ...part, today: '2026-04-30', since: '2026-02-01' }))).toBeNull()
  })

  test('earlier months are aligned at their ends, whatever their length', () => {
    expect(forecastMonth(from({ variable: usual }))?.points).toEqual([
      { day: '2026-11-28', expectedMinor: 99_700n, lowMinor: 99_700n, highMinor: 99_700n },
      { day: '2026-11-29', expectedMinor: 99_700n, lowMinor: 99_700n, highMinor: 99_700n },
      { day: '2026-11-30', expectedMinor: 99_600n, lowMinor: 99_600n, highMinor: 99_600n },
    ])
  })

  test('transactions older than six months or of this month are ignored', () => {
    const variable = [
      ...usual,
      spent('2026-04-30', -9_999n),
      spent('2026-11-26', -9_999n),
      spent('2026-11-30', -9_999n),
    ]
    expect(expectedOf({ variable })).toEqual([99_700n, 99_700n, 99_600n])
  })

  test('a month counts if all the days that are needed have data', () => {
    // 31 days before the end of November begin on 31 October.
    const part = { today: '2026-02-28', variable: [] }
    expect(forecastMonth(from({ ...part, since: '2025-10-31' }))?.months).toBe(3)
    expect(forecastMonth(from({ ...part, since: '2025-11-01' }))?.months).toBe(2)
  })

  test('the spread is computed from income and spending together, and is zero if all months are equal', () => {
    const last = (variable: ForecastFrom['variable'], since: string) =>
      forecastMonth(from({ variable, since }))?.points.at(-1)
    const balanced = [spent('2026-09-30', -1_000n, 1_000n), spent('2026-10-31', -3_000n, 3_000n)]
    expect(last(balanced, '2026-09-01')).toMatchObject({ expectedMinor: 100_000n, lowMinor: 100_000n })
    const months = ['2026-08-31', '2026-09-30', '2026-10-31'].map((day, at) => spent(day, -2n * BigInt(at)))
    // √((2² + 0² + 2²) / 2) = 2
    expect(last(months, '2026-08-01')).toMatchObject({ expectedMinor: 99_998n, lowMinor: 99_996n, highMinor: 100_000n })
    const two = [spent('2026-09-30', -2n), spent('2026-10-31', -4n)]
    // √((1² + 1²) / 1) = 1.4
    expect(last(two, '2026-09-01')).toMatchObject({ expectedMinor: 99_997n, lowMinor: 99_996n, highMinor: 99_998n })
  })

  test('usual income and spending are each replaced by what was announced beyond them, until the last day', () => {
    const variable = ['2026-09-30', '2026-10-31'].map(day => spent(day, -500n, 200n))
    const announced = [line('2026-11-30', -700n), line('2026-11-30', 900n)]
    const forecast = forecastMonth(from({ variable, since: '2026-09-01', announced, recurring: [rent] }))
    expect(forecast).toMatchObject({ knownCount: 3, months: 2 })
    expect(forecast?.points.at(-1)?.expectedMinor).toBe(100_000n - 80_000n - 700n + 900n)
    const less = forecastMonth(from({ variable, since: '2026-09-01', announced: [line('2026-11-30', 100n)] }))
    expect(less?.points.at(-1)?.expectedMinor).toBe(100_000n - 500n + 200n)
  })

  test('the spread is the sample standard deviation of the months (n − 1)', () => {
    const variable = [spent('2026-09-30', -1_000n), spent('2026-10-31', -3_000n)]
    const [last] = forecastMonth(from({ variable, since: '2026-09-01' }))?.points.slice(-1) ?? []
    // √((1000² + 1000²) / 1) = 1414.2
    expect(last).toEqual({ day: '2026-11-30', expectedMinor: 98_000n, lowMinor: 96_586n, highMinor: 99_414n })
  })
})

describe('known upcoming payments', () => {
  test('a regular payment counts once, expected or announced, on its day', () => {
    const due = [20_000n, 20_000n, 20_000n]
    expect(expectedOf({ recurring: [rent] })).toEqual(due)
    const announced = [line('2026-11-29', -80_500n, 'foncia')]
    expect(expectedOf({ recurring: [rent], announced })).toEqual([100_000n, 19_500n, 19_500n])
    expect(forecastMonth(from({ recurring: [rent], announced }))?.knownCount).toBe(1)
  })

  test('a stopped payment, and one due after the month, do not count', () => {
    expect(expectedOf({ recurring: [{ ...rent, nextDay: null }] })).toEqual([100_000n, 100_000n, 100_000n])
    expect(expectedOf({ recurring: [{ ...rent, nextDay: '2026-12-01' }] })).toEqual([100_000n, 100_000n, 100_000n])
  })

  test('a payment that is late or due today counts for tomorrow', () => {
    expect(expectedOf({ recurring: [{ ...rent, nextDay: '2026-11-25' }] })).toEqual([20_000n, 20_000n, 20_000n])
    expect(expectedOf({ announced: [line(today, -500n)] })).toEqual([99_500n, 99_500n, 99_500n])
  })

  test('announced payments that are not regular are part of the usual amounts until they exceed them', () => {
    const less = [line('2026-11-28', -200n)]
    expect(expectedOf({ variable: usual, announced: less })).toEqual([99_700n, 99_700n, 99_600n])
    const more = [line('2026-11-28', -350n)]
    expect(expectedOf({ variable: usual, announced: more })).toEqual([99_650n, 99_650n, 99_600n])
    const much = [line('2026-11-28', -5_000n)]
    expect(expectedOf({ variable: usual, announced: much })).toEqual([95_000n, 95_000n, 95_000n])
  })

  test('income and spending are separate: an announced credit does not reduce the usual spending', () => {
    expect(expectedOf({ variable: usual, announced: [line('2026-11-28', 250n)] })).toEqual([99_950n, 99_950n, 99_850n])
  })

  test('a payment announced for a past day, or for a day after the month, does not count', () => {
    expect(expectedOf({ announced: [line('2026-11-26', -500n), line('2026-12-01', -500n)] })).toEqual([
      100_000n,
      100_000n,
      100_000n,
    ])
  })
})

test('for any past: one point per day, the band contains the expected amount, and a change of the balance changes every point equally', () => {
  const day = fc.integer({ min: 0, max: 250 }).map(back => addDays(today, -back))
  const amount = fc.bigInt({ min: 0n, max: 10n ** 13n })
  const days = fc.array(fc.record({ day, inMinor: amount, outMinor: amount.map(value => -value) }), { maxLength: 60 })
  fc.assert(
    fc.property(days, amount, fc.integer({ min: 0, max: 27 }), (variable, shift, back) => {
      const at = addDays(today, -back)
      const forecast = forecastMonth(from({ today: at, variable }))
      const shifted = forecastMonth(from({ today: at, variable, balanceMinor: 100_000n + shift }))
      expect(forecast?.points.at(-1)?.day.slice(8)).toMatch(/28|29|30|31/)
      for (const [index, point] of (forecast?.points ?? []).entries()) {
        expect(point.day).toBe(addDays(at, index + 1))
        expect(point.lowMinor <= point.expectedMinor && point.expectedMinor <= point.highMinor).toBe(true)
        expect(shifted?.points[index]?.expectedMinor).toBe(point.expectedMinor + shift)
        expect(shifted?.points[index]?.highMinor).toBe(point.highMinor + shift)
      }
    }),
    { numRuns: 100 },
  )
})
