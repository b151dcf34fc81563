import { expect, test } from 'vitest'
import { groupIban, maskIban } from './iban-text.ts'

const iban = 'FR7619870000011000200140521'

test('an IBAN is read in fours, also one that was grouped before', () => {
  expect(groupIban(iban)).toBe('FR76 1987 0000 0110 0020 0140 521')
  expect(groupIban(groupIban(iban))).toBe(groupIban(iban))
})

test('a masked one keeps country, check number and the last four, however it was written', () => {
  for (const written of [iban, groupIban(iban), maskIban(iban)]) expect(maskIban(written)).toBe('FR76 •••• 0521')
})

test('what is too short to hide anything is dots', () => {
  expect(['', 'SHORT', '••••'].map(maskIban)).toEqual(['••••', '••••', '••••'])
})
