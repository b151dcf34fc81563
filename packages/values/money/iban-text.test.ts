import { expect, test } from 'vitest'
import { groupIban, maskIban, maskIbansIn } from './iban-text.ts'

const iban = 'FR7619870000011000200140521'

test('an IBAN is grouped by four, also if it was grouped before', () => {
  expect(groupIban(iban)).toBe('FR76 1987 0000 0110 0020 0140 521')
  expect(groupIban(groupIban(iban))).toBe(groupIban(iban))
})

test('a masked one keeps country, check number and the last four, however it was written', () => {
  for (const written of [iban, groupIban(iban), maskIban(iban)]) expect(maskIban(written)).toBe('FR76 •••• 0521')
})

test('a text too short to mask becomes dots', () => {
  expect(['', 'SHORT', '••••'].map(maskIban)).toEqual(['••••', '••••', '••••'])
})

test.each([
  ['VIR SEPA FR7619870000011000200140012 LOYER', 'VIR SEPA FR76 •••• 0012 LOYER'],
  ['DE89 3704 0044 0532 0130 00 puis FR7619870000011000200140012', 'DE89 •••• 3000 puis FR76 •••• 0012'],
  ['CB12 PAUL LYON BOULANGERIE DU PARC', 'CB12 PAUL LYON BOULANGERIE DU PARC'],
  ['FR7619870000011000200140013', 'FR7619870000011000200140013'],
  ['XFR7619870000011000200140012', 'XFR7619870000011000200140012'],
  ['', ''],
])('in %j every IBAN is masked, and nothing else', (text, masked) => {
  expect(maskIbansIn(text)).toBe(masked)
})
