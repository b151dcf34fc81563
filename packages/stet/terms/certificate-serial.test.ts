import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalSerial, parseSerial } from './certificate-serial.ts'

describe('a serial that somebody typed', () => {
  test.each([
    ['A1B2C', 'A1B2C'],
    ['a1b2c', 'A1B2C'],
    ['0A:1B:2C', 'A1B2C'],
    ['0a 1b  2c', 'A1B2C'],
    [' 0x0a1b2c ', 'A1B2C'],
    ['0X0A:1b 2C', 'A1B2C'],
    ['00:00:01', '1'],
    ['FF'.repeat(20), 'FF'.repeat(20)],
    [`00${'ff'.repeat(20)}`, 'FF'.repeat(20)],
  ])('%j is %s', (text, serial) => {
    expect(parseSerial(text)).toEqual({ serial })
  })

  test.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['0x', 'empty'],
    ['00:00', 'zero'],
    [`${'FF'.repeat(20)}F`, 'too_long'],
    ['A1G2', 'not_hexadecimal'],
    ['-A1', 'not_hexadecimal'],
    [':A1', 'not_hexadecimal'],
    ['A1:', 'not_hexadecimal'],
    ['A1-B2', 'not_hexadecimal'],
    ['A1\u0000B2', 'not_hexadecimal'],
    ['A10xB2', 'not_hexadecimal'],
    ['0x0xA1', 'not_hexadecimal'],
    ['\uff11\uff12', 'not_hexadecimal'],
  ])('%j is refused: %s', (text, fault) => {
    expect(parseSerial(text)).toEqual({ fault })
  })

  test('whatever way it is written is the serial that TLS tells', () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 20 }).filter(all => all.some(byte => byte > 0))
    fc.assert(
      fc.property(
        bytes,
        fc.constantFrom('', ':', ' '),
        fc.constantFrom('', '0x'),
        fc.boolean(),
        (all, by, front, lower) => {
          const hex = [...all].map(byte => byte.toString(16).padStart(2, '0'))
          const canonical = canonicalSerial(hex.join('').toUpperCase())
          const text = front + hex.join(by)
          expect(parseSerial(lower ? text : text.toUpperCase())).toEqual({ serial: canonical })
          expect(parseSerial(canonical)).toEqual({ serial: canonical })
        },
      ),
    )
  })
})
