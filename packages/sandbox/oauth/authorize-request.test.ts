import { afterAll, describe, expect, test } from 'vitest'
import { isRegisteredUri } from '#sandbox/wire/redirect-uris.ts'
import { register, registerClient, registrationBody, testRedirectUri } from '#sandbox/wire/test-application.ts'
import { startTestBank } from '#sandbox/wire/test-client.ts'
import { checkAuthorizeRequest, listCheckedSteps } from './authorize-request.ts'

const bank = await startTestBank()
const clientId = await registerClient(bank)

afterAll(() => bank.close())

const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const good = () => ({
  response_type: 'code',
  client_id: clientId,
  redirect_uri: testRedirectUri,
  scope: 'aisp',
  state: 'xyz',
  code_challenge: challenge,
  code_challenge_method: 'S256',
})

function check(change: Record<string, string | null> = {}, extra = '') {
  const fields = Object.entries({ ...good(), ...change }).filter((pair): pair is [string, string] => pair[1] !== null)
  return checkAuthorizeRequest(bank.sandbox, new URLSearchParams(new URLSearchParams(fields) + extra))
}

describe('an authorize request (bank:D6)', () => {
  test('a valid one has what the screens need', () => {
    expect(check()).toMatchObject({
      ok: true,
      application: { clientId, softwareId: 'Essai' },
      redirectUri: testRedirectUri,
      scope: 'aisp',
      state: 'xyz',
      codeChallenge: challenge,
    })
  })

  test('needs neither state nor PKCE, and may be for cbpii', () => {
    const change = { state: null, code_challenge: null, code_challenge_method: null, scope: 'cbpii' }
    expect(check(change)).toMatchObject({ ok: true, state: null, codeChallenge: null, scope: 'cbpii' })
  })

  test.each(['aisp extended_transaction_history', 'extended_transaction_history aisp'])(
    'for %s is one for aisp: no history is longer than 90 days here',
    scope => expect(check({ scope })).toMatchObject({ ok: true, scope: 'aisp' }),
  )

  test.each([
    [{ client_id: 'unknown' }, '', 'unknown_client', 'namesClient'],
    [{ client_id: null }, '', 'unknown_client', 'namesClient'],
    [{ redirect_uri: 'https://evil.example/callback' }, '', 'unknown_redirect_uri', 'namesRedirectUri'],
    [{ redirect_uri: `${testRedirectUri}/more` }, '', 'unknown_redirect_uri', 'namesRedirectUri'],
    [{ redirect_uri: `${testRedirectUri}?next=/` }, '', 'unknown_redirect_uri', 'namesRedirectUri'],
    [{ redirect_uri: null }, '', 'unknown_redirect_uri', 'namesRedirectUri'],
    [{}, '&redirect_uri=https://evil.example', 'repeated_parameter', 'namesRedirectUri'],
    [{}, '&client_id=other', 'repeated_parameter', 'namesClient'],
  ] as const)('%j%s stays on the page of the bank', (change, extra, reason, step) => {
    expect(check(change, extra)).toEqual({ ok: false, show: 'page', step, reason })
  })

  test.each([
    [{ response_type: null }, 'invalid_request'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ scope: null }, 'invalid_scope'],
    [{ scope: 'pisp' }, 'invalid_scope'],
    [{ scope: 'aisp cbpii' }, 'invalid_scope'],
    [{ scope: 'extended_transaction_history' }, 'invalid_scope'],
    [{ scope: 'cbpii extended_transaction_history' }, 'invalid_scope'],
    [{ scope: 'aisp aisp' }, 'invalid_scope'],
    [{ scope: 'aisp extended_transaction_history cbpii' }, 'invalid_scope'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge_method: null }, 'invalid_request'],
    [{ code_challenge: null }, 'invalid_request'],
    [{ code_challenge: 'short' }, 'invalid_request'],
  ] as const)('%j goes back to the TPP', (change, error) => {
    expect(check(change)).toMatchObject({
      ok: false,
      show: 'redirect',
      redirectUri: testRedirectUri,
      state: 'xyz',
      error,
    })
  })

  test('each check has its line in the request log, and the one that refuses says why', () => {
    const names = ['namesClient', 'namesRedirectUri', 'namesEachOnce', 'asksForCode', 'namesScope', 'bringsChallenge']
    const passed = names.map(step => ({ step, outcome: 'passed', detail: null }))
    expect(listCheckedSteps(check())).toEqual([...passed, { step: 'sendToScreens', outcome: 'answered', detail: null }])
    expect(listCheckedSteps(check({ scope: 'pisp' }))).toEqual([
      ...passed.slice(0, 4),
      {
        step: 'namesScope',
        outcome: 'refused',
        detail: 'scope must be aisp, which extended_transaction_history may follow, or cbpii',
      },
    ])
    expect(listCheckedSteps(check({ client_id: 'unknown' }))).toEqual([
      { step: 'namesClient', outcome: 'refused', detail: 'unknown client' },
    ])
  })

  test('for a role that is not registered is redirected to the TPP', async () => {
    const { body } = await register(bank, { ...registrationBody(bank, bank.tpp), scope: 'cbpii' })
    expect(check({ client_id: body.client_id })).toMatchObject({ show: 'redirect', error: 'invalid_scope' })
  })
})

describe('registered URIs', () => {
  const registered = ['https://tpp.example/callback', 'https://bare.example', 'http://127.0.0.1:3000/']

  test.each([
    ['https://tpp.example/callback', true],
    ['https://tpp.example/callback/', false],
    ['https://tpp.example/', false],
    ['https://bare.example/any/path', true],
    ['https://bare.example:8443/any', false],
    ['https://bare.example.evil.example/', false],
    ['https://bare.example@evil.example/', false],
    ['https://bare.example/path#part', false],
    ['http://bare.example/path', false],
    ['http://127.0.0.1:3000/callback/19870', true],
    ['javascript:alert(1)', false],
    ['not a uri', false],
  ])('%s: %s', (uri, expected) => {
    expect(isRegisteredUri(registered, uri)).toBe(expected)
  })
})
