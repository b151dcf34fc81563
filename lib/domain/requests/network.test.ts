import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rowsOf } from '#testing/rows.ts'
import { bytesOfAddress, isInOneOf, readNetwork } from './network.ts'
import { notAddresses } from './test-not-addresses.ts'

test.each([
  ['1.2.3.255', [1, 2, 3, 255]],
  ['::ffff:10.0.0.1', [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 10, 0, 0, 1]],
  ['1:2:3:4:5:6:7:8', [0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8]],
  ['1:2:3:4:5:6:10.0.0.1', [0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 10, 0, 0, 1]],
  ['fe80::ABCD', [254, 128, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 171, 205]],
])('the bytes of %s', (address, bytes) => {
  expect(bytesOfAddress(address)).toEqual(bytes)
})

test.each(notAddresses)('%j is no address', text => expect(bytesOfAddress(text)).toBeNull())

test.each([
  ['203.0.113.7', '203.0.113.7'],
  [' 203.0.113.0/24 ', '203.0.113.0/24'],
  ['10.0.0.0/8', '10.0.0.0/8'],
  ['203.0.113.7/32', '203.0.113.7/32'],
  ['203.0.113.128/25', '203.0.113.128/25'],
  ['2001:DB8::1', '2001:db8::1'],
  ['2001::/16', '2001::/16'],
  ['2001:db8:1::/48', '2001:db8:1::/48'],
  ['2001:db8::1/128', '2001:db8::1/128'],
] as const)('%j is stored as %j', (typed, network) => expect(readNetwork(typed)).toEqual({ network }))

test.each(rowsOf<[string, string]>(import.meta.url, 'refused-networks'))('%j is refused: %s', (typed, fault) =>
  expect(readNetwork(typed)).toEqual({ fault }),
)

describe('an address', () => {
  test.each([
    ['203.0.113.7', true],
    ['203.0.113.8', false],
    ['198.51.100.0', true],
    ['198.51.100.255', true],
    ['198.51.101.0', false],
    ['2001:db8:1:ffff::9', true],
    ['2001:db8:2::', false],
    ['cb00:7107::', false],
    ['unknown', false],
    ['', false],
  ] as const)('%s is in the list: %s', (address, isIn) => {
    expect(isInOneOf(['203.0.113.7', '198.51.100.0/24', '2001:db8:1::/48'], address)).toBe(isIn)
  })

  test('is in no empty list', () => expect(isInOneOf([], '203.0.113.7')).toBe(false))

  test('is in every network that its own first bits name', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 4, maxLength: 4 }),
        fc.integer({ min: 8, max: 32 }),
        (bytes, length) => {
          const value = bytes.reduce((sum, byte) => sum * 256 + byte, 0)
          const first = value - (value % 2 ** (32 - length))
          const text = [24, 16, 8, 0].map(shift => Math.floor(first / 2 ** shift) % 256).join('.')
          expect(readNetwork(`${text}/${length}`)).toEqual({ network: `${text}/${length}` })
          expect(isInOneOf([`${text}/${length}`], bytes.join('.'))).toBe(true)
        },
      ),
    )
  })
})
