import { describe, expect, test } from 'vitest'
import { requestFallback } from './fallback.ts'
import { json, presence, scriptBank } from './testing/scripted-bank.ts'

const jwt = 'eyJh.eyJz.c2ln'
const login = `http://19870.bank.test:8080/fallback?fallback=${jwt}`
const redirect = (location: string, status = 302) => ({ ...json(status, ''), headers: { location } })

describe('fallback mode (document 1)', () => {
  test('sends the documented request: form, scope and header, no token and no signature', async () => {
    const { bank, requests, calls } = scriptBank(() => redirect(login))
    expect((await requestFallback(bank, { presence })).href).toBe(login)
    const [request] = requests
    expect(request).toMatchObject({ method: 'POST', target: '/stet/psd2/oauth/token' })
    expect(Object.fromEntries(new URLSearchParams(request?.body ?? ''))).toEqual({
      client_id: 'client-1',
      grant_type: 'client_credentials',
      scope: 'aisp',
    })
    expect(request?.headers.fallback).toBe('1')
    expect(request?.headers.authorization).toBeUndefined()
    expect(request?.headers.signature).toBeUndefined()
    expect(calls).toMatchObject([{ operation: 'oauth.fallback', status: 302, code: null, attended: true }])
  })

  test('the JWT is never logged', async () => {
    const { bank, calls } = scriptBank(() => redirect(login))
    await requestFallback(bank, { presence })
    expect(JSON.stringify(calls)).not.toContain(jwt)
  })

  test('a relative address is on the bank’s own host', async () => {
    const { bank } = scriptBank(() => redirect(`/login?fallback=${jwt}`))
    expect((await requestFallback(bank, { presence })).origin).toBe('https://19870.bank.test:8443')
  })

  test.each([
    ['another host', `https://evil.test/?fallback=${jwt}`, 'redirect_host'],
    ['another port of the bank', `https://19870.bank.test:9999/?fallback=${jwt}`, 'redirect_host'],
    ['the bank’s name as a user name', `http://19870.bank.test:8080@evil.test/?fallback=${jwt}`, 'redirect_host'],
    [
      'credentials in front of the bank’s own host',
      `http://x:y@19870.bank.test:8080/?fallback=${jwt}`,
      'redirect_host',
    ],
    ['a user name alone', `http://x@19870.bank.test:8080/?fallback=${jwt}`, 'redirect_host'],
    ['a password alone', `http://:y@19870.bank.test:8080/?fallback=${jwt}`, 'redirect_host'],
    ['script', 'javascript:alert(1)', 'redirect_host'],
    ['no JWT', 'http://19870.bank.test:8080/fallback', 'schema'],
    ['two JWTs', `${login}&fallback=${jwt}`, 'schema'],
    ['something else in its place', 'http://19870.bank.test:8080/?fallback=x', 'schema'],
    ['no address', 'http://[', 'schema'],
  ])('refuses %s', async (_, location, kind) => {
    const { bank } = scriptBank(() => redirect(location))
    await expect(requestFallback(bank, { presence })).rejects.toMatchObject({
      kind,
      operation: 'oauth.fallback',
      status: 302,
    })
  })

  test.each([
    ['a token, as if the header had not been seen', json(200, { access_token: 'A' }), 'status'],
    ['another redirect', redirect(login, 301), 'status'],
    ['a refusal', json(401, { error: 'invalid_client' }), 'status'],
    ['a redirect to nowhere', json(302, ''), 'schema'],
  ])('%s is a failure', async (_, answer, kind) => {
    const { bank } = scriptBank(() => answer)
    await expect(requestFallback(bank, { presence })).rejects.toMatchObject({ kind })
  })
})
