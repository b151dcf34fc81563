import { expect, test } from 'vitest'
import { presenceOf } from './presence.ts'

const ask = (headers: Record<string, string>) => new Request('http://localhost:3000/api/x', { method: 'POST', headers })

test('C19: contains what the person’s browser sent, and the recorded address', () => {
  const presence = presenceOf(
    ask({
      'x-guichet-peer': '2001:db8::7 50123',
      'user-agent': 'Browser 1.0',
      accept: 'text/html',
      'accept-language': 'fr',
      referer: 'http://localhost:3000/callback/19870?code=SECRET',
    }),
  )
  expect(presence).toMatchObject({
    ipAddress: '2001:db8::7',
    ipPort: 50_123,
    httpMethod: 'POST',
    userAgent: 'Browser 1.0',
    accept: 'text/html',
    acceptLanguage: 'fr',
    acceptCharset: null,
    referer: 'http://localhost:3000/callback/19870',
  })
})

test('a presence is never invented', () => {
  expect(() => presenceOf(ask({ 'x-forwarded-for': '6.6.6.6' }))).toThrow('no known peer')
  expect(() => presenceOf(ask({ 'x-guichet-peer': 'unknown 1' }))).toThrow('no known peer')
})
