import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkAuthorizeRequest } from '#sandbox/oauth/authorize-request.ts'
import { findConsent, replaceConsent } from '#sandbox/store/consents.ts'
import { changeService } from '#sandbox/wire/steps/service.ts'
import {
  codeForm,
  obtainTokens,
  register,
  registerPath,
  registrationBody,
  registrationToken,
  testCode,
  testRedirectUri,
  tokenPath,
} from '#sandbox/wire/test-application.ts'
import { startTestBank, type TestAnswer, type TestCall } from '#sandbox/wire/test-client.ts'
import { isRecord, replacementRows } from './field-table.ts'

type Body = Record<string, unknown>

const data = '/stet/psd2/v1.6.2/trusted-beneficiaries'
const banks = ['19870', '19871', '19872', '19873', '19874'] as const

let clientId: string
let token: string

const bank = await startTestBank()
const other = await bank.newTpp({ organisationId: 'PSDFR-ACPR-20002', name: 'Autre SAS', roles: ['PSP_AI'] })
afterAll(() => bank.close())
beforeEach(async () => {
  clientId = (await register(bank, registrationBody(bank, bank.tpp))).body.client_id
  token = await registrationToken(bank)
})

const body = (change: Body = {}): Body => ({
  ...registrationBody(bank, bank.tpp),
  client_id: clientId,
  ...change,
})
const send = (method: string, more: Partial<TestCall> = {}): Promise<TestAnswer> =>
  bank.call({ method, path: `${registerPath}/${clientId}`, token, keyId: 'seal-1', ...more })
const put = (sent: Body, more: Partial<TestCall> = {}) => send('PUT', { body: JSON.stringify(sent), ...more })
const without = (whole: Body, ...fields: string[]): Body =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => !fields.includes(name)))
const tokenFor = (scope: string) =>
  bank.form(tokenPath, { client_id: clientId, grant_type: 'client_credentials', scope })
const statusWith = async (accessToken: string, more: Partial<TestCall> = {}) =>
  (await bank.get(data, accessToken, more)).status

describe('PUT replaces the registration', () => {
  test('200 with the new registration, which GET returns too', async () => {
    const sent = body({ software_id: 'Essai deux', redirect_uris: ['https://tpp.example/new', bank.tppOrigin] })
    const answer = await put(sent)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject(sent)
    expect(Object.keys(answer.body)).toEqual(
      expect.arrayContaining(['client_id_issued_at', 'registration_client_uri', 'registration_access_token']),
    )
    const { body: read } = await send('GET')
    expect(read).toEqual(answer.body)
  })

  test('POST, GET and PUT return the same members; the registration’s token does not change (bank:D48)', async () => {
    const [one, two] = [
      (await register(bank, registrationBody(bank, bank.tpp))).body,
      (await register(bank, registrationBody(bank, bank.tpp))).body,
    ]
    const path = `${registerPath}/${one.client_id}`
    const read = await send('GET', { path })
    const replaced = await put(body({ client_id: one.client_id }), { path })
    expect([read.body, replaced.body, (await send('GET', { path })).body]).toEqual([one, one, one])
    expect(one.registration_access_token).toMatch(/^[\w-]{43}$/)
    expect(two.registration_access_token).not.toBe(one.registration_access_token)
  })

  test('omitted members are deleted', async () => {
    await put(body({ logo: 'https://tpp.example/logo.png', tos_uri: 'https://tpp.example/tos' }))
    await put(without(body(), 'software_version'))
    const { body: read } = await send('GET')
    for (const name of ['logo', 'tos_uri', 'software_version']) expect(read).not.toHaveProperty(name)
  })

  test('software_statement and jwks_uri are ignored by PUT', async () => {
    const answer = await put(body({ software_statement: 'eyJ', jwks_uri: 'https://tpp.example/jwks' }))
    expect(answer.status).toBe(200)
    for (const name of ['software_statement', 'jwks_uri']) expect(answer.body).not.toHaveProperty(name)
  })

  test.each(replacementRows.filter(row => row.mark === 'R').map(row => [row.field]))('%s is required', async field => {
    const answer = await put(without(body(), field))
    expect(answer).toMatchObject({ status: 400, body: { error_description: `${field} is required` } })
  })

  test.each(replacementRows.filter(row => row.mark === 'O').map(row => [row.field]))(
    '%s may be left out',
    async field => {
      expect((await put(without(body(), field))).status).toBe(200)
    },
  )

  test.each([
    'registration_access_token',
    'registration_client_uri',
    'client_secret_expires_at',
    'client_id_issued_at',
  ])('%s is forbidden (RFC 7592 § 2.2)', async field => {
    const answer = await put(body({ [field]: 1 }))
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      error: 'invalid_client_metadata',
      error_description: `${field} must be left out`,
    })
    expect((await put(body({ [field]: null }))).status).toBe(400)
  })

  test("another client_id than the path's, another TPP, another agent: 400", async () => {
    const second = (await register(bank, registrationBody(bank, bank.tpp))).body.client_id
    for (const change of [
      { client_id: second },
      { provider_legal_id: 'PSDFR-ACPR-20002' },
      { client_legal_id: 'AGTFR-ACPR-10001-9', client_name: 'Agent neuf' },
    ]) {
      expect((await put(body(change))).status).toBe(400)
    }
  })

  test('a refused replacement changes nothing', async () => {
    const before = (await send('GET')).body
    await put(body({ scope: 'nonsense', software_id: 'Autre' }))
    expect((await send('GET')).body).toEqual(before)
  })

  test('an agent keeps its number, and its TPP replaces it', async () => {
    const agent = { client_legal_id: 'AGTFR-ACPR-10001-3', client_name: 'Agent trois' }
    const { client_id } = (await register(bank, { ...registrationBody(bank, bank.tpp), ...agent })).body
    const path = `${registerPath}/${client_id}`
    const sent = body({ ...agent, client_id, software_id: 'Agent à nous' })
    expect((await put(sent, { path })).body.software_id).toBe('Agent à nous')
    const bare = without(sent, 'client_legal_id')
    expect((await put(bare, { path })).body.error_description).toContain('client_legal_id must be')
  })
})

describe('authentication', () => {
  test('by the registered key; a new key in the body is valid from then on', async () => {
    const renewed = await bank.newTpp({
      organisationId: bank.tpp.organisationId,
      name: 'Essai SAS',
      roles: ['PSP_AI', 'PSP_PI', 'PSP_IC'],
    })
    const jwks = registrationBody(bank, renewed).jwks
    const key = isRecord(jwks) && Array.isArray(jwks.keys) ? jwks.keys[0] : null
    const sent = body({ jwks: { keys: [{ ...key, kid: 'seal-2' }] } })
    const signer = { ...bank.tpp, qsealKey: renewed.qsealKey }
    // Not registered yet, so neither its name nor its signature is valid.
    expect((await put(sent, { tpp: signer })).status).toBe(400)
    expect((await put(sent, { tpp: signer, keyId: 'seal-2' })).status).toBe(400)
    expect((await put(sent)).status).toBe(200)
    expect((await send('GET')).status).toBe(400)
    expect((await send('GET', { tpp: signer, keyId: 'seal-2' })).status).toBe(200)
  })

  test('by a certificate URL, if the registered key can no longer sign', async () => {
    expect((await put(body(), { keyId: bank.keyIdOf(bank.tpp) })).status).toBe(200)
  })

  test.each(['signature', 'digest', 'date', 'x-request-id'])('without %s: 400', async name => {
    const tamper = (headers: Record<string, string>) => {
      delete headers[name]
      return undefined
    }
    expect((await put(body(), { tamper })).status).toBe(400)
    if (name !== 'digest') expect((await send('DELETE', { tamper })).status).toBe(400)
  })

  test('no token or a dead one: 401; another scope: 403; no certificate: 403', async () => {
    const { access_token } = (await tokenFor('aisp')).body
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const more = method === 'PUT' ? { body: JSON.stringify(body()) } : {}
      expect((await send(method, { ...more, token: 'dead' })).status).toBe(401)
      expect((await send(method, { ...more, tpp: null })).status).toBe(403)
      const scoped = (await tokenFor('aisp')).body.access_token ?? access_token
      const wrong = await send(method, { ...more, token: scoped })
      expect([wrong.status, wrong.body.error]).toEqual([403, 'insufficient_scope'])
    }
  })

  test('another TPP’s client_id, and an unknown one: 404', async () => {
    const theirs = { token: await registrationToken(bank, other), tpp: other }
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const more = method === 'PUT' ? { body: JSON.stringify(body()) } : {}
      expect([method, (await send(method, { ...more, ...theirs })).status]).toEqual([method, 404])
      expect((await send(method, { ...more, path: `${registerPath}/nowhere` })).status).toBe(404)
    }
    expect((await send('GET')).status).toBe(200)
  })

  test('other methods: 405 with Allow; an unsupported Accept: 406', async () => {
    const patch = await send('PATCH', { body: '{}' })
    expect([patch.status, patch.headers.allow]).toEqual([405, 'GET, PUT, DELETE'])
    expect((await bank.call({ method: 'DELETE', path: registerPath })).status).toBe(405)
    for (const method of ['GET', 'DELETE']) {
      expect((await send(method, { headers: { accept: 'text/html' } })).status).toBe(406)
    }
  })
})

describe('other return codes', () => {
  afterEach(() => changeService(bank.sandbox, { isDown: false, callsPerMinute: null }))

  test.each(['POST', 'GET', 'PUT', 'DELETE'])('%s: 429, 500, 503', async method => {
    const withBody = method === 'POST' || method === 'PUT'
    const more = {
      ...(method === 'POST' ? { path: registerPath } : {}),
      ...(withBody ? { body: JSON.stringify(body()) } : {}),
    }
    changeService(bank.sandbox, { isDown: true, callsPerMinute: null })
    expect(await send(method, more)).toMatchObject({ status: 503, body: { error: 'temporarily_unavailable' } })
    changeService(bank.sandbox, { isDown: false, callsPerMinute: 0 })
    const paced = await send(method, more)
    expect([paced.status, paced.body.error, Number(paced.headers['retry-after']) > 0]).toEqual([
      429,
      'too_many_requests',
      true,
    ])
    changeService(bank.sandbox, { isDown: false, callsPerMinute: null })
    const headers = { 'x-request-id': randomUUID() }
    expect((await put(body({ software_id: 'Avant' }), { headers })).status).toBe(200)
    expect(await send(method, { ...more, headers })).toMatchObject({ status: 500, body: { error: 'server_error' } })
  })
})

describe('a replacement takes effect', () => {
  const authorize = (redirectUri: string, scope = 'aisp') =>
    checkAuthorizeRequest(
      bank.sandbox,
      new URLSearchParams({ response_type: 'code', client_id: clientId, redirect_uri: redirectUri, scope }),
    )

  test('redirect URIs: the old one is no longer redirected to, and its codes are invalid', async () => {
    const code = testCode(bank, clientId)
    await put(body({ redirect_uris: ['https://tpp.example/moved', bank.tppOrigin] }))
    expect(authorize(testRedirectUri)).toMatchObject({ ok: false, show: 'page', reason: 'unknown_redirect_uri' })
    expect(authorize('https://tpp.example/moved').ok).toBe(true)
    expect((await bank.form(tokenPath, codeForm(clientId, code))).body.error).toBe('invalid_grant')
  })

  test('scopes: tokens, codes and refreshes of a removed one become invalid, others stay valid', async () => {
    const { access_token, refresh_token } = await obtainTokens(bank, clientId)
    const code = testCode(bank, clientId, { personId: 'person-2' })
    const kept = (await tokenFor('pisp')).body.access_token
    await put(body({ scope: 'pisp' }))
    expect(await statusWith(access_token)).toBe(401)
    const refresh = { client_id: clientId, grant_type: 'refresh_token', refresh_token }
    expect((await bank.form(tokenPath, refresh)).body.error).toBe('invalid_grant')
    expect((await bank.form(tokenPath, codeForm(clientId, code))).body.error).toBe('invalid_grant')
    expect((await tokenFor('aisp')).body.error).toBe('invalid_scope')
    expect(authorize(testRedirectUri)).toMatchObject({ ok: false, show: 'redirect', error: 'invalid_scope' })
    expect(await statusWith(kept)).toBe(403)
  })

  test('origins from which certificates are fetched', async () => {
    const { access_token } = await obtainTokens(bank, clientId)
    expect(await statusWith(access_token)).toBe(501)
    await put(body({ redirect_uris: [testRedirectUri] }))
    expect(await statusWith(access_token)).toBe(401)
  })
})

describe('DELETE', () => {
  test('204; its tokens and codes are invalid at every bank, and it is unknown everywhere', async () => {
    const pairs = await Promise.all(banks.map(bankCode => obtainTokens(bank, clientId, { bankCode })))
    const code = testCode(bank, clientId)
    const answer = await send('DELETE')
    expect([answer.status, answer.text]).toEqual([204, ''])
    for (const [at, { access_token, refresh_token }] of pairs.entries()) {
      const bankCode = banks[at] ?? ''
      expect(await statusWith(access_token, { bankCode })).toBe(401)
      const refresh = { client_id: clientId, grant_type: 'refresh_token', refresh_token }
      expect((await bank.form(tokenPath, refresh, { bankCode })).body.error).toBe('invalid_client')
    }
    expect((await bank.form(tokenPath, codeForm(clientId, code))).body.error).toBe('invalid_client')
    expect((await tokenFor('pisp')).status).toBe(401)
    const query = new URLSearchParams({ response_type: 'code', client_id: clientId, redirect_uri: testRedirectUri })
    expect(checkAuthorizeRequest(bank.sandbox, query)).toMatchObject({
      show: 'page',
      reason: 'unknown_client',
    })
    for (const method of ['GET', 'DELETE']) expect((await send(method)).status).toBe(404)
    expect((await put(body())).status).toBe(404)
  })

  test('does not affect the TPP’s other applications, nor consents while there is one', async () => {
    const tpp = await bank.newTpp({ organisationId: 'PSDFR-ACPR-30003', name: 'Trois SAS', roles: ['PSP_AI'] })
    const sent = { ...registrationBody(bank, tpp), scope: 'aisp' }
    const [first, second] = [await register(bank, sent, { tpp }), await register(bank, sent, { tpp })]
    const { access_token } = await obtainTokens(bank, second.body.client_id, { tpp, personId: 'lea-moreau' })
    const { db, clock } = bank.sandbox
    const none: ReadonlySet<string> = new Set()
    replaceConsent(db, 'lea-moreau', tpp.organisationId, {
      balances: none,
      transactions: none,
      owners: none,
      overdrafts: none,
      psuIdentity: true,
      trustedBeneficiaries: false,
      recordedAt: clock.now(),
    })
    const own = { tpp, token: await registrationToken(bank, tpp) }
    await send('DELETE', { ...own, path: `${registerPath}/${first.body.client_id}` })
    expect(await statusWith(access_token, { tpp })).toBe(501)
    expect(findConsent(db, 'lea-moreau', tpp.organisationId)).not.toBeNull()
    await send('DELETE', { ...own, path: `${registerPath}/${second.body.client_id}` })
    expect(findConsent(db, 'lea-moreau', tpp.organisationId)).toBeNull()
  })
})
