import { describe, expect, test } from 'vitest'
import { invoiceState, normaliseSeriesPrefix, numberIn, seriesOf } from './lifecycle.ts'

describe('the state', () => {
  const sent = { number: 'F2026-0001', amountMinor: 100n, creditedMinor: 0n, dueOn: '2026-06-30' }
  test.each([
    ['draft', { ...sent, number: null }, false, '2026-07-01'],
    ['sent', sent, false, '2026-06-29'],
    ['sent', sent, false, '2026-06-30'],
    ['overdue', sent, false, '2026-07-01'],
    ['paid', sent, true, '2026-06-01'],
    ['paid', sent, true, '2026-07-01'],
    ['sent', { ...sent, creditedMinor: 99n }, false, '2026-06-30'],
    ['overdue', { ...sent, creditedMinor: 99n }, false, '2026-07-01'],
    ['paid', { ...sent, creditedMinor: 99n }, true, '2026-07-01'],
    ['cancelled', { ...sent, creditedMinor: 100n }, false, '2026-07-01'],
    ['cancelled', { ...sent, creditedMinor: 100n }, true, '2026-07-01'],
  ] as const)('is %s', (state, invoice, isPaid, today) => expect(invoiceState(invoice, isPaid, today)).toBe(state))
})

test('invoices, credit notes and tests are numbered apart, and anew each year', () => {
  const live = { kind: 'invoice', mode: 'live', prefix: 'F', issuedOn: '2026-12-31' } as const
  const series = [
    live,
    { ...live, issuedOn: '2027-01-01' },
    { ...live, kind: 'credit' } as const,
    { ...live, mode: 'test' } as const,
    { ...live, mode: 'test', kind: 'credit' } as const,
  ].map(seriesOf)
  expect(series).toEqual(['F2026', 'F2027', 'AV-F2026', 'TEST-F2026', 'TEST-AV-F2026'])
})

test('numbers have four digits, or more when they are needed', () => {
  expect([1, 999, 9_999, 10_000].map(nth => numberIn('F2026', nth))).toEqual([
    'F2026-0001',
    'F2026-0999',
    'F2026-9999',
    'F2026-10000',
  ])
})

test('the longest number fits into a payment’s reference', () => {
  const longest = seriesOf({ kind: 'credit', mode: 'test', prefix: 'ABCDEF', issuedOn: '2026-01-01' })
  expect(numberIn(longest, 999_999).length).toBeLessThanOrEqual(28)
})

test.each([
  ['f', 'F'],
  [' fac- ', 'FAC-'],
  ['A1B2C3', 'A1B2C3'],
  ['AVF', 'AVF'],
])('the prefix %j', (typed, prefix) => expect(normaliseSeriesPrefix(typed)).toBe(prefix))

test.each(['av-F', 'TEST-F', '', '1F', '-F', 'ABCDEFG', 'É', 'F/', 'F 1'])('%j is no prefix', typed =>
  expect(normaliseSeriesPrefix(typed)).toBeNull(),
)
