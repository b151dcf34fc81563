import { expect, test } from 'vitest'
import { comparedUntil, paydayOf, payOf } from './comparison.ts'

const salary = {
  category: 'salary',
  rhythm: 'month' as 'month' | 'week' | 'quarter',
  amountMinor: 268_437n,
  label: 'Acme',
  recentDays: ['2026-08-28', '2026-09-28', '2026-10-28'],
  nextDay: '2026-11-30' as string | null,
}
const paidOn = (...recentDays: string[]) => ({ ...salary, recentDays })

test.each([
  ['the payday fell on a Saturday, and is due', '2026-11-28', salary, '2026-10-27', true],
  ['in neither yet', '2026-11-20', salary, '2026-10-20', null],
  ['in both', '2026-11-30', paidOn('2026-10-28', '2026-11-30'), '2026-10-30', null],
  ['it came earlier this month', '2026-11-27', paidOn('2026-10-28', '2026-11-27'), '2026-10-28', false],
  [
    'on the first: nothing to compare',
    '2026-11-01',
    { ...paidOn('2026-09-01', '2026-10-01'), nextDay: '2026-11-02' },
    '2026-09-30',
    true,
  ],
  ['it stopped', '2026-11-28', { ...salary, nextDay: null }, '2026-10-28', null],
  ['a shorter month before', '2027-03-31', paidOn('2027-02-26', '2027-03-28'), '2027-02-28', null],
  ['of every week', '2026-11-28', { ...salary, rhythm: 'week' as const }, '2026-10-28', null],
  ['none', '2026-11-28', null, '2026-10-28', null],
] as const)('a running month is compared so that paydays align: %s', (_, today, one, until, due) => {
  const compared = comparedUntil(today, one ? [one] : [])
  expect(compared.until).toBe(until)
  expect(compared.payday?.due ?? null).toBe(due)
})

test('months before the last align too', () => {
  const untilOf = (today: string, days: string[]) =>
    [1, 2, 3].map(back => comparedUntil(today, [paidOn(...days)], back).until)
  expect(untilOf('2026-11-28', salary.recentDays)).toEqual(['2026-10-27', '2026-09-27', '2026-08-27'])
  const paid = ['2026-08-28', '2026-09-30', '2026-10-26', '2026-11-27']
  expect(untilOf('2026-11-27', paid)).toEqual(['2026-10-27', '2026-09-30', '2026-08-28'])
})

const small = { ...salary, amountMinor: 90_000n, category: 'benefits' }
const today = '2026-11-28'
test.each([
  ['a salary before a benefit', [{ ...small, amountMinor: 300_000n }, salary], '2026-11-30'],
  ['the larger of two salaries', [{ ...salary, amountMinor: 1n, nextDay: '2026-11-29' }, salary], '2026-11-30'],
  [
    'in a year: by the week less is more',
    [salary, { ...salary, rhythm: 'week' as const, amountMinor: 130_000n, nextDay: '2026-12-01' }],
    '2026-12-01',
  ],
  [
    'of two people who live on it the first to be paid',
    [salary, { ...salary, amountMinor: 140_000n, nextDay: '2026-11-29' }],
    '2026-11-29',
  ],
  [
    'the largest benefit without one',
    [
      { ...small, amountMinor: 1n },
      { ...small, nextDay: '2026-12-09' },
    ],
    '2026-12-09',
  ],
  ['today if it is overdue', [{ ...salary, nextDay: '2026-11-26' }], today],
  ['of those that go on', [{ ...salary, nextDay: null }, small], '2026-11-30'],
  ['none that stopped', [{ ...salary, nextDay: null }], null],
  ['none that rests for a season', [{ ...salary, nextDay: '2027-07-31' }], null],
  ['none of every quarter', [{ ...salary, rhythm: 'quarter' as const }], null],
  [
    'neither rent nor sales',
    [
      { ...salary, amountMinor: -1n },
      { ...salary, category: 'other_income' },
    ],
    null,
  ],
])('payday: %s', (_, recurring, day) => expect(paydayOf(recurring, today)).toBe(day))

test('what is compared and what must last follow from one income', () => {
  expect(payOf([small, salary])).toBe(salary)
})
