import { expect, test } from 'vitest'
import { noFilter } from '#lib/domain/accounts/transaction-query.ts'
import { drawText } from '#testing/components/draw.tsx'
import { TransactionBrowser } from './browser.tsx'

test('sums of savings don’t say that they are without savings', () => {
  const sums = [{ currency: 'EUR', in: '3580.00', out: '-900.00', net: '2680.00' }]
  const initial = { upcoming: [], booked: [], nextCursor: null, total: 2, more: false, sums, corrected: null }
  const read = (filter: Partial<typeof noFilter>) =>
    drawText(
      'en',
      <TransactionBrowser accounts={[]} filter={{ ...noFilter, ...filter }} initial={initial} tags={[]} periods={[]} />,
    )
  expect(read({ categories: ['savings'] })).toMatch(/Net\s+\+€2,680\.00[\s\S]*without own transfers and those/)
  expect(read({ direction: 'in' })).toContain('without own transfers, savings, an owner’s money in and out, and')
})
