import { expect, test } from 'vitest'
import { rowsOf } from '#testing/rows.ts'
import { isForeseen, isRefused, openDay } from './open-line.ts'

test.each(rowsOf<[string, string, boolean, boolean]>(import.meta.url, 'open-lines'))(
  '%s %s: refused %s, to come %s',
  (status, text, refused, foreseen) => {
    const line = { status, remittance: text.split('|') }
    expect(isRefused(line)).toBe(refused)
    expect(isForeseen(line)).toBe(foreseen)
  },
)

test.each([
  ['2026-11-27', '2026-11-30', '2026-11-27'],
  [null, '2026-11-30', '2026-11-30'],
  [null, null, null],
])('bought on %s and expected on %s: shown under %s', (transactionDate, expectedBookingDate, day) => {
  expect(openDay({ transactionDate, expectedBookingDate })).toBe(day)
})
