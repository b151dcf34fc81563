import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { decodeJwt, SignJWT } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { obtainTokens, registerClient, tokenPath } from '#sandbox/wire/test-application.ts'
import { startTestBank, type TestAnswer, type TestCall } from '#sandbox/wire/test-client.ts'
import { checkFallbackJwt, useFallbackJwt } from './fallback.ts'

const bank = await startTestBank()
const clientId = await registerClient(bank)
afterAll(() => bank.close())

const ask = (change: Record<string, string> = {}, more: Partial<TestCall> = {}): Promise<TestAnswer> =>
  bank.form(
    tokenPath,
    { client_id: clientId, grant_type: 'client_credentials', scope: 'aisp', ...change },
    { headers: { fallback: '1' }, ...more },
  )
const jwtOf = ({ headers }: TestAnswer): string => new URL(headers.location ?? '').searchParams.get('fallback') ?? ''
const check = (jwt: string, bankCode = '19870') => checkFallbackJwt(bank.sandbox, bankCode, jwt)

describe('the token call with `fallback: 1`', () => {
  test('302 to the login page of that bank with a JWT, and no token', async () => {
    const answer = await ask({}, { bankCode: '19873' })
    expect([answer.status, answer.text]).toEqual([302, ''])
    const { origin, pathname } = new URL(answer.headers.location ?? '')
    expect(origin).toBe(`http://19873.sandbox.localhost:${bank.sandbox.ports.screens}`)
    expect(pathname).toBe('/fallback')
    const check = await checkFallbackJwt(bank.sandbox, '19873', jwtOf(answer))
    expect(check).toMatchObject({ ok: true, access: { bankCode: '19873', application: { clientId } } })
  })

  test.each([{}, { fallback: '0' }, { fallback: 'true' }])('with %j it is a normal request', async headers => {
    const answer = await ask({}, { headers: headers as Record<string, string> })
    expect([answer.status, answer.body.token_type, answer.headers.location]).toEqual([200, 'Bearer', undefined])
  })

  test.each([
    ['another scope', { scope: 'pisp' }, 400, 'invalid_scope'],
    ['an unknown client', { client_id: 'nobody' }, 401, 'invalid_client'],
    ['the registration constant', { client_id: 'PSD2_TPPRegister' }, 401, 'invalid_client'],
    ['no scope', { scope: '' }, 400, 'invalid_request'],
  ])('%s is refused', async (_name, change, status, error) => {
    expect(await ask(change)).toMatchObject({ status: status, body: { error: error } })
  })

  test('without a QWAC, and without the role of account information: 401', async () => {
    expect((await ask({}, { tpp: null })).body.error).toBe('invalid_client')
    const order = { organisationId: bank.tpp.organisationId, name: 'Essai SAS', roles: ['PSP_PI'] } as const
    expect((await ask({}, { tpp: await bank.newTpp(order) })).body.error).toBe('invalid_client')
  })

  test('tokens of the dedicated interface stay valid, and are not reused', async () => {
    const { refresh_token } = await obtainTokens(bank, clientId)
    await ask()
    const refresh = { client_id: clientId, grant_type: 'refresh_token', refresh_token }
    expect((await bank.form(tokenPath, refresh)).status).toBe(200)
    expect(Object.keys(decodeJwt(jwtOf(await ask()))).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'jti', 'org', 'sub'])
  })
})

describe('the JWT', () => {
  test('is valid only at its own bank', async () => {
    expect(await check(jwtOf(await ask()), '19871')).toEqual({ ok: false, fault: 'other_bank' })
  })

  test('is valid for 300 seconds of the bank’s clock', async () => {
    const jwt = jwtOf(await ask())
    const { clock } = bank.sandbox
    clock.moveTo(295_000)
    const inTime = await check(jwt)
    clock.moveTo(301_000)
    const late = await check(jwt)
    clock.moveTo(0)
    expect([inTime.ok, late]).toEqual([true, { ok: false, fault: 'expired' }])
  })

  test('is valid for one login', async () => {
    const jwt = jwtOf(await ask())
    const first = await check(jwt)
    if (!first.ok) throw new Error('a fresh JWT is good')
    expect(useFallbackJwt(bank.sandbox, first.access)).toBe(true)
    expect(useFallbackJwt(bank.sandbox, first.access)).toBe(false)
    expect(await check(jwt)).toEqual({ ok: false, fault: 'used' })
    expect((await check(jwtOf(await ask()))).ok).toBe(true)
  })

  test('of another key, changed, unsigned or malformed is refused', async () => {
    const jwt = jwtOf(await ask())
    const [head = '', payload = '', signature = ''] = jwt.split('.')
    const claims = decodeJwt(jwt)
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign(privateKey)
    const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'other' })).toString('base64url')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    expect(await check(forged)).toEqual({ ok: false, fault: 'forged' })
    expect(await check(`${head}.${changed}.${signature}`)).toEqual({ ok: false, fault: 'forged' })
    for (const bad of [`${none}.${payload}.`, 'hello', '']) {
      expect(await check(bad)).toEqual({ ok: false, fault: 'malformed' })
    }
  })

  test('is signed with a key of the bank that only its owner can read', () => {
    const path = `${bank.sandbox.pki.directory}/bank/fallback.key`
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(createPrivateKey(readFileSync(path)).asymmetricKeyType).toBe('ec')
  })
})
