import { expect, test } from 'vitest'
import { staleOf } from './freshness.ts'

const part = (amountMinor: bigint, readOn: string) => ({ amountMinor, readOn })

test.each([
  ['nothing', [], null],
  ['today and yesterday', [part(1n, '2026-05-31'), part(2n, '2026-05-30')], null],
  ['one older', [part(1n, '2026-05-31'), part(2n, '2026-05-29')], { amountMinor: 2n, day: '2026-05-29', isAll: false }],
  [
    'two older, one overdrawn: the day of the oldest',
    [part(1n, '2026-05-31'), part(500n, '2026-05-20'), part(-200n, '2026-05-25')],
    { amountMinor: 300n, day: '2026-05-20', isAll: false },
  ],
  ['all older', [part(1n, '2026-05-20'), part(2n, '2026-05-25')], { amountMinor: 3n, day: '2026-05-20', isAll: true }],
])('%s', (_, parts, stale) => {
  expect(staleOf(parts, '2026-05-31')).toEqual(stale)
})
