import { expect, test } from 'vitest'
import { isForeseen, isRefused, openDay } from './open-line.ts'

test.each([
  // status, text, refused, counts as money to come
  ['INFO', 'CARTE 12/11 DARTY LYON|PAIEMENT REFUSE PLAFOND ATTEINT', true, false],
  ['INFO', 'VIREMENT REJETÉ', true, false],
  ['INFO', 'CARTE 12/11 DARTY LYON', false, false],
  ['OTHR', 'CARTE 12/11 DARTY LYON|PAIEMENT REFUSE', true, false],
  ['OTHR', 'Paiement refusé', true, false],
  ['OTHR', 'PRLV EDF', false, true],
  ['PDNG', 'PAIEMENT REFUSE', false, true],
  ['FUTR', 'PRLV EDF', false, true],
  ['BOOK', 'REJET DE PRELEVEMENT', false, false],
  ['INFO', 'CARTE REFUSEGARAGE', false, false],
  ['NEW?', 'PAIEMENT', false, true],
  ['INFO', '', false, false],
])('%s %s: refused %s, to come %s', (status, text, refused, foreseen) => {
  const line = { status, remittance: text.split('|') }
  expect(isRefused(line)).toBe(refused)
  expect(isForeseen(line)).toBe(foreseen)
})

test.each([
  ['2026-11-27', '2026-11-30', '2026-11-27'],
  [null, '2026-11-30', '2026-11-30'],
  [null, null, null],
])('bought on %s and expected on %s: shown under %s', (transactionDate, expectedBookingDate, day) => {
  expect(openDay({ transactionDate, expectedBookingDate })).toBe(day)
})
