import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { notAddresses } from '#lib/domain/requests/test-not-addresses.ts'
import { rowsOf } from '#testing/rows.ts'
import { isLoopbackAddress, isPublicAddress } from './address.ts'

/** First and last address of every forbidden network, and its public neighbours. */
const closed4 = rowsOf<[string, string, string | null, string | null]>(import.meta.url, 'closed-ipv4')

describe('IPv4', () => {
  test.each(closed4)('%s to %s is not public, its neighbours %s and %s are', (first, last, before, after) => {
    expect(isPublicAddress(first)).toBe(false)
    expect(isPublicAddress(last)).toBe(false)
    if (before) expect(isPublicAddress(before)).toBe(true)
    if (after) expect(isPublicAddress(after)).toBe(true)
  })

  test('an address written into IPv6 is never public, in any of the ways', () => {
    const part = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(fc.tuple(part, part, part, part), parts => {
        const dotted = parts.join('.')
        for (const prefix of ['::ffff:', '::', '64:ff9b::', '64:ff9b:1::', '::ffff:0:']) {
          expect(isPublicAddress(`${prefix}${dotted}`)).toBe(false)
        }
      }),
    )
  })
})

describe('IPv6', () => {
  test.each(rowsOf<[string]>(import.meta.url, 'closed-ipv6'))('%s is not public', address => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test.each(rowsOf<[string]>(import.meta.url, 'public-ipv6'))('%s is public', address => {
    expect(isPublicAddress(address)).toBe(true)
  })
})

test.each(notAddresses)('%j is no address, so not public', text => {
  expect(isPublicAddress(text)).toBe(false)
  expect(isLoopbackAddress(text)).toBe(false)
})

test.each([
  ['127.0.0.1', true],
  ['127.255.0.1', true],
  ['::1', true],
  ['::2', false],
  ['::ffff:127.0.0.1', false],
  ['128.0.0.1', false],
  ['10.0.0.1', false],
])('%s is this machine: %s', (address, expected) => {
  expect(isLoopbackAddress(address)).toBe(expected)
})

test('random text never throws', () => {
  fc.assert(fc.property(fc.string(), text => typeof isPublicAddress(text) === 'boolean'))
})
