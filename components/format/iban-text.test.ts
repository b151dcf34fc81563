import { expect, test } from 'vitest'
import { groupIban, maskIban } from './iban-text.ts'

test('an IBAN is read in fours', () => {
  expect(groupIban('FR7619870000011000200140521')).toBe('FR76 1987 0000 0110 0020 0140 521')
  expect(groupIban('FR76 1987 0000')).toBe('FR76 1987 0000')
})

test('a masked one keeps country, check number and the last four', () => {
  expect(maskIban('FR7619870000011000200140521')).toBe('FR76 •••• 0521')
  expect(maskIban('FR76 •••• 0521')).toBe('FR76 •••• 0521')
})
