import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  answerAddress,
  isRedirectUri,
  isRegisteredUri,
  isVerifierOf,
  readAuthorize,
  readRegistration,
} from './oauth.ts'

test.each([
  ['https://app.example/back', true],
  ['https://app.example/back?x=1', true],
  ['http://127.0.0.1:4000/back', true],
  ['http://[::1]/back', true],
  ['http://localhost/back', true],
  ['com.example.app:/back', true],
  ['http://app.example/back', false],
  ['https://app.example/back#part', false],
  ['https://user:secret@app.example/', false],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['app:/back', false],
  ['https://app.example/ back', false],
  ['/back', false],
  ['', false],
  [`https://app.example/${'x'.repeat(500)}`, false],
  // Other hosts than they seem to be.
  ['http://127.0.0.1.evil.example/back', false],
  ['http://localhost.evil.example/back', false],
  ['http://localhost@evil.example/back', false],
  ['https://app.example@evil.example/', false],
  ['http://localhost.:80/back', false],
  ['http://10.0.0.1/back', false],
  ['http://[::ffff:127.0.0.1]/back', false],
  ['JAVASCRIPT:alert(1)', false],
  ['https://app.example/\tback', false],
  ['https://app.example/back%23part', true],
])('%.50s is a redirect URI: %s', (uri, is) => {
  expect(isRedirectUri(uri)).toBe(is)
})

test.each([
  ['https://app.example/back', ['https://app.example/back'], true],
  ['https://app.example/back/', ['https://app.example/back'], false],
  ['https://app.example:444/back', ['https://app.example/back'], false],
  ['https://evil.example/back', ['https://app.example/back'], false],
  ['http://127.0.0.1:51234/back', ['http://127.0.0.1/back'], true],
  ['http://127.0.0.1:51234/other', ['http://127.0.0.1/back'], false],
  ['http://localhost:1/back', ['http://127.0.0.1/back'], false],
  // Neither case nor another writing of the same host is made up for.
  ['https://APP.example/back', ['https://app.example/back'], false],
  ['https://app.example:443/back', ['https://app.example/back'], false],
  ['https://app.example/x/../back', ['https://app.example/back'], false],
  ['https://xn--pple-43d.example/back', ['https://apple.example/back'], false],
  ['https://\u0430pple.example/back', ['https://apple.example/back'], false],
  ['https://app.example/back?next=evil', ['https://app.example/back'], false],
  ['http://127.0.0.1:1@evil.example/back', ['http://127.0.0.1/back'], false],
  ['https://127.0.0.1:1/back', ['https://127.0.0.1/back'], false],
])('%s among %j: %s', (uri, registered, is) => {
  expect(isRegisteredUri(uri, registered)).toBe(is)
})

test.each([
  [{ client_name: 'Budget', redirect_uris: ['https://a.example/'] }, { name: 'Budget' }],
  [{ redirect_uris: ['https://a.example/'], grant_types: ['authorization_code'] }, { name: 'App' }],
  [{ redirect_uris: [] }, { error: 'invalid_redirect_uri' }],
  [{ redirect_uris: ['http://a.example/'] }, { error: 'invalid_redirect_uri' }],
  [{ client_name: 1, redirect_uris: ['https://a.example/'] }, { error: 'invalid_client_metadata' }],
  [{}, { error: 'invalid_redirect_uri' }],
  [null, { error: 'invalid_redirect_uri' }],
])('the registration %j', (body, read) => {
  expect(readRegistration(body)).toMatchObject(read)
})

const challenge = createHash('sha256').update('v'.repeat(43)).digest('base64url')
const good = {
  response_type: 'code',
  code_challenge: challenge,
  code_challenge_method: 'S256',
  redirect_uri: 'https://a.example/',
}
const resources = ['https://guichet.example/mcp']

test.each([
  [{}, { grants: ['balances', 'transactions', 'owners'], state: null }],
  [
    { scope: 'balances', state: 'x', resource: 'https://guichet.example/mcp' },
    { grants: ['balances'], state: 'x' },
  ],
  [{ response_type: 'token' }, { error: 'unsupported_response_type' }],
  [{ code_challenge_method: 'plain' }, { error: 'invalid_request' }],
  [{ code_challenge: 'short' }, { error: 'invalid_request' }],
  [{ code_challenge_method: '' }, { error: 'invalid_request' }],
  [{ code_challenge: '' }, { error: 'invalid_request' }],
  [{ scope: 'balances payments' }, { error: 'invalid_scope' }],
  [{ resource: 'https://other.example/mcp' }, { error: 'invalid_target' }],
  [{ state: 's'.repeat(501) }, { error: 'invalid_request' }],
])('a request with %j', (changed, read) => {
  expect(readAuthorize({ ...good, ...changed }, resources)).toMatchObject(read)
})

describe('the verifier', () => {
  test('fits its own challenge alone', () => {
    expect(isVerifierOf('v'.repeat(43), challenge)).toBe(true)
    fc.assert(
      fc.property(fc.string(), text => {
        expect(isVerifierOf(text, challenge)).toBe(false)
      }),
    )
    expect(isVerifierOf('v'.repeat(42), challenge)).toBe(false)
  })
})

test('an answer keeps the query of the redirect URI, and leaves out what is absent', () => {
  const answer = answerAddress('https://a.example/back?tab=1', { code: 'a b', state: null })
  expect(answer).toBe('https://a.example/back?tab=1&code=a+b')
})
