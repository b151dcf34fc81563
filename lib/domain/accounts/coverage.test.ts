import { addDays, daysBetween } from '@guichet/values/calendar/day.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { areComparable, type CoverFrom, coverageOf, coverOf, lastKnown, mergeSpans, type Span } from './coverage.ts'

const today = '2027-03-10'
const span = (from: string, to: string): Span => ({ from, to })
const read: CoverFrom = {
  today,
  oldest: { day: '2026-08-31', readOn: '2026-11-28' },
  lastReadOn: today,
  unread: [],
  imported: [],
}

describe('of an account is known', () => {
  test.each<[string, Partial<CoverFrom>, Span[]]>([
    ['what the bank gave at the first reading, and since', {}, [span('2026-08-31', today)]],
    [
      'ninety days, though the first transaction is younger',
      { oldest: { day: '2026-11-20', readOn: '2026-11-28' } },
      [span('2026-08-31', today)],
    ],
    [
      'what a bank gave beyond its ninety days',
      { oldest: { day: '2025-02-01', readOn: '2026-11-28' } },
      [span('2025-02-01', today)],
    ],
    ['until today, though read three days ago', { lastReadOn: '2027-03-07' }, [span('2026-08-31', today)]],
    ['until it was last read', { lastReadOn: '2026-12-31' }, [span('2026-08-31', '2026-12-31')]],
    [
      'not what no reading reached back to',
      { unread: [span('2026-12-02', '2026-12-10')] },
      [span('2026-08-31', '2026-12-01'), span('2026-12-11', today)],
    ],
    [
      'what a file filled in',
      { unread: [span('2026-12-02', '2026-12-10')], imported: [span('2026-12-01', '2026-12-10')] },
      [span('2026-08-31', today)],
    ],
    [
      'a file of long ago, with a hole behind it',
      { imported: [span('2025-01-01', '2025-03-31')] },
      [span('2025-01-01', '2025-03-31'), span('2026-08-31', today)],
    ],
    ['nothing without a transaction', { oldest: null }, []],
    [
      'a file alone',
      { oldest: null, lastReadOn: null, imported: [span('2025-01-01', '2025-03-31')] },
      [span('2025-01-01', '2025-03-31')],
    ],
  ])('%s', (_, change, spans) => {
    expect(coverOf({ ...read, ...change })).toEqual(spans)
  })

  test('merged spans hold the same days, in order, apart', () => {
    const Some = fc.record({ from: fc.nat(60), length: fc.nat(20) })
    fc.assert(
      fc.property(fc.array(Some, { maxLength: 8 }), some => {
        const spans = some.map(({ from, length }) => span(addDays(today, from), addDays(today, from + length)))
        const daysOf = (list: readonly Span[]) =>
          new Set(
            list.flatMap(({ from, to }) =>
              Array.from({ length: daysBetween(from, to) + 1 }, (_, at) => addDays(from, at)),
            ),
          )
        const merged = mergeSpans(spans)
        expect(daysOf(merged)).toEqual(daysOf(spans))
        for (const [at, one] of merged.slice(1).entries())
          expect(one.from > addDays(merged[at]?.to ?? '', 1)).toBe(true)
      }),
    )
  })
})

describe('a month', () => {
  const january = span('2027-01-01', '2027-01-31')
  const open = (...spans: Span[]) => ({ spans, ended: false })
  const closed = (...spans: Span[]) => ({ spans, ended: true })
  const all = open(span('2026-08-31', today))
  const youth = open(span('2027-02-10', today))
  const hole = open(span('2026-08-31', '2026-12-20'), span('2027-02-10', today))

  test.each([
    ['known of all accounts', [all], 'whole'],
    ['before an account begins', [all, youth], 'whole'],
    ['in the hole of the only account', [hole], 'none'],
    ['in the hole of one of two', [all, hole], 'part'],
    ['partly in a hole', [open(span('2026-08-31', '2027-01-10'), span('2027-02-10', today))], 'part'],
    ['in which the first account begins', [open(span('2027-01-31', today))], 'part'],
    ['never read since', [open(span('2026-08-31', '2026-12-20'))], 'none'],
    ['after an account was closed', [all, closed(span('2026-08-31', '2026-12-20'))], 'whole'],
    ['in which an account was closed', [all, closed(span('2026-08-31', '2027-01-05'))], 'whole'],
    ['without accounts', [], 'none'],
  ] as const)('%s', (_, covers, known) => {
    expect(coverageOf(covers, january)).toBe(known)
  })

  test.each([
    ['known both', [all], true],
    ['an account that begins later is in neither', [all, youth], true],
    ['it begins between them', [all, open(span('2027-01-01', today))], false],
    ['one in a hole', [all, hole], false],
    ['one in part', [open(span('2026-12-31', today))], false],
    ['closed between them', [all, closed(span('2026-08-31', '2026-12-31'))], false],
  ] as const)('is compared with the one before: %s', (_, covers, comparable) => {
    expect(areComparable(covers, january, span('2026-12-01', '2026-12-31'))).toBe(comparable)
  })
})

test.each<[string, Span[][], Span | null]>([
  ['of no account', [], null],
  ['after the hole', [[span('2026-01-01', '2026-03-31'), span('2026-08-01', today)]], span('2026-08-01', today)],
  [
    'of each account',
    [[span('2026-01-01', today)], [span('2026-05-01', '2027-02-01')]],
    span('2026-05-01', '2027-02-01'),
  ],
  ['of no day', [[span('2026-01-01', '2026-03-31')], [span('2026-05-01', today)]], null],
  [
    'the last of those in common',
    [[span('2026-01-01', today)], [span('2026-02-01', '2026-03-01'), span('2026-05-01', '2026-06-01')]],
    span('2026-05-01', '2026-06-01'),
  ],
])('the last days in a row that are known: %s', (_, accounts, expected) => {
  expect(lastKnown(accounts.map(spans => ({ spans, ended: false })))).toEqual(expected)
})
