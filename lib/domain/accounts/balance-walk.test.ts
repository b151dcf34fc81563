import { expect, test } from 'vitest'
import { sumPoints, walkBalance } from './balance-walk.ts'

const sums = new Map([
  ['2026-11-10', -500n],
  ['2026-11-12', 2_000n],
  ['2026-11-13', -100n],
])
const amounts = (points: readonly { amountMinor: bigint }[]) => points.map(({ amountMinor }) => amountMinor)

test('is computed backwards and forwards from the bank’s balance', () => {
  const points = walkBalance({ day: '2026-11-12', amountMinor: 10_000n }, sums, {
    from: '2026-11-09',
    to: '2026-11-13',
  })
  expect(amounts(points)).toEqual([8_500n, 8_000n, 8_000n, 10_000n, 9_900n])
  expect(points.map(({ source }) => source)).toEqual(['lines', 'lines', 'lines', 'bank', 'lines'])
})

test('may be requested only for days before or only for days after the bank’s balance', () => {
  const anchor = { day: '2026-11-11', amountMinor: 10_000n }
  const later = walkBalance(anchor, sums, { from: '2026-11-12', to: '2026-11-15' })
  expect(amounts(later)).toEqual([12_000n, 11_900n, 11_900n, 11_900n])
  const earlier = walkBalance(anchor, sums, { from: '2026-11-07', to: '2026-11-10' })
  expect(amounts(earlier)).toEqual([10_500n, 10_500n, 10_500n, 10_000n])
})

test('a balance from the bank is used for its day, and changes no other day', () => {
  const read = new Map([['2026-11-10', 7_777n]])
  const points = walkBalance(
    { day: '2026-11-12', amountMinor: 10_000n },
    sums,
    { from: '2026-11-09', to: '2026-11-12' },
    read,
  )
  expect(amounts(points)).toEqual([8_500n, 7_777n, 8_000n, 10_000n])
  expect(points[1]?.source).toBe('bank')
})

test('several accounts are summed on days that all of them have', () => {
  const long = walkBalance({ day: '2026-11-12', amountMinor: 1n }, new Map(), { from: '2026-11-10', to: '2026-11-12' })
  const short = walkBalance({ day: '2026-11-12', amountMinor: 2n }, new Map(), { from: '2026-11-11', to: '2026-11-12' })
  expect(sumPoints([long, short])).toEqual([
    { day: '2026-11-11', amountMinor: 3n, source: 'lines' },
    { day: '2026-11-12', amountMinor: 3n, source: 'bank' },
  ])
  expect(sumPoints([long, short.slice(0, 1), []])).toEqual([{ day: '2026-11-11', amountMinor: 3n, source: 'lines' }])
  expect(sumPoints([])).toEqual([])
})
