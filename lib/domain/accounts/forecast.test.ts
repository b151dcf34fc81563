import { addDays, type IsoDate } from '@guichet/values/calendar/day.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { earlierDays, errorOn, type ForecastFrom, forecastMonth } from './forecast.ts'
import type { Recurring, RhythmLine } from './recurring.ts'

const today = '2026-11-27'
const from = (part: Partial<ForecastFrom>): ForecastFrom => ({
  today,
  balanceMinor: 100_000n,
  announced: [],
  recurring: [],
  flows: [],
  lines: [],
  errors: [],
  known: { from: '2026-01-01', to: today },
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
  deviationMinor: 0n,
  lastDay: '2026-10-28',
  rise: null,
  chosen: false,
  recentDays: ['2026-10-28'],
  nextDay: '2026-11-28',
  laterDays: [],
}
const spent = (day: string, outMinor: bigint, inMinor = 0n) => ({ day, inMinor, outMinor })
const expectedOf = (part: Partial<ForecastFrom>) => forecastMonth(from(part))?.points.map(point => point.expectedMinor)
/** 90 days with 10 in and 30 out on each. */
const usual = Array.from({ length: 90 }, (_, at) => spent(addDays(today, -at), -30n, 10n))
const quarter = { flows: usual, known: { from: addDays(today, -89), to: today } }

describe('the days of a forecast', () => {
  test.each([
    ['2026-11-27', ['2026-11-28', '2026-11-29', '2026-11-30']],
    ['2026-11-29', ['2026-11-30']],
    ['2024-02-27', ['2024-02-28', '2024-02-29']],
  ])('from the day after %s to the end of the month', (day, days) => {
    expect(
      forecastMonth(from({ today: day, known: { from: '2020-01-01', to: day } }))?.points.map(point => point.day),
    ).toEqual(days)
  })

  test.each([
    ['2026-11-30', '2026-12-01', '2026-12-31', 31],
    ['2026-01-31', '2026-02-01', '2026-02-28', 28],
  ])('on the last day of a month, %s, those of the next', (day, first, last, count) => {
    const points = forecastMonth(from({ today: day, known: { from: '2020-01-01', to: day } }))?.points ?? []
    expect([points[0]?.day, points.at(-1)?.day, points.length]).toEqual([first, last, count])
  })
})

describe('what comes and goes otherwise', () => {
  test.each([
    [-58, undefined],
    [-59, 60],
    [-364, 365],
  ])('known for %d days: %s behind the forecast', (from_, days) => {
    expect(forecastMonth(from({ known: { from: addDays(today, from_), to: today } }))?.days).toBe(days)
  })

  test('goes on as it did on the days that are known, and on no others', () => {
    expect(expectedOf(quarter)).toEqual([99_980n, 99_960n, 99_940n])
    const others = [spent(addDays(today, -90), -9_999n), spent(addDays(today, 1), -9_999n)]
    expect(expectedOf({ ...quarter, flows: [...usual, ...others] })).toEqual([99_980n, 99_960n, 99_940n])
  })

  test('the range is nought where every week was the same, wider the more they differ, and never narrows', () => {
    const widths = (flows: ForecastFrom['flows']) =>
      forecastMonth(from({ ...quarter, flows }))?.points.map(point => point.highMinor - point.lowMinor)
    expect(widths(usual)).toEqual([0n, 0n, 0n])
    // Alternate weeks of 700: a week's deviation from the mean of 350 is 350, so a day's 364 / √7 with twelve weeks.
    const uneven = Array.from({ length: 12 }, (_, week) =>
      spent(addDays(today, -7 * week), week % 2 === 0 ? -700n : 0n),
    )
    expect(widths(uneven)).toEqual([
      2n * BigInt(Math.round(1.282 * (365.56 / Math.sqrt(7)) * Math.sqrt(1 + 1 / 90))),
      2n * BigInt(Math.round(1.282 * (365.56 / Math.sqrt(7)) * Math.sqrt(2 * (1 + 2 / 90)))),
      2n * BigInt(Math.round(1.282 * (365.56 / Math.sqrt(7)) * Math.sqrt(3 * (1 + 3 / 90)))),
    ])
  })

  test('income and spending are each replaced by what was announced beyond them', () => {
    const announced = [line('2026-11-30', -700n), line('2026-11-30', 900n)]
    const forecast = forecastMonth(from({ ...quarter, announced, recurring: [rent] }))
    expect(forecast).toMatchObject({ knownCount: 3, days: 90 })
    expect(forecast?.points.at(-1)?.expectedMinor).toBe(100_000n - 80_000n - 700n + 900n)
    expect(expectedOf({ ...quarter, announced: [line('2026-11-28', -20n)] })).toEqual([99_980n, 99_960n, 99_940n])
    expect(expectedOf({ ...quarter, announced: [line('2026-11-28', -50n)] })).toEqual([99_960n, 99_960n, 99_940n])
    expect(expectedOf({ ...quarter, announced: [line('2026-11-28', 25n)] })).toEqual([99_995n, 99_965n, 99_940n])
  })
})

describe('the doubt about a regular payment', () => {
  const widthOf = (part: Partial<Recurring>) => {
    const points = forecastMonth(from({ recurring: [{ ...rent, ...part }] }))?.points ?? []
    return Math.round(Number((points.at(-1)?.highMinor ?? 0n) - (points.at(-1)?.lowMinor ?? 0n)) / 2)
  }

  test('is what its amounts differ by, at least three hundredths, that it may not come, and near its day that it may shift', () => {
    const of = (deviation: number, missed: number, shifted: number) =>
      Math.round(1.282 * Math.sqrt(deviation ** 2 + (missed + shifted) * 80_000 ** 2))
    expect(widthOf({})).toBe(of(2_400, 0.007, 0.03))
    expect(widthOf({ deviationMinor: 9_000n })).toBe(of(9_000, 0.007, 0.03))
    // Due in the middle of a month that still has 29 days.
    const early = forecastMonth(
      from({ today: '2026-11-01', recurring: [{ ...rent, lastDay: '2026-10-15', nextDay: '2026-11-15' }] }),
    )?.points.map(({ lowMinor, highMinor }) => Number(highMinor - lowMinor) / 2)
    expect(early?.[10]).toBe(0)
    expect(early?.[11]).toBeCloseTo(of(0, 0, 0.03), -1)
    expect(early?.[13]).toBeCloseTo(of(2_400, 0.007, 0.03), -1)
    expect(early?.at(-1)).toBe(early?.[13])
  })

  test('is also of one due on the first of the next month, which a weekend brings forward', () => {
    const soon = from({ recurring: [{ ...rent, nextDay: '2026-12-01' }] })
    const { points = [], knownCount } = forecastMonth(soon) ?? {}
    expect(points.map(({ expectedMinor }) => expectedMinor)).toEqual([100_000n, 100_000n, 100_000n])
    const wide = Math.round(1.282 * Math.sqrt(0.03 * 80_000 ** 2))
    expect(points.map(({ highMinor }) => Number(highMinor - 100_000n))).toEqual([0, wide, wide])
    expect(knownCount).toBe(0)
  })
})

describe('an income seen once', () => {
  const wage = { ...rent, amountMinor: 120_000n, count: 1, category: 'salary' }
  const rangeOf = (part: Partial<Recurring>) =>
    forecastMonth(from({ recurring: [{ ...wage, ...part }] }))?.points.at(-1)

  test.each([1, 2])('or twice is expected again, in a range that holds that it does not come: %d', count => {
    const { expectedMinor = 0n, lowMinor = 0n, highMinor = 0n } = rangeOf({ count }) ?? {}
    expect([expectedMinor, lowMinor < 100_000n, highMinor < 260_000n]).toEqual([220_000n, true, true])
    expect(forecastMonth(from({ recurring: [wage] }))?.knownCount).toBe(1)
  })

  test('and a new payment may not leave', () => {
    const { lowMinor = 0n, highMinor = 0n } = rangeOf({ amountMinor: -80_000n, count: 2 }) ?? {}
    expect([highMinor > 100_000n, lowMinor > 0n]).toEqual([true, true])
  })

  test('is known better if the person says that it recurs', () => {
    expect(rangeOf({ chosen: true })?.expectedMinor).toBe(220_000n)
    expect(rangeOf({ chosen: true })?.lowMinor).toBeGreaterThan(150_000n)
  })
})

test('what is late is expected for two days, and the next bank day', () => {
  const lateBy = (nextDay: IsoDate) => expectedOf({ recurring: [{ ...rent, nextDay }] })?.at(-1)
  // 27 November is a Friday.
  expect(lateBy('2026-11-25')).toBe(20_000n)
  expect(lateBy('2026-11-24')).toBe(100_000n)
  const monday = { today: '2026-11-30', recurring: [{ ...rent, nextDay: '2026-11-27' }] }
  expect(expectedOf(monday)?.at(-1)).toBe(20_000n)
})

test('each day of the week has its own usual amount', () => {
  // 27 November is a Friday.
  const fridays = Array.from({ length: 13 }, (_, at) => spent(addDays(today, -7 * at), -700n))
  const of = { flows: fridays, known: { from: addDays(today, -90), to: today } }
  const late = { ...of, today: '2026-12-01' }
  expect(expectedOf(of)).toEqual([100_000n, 100_000n, 100_000n])
  expect(expectedOf(late)?.slice(0, 4)).toEqual([100_000n, 100_000n, 99_300n, 99_300n])
  expect(expectedOf(late)?.at(-1)).toBe(100_000n - 4n * 700n)
})

test('what recurs is not usual besides', () => {
  const paid = ['2026-09-28', '2026-10-28'].map(day => line(day, -80_000n, 'foncia'))
  const flows = paid.map(({ day, amountMinor }) => spent(day, amountMinor))
  expect(expectedOf({ flows, lines: paid, recurring: [rent] })).toEqual([20_000n, 20_000n, 20_000n])
})

describe('earlier errors', () => {
  const days = Array.from({ length: 300 }, (_, at) => addDays(today, -at))
  const known = { from: days.at(-1) ?? '', to: today }
  // Every Monday something between 0 and 600.
  const flows = days.map((day, at) => spent(day, at % 7 === 4 ? -BigInt((at * 37) % 600) : 0n))
  const halfOf = (errors: readonly number[]) => {
    const last = forecastMonth(from({ flows, known, errors }))?.points.at(-1)
    return Number((last?.highMinor ?? 0n) - (last?.expectedMinor ?? 0n))
  }

  test('are of the same day of seven months, and of none without sixty known days before or a known end', () => {
    expect(earlierDays('2026-08-31')).toHaveLength(7)
    expect(earlierDays('2026-08-31').slice(0, 6)).toEqual([
      '2026-07-31',
      '2026-06-30',
      '2026-05-31',
      '2026-04-30',
      '2026-03-31',
      '2026-02-28',
    ])
    const of = from({ flows, known })
    expect(earlierDays(today).map(day => errorOn(of, day, []) !== null)).toEqual(Array.from({ length: 7 }, () => true))
    expect(errorOn(of, addDays(known.from, 58), [])).toBeNull()
    expect(errorOn(of, addDays(known.from, 59), [])).not.toBeNull()
    expect(errorOn(of, addDays(today, -1), [])).toBeNull()
  })

  test('are what came beside what was expected, as a share of the range without errors', () => {
    const gone = spent('2026-10-30', -5_000n)
    const before = errorOn(from({ flows, known }), '2026-10-27', []) ?? 0
    const range = halfOf([])
    const after = errorOn(from({ flows: [...flows, gone], known }), '2026-10-27', []) ?? 0
    expect(after).toBeGreaterThan(before)
    expect(Math.abs(after - before) * range).toBeGreaterThan(4_000)
  })

  test('make the range narrower or wider, never more than twice as wide', () => {
    const none = halfOf([])
    const times = (errors: number[]) => halfOf(errors) / none
    expect(times([0, 0, 0, 0, 0, 0])).toBeCloseTo(0.6, 1)
    expect(times([1.5, 1.5, 1.5, 1.5, 1.5, 1.5])).toBeCloseTo(1.5, 1)
    expect(times([9, 9, 9, 9, 9, 9])).toBeCloseTo(2, 1)
    // One month that was unlike any other says little.
    expect(times([0.6, 0.6, 9, 0.6, 0.6, 0.6])).toBeLessThan(1.2)
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

  test('a payment announced for a past day counts for tomorrow, for a day after the month not at all', () => {
    expect(expectedOf({ announced: [line('2026-11-26', -500n), line('2026-12-01', -700n)] })).toEqual([
      99_500n,
      99_500n,
      99_500n,
    ])
  })

  test('a monthly payment counts as often as it is due before the end of the month', () => {
    const wage = { ...rent, nextDay: '2026-11-30', laterDays: ['2026-12-31', '2027-01-29'] }
    expect(expectedOf({ today: '2026-11-30', recurring: [wage] })?.at(-1)).toBe(-60_000n)
    // Late by two days; the next follows from the rhythm.
    const late = { today: '2026-11-30', recurring: [{ ...wage, nextDay: '2026-11-27' }] }
    expect(expectedOf(late)?.[0]).toBe(20_000n)
    expect(expectedOf(late)?.at(-1)).toBe(-60_000n)
  })
})

test('for any past: one point per day, the band contains the expected amount, and a change of the balance changes every point equally', () => {
  const day = fc.integer({ min: 0, max: 250 }).map(back => addDays(today, -back))
  const amount = fc.bigInt({ min: 0n, max: 10n ** 13n })
  const days = fc.array(fc.record({ day, inMinor: amount, outMinor: amount.map(value => -value) }), { maxLength: 60 })
  fc.assert(
    fc.property(days, amount, fc.integer({ min: 0, max: 27 }), (flows, shift, back) => {
      const at = addDays(today, -back)
      const forecast = forecastMonth(from({ today: at, flows }))
      const shifted = forecastMonth(from({ today: at, flows, balanceMinor: 100_000n + shift }))
      expect(forecast?.points.at(-1)?.day.slice(8)).toMatch(/28|29|30|31/)
      for (const [index, point] of (forecast?.points ?? []).entries()) {
        expect(point.day).toBe(addDays(at, index + 1))
        expect(point.lowMinor <= point.expectedMinor && point.expectedMinor <= point.highMinor).toBe(true)
        expect(shifted?.points[index]?.expectedMinor).toBe(point.expectedMinor + shift)
        expect(shifted?.points[index]?.highMinor).toBe(point.highMinor + shift)
        const before = forecast?.points[index - 1]
        expect(before === undefined || point.highMinor - point.lowMinor >= before.highMinor - before.lowMinor).toBe(
          true,
        )
      }
    }),
    { numRuns: 100 },
  )
})
