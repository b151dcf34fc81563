import { addDays, addMonths, daysBetween } from '@guichet/values/calendar/day.ts'
import { describe, expect, test } from 'vitest'
import { rowsOf } from '#testing/rows.ts'
import { findRecurring, isFirst, leastDaysApart, type RhythmLine, rhythmKey, upcomingOf } from './recurring.ts'

function line(day: string, amountMinor = -85_000n, counterparty = 'foncia'): RhythmLine {
  return {
    accountId: 'a',
    counterparty,
    label: counterparty.toUpperCase(),
    category: 'housing',
    day,
    amountMinor,
    currency: 'EUR',
  }
}
const days = (...list: string[]) => list.map(day => line(day))
const first = (lines: RhythmLine[], today: string) => findRecurring(lines, today)[0]

describe('recurring payments', () => {
  test('the closest that have a rhythm are on average as far apart as the reading of lines asks', () => {
    const closest = ['2026-10-01', '2026-10-07', '2026-10-13', '2026-10-19', '2026-10-25', '2026-10-26']
    expect(first(days(...closest), '2026-10-27')).toMatchObject({ rhythm: 'week' })
    expect(daysBetween('2026-10-01', '2026-10-26')).toBe((closest.length - 1) * leastDaysApart)
  })

  test.each(rowsOf<[string, string[], string, string, string]>(import.meta.url, 'rhythms'))(
    '%s',
    (_, on, today, rhythm, nextDay) => {
      expect(first(days(...on), today)).toMatchObject({
        rhythm,
        nextDay,
        steady: true,
        count: on.length,
        amountMinor: -85_000n,
      })
    },
  )

  test.each<[string, RhythmLine[]]>([
    ['once', days('2026-10-05')],
    [
      'twice a month apart, of a commitment, with amounts more than a tenth apart',
      [line('2026-09-05', -9_000n), line('2026-10-05', -10_001n)],
    ],
    [
      'twice a month apart, of no commitment',
      ['2026-09-05', '2026-10-05'].map((day, at) => ({ ...line(day, -9_000n - BigInt(at)), category: 'shopping' })),
    ],
    ['twice a month apart, in cash', ['2026-09-05', '2026-10-05'].map(day => ({ ...line(day), category: 'cash' }))],
    ['twice, not a month apart', days('2026-09-05', '2026-10-15')],
    ['at any time', days('2026-08-05', '2026-08-20', '2026-10-05', '2026-10-11')],
    ['of nobody', ['2026-08-05', '2026-09-05', '2026-10-05'].map(day => line(day, -1n, ''))],
    ['of different sides', [line('2026-08-05'), line('2026-09-05', -1n, 'x'), line('2026-10-05')]],
    ['in both directions', [line('2026-08-05'), line('2026-09-05', 85_000n), line('2026-10-05')]],
    ['on one day', days('2026-08-05', '2026-08-05', '2026-08-05')],
    ['yearly with another amount', [line('2025-03-01', -100n), line('2026-03-01', -300n)]],
  ])('%s: nothing', (_, lines) => {
    expect(findRecurring(lines, '2026-10-20')).toEqual([])
  })

  const wages = (...on: string[]) => on.map(day => ({ ...line(day, 90_000n), category: 'salary' }))
  const nextDays = (lines: RhythmLine[]) => findRecurring(lines, '2026-10-20').map(({ nextDay }) => nextDay)

  test('of a commitment, each date of the month has its own', () => {
    const [first, middle] = [
      ['08-03', '09-01', '10-01'],
      ['08-17', '09-15', '10-15'],
    ].map(dates => wages(...dates.map(date => `2026-${date}`)))
    const both = [...(first ?? []), ...(middle ?? [])]
    expect(nextDays(both)).toEqual(['2026-11-02', '2026-11-16'])
    expect(nextDays(both.map(one => ({ ...one, category: 'shopping' })))).toEqual([])
  })

  test('a bonus on another day does not hide a salary, and is none', () => {
    const lines = wages('2026-07-15', '2026-08-17', '2026-09-15', '2026-09-22', '2026-10-15')
    expect(nextDays(lines)).toEqual(['2026-11-16'])
    expect(nextDays(wages('2026-07-15', '2026-08-17', '2026-09-15', '2026-09-02', '2026-10-26', '2026-08-08'))).toEqual(
      [],
    )
  })

  test.each([
    ['days that nobody knows', ['2026-01-05', '2026-02-05', '2026-03-05', '2026-09-05', '2026-10-05'], 'month'],
    ['of two months apart nothing is known', ['2026-03-05', '2026-09-05', '2026-10-05'], undefined],
  ])('across a hole in the history: %s', (_, on, rhythm) => {
    const spans = [
      { from: '2026-01-01', to: '2026-03-31' },
      { from: '2026-08-01', to: '2026-10-20' },
    ]
    expect(findRecurring(days(...on), '2026-10-20', [], () => spans)[0]?.rhythm).toBe(rhythm)
    expect(findRecurring(days('2026-01-05', '2026-02-05', '2026-08-05'), '2026-08-20', [], () => [])).toEqual([])
  })

  test.each<[string, Partial<RhythmLine>, bigint, bigint]>([
    ['the same amount', { category: 'leisure' }, -1_399n, -1_399n],
    ['a commitment, within a tenth', { category: 'salary' }, 268_437n, 262_000n],
    ['savings, whatever the amount', { category: 'savings' }, -70_000n, -27_000n],
    ['savings, one way and back', { category: 'savings' }, -70_000n, 27_000n],
  ])('twice is enough for %s', (_, part, older, newer) => {
    const lines = [line('2026-09-05', older), line('2026-10-05', newer)].map(one => ({ ...one, ...part }))
    expect(first(lines, '2026-10-20')).toMatchObject({ rhythm: 'month', count: 2, nextDay: '2026-11-05' })
  })

  test('savings are summed up by their mean, and by how far they are from it', () => {
    const moved = [-100n, -300n, 200n].map((amount, at) => ({
      ...line(`2026-0${7 + at}-05`, amount),
      category: 'savings',
    }))
    expect(first(moved, '2026-09-20')).toMatchObject({ amountMinor: -66n, deviationMinor: 252n })
  })

  test('varying amounts are summed up by their interquartile mean: of three the median', () => {
    const bills = [line('2026-08-05', -6_000n), line('2026-09-05', -9_000n), line('2026-10-05', -7_000n)]
    expect(first(bills, '2026-10-20')).toMatchObject({ steady: false, amountMinor: -7_000n })
  })

  /** Days with these gaps between them, starting on a Tuesday. */
  const apart = (...gaps: number[]) => {
    const found = ['2024-01-02']
    for (const gap of gaps) found.push(addDays(found.at(-1) ?? '', gap))
    return found
  }
  const rhythmOf = (...gaps: number[]) => {
    const on = apart(...gaps)
    return first(days(...on), on.at(-1) ?? '')?.rhythm
  }

  test.each([
    ['week', [6, 6, 6], [8, 8, 8], [5, 5, 5], [9, 9, 9]],
    ['month', [26, 26], [35, 35], [25, 25], [36, 36]],
    ['quarter', [82, 82], [101, 101], [81, 81], [102, 102]],
    ['year', [351], [380], [350], [381]],
  ])('every %s may be a little early or late', (rhythm, early, late, tooEarly, tooLate) => {
    expect([rhythmOf(...early), rhythmOf(...late)]).toEqual([rhythm, rhythm])
    expect([rhythmOf(...tooEarly), rhythmOf(...tooLate)]).toEqual([undefined, undefined])
  })

  test('three weeks, and two quarters, are not enough', () => {
    expect([rhythmOf(7, 7), rhythmOf(91)]).toEqual([undefined, undefined])
  })

  test('one of five may come at another time, two may not', () => {
    expect(rhythmOf(30, 30, 50, 30, 30)).toBe('month')
    expect(rhythmOf(30, 50, 50, 30, 30)).toBeUndefined()
  })

  test.each([
    ['week', ['2026-10-01', '2026-10-08', '2026-10-15', '2026-10-22'], '2026-10-30', '2026-10-31'],
    ['month', ['2026-08-05', '2026-09-07', '2026-10-05'], '2026-11-10', '2026-11-11'],
    ['quarter', ['2026-01-15', '2026-04-15', '2026-07-15'], '2026-10-25', '2026-10-26'],
    ['year', ['2025-03-03', '2026-03-03'], '2027-03-18', '2027-03-19'],
  ])('every %s: expected until it is too late, then stopped', (rhythm, on, until, after) => {
    expect(first(days(...on), until)).toMatchObject({ rhythm, nextDay: expect.stringMatching(/^202/) })
    expect(first(days(...on), after)).toMatchObject({ rhythm, nextDay: null })
  })

  // 15 August and 15 November are on weekends.
  test('the next day is a bank day where all others were, before or after a weekend as they were', () => {
    expect(first(days('2026-08-17', '2026-09-15', '2026-10-15'), '2026-10-20')?.nextDay).toBe('2026-11-16')
    expect(first(days('2026-08-14', '2026-09-15', '2026-10-15'), '2026-10-20')?.nextDay).toBe('2026-11-13')
    expect(first(days('2026-08-15', '2026-09-15', '2026-10-15'), '2026-10-20')?.nextDay).toBe('2026-11-15')
  })

  test.each([
    ['of the 31st', ['2025-11-28', '2025-12-31', '2026-02-02'], '2026-02-10', ['2026-02-27', '2026-03-31']],
    [
      'of the 30th, brought into June',
      ['2026-03-30', '2026-04-30', '2026-06-01'],
      '2026-06-05',
      ['2026-06-30', '2026-07-30'],
    ],
    [
      'of the 30th, thrice out of six',
      ['2026-02-02', '2026-03-02', '2026-03-30', '2026-04-30', '2026-06-01', '2026-06-30'],
      '2026-07-02',
      ['2026-07-30', '2026-08-31'],
    ],
    [
      'of the last day, moved thrice',
      ['2026-02-02', '2026-03-02', '2026-03-31', '2026-04-30', '2026-06-01', '2026-06-30'],
      '2026-07-02',
      ['2026-07-31', '2026-08-31'],
    ],
    [
      'of the first, paid before a weekend',
      ['2026-01-30', '2026-02-27', '2026-04-01', '2026-04-30', '2026-06-01', '2026-07-01'],
      '2026-07-05',
      ['2026-07-31', '2026-09-01'],
    ],
    [
      'late by a week',
      ['2026-05-04', '2026-06-03', '2026-07-03', '2026-08-03', '2026-09-03', '2026-10-10'],
      '2026-10-20',
      ['2026-11-03', '2026-12-03'],
    ],
  ])('a monthly payment that a weekend moves into the next month leaves none out: %s', (_, on, today, next) => {
    const { nextDay, laterDays = [] } = first(days(...on), today) ?? {}
    expect([nextDay, ...laterDays].slice(0, 2)).toEqual(next)
  })

  test('one of the end of the month comes on its last bank day', () => {
    expect(first(days('2026-07-31', '2026-08-31', '2026-09-30'), '2026-10-20')?.nextDay).toBe('2026-10-30')
    expect(first(days('2026-07-01', '2026-08-03', '2026-09-01', '2026-10-01'), '2026-10-20')?.nextDay).toBe(
      '2026-11-02',
    )
  })

  test('several of a day are one amount: loans of one bank, a salary and its bonus', () => {
    const on = ['2026-08-05', '2026-09-07', '2026-10-05']
    const loans = on.flatMap(day => [line(day, -30_000n), line(day, -70_000n)])
    expect(first(loans, '2026-10-20')).toMatchObject({
      amountMinor: -100_000n,
      steady: true,
      deviationMinor: 0n,
      count: 6,
    })
  })

  test('a salary or a benefit seen once may come again, nothing else', () => {
    const once = (category: string, amount = 120_000n) =>
      first([{ ...line('2026-10-05', amount), category }], '2026-10-20')
    expect(once('salary')).toMatchObject({ rhythm: 'month', count: 1, nextDay: '2026-11-05' })
    expect([once('salary'), once('salary')].every(one => one && isFirst(one))).toBe(true)
    expect(once('benefits')).toMatchObject({ count: 1 })
    expect([once('gift'), once('salary', -120_000n)]).toEqual([undefined, undefined])
  })

  describe('of a season', () => {
    const wage = (...list: string[]) => list.map(day => ({ ...line(day, 120_000n, 'camping'), category: 'salary' }))
    const summer = wage('2025-07-31', '2025-08-29')
    const again = [...summer, ...wage('2026-07-31')]

    test.each<[string, RhythmLine[], string, string | null]>([
      ['not in the winter', summer, '2026-03-01', null],
      ['a year later', summer, '2026-07-02', '2026-07-31'],
      ['until it should have come', summer, '2026-09-20', null],
      ['once it came again, after a month', again, '2026-08-10', '2026-08-31'],
      ['and where it ended a year ago, a year later', [...again, ...wage('2026-08-31')], '2026-09-05', '2027-07-31'],
    ])('%s', (_, lines, today, nextDay) => {
      const found = findRecurring(lines, today).flatMap(one => one.nextDay ?? [])
      expect(found).toEqual(nextDay === null ? [] : [nextDay])
    })

    test('ten instalments a year are due again in January, and are of every month', () => {
      const tax = ['2025', '2026'].flatMap(year =>
        Array.from({ length: 10 }, (_, at) => ({ ...line(addMonths(`${year}-01-15`, at)), category: 'tax' })),
      )
      expect(first(tax, '2026-10-20')).toMatchObject({ rhythm: 'month', nextDay: '2027-01-15' })
    })

    test('the last of ten instalments a year is followed by none', () => {
      const paid = Array.from({ length: 21 }, (_, at) => addMonths('2025-01-15', at)).filter(
        day => !['2025-11-15', '2025-12-15'].includes(day),
      )
      const tax = paid.map(day => ({ ...line(day), category: 'tax' }))
      expect(first(tax, '2026-09-20')).toMatchObject({ nextDay: '2026-10-15', laterDays: [] })
    })

    test('a leave of a few months does not come again', () => {
      const paid = Array.from({ length: 24 }, (_, at) => addMonths('2024-03-05', at))
      const worked = paid.filter(day => day < '2025-03' || day > '2025-07')
      expect(first(wage(...worked), '2026-02-20')?.nextDay).toBe('2026-03-05')
    })

    test('days that nobody knows are no rest, and a month without is none', () => {
      const lines = [...again, ...wage('2026-08-31')]
      const spans = [
        { from: '2025-07-01', to: '2025-10-01' },
        { from: '2026-07-01', to: '2026-09-05' },
      ]
      expect(findRecurring(lines, '2026-09-05', [], () => spans)[0]?.nextDay).toBe('2026-09-30')
      const without = Array.from({ length: 15 }, (_, at) => addMonths('2025-03-05', at)).filter(
        day => day !== '2025-06-05',
      )
      expect(first(wage(...without), '2026-05-20')?.nextDay).toBe('2026-06-05')
    })

    test('what was no habit begins no season, and what one has not committed to does not return', () => {
      const bonus = wage('2025-12-19', '2026-06-19')
      expect(findRecurring(bonus, '2026-06-20')).toEqual([])
      // A job that ended in the summer.
      const job = wage(...Array.from({ length: 18 }, (_, at) => addMonths('2025-02-05', at)))
      expect(findRecurring(job, '2026-11-01').flatMap(one => one.nextDay ?? [])).toEqual([])
      const journey = ['2025-07-31', '2025-08-29'].map(day => ({ ...line(day), category: 'travel' }))
      expect(findRecurring(journey, '2026-07-02').flatMap(one => one.nextDay ?? [])).toEqual([])
    })
  })

  test('the usual day of the month is that of the newest six', () => {
    const drifting = ['2026-06-01', '2026-07-06', '2026-08-10', '2026-09-14']
    expect(first(days(...drifting, '2026-10-16'), '2026-10-20')?.nextDay).toBe('2026-11-10')
    expect(first(days(...drifting, '2026-10-17'), '2026-10-20')?.nextDay).toBe('2026-11-10')
    const seven = ['2026-02-04', '2026-03-09', '2026-04-05', '2026-05-05', '2026-06-06', '2026-07-07', '2026-08-08']
    expect(first(days(...seven), '2026-08-10')?.nextDay).toBe('2026-09-07')
  })

  test('the usual amount is that of the newest six', () => {
    const on = ['2026-02-05', '2026-03-05', '2026-04-05', '2026-05-05', '2026-06-05', '2026-07-05', '2026-08-05']
    const amounts = [10n, 50n, 20n, 21n, 22n, 23n, 24n]
    const salaries = on.map((day, at) => line(day, amounts[at]))
    expect(first(salaries.toReversed(), '2026-08-10')).toMatchObject({ amountMinor: 22n, lastDay: '2026-08-05' })
  })

  test.each([
    [-2_100n, true],
    [-2_101n, false],
    [-1_900n, true],
    [-1_899n, false],
  ])('beside 20.00, %d is the same amount: %s', (amount, steady) => {
    const bills = [line('2026-08-05', -2_000n), line('2026-09-05', -2_000n), line('2026-10-05', amount)]
    expect(first(bills, '2026-10-20')).toMatchObject({ steady, amountMinor: -2_000n })
  })

  test('sorted by next day, then by larger amount', () => {
    const on = ['2026-08-05', '2026-09-07', '2026-10-05']
    const lines = [
      ...on.map(day => line(day, -300n, 'small')),
      ...on.map(day => line(day, -500n, 'large')),
      ...on.map(day => line(day, 400n, 'income')),
      ...on.map(day => line(addDays(day, 1), -900n, 'later')),
      ...on.map(day => line(addDays(day, -1), -100n, 'earlier')),
    ]
    expect(findRecurring(lines, '2026-10-20').map(({ counterparty }) => counterparty)).toEqual([
      'earlier',
      'large',
      'income',
      'small',
      'later',
    ])
  })

  test('has the details of its newest transaction', () => {
    const newest = { ...line('2026-10-05'), label: 'FONCIA LYON', category: 'loan', currency: 'USD' }
    const older = ['2026-08-05', '2026-09-05'].map(day => ({ ...line(day), currency: 'USD' }))
    expect(findRecurring([...older, newest], '2026-10-20')).toEqual([
      {
        accountId: 'a',
        counterparty: 'foncia',
        label: 'FONCIA LYON',
        category: 'loan',
        rhythm: 'month',
        steady: true,
        amountMinor: -85_000n,
        deviationMinor: 0n,
        currency: 'USD',
        count: 3,
        lastDay: '2026-10-05',
        recentDays: ['2026-08-05', '2026-09-05', '2026-10-05'],
        rise: null,
        chosen: false,
        nextDay: '2026-11-05',
        laterDays: ['2026-12-05'],
      },
    ])
  })

  test('a person’s word goes first: what they dismiss doesn’t recur, what they name does', () => {
    const lines = ['2026-08-05', '2026-09-05', '2026-10-05'].map(day => line(day))
    const say = (rhythm: 'week' | 'month' | 'year' | null, direction: 'in' | 'out' = 'out') =>
      findRecurring(lines, '2026-10-20', [{ counterparty: 'foncia', direction, rhythm }])
    expect(say(null)).toEqual([])
    expect(say(null, 'in')).toMatchObject([{ rhythm: 'month', chosen: false }])
    expect(say('month')).toMatchObject([{ rhythm: 'month', chosen: true, nextDay: '2026-11-05' }])
    expect(say('year')).toMatchObject([{ rhythm: 'year', nextDay: '2027-10-05' }])
    const once = findRecurring([line('2026-10-05')], '2026-10-20', [
      { counterparty: 'foncia', direction: 'out', rhythm: 'month' },
    ])
    expect(once).toMatchObject([{ rhythm: 'month', count: 1, nextDay: '2026-11-05' }])
    expect(findRecurring([line('2026-10-05')], '2026-10-20')).toEqual([])
  })

  test('identified by account, counterparty, direction and currency', () => {
    const one = line('2026-10-05', -1n)
    const others = [
      { ...one, accountId: 'b' },
      { ...one, counterparty: 'x' },
      { ...one, amountMinor: 0n },
      { ...one, currency: 'USD' },
    ]
    expect(new Set([one, ...others].map(rhythmKey)).size).toBe(5)
    expect(rhythmKey({ ...one, amountMinor: -9n })).toBe(rhythmKey(one))
    expect(rhythmKey({ ...one, amountMinor: 9n })).toBe(rhythmKey({ ...one, amountMinor: 0n }))
    const saved = { ...one, category: 'savings' }
    expect(rhythmKey({ ...saved, amountMinor: 9n })).toBe(rhythmKey(saved))
  })

  test('an overdue one has stopped, and comes last', () => {
    const lines = [
      ...days('2026-06-05', '2026-07-05', '2026-08-05'),
      ...['2026-08-10', '2026-09-10', '2026-10-10'].map(day => line(day, -1_000n, 'netflix')),
    ]
    expect(findRecurring(lines, '2026-10-20').map(({ counterparty, nextDay }) => [counterparty, nextDay])).toEqual([
      ['netflix', '2026-11-10'],
      ['foncia', null],
    ])
  })

  test('a little late is not stopped', () => {
    expect(first(days('2026-07-05', '2026-08-05', '2026-09-05'), '2026-10-08')?.nextDay).toBe('2026-10-05')
  })
})

test('sales of a market day do not return, four instalments of a day do', () => {
  const on = ['2026-10-02', '2026-10-09', '2026-10-16', '2026-10-23']
  const times = (count: number) => on.flatMap(day => Array.from({ length: count }, () => line(day)))
  expect(findRecurring(times(4), '2026-10-24')).toMatchObject([{ rhythm: 'week', count: 16 }])
  expect(findRecurring(times(5), '2026-10-24')).toEqual([])
})

describe('upcoming payments', () => {
  const rent = findRecurring(days('2026-08-05', '2026-09-05', '2026-10-05'), '2026-10-20')

  test('is expected where the bank has not announced it', () => {
    expect(upcomingOf([], rent, '2026-10-20', '2026-11-20')).toMatchObject([{ day: '2026-11-05', source: 'expected' }])
    expect(upcomingOf([line('2026-11-07')], rent, '2026-10-20', '2026-11-20')).toMatchObject([
      { day: '2026-11-07', source: 'bank' },
    ])
    expect(upcomingOf([line('2026-11-07', -5n, 'other')], rent, '2026-10-20', '2026-11-20')).toHaveLength(2)
  })

  test('end on the requested day, and are never in the past: what should have been booked is due today', () => {
    const late = upcomingOf([line('2026-10-01')], rent, '2026-10-20', '2026-11-04')
    expect(late).toMatchObject([{ day: '2026-10-20', source: 'bank' }])
    expect(upcomingOf([], rent, '2026-11-07', '2026-11-20')[0]?.day).toBe('2026-11-07')
  })

  test('from today until the last day, both included, earliest first', () => {
    const announced = ['2026-11-20', '2026-11-21', '2026-10-20', '2026-10-19'].map(day => line(day, -5n, 'other'))
    expect(upcomingOf(announced, rent, '2026-10-20', '2026-11-20').map(({ day }) => day)).toEqual([
      '2026-10-20',
      '2026-10-20',
      '2026-11-05',
      '2026-11-20',
    ])
  })

  test('have the details that the bank announced, or those of the last time', () => {
    const side = { label: 'FONCIA', category: 'housing', accountId: 'a', amountMinor: -85_000n, currency: 'EUR' }
    expect(upcomingOf([line('2026-10-21')], rent, '2026-10-20', '2026-11-20')).toEqual([
      { ...side, day: '2026-10-21', source: 'bank' },
      { ...side, day: '2026-11-05', source: 'expected' },
    ])
  })

  test.each([
    ['ten days before', '2026-10-26', {}, 1],
    ['eleven days before', '2026-10-25', {}, 2],
    ['ten days after', '2026-11-15', {}, 1],
    ['eleven days after', '2026-11-16', {}, 2],
    ['that day from another account', '2026-11-05', { accountId: 'b' }, 2],
    ['that day as a refund', '2026-11-05', { amountMinor: 5_000n }, 2],
  ])('a monthly one that the bank announces %s', (_, day, part, count) => {
    expect(upcomingOf([{ ...line(day), ...part }], rent, '2026-10-20', '2026-11-20')).toHaveLength(count)
  })

  test('a weekly one that the bank announces three days before is the same, four days before another', () => {
    const weekly = findRecurring(days('2026-10-02', '2026-10-09', '2026-10-16', '2026-10-23'), '2026-10-24')
    expect(upcomingOf([line('2026-10-27')], weekly, '2026-10-24', '2026-11-01')).toHaveLength(1)
    expect(upcomingOf([line('2026-10-26')], weekly, '2026-10-24', '2026-11-01')).toHaveLength(2)
  })

  test('a weekly one moves to bank days if it comes on them, and has no day once it has stopped', () => {
    const comingOf = (...on: string[]) =>
      upcomingOf([], findRecurring(days(...on), '2026-12-20'), '2026-12-20', '2027-01-10').map(({ day }) => day)
    expect(comingOf('2026-11-27', '2026-12-04', '2026-12-11', '2026-12-18')).toEqual([
      '2026-12-28',
      '2027-01-04',
      '2027-01-08',
    ])
    expect(comingOf('2026-11-28', '2026-12-05', '2026-12-12', '2026-12-19')).toEqual([
      '2026-12-26',
      '2027-01-02',
      '2027-01-09',
    ])
    expect(comingOf('2026-10-02', '2026-10-09', '2026-10-16', '2026-10-23')).toEqual([])
  })

  test('a monthly one appears twice in two months, the second not a month after the first if that is late', () => {
    expect(upcomingOf([], rent, '2026-10-20', '2026-12-20').map(({ day }) => day)).toEqual(['2026-11-05', '2026-12-05'])
    const late = findRecurring(days('2026-08-05', '2026-09-07', '2026-10-05'), '2026-11-09')
    expect(upcomingOf([], late, '2026-11-09', '2027-01-04').map(({ day }) => day)).toEqual(['2026-11-09', '2026-12-07'])
    expect(upcomingOf([line('2026-12-04')], late, '2026-11-09', '2026-12-20').map(({ source }) => source)).toEqual([
      'expected',
      'bank',
    ])
  })

  test('a weekly one appears every week', () => {
    const weekly = findRecurring(days('2026-10-02', '2026-10-09', '2026-10-16', '2026-10-23'), '2026-10-24')
    expect(upcomingOf([], weekly, '2026-10-24', '2026-11-13').map(({ day }) => day)).toEqual([
      '2026-10-30',
      '2026-11-06',
      '2026-11-13',
    ])
  })
})
