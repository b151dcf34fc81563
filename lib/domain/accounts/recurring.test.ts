import { describe, expect, test } from 'vitest'
import { addDays, addMonths, findRecurring, type RhythmLine, upcomingOf } from './recurring.ts'

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

describe('what comes back', () => {
  test.each<[string, string[], string, string, string]>([
    ['every week', ['2026-10-02', '2026-10-09', '2026-10-16', '2026-10-23'], '2026-10-24', 'week', '2026-10-30'],
    ['every month', ['2026-08-05', '2026-09-05', '2026-10-05'], '2026-10-20', 'month', '2026-11-05'],
    ['around weekends', ['2026-08-05', '2026-09-07', '2026-10-05'], '2026-10-20', 'month', '2026-11-05'],
    ['at the end of the month', ['2026-08-31', '2026-09-30', '2026-10-31'], '2026-11-02', 'month', '2026-11-30'],
    ['at the turn of the month', ['2026-08-31', '2026-10-01', '2026-11-01'], '2026-11-02', 'month', '2026-12-01'],
    [
      'from the end of one month to the first of the next',
      ['2026-07-31', '2026-08-30', '2026-10-01', '2026-11-01'],
      '2026-11-02',
      'month',
      '2026-12-01',
    ],
    ['every quarter', ['2026-01-15', '2026-04-15', '2026-07-15'], '2026-08-01', 'quarter', '2026-10-15'],
    ['every year', ['2025-03-01', '2026-03-01'], '2026-06-01', 'year', '2027-03-01'],
  ])('%s', (_, on, today, rhythm, nextDay) => {
    expect(first(days(...on), today)).toMatchObject({
      rhythm,
      nextDay,
      steady: true,
      count: on.length,
      amountMinor: -85_000n,
    })
  })

  test.each<[string, RhythmLine[]]>([
    ['twice only', days('2026-09-05', '2026-10-05')],
    ['at any time', days('2026-08-05', '2026-08-20', '2026-10-05', '2026-10-11')],
    ['of nobody', ['2026-08-05', '2026-09-05', '2026-10-05'].map(day => line(day, -1n, ''))],
    ['of different sides', [line('2026-08-05'), line('2026-09-05', -1n, 'x'), line('2026-10-05')]],
    ['in both directions', [line('2026-08-05'), line('2026-09-05', 85_000n), line('2026-10-05')]],
    ['on one day', days('2026-08-05', '2026-08-05', '2026-08-05')],
    ['yearly with another amount', [line('2025-03-01', -100n), line('2026-03-01', -300n)]],
  ])('%s: nothing', (_, lines) => {
    expect(findRecurring(lines, '2026-10-20')).toEqual([])
  })

  test('amounts that vary are told by their median', () => {
    const bills = [line('2026-08-05', -6_000n), line('2026-09-05', -9_000n), line('2026-10-05', -7_000n)]
    expect(first(bills, '2026-10-20')).toMatchObject({ steady: false, amountMinor: -7_000n })
  })

  test('what stays away has stopped, and stands last', () => {
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

describe('what is coming', () => {
  const rent = findRecurring(days('2026-08-05', '2026-09-05', '2026-10-05'), '2026-10-20')

  test('is expected where the bank has not announced it', () => {
    expect(upcomingOf([], rent, '2026-10-20', '2026-11-20')).toMatchObject([{ day: '2026-11-05', source: 'expected' }])
    expect(upcomingOf([line('2026-11-07')], rent, '2026-10-20', '2026-11-20')).toMatchObject([
      { day: '2026-11-07', source: 'bank' },
    ])
    expect(upcomingOf([line('2026-11-07', -5n, 'other')], rent, '2026-10-20', '2026-11-20')).toHaveLength(2)
  })

  test('ends where it is asked to, and never lies in the past', () => {
    expect(upcomingOf([line('2026-10-01')], rent, '2026-10-20', '2026-11-04')).toEqual([])
    expect(upcomingOf([], rent, '2026-11-07', '2026-11-20')[0]?.day).toBe('2026-11-07')
  })

  test('a weekly one stands every week', () => {
    const weekly = findRecurring(days('2026-10-02', '2026-10-09', '2026-10-16', '2026-10-23'), '2026-10-24')
    expect(upcomingOf([], weekly, '2026-10-24', '2026-11-13').map(({ day }) => day)).toEqual([
      '2026-10-30',
      '2026-11-06',
      '2026-11-13',
    ])
  })
})

test('days and months later', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addMonths('2026-12-31', 2, 31)).toBe('2027-02-28')
  expect(addMonths('2027-11-30', 3, 29)).toBe('2028-02-29')
})
