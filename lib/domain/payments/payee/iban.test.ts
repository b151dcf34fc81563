import { expect, test } from 'vitest'
import { readTypedIban } from './iban.ts'

test.each([
  ['', 'empty', null, null],
  ['F', 'typing', null, null],
  ['fr', 'typing', 'FR', 27],
  ['FR76 1987', 'typing', 'FR', 27],
  ['7', 'characters', null, null],
  ['F7', 'characters', null, null],
  ['FRA', 'characters', 'FR', 27],
  ['FR76é', 'characters', 'FR', 27],
  ['ZZ12 3456', 'country_unknown', 'ZZ', null],
  ['FR77 1987 0000 0100 0000 0000 138', 'sound', 'FR', 27],
  ['fr77-1987.0000 01000000-0000-138', 'sound', 'FR', 27],
  ['IBAN : FR77 1987 0000 0100 0000 0000 138', 'sound', 'FR', 27],
  ['iban:fr77\u20111987\u20110000010000000000138', 'sound', 'FR', 27],
  ['IBAN', 'characters', 'IB', null],
  ['FR77 1987 0000 0100 0000 0000 139', 'check_digits', 'FR', 27],
  ['FR77 1987 0000 0100 0000 0000 1380', 'too_long', 'FR', 27],
  ['DE89 3704 0044 0532 0130 00', 'sound', 'DE', 22],
  ['BR18 0036 0305 0000 1000 9795 493C 1', 'not_sepa', 'BR', 29],
])('%s is %s', (text, check, country, expectedLength) => {
  expect(readTypedIban(text)).toMatchObject({ check, country, expectedLength })
})

test('only a valid French one names the bank', () => {
  expect(readTypedIban('FR7719870000010000000000138').bankCode).toBe('19870')
  expect(readTypedIban('FR7719870000010000000000139').bankCode).toBeNull()
  expect(readTypedIban('DE89370400440532013000').bankCode).toBeNull()
})
