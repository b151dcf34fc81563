import { expect, test } from 'vitest'
import { priceRiseOf } from './price-rise.ts'
import { yearlyOf } from './recurring.ts'

const lines = (...amounts: number[]) =>
  amounts.map((amount, at) => ({ day: `2026-0${at + 1}-05`, amountMinor: BigInt(amount) }))

test.each([
  [
    'up, and since then the same',
    lines(-999, -999, -1_299, -1_299),
    { fromMinor: -999n, toMinor: -1_299n, day: '2026-03-05' },
  ],
  ['up the last time', lines(-999, -999, -1_099), { fromMinor: -999n, toMinor: -1_099n, day: '2026-03-05' }],
  ['up by half', lines(-1_000, -1_000, -1_500), { fromMinor: -1_000n, toMinor: -1_500n, day: '2026-03-05' }],
  [
    'twice up: the last',
    lines(-900, -900, -950, -950, -1_000),
    { fromMinor: -950n, toMinor: -1_000n, day: '2026-05-05' },
  ],
  ['to less than twice', lines(-1_000, -1_000, -1_999), { fromMinor: -1_000n, toMinor: -1_999n, day: '2026-03-05' }],
  ['twice: something else', lines(-1_000, -1_000, -2_000), null],
  ['a few cents', lines(-999, -999, -1_048), null],
  ['less than a hundredth', lines(-90_000, -90_000, -90_899), null],
  ['down', lines(-999, -999, -899), null],
  ['the same', lines(-999, -999, -999), null],
  ['each time another', lines(-900, -950, -990), null],
  ['seen once at the old price', lines(-900, -990), null],
  ['money in', lines(900, 900, 990), null],
  ['nothing', [], null],
])('a price went up: %s', (_, some, rise) => expect(priceRiseOf(some)).toEqual(rise))

test.each([
  ['week', -5_200n],
  ['month', -1_200n],
  ['quarter', -400n],
  ['year', -100n],
] as const)('by the %s, a year costs', (rhythm, year) => expect(yearlyOf({ rhythm, amountMinor: -100n })).toBe(year))
