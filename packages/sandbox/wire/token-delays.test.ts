import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { revokeByDesk } from '#sandbox/desk/grants.ts'
import { rotateRefresh } from '#sandbox/oauth/rotation.ts'
import { listGrants } from '#sandbox/store/tokens.ts'
import { obtainTokens, registerClient, revokePath, tokenPath } from './test-application.ts'
import { startTestBank, type TestAnswer } from './test-client.ts'
import { changeDelays, readDelays } from './token-delays.ts'

const resource = '/stet/psd2/v1.6.2/trusted-beneficiaries'
/** The resource answers 501 to a call that passed every check. */
const passes = 501
const dayMs = 86_400_000

const bank = await startTestBank()
const clientId = await registerClient(bank)
afterAll(() => bank.close())
afterEach(() => {
  bank.sandbox.clock.moveTo(0)
  changeDelays(bank.sandbox, { legalDays: 180, bankDays: null })
  rotateRefresh(bank.sandbox, false)
})

const link = (more: Parameters<typeof obtainTokens>[2] = {}) => obtainTokens(bank, clientId, more)
const refresh = (token: string): Promise<TestAnswer> =>
  bank.form(tokenPath, { client_id: clientId, grant_type: 'refresh_token', refresh_token: token })
const read = async (token: string) => (await bank.get(resource, token)).status
const on = (days: number, ms = 0) => bank.sandbox.clock.moveTo(days * dayMs + ms)

/** Every row of document 1's token table. */
describe('states of the tokens', () => {
  test('access token: expired after its lifetime, 401 invalid_token, repeated after a refresh', async () => {
    const { access_token, refresh_token } = await link()
    on(0, 899_000)
    expect(await read(access_token)).toBe(passes)
    on(0, 901_000)
    const headers = { 'www-authenticate': 'Bearer error="invalid_token"' }
    const expired = { status: 401, body: { error: 'invalid_token' }, headers }
    expect(await bank.get(resource, access_token)).toMatchObject(expired)
    expect(await read((await refresh(refresh_token)).body.access_token)).toBe(passes)
  })

  test.each([false, true])('rotation %s: the same refresh token again, or a new one', async rotates => {
    rotateRefresh(bank.sandbox, rotates)
    const { access_token, refresh_token } = await link()
    const first = await refresh(refresh_token)
    expect(first.status).toBe(200)
    expect(first.body.refresh_token === refresh_token).toBe(!rotates)
    expect(first.body.access_token).not.toBe(access_token)
    expect([await read(access_token), await read(first.body.access_token)]).toEqual([401, passes])
    const again = rotates ? { status: 400, body: { error: 'invalid_grant' } } : { status: 200 }
    expect(await refresh(refresh_token)).toMatchObject(again)
    expect((await refresh(first.body.refresh_token)).status).toBe(200)
  })

  test('refresh token: expired after 180 days, and only a new authorization helps', async () => {
    const { refresh_token } = await link()
    on(180, -60_000)
    expect((await refresh(refresh_token)).status).toBe(200)
    on(180, 60_000)
    expect(await refresh(refresh_token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect((await refresh((await link()).refresh_token)).status).toBe(200)
  })

  test('rotation does not extend it', async () => {
    rotateRefresh(bank.sandbox, true)
    const { refresh_token } = await link()
    on(170)
    const renewed = (await refresh(refresh_token)).body
    on(180, 60_000)
    expect((await refresh(renewed.refresh_token)).body.error).toBe('invalid_grant')
    expect(await read(renewed.access_token)).toBe(401)
  })

  test('the legal delay between two strong authentications revokes both', async () => {
    const { refresh_token } = await link()
    changeDelays(bank.sandbox, { legalDays: 90, bankDays: null })
    on(90, -60_000)
    const { access_token } = (await refresh(refresh_token)).body
    expect(await read(access_token)).toBe(passes)
    on(90, 60_000)
    expect(await read(access_token)).toBe(401)
    expect(listGrants(bank.sandbox.db, '19870', 'person-1')).toEqual([])
    changeDelays(bank.sandbox, { legalDays: 180, bankDays: null })
    on(0)
    expect((await refresh(refresh_token)).body.error_description).toBe('the refresh token is revoked')
  })

  test('it starts with the strong authentication, not with the first token', async () => {
    changeDelays(bank.sandbox, { legalDays: 90, bankDays: null })
    const scaAt = new Date(bank.sandbox.clock.now().getTime() - 89 * dayMs)
    const { refresh_token } = await link({ scaAt })
    expect((await refresh(refresh_token)).status).toBe(200)
    on(2)
    expect((await refresh(refresh_token)).body.error_description).toContain('by law')
  })

  test('the bank’s own delay, if it has one, revokes both', async () => {
    const { refresh_token } = await link()
    on(31)
    expect((await refresh(refresh_token)).status).toBe(200)
    changeDelays(bank.sandbox, { legalDays: 180, bankDays: 30 })
    expect((await refresh(refresh_token)).body.error_description).toContain('a rule of the bank')
    changeDelays(bank.sandbox, { legalDays: 180, bankDays: null })
    expect((await refresh(refresh_token)).body.error).toBe('invalid_grant')
  })

  test('a request with insufficient scope revokes both; a new authorization is possible', async () => {
    const { access_token, refresh_token } = await link({ scope: 'cbpii' })
    expect(await bank.get(resource, access_token)).toMatchObject({ status: 403, body: { message: 'BADS' } })
    expect(await read(access_token)).toBe(401)
    expect((await refresh(refresh_token)).body.error).toBe('invalid_grant')
    expect(await read((await link()).access_token)).toBe(passes)
  })

  test.each(['psu', 'bank'] as const)('revoked by the %s: both of this bank, and no others', async by => {
    const { access_token, refresh_token } = await link()
    const elsewhere = await link({ bankCode: '19871' })
    for (const { pairId } of listGrants(bank.sandbox.db, '19870', 'person-1')) revokeByDesk(bank.sandbox, pairId, by)
    expect(await read(access_token)).toBe(401)
    expect((await refresh(refresh_token)).body.error).toBe('invalid_grant')
    expect((await bank.get(resource, elsewhere.access_token, { bankCode: '19871' })).status).toBe(passes)
  })

  test.each(['access_token', 'refresh_token'] as const)('POST /revoke of the %s: both', async name => {
    for (const hint of [{}, { token_type_hint: 'refresh_token' }]) {
      const tokens = await link()
      const form = { client_id: clientId, token: tokens[name], ...hint }
      expect((await bank.form(revokePath, form)).status).toBe(200)
      expect(await read(tokens.access_token)).toBe(401)
      expect((await refresh(tokens.refresh_token)).body.error).toBe('invalid_grant')
    }
  })

  test('one pair per PSU, TPP and role: the second authorization ends the first', async () => {
    const first = await link()
    const card = await link({ scope: 'cbpii' })
    const second = await link()
    expect([await read(first.access_token), await read(second.access_token)]).toEqual([401, passes])
    expect((await refresh(first.refresh_token)).body.error).toBe('invalid_grant')
    expect((await refresh(card.refresh_token)).status).toBe(200)
  })
})

test('by default 180 days by law and no rule of the bank', async () => {
  const fresh = await startTestBank()
  expect(readDelays(fresh.sandbox)).toEqual({ legalDays: 180, bankDays: null })
  await fresh.close()
})

test('the start settings apply until others are stored', async () => {
  const strict = await startTestBank({ legalDelayDays: 90, bankDelayDays: 30 })
  expect(readDelays(strict.sandbox)).toEqual({ legalDays: 90, bankDays: 30 })
  changeDelays(strict.sandbox, { legalDays: 180, bankDays: null })
  expect(readDelays(strict.sandbox)).toEqual({ legalDays: 180, bankDays: null })
  await strict.close()
})
