import { expect, test } from 'vitest'
import { comparedUntil, payOf } from './comparison.ts'

const salary = {
  category: 'salary',
  rhythm: 'month' as const,
  amountMinor: 268_437n,
  label: 'Acme',
  lastDay: '2026-10-28',
  previousDay: '2026-09-28',
  nextDay: '2026-11-30' as string | null,
}

test.each([
  ['the payday fell on a Saturday, and is due', '2026-11-28', salary, '2026-10-27', true],
  ['in neither yet', '2026-11-20', salary, '2026-10-20', null],
  ['in both', '2026-11-30', { ...salary, lastDay: '2026-11-30', previousDay: '2026-10-28' }, '2026-10-30', null],
  [
    'it came earlier this month',
    '2026-11-27',
    { ...salary, lastDay: '2026-11-27', previousDay: '2026-10-28' },
    '2026-10-28',
    false,
  ],
  [
    'on the first: nothing to compare',
    '2026-11-01',
    { ...salary, lastDay: '2026-10-01', nextDay: '2026-11-02' },
    '2026-09-30',
    true,
  ],
  ['it stopped', '2026-11-28', { ...salary, nextDay: null }, '2026-10-28', null],
  [
    'a shorter month before',
    '2027-03-31',
    { ...salary, lastDay: '2027-03-28', previousDay: '2027-02-26' },
    '2027-02-28',
    null,
  ],
  ['none', '2026-11-28', null, '2026-10-28', null],
] as const)('a running month is compared so that paydays align: %s', (_, today, one, until, due) => {
  const compared = comparedUntil(today, one ? [one] : [])
  expect(compared.until).toBe(until)
  expect(compared.payday?.due ?? null).toBe(due)
})

test('pay is the largest monthly income from work or benefits', () => {
  const small = { ...salary, amountMinor: 90_000n, category: 'benefits' }
  expect(payOf([small, salary])).toBe(salary)
  expect(
    payOf([
      { ...salary, category: 'other_income' },
      { ...salary, rhythm: 'week' as const },
      { ...salary, amountMinor: -1n },
    ]),
  ).toBeNull()
})
