import { expect, test } from 'vitest'
import { draw, drawText } from '#testing/components/draw.tsx'
import { LineAmount } from './row.tsx'

const line = {
  status: 'INFO',
  remittance: ['CARTE 12/11 DARTY LYON', 'PAIEMENT REFUSE PLAFOND ATTEINT'],
  amount: { amount: '-1299.00', currency: 'EUR' },
}

test.each([
  ['fr', 'Refusée, non débitée'],
  ['en', 'Refused, not charged'],
] as const)('in %s, the amount of a refused line is struck through and told in words', (locale, words) => {
  expect(draw(locale, <LineAmount line={line} />)).toMatch(/<s\b[^>]*>.*299.*<\/s>/)
  expect(drawText(locale, <LineAmount line={line} />)).toContain(words)
})

test('the amount of any other line is not', () => {
  for (const status of ['BOOK', 'PDNG', 'FUTR']) {
    expect(draw('en', <LineAmount line={{ ...line, status }} />)).not.toMatch(/<s[ >]/)
  }
})
