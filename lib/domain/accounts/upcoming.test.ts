import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rowsOf } from '#testing/rows.ts'
import { afterUpcomingDebits, type OpenLine } from './upcoming.ts'

const today = '2026-03-10'
const eur = (amountMinor: bigint) => ({ amountMinor, currency: 'EUR' })
const line = (status: string, day: string, amountMinor = -1_000n): OpenLine => ({
  status,
  day,
  amount: eur(amountMinor),
})
const lookAhead = (lines: OpenLine[], type = 'OTHR') =>
  afterUpcomingDebits({ balance: { type, amount: eur(10_000n) }, lines, today })

describe('whether a transaction counts', () => {
  test.each(rowsOf<[string, string, boolean, boolean]>(import.meta.url, 'upcoming'))(
    '%s on %s: from OTHR %s, from CLBD and VALU %s',
    (status, day, instant, accounting) => {
      expect(lookAhead([line(status, day)]).count).toBe(instant ? 1 : 0)
      for (const type of ['CLBD', 'VALU']) expect(lookAhead([line(status, day)], type).count).toBe(accounting ? 1 : 0)
    },
  )
})

test('the sum is exact, the horizon is stated, today’s balance is unchanged', () => {
  const balance = { type: 'OTHR', amount: eur(10_000n) }
  const lines = [line('FUTR', '2026-03-12', -2_599n), line('FUTR', '2026-03-20', -1n), line('PDNG', today, -5_000n)]
  expect(afterUpcomingDebits({ balance, lines, today })).toEqual({
    debits: eur(-2_600n),
    after: eur(7_400n),
    count: 2,
    until: '2026-03-25',
  })
  expect(balance.amount).toEqual(eur(10_000n))
})

test('credits and other currencies are left out; nothing to come leaves the balance', () => {
  const dollars: OpenLine = { status: 'FUTR', day: '2026-03-12', amount: { amountMinor: -900n, currency: 'USD' } }
  expect(lookAhead([line('FUTR', '2026-03-12', 700n), line('FUTR', '2026-03-12', 0n), dollars])).toMatchObject({
    debits: eur(0n),
    after: eur(10_000n),
    count: 0,
  })
  expect(lookAhead([])).toMatchObject({ after: eur(10_000n), count: 0 })
})

test.each([
  ['2026-02-20', '2026-03-07'],
  ['2026-12-20', '2027-01-04'],
  ['2026-03-25', '2026-04-09'],
])('from %s it looks to %s', (from, until) => {
  const balance = { type: 'OTHR', amount: eur(0n) }
  expect(afterUpcomingDebits({ balance, lines: [], today: from }).until).toBe(until)
})

test('for any transactions: never more than the balance, whatever their order', () => {
  const anyLine = fc.record({
    status: fc.constantFrom('PDNG', 'FUTR', 'OTHR', 'INFO', 'BOOK'),
    day: fc.integer({ min: 1, max: 31 }).map(day => `2026-03-${String(day).padStart(2, '0')}`),
    amount: fc.bigInt({ min: -100_000n, max: 100_000n }).map(eur),
  })
  fc.assert(
    fc.property(fc.array(anyLine), fc.constantFrom('OTHR', 'CLBD', 'VALU'), (lines, type) => {
      const result = lookAhead(lines, type)
      expect(result.after.amountMinor).toBe(10_000n + result.debits.amountMinor)
      expect(result.debits.amountMinor).toBeLessThanOrEqual(0n)
      expect(lookAhead(lines.toReversed(), type)).toEqual(result)
      expect(lookAhead(lines, 'OTHR').debits.amountMinor).toBeGreaterThanOrEqual(
        lookAhead(lines, 'CLBD').debits.amountMinor,
      )
    }),
  )
})
