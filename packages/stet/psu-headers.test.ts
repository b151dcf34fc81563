import { expect, test } from 'vitest'
import type { Presence } from '#stet/terms/presence.ts'
import { psuHeaders } from './psu-headers.ts'

const presence: Presence = {
  ipAddress: '192.0.2.7',
  ipPort: 51_234,
  httpMethod: 'GET',
  at: new Date('2026-11-22T08:00:00Z'),
  userAgent: 'Firefox',
  referer: 'https://guichet.example/home?iban=FR76#x',
  accept: 'text/html',
  acceptCharset: 'utf-8',
  acceptEncoding: 'gzip',
  acceptLanguage: 'fr',
}

test('each header has the value of the person’s own request, the referer without its query', () => {
  expect(psuHeaders(presence)).toEqual([
    ['psu-ip-address', '192.0.2.7'],
    ['psu-ip-port', '51234'],
    ['psu-http-method', 'GET'],
    ['psu-date', 'Sun, 22 Nov 2026 08:00:00 GMT'],
    ['psu-user-agent', 'Firefox'],
    ['psu-referer', 'https://guichet.example/home'],
    ['psu-accept', 'text/html'],
    ['psu-accept-charset', 'utf-8'],
    ['psu-accept-encoding', 'gzip'],
    ['psu-accept-language', 'fr'],
  ])
})

test('nobody present, no header (C19)', () => {
  expect(psuHeaders(null)).toEqual([])
})

test('what the request did not have is left out, not sent as a word', () => {
  const bare = { ...presence, ipPort: null, referer: null, accept: null, acceptCharset: null, acceptEncoding: null }
  const names = psuHeaders({ ...bare, acceptLanguage: null, userAgent: null }).map(([name]) => name)
  expect(names).toEqual(
    ['psu-ip-address', 'psu-ip-port', 'psu-http-method', 'psu-date'].filter(n => n !== 'psu-ip-port'),
  )
})

test.each([
  ['é', false],
  ['a\u0000', false],
  ['   ', false],
  ['x'.repeat(1_000), true],
  ['x'.repeat(1_001), false],
  ['x'.repeat(2_000), false],
  ['a\r\nPSU-IP-Address: 1.2.3.4', false],
])('a value that can’t stand in a header is left out, never altered', (userAgent, isSent) => {
  expect(psuHeaders({ ...presence, userAgent }).some(([name]) => name === 'psu-user-agent')).toBe(isSent)
})

test.each(['not an address', 'about:blank', 'data:text/html,x'])('a referer without an origin is none: %s', referer => {
  expect(psuHeaders({ ...presence, referer }).some(([name]) => name === 'psu-referer')).toBe(false)
})

test.each(['', '192.0.2', 'guichet.example', 'unknown'])(
  'presence is not invented: the address %j is an error',
  ipAddress => {
    expect(() => psuHeaders({ ...presence, ipAddress })).toThrow(TypeError)
  },
)
