import { describe, expect, test } from 'vitest'
import { isIban, makeIban } from './iban.ts'

describe('IBAN', () => {
  test('those of the ISO 13616 registry are valid, and invalid with one digit changed', () => {
    const known = [
      'FR1420041010050500013M02606',
      'DE89370400440532013000',
      'GB29NWBK60161331926819',
      'BE68539007547034',
    ]
    for (const iban of known) {
      expect(isIban(iban)).toBe(true)
      expect(isIban(iban.replace(/.$/, last => (last === '0' ? '1' : '0')))).toBe(false)
    }
  })

  test.each([
    '',
    'FR',
    'fr1420041010050500013m02606',
    'FR14 2004 1010 0505 0001 3M02 606',
    '1420041010050500013M02606',
  ])('not %j', text => expect(isIban(text)).toBe(false))

  test('generated ones have the bank’s digits and valid check numbers', () => {
    const iban = makeIban('19870', '00310', '00398150022')
    expect(iban).toMatch(/^FR\d\d198700031000398150022\d\d$/)
    expect(isIban(iban)).toBe(true)
    // The national key: bank, branch, account and key together are divisible by 97 in the French weighting.
    const key = BigInt(iban.slice(-2))
    expect((89n * 19870n + 15n * 310n + 3n * 398150022n + key) % 97n).toBe(0n)
  })
})
