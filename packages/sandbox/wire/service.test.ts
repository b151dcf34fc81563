import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { changeService, readService } from './steps/service.ts'
import { obtainTokens, registerClient, tokenPath } from './test-application.ts'
import { startTestBank } from './test-client.ts'

const resource = '/stet/psd2/v1.6.2/trusted-beneficiaries'
/** The resource answers 501 to a call that passed every check. */
const passes = 501

// In the middle of a minute, so that no test crosses into the next one.
let now = new Date('2026-11-21T09:00:20Z')

now = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 20_000)
const bank = await startTestBank({}, { realNow: () => now })
const clientId = await registerClient(bank)
const token = (await obtainTokens(bank, clientId)).access_token
afterAll(() => bank.close())
beforeEach(() => changeService(bank.sandbox, { isDown: false, callsPerMinute: null }))

const call = () => bank.get(resource, token)

describe('the interface out of service', () => {
  test('503 with Retry-After for data and registration, of both versions and payments', async () => {
    changeService(bank.sandbox, { isDown: true, callsPerMinute: null })
    const paths = [resource, '/stet/psd2/v1.4.2/accounts', '/stet/setting/v1/register/x']
    for (const path of paths) {
      const answer = await bank.get(path, token)
      expect([path, answer.status, answer.headers['retry-after']]).toEqual([path, 503, '60'])
    }
  })

  test('tokens and the fallback still work', async () => {
    changeService(bank.sandbox, { isDown: true, callsPerMinute: null })
    const fields = { client_id: clientId, grant_type: 'client_credentials', scope: 'aisp' }
    expect((await bank.form(tokenPath, fields)).status).toBe(200)
    expect((await bank.form(tokenPath, fields, { headers: { fallback: '1' } })).status).toBe(302)
  })

  test('and back in service', async () => {
    changeService(bank.sandbox, { isDown: true, callsPerMinute: null })
    changeService(bank.sandbox, { isDown: false, callsPerMinute: null })
    expect((await call()).status).toBe(passes)
  })
})

describe('the rate limit', () => {
  test('limits the calls of an organisation per minute, then 429 until it is over', async () => {
    changeService(bank.sandbox, { isDown: false, callsPerMinute: 3 })
    const statuses = [await call(), await call(), await call(), await call()].map(({ status }) => status)
    expect(statuses).toEqual([passes, passes, passes, 429])
    const refused = await call()
    expect([refused.body.message, refused.headers['retry-after']]).toEqual(['TMRQ', '40'])
    const started = now
    now = new Date(now.getTime() + 40_000)
    expect((await call()).status).toBe(passes)
    now = started
  })

  test('is counted per organisation', async () => {
    changeService(bank.sandbox, { isDown: false, callsPerMinute: 1 })
    expect([(await call()).status, (await call()).status]).toEqual([passes, 429])
    const other = await bank.newTpp({ organisationId: 'PSDFR-ACPR-20002', name: 'Autre SAS', roles: ['PSP_AI'] })
    expect((await bank.get(resource, 'dead', { tpp: other })).status).toBe(401)
  })
})

test('comes from the start settings until others are stored', async () => {
  const strict = await startTestBank({ callsPerMinute: 9, interfaceDown: true })
  expect(readService(strict.sandbox)).toEqual({ isDown: true, callsPerMinute: 9 })
  changeService(strict.sandbox, { isDown: false, callsPerMinute: null })
  expect(readService(strict.sandbox)).toEqual({ isDown: false, callsPerMinute: null })
  await strict.close()
})
