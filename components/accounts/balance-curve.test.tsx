import { expect, test } from 'vitest'
import { messages } from '#components/i18n/messages.ts'
import type { AccountMoney } from '#lib/views/account-money.ts'
import { draw } from '#testing/components/draw.tsx'
import { BalanceCurve } from './balance-curve.tsx'

const past = [
  { day: '2026-11-22', amount: '120.00' },
  { day: '2026-11-23', amount: '100.00' },
]
const announced = [{ day: '2026-11-24', amount: '40.50' }]
const drawn = (locale: 'fr' | 'en', future: NonNullable<AccountMoney['curve']>['future']) =>
  draw(locale, <BalanceCurve curve={{ currency: 'EUR', past, future }} />).replace(/[\u00a0\u202f]/g, ' ')

test.each([
  ['fr', '24 novembre 2026 : 40,50 €, débits annoncés déduits', '23 novembre 2026 : 100,00 €'],
  ['en', '24 November 2026: €40.50, after announced debits', '23 November 2026: €100.00'],
] as const)(
  'in %s, its end is told with what it counts, and is today’s where nothing is announced',
  (locale, end, today) => {
    const { hint } = messages[locale].accounts.curve
    const withDebits = drawn(locale, announced)
    expect(withDebits).toContain(`aria-valuetext="${end}"`)
    expect(withDebits).toContain(hint)
    const without = drawn(locale, [])
    expect(without).toContain(`aria-valuetext="${today}"`)
    expect(without).not.toContain(hint)
  },
)
