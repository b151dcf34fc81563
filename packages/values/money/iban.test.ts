import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isIban } from './iban.ts'

/** Examples of the SWIFT registry. */
const real = [
  'FR1420041010050500013M02606',
  'DE89370400440532013000',
  'GB29NWBK60161331926819',
  'NO9386011117947',
  'MT84MALT011000012345MTLCAST001S',
  'BE68539007547034',
  'MC5811222000010123456789030',
]

describe('isIban', () => {
  test.each(real)('accepts %s', iban => {
    expect(isIban(iban)).toBe(true)
  })

  test.each([
    'FR1420041010050500013M02607',
    'FR142004101005050001302606',
    'fr1420041010050500013M02606',
    'FR14 2004 1010 0505 0001 3M02 606',
    'FR1420041010050500013M0260',
    '',
    'FR14',
    'DE8937040044053201300',
  ])('refuses %j', iban => {
    expect(isIban(iban)).toBe(false)
  })

  // Right by the remainder, but with 97, 98 and 2 added to it or taken away.
  test.each(['FR0019870000011000000006421', 'FR0119870000011000000005821', 'FR9919870000011000000005221'])(
    'check digits are 02 to 98: %s',
    iban => {
      expect([mod97(iban), isIban(iban)]).toEqual([true, false])
    },
  )

  test('what follows has the structure of its country', () => {
    const letterInAccount = checked('GB', 'BARC2020153009A459')
    expect([mod97(letterInAccount), isIban(letterInAccount)]).toEqual([true, false])
    expect(isIban(checked('GB', 'BARC20201530093459'))).toBe(true)
    expect(isIban(checked('DE', '3704004405320130AB'))).toBe(false)
    expect(isIban(checked('FR', '20041010050500013M02606'))).toBe(true)
  })

  test('a known country needs its own length, whatever the check number says', () => {
    const withDigits = Array.from({ length: 97 }, (_, at) => `FR${String(at + 2).padStart(2, '0')}ABC123456789`)
    expect(withDigits.filter(mod97)).toHaveLength(1)
    expect(withDigits.filter(isIban)).toEqual([])
  })

  test('an unknown country needs its form and check number only', () => {
    expect(isIban('ZZ21ABC123')).toBe(mod97('ZZ21ABC123'))
  })

  test('one wrong digit is always found', () => {
    fc.assert(
      fc.property(fc.constantFrom(...real), fc.nat(), fc.integer({ min: 1, max: 9 }), (iban, at, shift) => {
        const index = 4 + (at % (iban.length - 4))
        const digit = iban[index] ?? ''
        if (!/[0-9]/.test(digit)) return
        const wrong = `${iban.slice(0, index)}${(Number(digit) + shift) % 10}${iban.slice(index + 1)}`
        expect(isIban(wrong)).toBe(wrong === iban)
      }),
    )
  })
})

function checked(country: string, account: string): string {
  const all = Array.from({ length: 97 }, (_, at) => `${country}${String(at + 2).padStart(2, '0')}${account}`)
  return all.find(mod97) ?? ''
}

/** With big integers, as an independent computation. */
function mod97(iban: string): boolean {
  const digits = [...(iban.slice(4) + iban.slice(0, 4))].map(character => Number.parseInt(character, 36)).join('')
  return BigInt(digits) % 97n === 1n
}
