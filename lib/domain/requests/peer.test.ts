import { describe, expect, test } from 'vitest'
import { isAddress, maskAddress, networkOf, peerOf, readPeer, writePeer } from './peer.ts'

const socket = { address: '10.0.0.9', port: 51_000 }

describe('peerOf (C19)', () => {
  test('without trusted proxies, what the client claims counts for nothing', () => {
    for (const claim of ['1.2.3.4', '1.2.3.4, 5.6.7.8', '', null]) expect(peerOf(socket, claim, 0)).toEqual(socket)
  })

  test('one trusted proxy: the last entry, whatever was written before it', () => {
    expect(peerOf(socket, '1.2.3.4', 1)).toEqual({ address: '1.2.3.4', port: null })
    expect(peerOf(socket, '6.6.6.6, 1.2.3.4', 1).address).toBe('1.2.3.4')
  })

  test('two trusted proxies: the last but one', () => {
    expect(peerOf(socket, '6.6.6.6, 1.2.3.4, 10.0.0.1', 2).address).toBe('1.2.3.4')
  })

  test.each([
    [null, 1],
    ['', 1],
    ['1.2.3.4', 2],
    ['unknown', 1],
    ['1.2.3.4.5', 1],
    ['<script>', 1],
    ['999.1.1.1', 1],
  ])('who came round the proxies (%j, %s) is the socket', (forwarded, proxies) => {
    expect(peerOf(socket, forwarded, proxies)).toEqual(socket)
  })

  test.each([
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::1', '::1'],
    ['2001:db8::7', '2001:db8::7'],
  ])('socket %s is %s', (address, plain) => {
    expect(peerOf({ address, port: 1 }, null, 0).address).toBe(plain)
  })

  test.each([
    ['[2001:db8::7]:443', '2001:db8::7'],
    ['1.2.3.4:5678', '1.2.3.4'],
  ])('forwarded %s is %s', (entry, plain) => {
    expect(peerOf(socket, entry, 1).address).toBe(plain)
  })
})

test('isAddress', () => {
  expect(['127.0.0.1', '::1', '2001:db8::7'].every(isAddress)).toBe(true)
  expect(['', '1.2.3', '256.1.1.1', 'host', '1.2.3.4.', ':1', '1.2.3.4 '].some(isAddress)).toBe(false)
})

describe('the header of the peer', () => {
  test.each([
    { address: '192.0.2.7', port: 50_000, isDirect: false },
    { address: '2001:db8::7', port: null, isDirect: false },
    { address: '127.0.0.1', port: 4, isDirect: true },
  ])('%j is read as it was written', peer => {
    expect(readPeer(writePeer(peer))).toEqual(peer)
  })

  test.each([null, '', 'unknown 1 direct', 'direct'])('%j is nobody', header => {
    expect(readPeer(header)).toBeNull()
  })

  test('only a header with `direct` is direct (C60)', () => {
    for (const header of ['127.0.0.1', '127.0.0.1 4', '127.0.0.1 4 proxied', '127.0.0.1 4 Direct']) {
      expect(readPeer(header)).toMatchObject({ address: '127.0.0.1', isDirect: false })
    }
  })
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:ffff:1:2:3', '2001:db8:1:2::/64'],
  ['2001:db8:1::2:3:4:5', '2001:db8:1:0::/64'],
  ['fe80::1:2:3:4', 'fe80:0:0:0::/64'],
])('networkOf(%s): %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['203.0.113.16', '203.0.113.•••'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:•••'],
  ['2001:db8::1', '2001:db8:0:0:•••'],
  ['unknown', '•••'],
  ['', '•••'],
])('%j is masked as %j', (address, shown) => expect(maskAddress(address)).toBe(shown))
