import { describe, expect, test } from 'vitest'
import { hostName, isAddressName, isLoopbackName, isOwnHost } from './own-host.ts'

describe('whose name a request was sent to (C59)', () => {
  test.each([
    ['Guichet.Example', 'guichet.example'],
    ['guichet.example.:443', 'guichet.example'],
    ['localhost:3000', 'localhost'],
    ['[::1]:3000', '[::1]'],
    ['127.0.0.1', '127.0.0.1'],
    ['192.168.1.7:3000', '192.168.1.7'],
    ...[
      '',
      ' ',
      'a b',
      'user@localhost',
      'localhost/x',
      'localhost:x',
      'localhost:123456',
      '[',
      '[::1',
      'a,b',
      '%6c',
      'é',
    ].map(text => [text, null] as const),
    [undefined, null],
    [null, null],
    ['x'.repeat(254), null],
  ] as const)('%j: %j', (header, name) => {
    expect(hostName(header)).toBe(name)
  })

  test.each(['localhost', '127.0.0.1', '127.9.9.9', '[::1]'])('%s is this machine', name => {
    expect(isLoopbackName(name)).toBe(true)
  })

  test.each(['localhost.example', '128.0.0.1', '127.0.0.1.example', 'a.localhost', '0.0.0.0', '[::]'])(
    '%s is not',
    name => {
      expect(isLoopbackName(name)).toBe(false)
    },
  )

  test.each([
    ['10.0.0.5', true],
    ['[fe80::1]', true],
    ['10.0.0.5.example', false],
    ['localhost', false],
  ])('%s is an address itself: %s', (name, expected) => {
    expect(isAddressName(name)).toBe(expected)
  })

  test.each([
    ['guichet.example', true],
    ['GUICHET.example:8443', true],
    ['localhost:1', true],
    ['guichet.example.attacker.example', false],
    ['attacker.example', false],
    ['10.0.0.5', false],
    [undefined, false],
  ])('of https://guichet.example, %s: %s', (header, expected) => {
    expect(isOwnHost(header, 'https://guichet.example')).toBe(expected)
  })
})
