import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BankError } from './errors.ts'
import {
  authorizeUrl,
  codeChallengeOf,
  createCodeVerifier,
  exchangeCode,
  exchangePaymentCode,
  refreshTokens,
  requestClientToken,
  requestRegistrationToken,
  revokeToken,
} from './oauth.ts'
import { json, now, presence, scriptBank } from './testing/scripted-bank.ts'
import { aispToken, refreshToken } from './token.ts'

const context = { presence }
const redirectUri = 'https://tpp.test/callback/19870'
const tokens = { access_token: 'A', token_type: 'Bearer', expires_in: 900, scope: 'aisp', refresh_token: 'R' }
const formOf = (body: string | null | undefined) => Object.fromEntries(new URLSearchParams(body ?? ''))

describe('authorize (bank:D6)', () => {
  test('on the screens host, with PKCE if the bank supports it', () => {
    const { bank } = scriptBank(() => json(200, {}))
    const url = authorizeUrl(bank, { redirectUri, scope: 'aisp', state: 's&t', codeChallenge: 'c' })
    expect(url.origin + url.pathname).toBe('http://19870.bank.test:8080/stet/psd2/oauth/authorize')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'client-1',
      redirect_uri: redirectUri,
      scope: 'aisp',
      state: 's&t',
      code_challenge: 'c',
      code_challenge_method: 'S256',
    })
    expect(() => authorizeUrl(bank, { redirectUri, scope: 'aisp', state: 's' })).toThrow(TypeError)
  })

  test('without PKCE if it does not', () => {
    const { bank } = scriptBank(() => json(200, {}), { pkce: false })
    const url = authorizeUrl(bank, { redirectUri, scope: 'aisp', state: 's', codeChallenge: 'c' })
    expect([...url.searchParams.keys()].filter(name => name.startsWith('code_'))).toEqual([])
  })

  test('challenge of RFC 7636, appendix B', () => {
    expect(codeChallengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    )
    expect(createCodeVerifier()).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(createCodeVerifier()).not.toBe(createCodeVerifier())
  })
})

describe('token', () => {
  test('exchange: the form of bank:D7 without a scope; the lifetime counts from before the call', async () => {
    const { bank, requests } = scriptBank(() => json(200, tokens))
    const set = await exchangeCode(bank, { code: 'c', redirectUri, codeVerifier: 'v' }, context)
    expect(requests[0]).toMatchObject({ method: 'POST', target: '/stet/psd2/oauth/token' })
    expect(formOf(requests[0]?.body)).toEqual({
      client_id: 'client-1',
      grant_type: 'authorization_code',
      code: 'c',
      redirect_uri: redirectUri,
      code_verifier: 'v',
    })
    expect([set.accessToken.reveal(), set.refreshToken.reveal()]).toEqual(['A', 'R'])
    expect(set.expiresAt).toEqual(new Date(now.getTime() + 900_000))
  })

  test('exchange for a payment: the same form; the token confirms payments alone and is not refreshed', async () => {
    const granted = { access_token: 'P', token_type: 'Bearer', expires_in: 600, scope: 'pisp' }
    const { bank, requests } = scriptBank(() => json(200, granted))
    const { accessToken, expiresAt } = await exchangePaymentCode(bank, { code: 'c', redirectUri }, context)
    expect(formOf(requests[0]?.body)).toEqual({
      client_id: 'client-1',
      grant_type: 'authorization_code',
      code: 'c',
      redirect_uri: redirectUri,
    })
    expect([accessToken.reveal(), expiresAt]).toEqual(['P', new Date(now.getTime() + 600_000)])
    const { bank: other } = scriptBank(() => json(200, tokens))
    await expect(exchangePaymentCode(other, { code: 'c', redirectUri }, context)).rejects.toThrow(BankError)
  })

  test('a lifetime counts by the clock that a demonstration moves, a signature by the real one', async () => {
    const ahead = new Date(now.getTime() + 2 * 86_400_000)
    const granted = { access_token: 'P', token_type: 'Bearer', expires_in: 900 }
    const { bank, requests } = scriptBank(() => json(200, granted), { now: () => ahead })
    const { expiresAt } = await exchangePaymentCode(bank, { code: 'c', redirectUri }, context)
    expect(expiresAt).toEqual(new Date(ahead.getTime() + 900_000))
    expect(requests[0]?.headers.date).toBe(now.toUTCString())
  })

  test('refresh: a new refresh token, the same one, or none, which keeps the old (bank:D8)', async () => {
    for (const [answered, kept] of [
      ['R2', 'R2'],
      ['R', 'R'],
      [undefined, 'R'],
      ['', 'R'],
    ] as const) {
      const { bank, requests } = scriptBank(() => json(200, { ...tokens, refresh_token: answered }))
      const set = await refreshTokens(bank, refreshToken('19870', 'R'), context)
      expect(set.refreshToken.reveal()).toBe(kept)
      expect(formOf(requests[0]?.body)).toEqual({
        client_id: 'client-1',
        grant_type: 'refresh_token',
        refresh_token: 'R',
      })
    }
  })

  test('only expires_in counts, also as a text; the shortest lifetime is assumed if it is missing (bank:D10)', async () => {
    for (const [said, seconds] of [
      ['3600', 3600],
      [60, 60],
      [undefined, 600],
      ['soon', 600],
      [-1, 600],
    ] as const) {
      const { bank } = scriptBank(() => json(200, { ...tokens, expires_in: said }))
      const { expiresAt } = await exchangeCode(bank, { code: 'c', redirectUri }, context)
      expect(expiresAt.getTime() - now.getTime()).toBe(seconds * 1_000)
    }
  })

  test('a token of another scope or type is refused: using it would revoke the pair', async () => {
    for (const wrong of [
      { scope: 'pisp' },
      { scope: 'cbpii pisp' },
      { token_type: 'mac' },
      { refresh_token: undefined },
    ]) {
      const { bank } = scriptBank(() => json(200, { ...tokens, ...wrong }))
      await expect(exchangeCode(bank, { code: 'c', redirectUri }, context)).rejects.toMatchObject({
        kind: 'unusable_token',
        sent: 'yes',
      })
    }
    const { bank } = scriptBank(() => json(200, { ...tokens, scope: 'openid aisp', token_type: 'bearer' }))
    await expect(exchangeCode(bank, { code: 'c', redirectUri }, context)).resolves.toBeDefined()
  })

  test.each<[string, unknown, string, string]>([
    ['another scope', { ...tokens, scope: 'pisp' }, 'refresh', 'R'],
    ['no refresh token', { ...tokens, refresh_token: undefined }, 'aisp', 'A'],
    ['an access token of another type', { ...tokens, access_token: 7 }, 'refresh', 'R'],
    ['a token that no header can carry', { ...tokens, refresh_token: 'a b\u0000' }, 'refresh', 'a b\u0000'],
    [
      'a token of 16,384 characters',
      { ...tokens, scope: 'pisp', refresh_token: 'R'.repeat(16_384) },
      'refresh',
      'R'.repeat(16_384),
    ],
    ['a longer one, which is left', { ...tokens, scope: 'pisp', refresh_token: 'R'.repeat(16_385) }, 'aisp', 'A'],
    ['no JSON to the end', `{"refresh_token" : "R2", "access_token": "A2", "scope": `, 'refresh', 'R2'],
  ])(
    'what came with %s goes along with the error, to be revoked, and shows nothing',
    async (_, answer, kind, value) => {
      const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
      const headers = { 'content-type': 'application/json' }
      const { bank } = scriptBank(() => ({ status: 200, headers, text }))
      const failed: unknown = await exchangeCode(bank, { code: 'c', redirectUri }, context).catch(error => error)
      if (!(failed instanceof BankError)) throw failed
      expect([failed.issued?.kind, failed.issued?.reveal()]).toEqual([kind, value])
      expect(JSON.stringify({ ...failed, message: failed.message })).not.toContain(`"${value}"`)
    },
  )

  test('without an issued token there is nothing to revoke', async () => {
    for (const text of ['[]', '{}', '{"access_token":""}', '"x"', '<html>']) {
      const { bank } = scriptBank(() => ({ status: 200, headers: { 'content-type': 'application/json' }, text }))
      const failed = exchangeCode(bank, { code: 'c', redirectUri }, context)
      await expect(failed).rejects.toMatchObject({ issued: null })
    }
  })

  test('client credentials: registration under the generic client_id, payments under ours', async () => {
    const { bank, requests } = scriptBank((_, index) =>
      json(200, { access_token: 'C', expires_in: 600, scope: index === 1 ? 'pisp' : 'manageRegistration' }),
    )
    const registration = await requestRegistrationToken(bank, { presence: null })
    const payment = await requestClientToken(bank, 'pisp', { presence: null })
    await requestRegistrationToken(bank, { presence: null }, 'another')
    expect([registration.accessToken.kind, payment.accessToken.kind]).toEqual(['manageRegistration', 'pisp'])
    expect(requests.map(({ body }) => formOf(body))).toEqual([
      { client_id: 'PSD2_TPPRegister', grant_type: 'client_credentials', scope: 'manageRegistration' },
      { client_id: 'client-1', grant_type: 'client_credentials', scope: 'pisp' },
      { client_id: 'another', grant_type: 'client_credentials', scope: 'manageRegistration' },
    ])
  })

  test('revoke: the form of RFC 7009 for either token (bank:D9)', async () => {
    const { bank, requests } = scriptBank(() => ({ status: 200, headers: {}, text: '' }))
    await revokeToken(bank, refreshToken('19870', 'R'), context)
    await revokeToken(bank, aispToken('19870', 'A'), context)
    expect(requests.map(({ target, body }) => [target, formOf(body)])).toEqual([
      ['/stet/psd2/oauth/revoke', { token: 'R', token_type_hint: 'refresh_token', client_id: 'client-1' }],
      ['/stet/psd2/oauth/revoke', { token: 'A', token_type_hint: 'access_token', client_id: 'client-1' }],
    ])
  })

  test('invalid_grant and a lost answer are distinguished', async () => {
    const { bank } = scriptBank(() => json(400, { error: 'invalid_grant', error_description: 'code already used' }))
    await expect(exchangeCode(bank, { code: 'c', redirectUri }, context)).rejects.toMatchObject({
      status: 400,
      code: null,
      rawCode: 'invalid_grant',
      sent: 'yes',
    })
  })
})

test('a token is sent only to the host of the bank that issued it (C18)', async () => {
  const code = fc.stringMatching(/^[0-9]{5}$/)
  await fc.assert(
    fc.asyncProperty(code, code, async (issuer, asked) => {
      const { bank, requests } = scriptBank(() => json(200, tokens), {
        code: asked,
        baseUrl: `https://${asked}.bank.test`,
      })
      const outcome = await refreshTokens(bank, refreshToken(issuer, 'R'), context).then(
        () => 'sent',
        () => 'refused',
      )
      expect(outcome).toBe(issuer === asked ? 'sent' : 'refused')
      expect(requests.map(({ headers }) => headers.host)).toEqual(issuer === asked ? [`${issuer}.bank.test`] : [])
    }),
  )
})
