import { createHash } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { listGrants } from '#sandbox/store/tokens.ts'
import {
  clientToken,
  codeForm,
  obtainTokens,
  register,
  registerClient,
  registrationBody,
  registrationToken,
  revokePath,
  testCode,
  testRedirectUri,
  tokenPath,
} from '#sandbox/wire/test-application.ts'
import { startTestBank, type TestCall } from '#sandbox/wire/test-client.ts'
import { registrationClientIds } from './client.ts'

const resource = '/stet/psd2/v1.6.2/trusted-beneficiaries'
const _dayMs = 86_400_000

const bank = await startTestBank()
const clientId = await registerClient(bank)
const other = await bank.newTpp({
  organisationId: 'PSDFR-ACPR-20002',
  name: 'Autre SAS',
  roles: ['PSP_AI', 'PSP_PI', 'PSP_IC'],
})
const otherClientId = await registerClient(bank, other)

afterAll(() => bank.close())

const exchange = (code: string, change: Record<string, string> = {}, more: Partial<TestCall> = {}) =>
  bank.form(tokenPath, { ...codeForm(clientId, code), ...change }, more)
const refresh = (token: string, change: Record<string, string> = {}, more: Partial<TestCall> = {}) =>
  bank.form(tokenPath, { client_id: clientId, grant_type: 'refresh_token', refresh_token: token, ...change }, more)
const statusOf = async (token: string, more: Partial<TestCall> = {}) => (await bank.get(resource, token, more)).status
/** The resource answers 501 to a call that passed every check. */
const passes = 501

async function later<T>(ms: number, work: () => Promise<T>): Promise<T> {
  bank.sandbox.clock.moveTo(ms)
  try {
    return await work()
  } finally {
    bank.sandbox.clock.moveTo(0)
  }
}

describe('authorization code (bank:D7)', () => {
  test('gives a working pair, in the form of RFC 6749 § 5.1', async () => {
    const answer = await exchange(testCode(bank, clientId))
    expect(answer.status).toBe(200)
    const members = 'access_token expires_in refresh_token scope token_type'.split(' ')
    expect(Object.keys(answer.body).sort()).toEqual(members)
    expect(answer.body).toMatchObject({ token_type: 'Bearer', expires_in: 900, scope: 'aisp' })
    expect(answer).toMatchObject({ headers: { 'cache-control': 'no-store', pragma: 'no-cache' } })
    expect(await statusOf(answer.body.access_token)).toBe(passes)
  })

  test('a second use is refused and revokes what the first issued', async () => {
    const code = testCode(bank, clientId, { personId: 'twice' })
    const first = await exchange(code)
    expect(await exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect(await statusOf(first.body.access_token)).toBe(401)
    expect((await refresh(first.body.refresh_token)).body.error).toBe('invalid_grant')
  })

  test('two uses in parallel: at most one pair, and it is revoked', async () => {
    const code = testCode(bank, clientId, { personId: 'at once' })
    const answers = await Promise.all([exchange(code), exchange(code)])
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 400])
    expect(listGrants(bank.sandbox.db, '19870', 'at once')).toHaveLength(0)
  })

  test('is valid for 60 seconds of the bank’s clock', async () => {
    const good = testCode(bank, clientId)
    const late = testCode(bank, clientId)
    expect((await later(59_000, () => exchange(good))).status).toBe(200)
    expect((await later(61_000, () => exchange(late))).body.error).toBe('invalid_grant')
  })

  test.each([
    ['another redirect_uri', { redirect_uri: `${testRedirectUri}/` }, 'invalid_grant'],
    ['another that is registered', { redirect_uri: bank.tppOrigin }, 'invalid_grant'],
    ['an unknown code', { code: 'nonsense' }, 'invalid_grant'],
    ['a scope', { scope: 'aisp' }, 'invalid_request'],
    ['no code', { code: '' }, 'invalid_request'],
    ['no redirect_uri', { redirect_uri: '' }, 'invalid_request'],
    ['no grant_type', { grant_type: '' }, 'invalid_request'],
    ['a grant_type we have not', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['a verifier where no challenge was', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
  ])('with %s: 400', async (_name, change, error) => {
    const answer = await exchange(testCode(bank, clientId), change)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ error, error_description: expect.any(String) })
  })

  test('is unknown at another bank of the group, and stays valid at its own', async () => {
    const code = testCode(bank, clientId)
    expect((await exchange(code, {}, { bankCode: '19871' })).body.error).toBe('invalid_grant')
    expect((await exchange(code)).status).toBe(200)
  })

  test('of another client is unknown', async () => {
    const answer = await exchange(testCode(bank, clientId), { client_id: otherClientId }, { tpp: other })
    expect(answer.body.error).toBe('invalid_grant')
  })

  test('codes and tokens are not stored in plain text', async () => {
    const code = testCode(bank, clientId)
    const { body } = await exchange(code)
    const tables = bank.sandbox.db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all()
    const dump = tables
      .map(({ name }) => JSON.stringify(bank.sandbox.db.prepare(`SELECT * FROM ${name}`).all()))
      .join('\n')
    for (const secret of [code, body.access_token, body.refresh_token]) expect(dump).not.toContain(secret)
  })
})

describe('PKCE (RFC 7636)', () => {
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
  const codeChallenge = createHash('sha256').update(verifier).digest('base64url')

  test('the right verifier passes', async () => {
    expect((await exchange(testCode(bank, clientId, { codeChallenge }), { code_verifier: verifier })).status).toBe(200)
  })

  test.each([
    ['another verifier', { code_verifier: 'x'.repeat(43) }],
    ['the challenge itself', { code_verifier: codeChallenge }],
    ['none', {}],
  ])('%s: invalid_grant', async (_name, change: Record<string, string>) => {
    expect((await exchange(testCode(bank, clientId, { codeChallenge }), change)).body.error).toBe('invalid_grant')
  })
})

describe('refresh (bank:D8)', () => {
  test('at another bank, by another client, with a scope, malformed: refused', async () => {
    const { refresh_token, access_token } = await obtainTokens(bank, clientId)
    expect((await refresh(refresh_token, {}, { bankCode: '19872' })).body.error).toBe('invalid_grant')
    const stranger = await refresh(refresh_token, { client_id: otherClientId }, { tpp: other })
    expect(stranger.body.error).toBe('invalid_grant')
    expect((await refresh(refresh_token, { scope: 'aisp' })).body.error).toBe('invalid_request')
    expect((await refresh('nonsense')).body.error).toBe('invalid_grant')
    expect((await refresh(access_token)).body.error).toBe('invalid_grant')
    expect(await statusOf(access_token)).toBe(passes)
  })
})

describe('one pair per PSU, TPP and role (bank:D11)', () => {
  test('another person, role, TPP or bank does not affect it', async () => {
    const first = await obtainTokens(bank, clientId, { personId: 'alone' })
    await obtainTokens(bank, clientId, { personId: 'somebody else' })
    await obtainTokens(bank, clientId, { personId: 'alone', scope: 'cbpii' })
    await obtainTokens(bank, otherClientId, { personId: 'alone', tpp: other })
    await obtainTokens(bank, clientId, { personId: 'alone', bankCode: '19871' })
    expect(await statusOf(first.access_token)).toBe(passes)
  })
})

describe('a token in the wrong place', () => {
  test('of one bank at another: 403 BE05, and it stays valid at its own', async () => {
    const { access_token } = await obtainTokens(bank, clientId)
    const answer = await bank.get(resource, access_token, { bankCode: '19874' })
    expect(answer).toMatchObject({ status: 403, body: { message: 'BE05' } })
    expect(await statusOf(access_token)).toBe(passes)
  })

  test('of another role with a bad signature: the pair stays valid', async () => {
    const tokens = await obtainTokens(bank, clientId, { scope: 'cbpii' })
    expect((await bank.get(resource, tokens.access_token, { signedTarget: 'get /' })).status).toBe(401)
    expect((await refresh(tokens.refresh_token)).status).toBe(200)
  })

  test('of client credentials, without a PSU: 403 BADS', async () => {
    const own = await clientToken(bank, clientId, { scope: 'aisp' })
    expect((await bank.get(resource, own)).body.message).toBe('BADS')
  })

  test.each(['', 'Basic abc', 'Bearer ', 'Bearer a b', 'Bearer unknown'])(
    'Authorization "%s": 401',
    async authorization => {
      const answer = await bank.get(resource, 'any', { headers: { authorization } })
      expect(answer).toMatchObject({ status: 401, body: { error: 'invalid_token' } })
    },
  )
})

describe('client credentials', () => {
  const ask = (clientIdAsked: string, scope: string, more: Partial<TestCall> = {}) =>
    bank.form(tokenPath, { client_id: clientIdAsked, grant_type: 'client_credentials', scope }, more)

  test.each(['pisp', 'aisp'])('give a token of scope %s without a refresh token', async scope => {
    const answer = await ask(clientId, scope)
    expect(answer).toMatchObject({ status: 200, body: { scope, token_type: 'Bearer' } })
    expect(answer.body.refresh_token).toBeUndefined()
  })

  test.each(['cbpii', 'aisp pisp', 'extended_transaction_history', 'everything'])(
    'scope %s: invalid_scope',
    async scope => {
      expect((await ask(clientId, scope)).body.error).toBe('invalid_scope')
    },
  )

  test('a scope that is not registered: invalid_scope', async () => {
    const answer = await register(bank, { ...registrationBody(bank, bank.tpp), scope: 'aisp' })
    expect((await ask(answer.body.client_id, 'pisp')).body.error).toBe('invalid_scope')
  })

  test('a client_id that is unknown or of another organisation: 401 invalid_client', async () => {
    for (const answer of [await ask('unknown', 'pisp'), await ask(clientId, 'pisp', { tpp: other })]) {
      expect(answer).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
    }
  })

  test('a role missing in the certificate: 401 invalid_client', async () => {
    const { organisationId } = bank.tpp
    const tpp = await bank.newTpp({ organisationId, name: 'Essai SAS', roles: ['PSP_AI'] })
    expect((await ask(clientId, 'pisp', { tpp })).status).toBe(401)
  })

  test('the constants of registration get manageRegistration and nothing else (bank:D12)', async () => {
    for (const constant of registrationClientIds) {
      expect((await ask(constant, 'manageRegistration')).status).toBe(200)
      expect((await ask(constant, 'aisp')).body.error).toBe('invalid_scope')
    }
    expect((await ask(clientId, 'manageRegistration')).body.error).toBe('unauthorized_client')
  })

  test('a registration token can’t read accounts', async () => {
    expect((await bank.get(resource, await registrationToken(bank))).status).toBe(403)
  })
})

describe('the form', () => {
  test('of another content type, or with a duplicate field: invalid_request', async () => {
    const json = await bank.call({ method: 'POST', path: tokenPath, body: '{"grant_type":"client_credentials"}' })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = 'grant_type=client_credentials&grant_type=client_credentials'
    const twice = await bank.call({ method: 'POST', path: tokenPath, headers, body })
    expect([json.body.error, twice.body.error]).toEqual(['invalid_request', 'invalid_request'])
    expect([json.status, twice.status]).toEqual([400, 400])
  })
})

describe('revoke (bank:D9)', () => {
  const revoke = (token: string, change: Record<string, string> = {}, more: Partial<TestCall> = {}) =>
    bank.form(revokePath, { client_id: clientId, token, ...change }, more)

  test('of an unknown or revoked token: 200; without a token: 400', async () => {
    const { refresh_token } = await obtainTokens(bank, clientId)
    expect((await revoke('unknown')).status).toBe(200)
    expect((await revoke(refresh_token)).status).toBe(200)
    expect((await revoke(refresh_token)).status).toBe(200)
    expect((await revoke('')).body.error).toBe('invalid_request')
  })

  test('of another client’s token, at another bank, by another organisation: it stays valid', async () => {
    const tokens = await obtainTokens(bank, clientId)
    expect((await revoke(tokens.refresh_token, { client_id: otherClientId }, { tpp: other })).status).toBe(400)
    expect((await revoke(tokens.refresh_token, {}, { bankCode: '19871' })).status).toBe(200)
    expect((await revoke(tokens.refresh_token, {}, { tpp: other })).status).toBe(401)
    expect((await revoke(tokens.refresh_token, {}, { tpp: null })).status).toBe(401)
    expect(await statusOf(tokens.access_token)).toBe(passes)
  })
})
