import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { notAddresses } from '#lib/domain/requests/test-not-addresses.ts'
import { isLoopbackAddress, isPublicAddress } from './address.ts'

/** First and last address of every forbidden network, and its public neighbours. */
const closed4 = [
  ['0.0.0.0', '0.255.255.255', null, '1.0.0.0'],
  ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['192.31.196.0', '192.31.196.255', '192.31.195.255', '192.31.197.0'],
  ['192.52.193.0', '192.52.193.255', '192.52.192.255', '192.52.194.0'],
  ['192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['192.175.48.0', '192.175.48.255', '192.175.47.255', '192.175.49.0'],
  ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['224.0.0.0', '255.255.255.255', '223.255.255.255', null],
] as const

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
  test.each([
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '0:0:0:0:0:ffff:10.0.0.1',
    '64:ff9b::10.0.0.1',
    '64:ff9b:1::1',
    '100::1',
    'fc00::1',
    'fd12:3456:789a::1',
    'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    'fe80::1',
    'febf::1',
    'fec0::1',
    'ff02::1',
    'ff0e::1',
    '2001::1',
    '2001:1ff:ffff::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:a00:1::1',
    '2002:ffff:ffff::1',
    '3ffe:ffff::1',
    '2001:db8:ffff::1',
    '2620:4f:8000::1',
    '2620:4f:8000:ffff::1',
    '3fff::1',
    '3fff:fff::1',
    '5f00::1',
    '1fff::1',
    '4000::1',
  ])('%s is not public', address => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test.each([
    '2001:4860:4860::8888',
    '2001:4860:4860:0:0:0:0:8888',
    '2a00:1450:4007:80f::200e',
    '2606:4700::1111',
    '2001:200::1',
    '2001:db7:ffff::1',
    '2001:db9::1',
    '2003::1',
    '2620:4f:7fff::1',
    '2620:4f:8001::1',
    '3ffd::1',
    '3fff:1000::1',
  ])('%s is public', address => {
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
