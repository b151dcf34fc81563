import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readMonth, type SettlementSum, settleDays, settlementKinds, settleTotals } from './settlement.ts'

const sum = (day: string, kind: SettlementSum['kind'], amountMinor: bigint, currency = 'EUR'): SettlementSum => ({
  day,
  kind,
  amountMinor,
  currency,
})

test('a row per day and currency, newest first; refunds lower what is left', () => {
  const sums = [
    sum('2026-11-25', 'executed', 1_000n),
    sum('2026-11-26', 'executed', 500n),
    sum('2026-11-26', 'transferred', 30n),
    sum('2026-11-26', 'refunded', 700n),
    sum('2026-11-26', 'received', 480n),
    sum('2026-11-26', 'short', 20n),
    sum('2026-11-26', 'unknown', 5n),
    sum('2026-11-26', 'executed', 9n, 'CHF'),
  ]
  const zero = { executed: 0n, transferred: 0n, received: 0n, short: 0n, unknown: 0n, refunded: 0n, net: 0n }
  expect(settleDays(sums)).toEqual([
    {
      day: '2026-11-26',
      currency: 'EUR',
      executed: 500n,
      transferred: 30n,
      received: 480n,
      short: 20n,
      unknown: 5n,
      refunded: 700n,
      net: -170n,
    },
    { ...zero, day: '2026-11-26', currency: 'CHF', executed: 9n, net: 9n },
    { ...zero, day: '2026-11-25', currency: 'EUR', executed: 1_000n, net: 1_000n },
  ])
  expect(settleDays([])).toEqual([])
})

test('the total of all days is the sum of the days, whatever they are', () => {
  const sums = fc.array(
    fc.record({
      day: fc.constantFrom('2026-11-01', '2026-11-02', '2026-11-30'),
      currency: fc.constantFrom('EUR', 'CHF'),
      kind: fc.constantFrom(...settlementKinds),
      amountMinor: fc.bigInt({ min: 0n, max: 10n ** 14n }),
    }),
  )
  fc.assert(
    fc.property(sums, all => {
      for (const total of settleTotals(all)) {
        const days = settleDays(all).filter(({ currency }) => currency === total.currency)
        for (const kind of [...settlementKinds, 'net'] as const)
          expect(days.reduce((added, day) => added + day[kind], 0n)).toBe(total[kind])
      }
    }),
  )
})

describe('a month', () => {
  test.each([
    ['2026-02', '2026-02-01', '2026-02-28'],
    ['2024-02', '2024-02-01', '2024-02-29'],
    ['2025-12', '2025-12-01', '2025-12-31'],
    ['', '2026-11-01', '2026-11-30'],
  ])('%j is from %s to %s', (typed, first, last) => {
    expect(readMonth(typed, '2026-11-26')).toEqual({ first, last })
  })

  test.each(['2026-12', '2026-13', '1999-12', "2026-11'--"])('%j is none', typed => {
    expect(readMonth(typed, '2026-11-26')).toBeNull()
  })
})
