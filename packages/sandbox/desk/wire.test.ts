import { get } from 'node:http'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { accountsOf } from '#sandbox/store/accounts.ts'
import { obtainTokens, putConsent, revokePath, tokenPath } from '#sandbox/wire/test-application.ts'
import { startTestDesk } from './test-server.ts'

let token: string
const desk = await startTestDesk({ pageTransactions: 10 })
token = await desk.token()
const { id: accountId = '', iban = '' } = accountsOf(desk.bank.sandbox.db, 'camille-bernard')[0] ?? {}
await putConsent(desk.bank, token, { ibans: [iban], lists: ['balances', 'transactions'], psuIdentity: false })
afterAll(() => desk.close())
afterEach(async () => {
  await desk.ask('DELETE', '/faults')
})

const fail = (fault: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  desk.ask('POST', '/faults', { fault, calls: 1, ...more })
const accounts = () => desk.get('/accounts', token, { faulty: true })
const page = (number: number) => desk.get(`/accounts/${accountId}/transactions?page=${number}`, token, { faulty: true })
const lastCall = async () => (await desk.ask('GET', '/wire?limit=1')).body.calls[0]

describe('the effect of each fault on a client', () => {
  test('delay', async () => {
    await fail({ kind: 'delay', delayMs: 120 })
    const startedAt = performance.now()
    expect((await accounts()).status).toBe(200)
    expect(performance.now() - startedAt).toBeGreaterThan(110)
  })

  test('slow drip: the whole body, late', async () => {
    await fail({ kind: 'slow_drip', pieces: 4, everyMs: 30 })
    const startedAt = performance.now()
    expect((await accounts()).body.accounts.length).toBeGreaterThan(0)
    expect(performance.now() - startedAt).toBeGreaterThan(80)
  })

  test('close before processing: nothing was processed', async () => {
    const before = (await desk.ask('GET', '/people/camille-bernard/permissions')).body.consents[0].recordedAt
    await fail({ kind: 'close_before' })
    await expect(desk.get('/consents', token, { method: 'PUT', body: '{}' })).rejects.toThrow(/hang up|ECONNRESET/)
    expect((await desk.ask('GET', '/people/camille-bernard/permissions')).body.consents[0].recordedAt).toBe(before)
    expect((await lastCall()).steps).toEqual([])
  })

  test.each([
    ['body', 'isDigested'],
    ['date', 'isDated'],
    ['account', 'isSigned'],
    ['token', 'bearsToken'],
    ['certificate', 'presentsCertificate'],
  ])('a request whose %s was changed on its way is refused by %s, and the next one is answered', async (what, step) => {
    const balances = () => desk.get(`/accounts/${accountId}/balances`, token, { faulty: true })
    await fail({ kind: 'tampered', what })
    expect((await balances()).status).toBeGreaterThanOrEqual(400)
    const call = await lastCall()
    expect(call.steps.at(-1)).toMatchObject({ step, outcome: 'refused' })
    expect(call.faults).toEqual(['tampered'])
    expect((await balances()).status).toBe(200)
  })

  test('a code that somebody has used before gives no token, and leaves those there are', async () => {
    const pairs = async () => (await desk.ask('GET', '/people/camille-bernard/permissions')).body.grants.length
    const before = await pairs()
    await fail({ kind: 'tampered', what: 'code' })
    await expect(desk.token()).rejects.toThrow('token answered 400')
    expect(await lastCall()).toMatchObject({ faults: ['tampered'], status: 400, personId: 'camille-bernard' })
    expect(await pairs()).toBe(before)
    token = await desk.token()
    expect((await accounts()).status).toBe(200)
  })

  test('a refreshed token is a call of the person who gave it', async () => {
    const { refresh_token } = await obtainTokens(desk.bank, desk.clientId, { personId: 'camille-bernard' })
    const form = { client_id: desk.clientId, grant_type: 'refresh_token', refresh_token }
    expect((await desk.bank.form(tokenPath, form)).status).toBe(200)
    expect(await lastCall()).toMatchObject({ status: 200, personId: 'camille-bernard' })
    token = await desk.token()
  })

  test.each([['access_token'], ['refresh_token']] as const)(
    'a revoked %s, once and again, and one that is refused, are calls of the person who gave it',
    async which => {
      const tokens = await obtainTokens(desk.bank, desk.clientId, { personId: 'camille-bernard' })
      const revoke = () => desk.bank.form(revokePath, { client_id: desk.clientId, token: tokens[which] })
      await fail({ kind: 'tampered', what: 'certificate' }, { personId: 'camille-bernard' })
      for (const status of [401, 200, 200]) {
        expect((await revoke()).status).toBe(status)
        expect(await lastCall()).toMatchObject({ status, personId: 'camille-bernard' })
      }
      token = await desk.token()
    },
  )

  test('a changed consent leaves the one before', async () => {
    const before = (await desk.ask('GET', '/people/camille-bernard/permissions')).body.consents
    await fail({ kind: 'tampered', what: 'body' })
    const body = JSON.stringify({ balances: [], transactions: [], trustedBeneficiaries: false, psuIdentity: false })
    expect((await desk.get('/consents', token, { method: 'PUT', body, faulty: true })).status).toBe(401)
    expect((await lastCall()).steps.at(-1)).toMatchObject({ step: 'isDigested', outcome: 'refused' })
    expect((await desk.ask('GET', '/people/camille-bernard/permissions')).body.consents).toEqual(before)
  })

  test('close after processing: processed, but the answer lost', async () => {
    await fail({ kind: 'close_after' }, { endpoint: 'POST /token' })
    const form = { client_id: desk.clientId, grant_type: 'client_credentials', scope: 'pisp' }
    await expect(desk.bank.form(tokenPath, form)).rejects.toThrow(/hang up|ECONNRESET/)
    expect(await lastCall()).toMatchObject({ status: null, faults: ['close_after'] })
    expect((await lastCall()).steps.at(-1)?.outcome).toBe('answered')
  })

  test.each([
    [503, 'INTS', 'INTS'],
    [404, 'CDNA', 'CDNA'],
    [418, 'TEAP', 'TEAP'],
    [502, null, 'Fault of the control desk'],
  ])('status %d with code %s', async (status, code, message) => {
    await fail({ kind: 'status', status, code })
    expect(await accounts()).toMatchObject({ status, body: { status, message } })
    expect((await accounts()).status).toBe(200)
  })

  test('status at an OAuth endpoint, in its own form', async () => {
    await fail({ kind: 'status', status: 400, code: 'invalid_grant' }, { endpoint: 'POST /token' })
    const answer = await desk.bank.form(tokenPath, { client_id: desk.clientId }, { faulty: true })
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })

  test('HTML, empty and truncated body, wrong content type', async () => {
    await fail({ kind: 'body', body: 'html' })
    const page = await accounts()
    expect(page.text).toMatch(/^<!doctype html>/)
    expect(page.headers['content-type']).toContain('text/html')
    await fail({ kind: 'body', body: 'empty' })
    expect((await accounts()).text).toBe('')
    await fail({ kind: 'body', body: 'cut' })
    const cut = await accounts()
    expect(cut.text).toMatch(/^\{"accounts"/)
    expect(cut.body).toBeUndefined()
    await fail({ kind: 'content_type', contentType: 'text/plain' })
    expect((await accounts()).headers['content-type']).toBe('text/plain')
  })

  test('a body whose connection ends', async () => {
    await fail({ kind: 'body', body: 'broken_off' })
    const outcome = await accounts().then(
      () => 'whole',
      () => 'broken',
    )
    expect(outcome).toBe('broken')
  })

  test('a duplicate page: rows of the previous page, with its own links', async () => {
    const [first, second] = [await page(1), await page(2)]
    await fail({ kind: 'page_duplicate' })
    const doubled = await page(2)
    expect(doubled.body.transactions).toEqual(first.body.transactions)
    expect(doubled.body._links).toEqual(second.body._links)
    await fail({ kind: 'page_duplicate' })
    expect((await page(1)).body.transactions).toEqual([...first.body.transactions, ...first.body.transactions])
  })

  test('a page loop: next leads back to the first', async () => {
    await fail({ kind: 'page_loop' })
    const { _links } = (await page(2)).body
    expect(_links.next.href).toBe(_links.first.href)
  })

  test('unknown fields and values', async () => {
    await fail({ kind: 'unknown_values' })
    const { body } = await accounts()
    expect(body.accounts[0]).toMatchObject({ cashAccountType: 'ZZZZ', xNewMember: expect.anything() })
  })

  test('a foreign host in every link', async () => {
    await fail({ kind: 'foreign_host', host: 'evil.example' })
    const { body } = await page(1)
    const hrefs = Object.values<{ href: string }>(body._links).map(({ href }) => href)
    expect(hrefs.length).toBeGreaterThan(2)
    for (const href of hrefs) expect(href).toMatch(/^https:\/\/evil\.example\/stet\/psd2\//)
  })

  test('only for its endpoint, TPP, person and bank', async () => {
    await fail({ kind: 'status', status: 500 }, { endpoint: 'GET /accounts/{id}/balances', calls: null })
    await fail({ kind: 'status', status: 500 }, { personId: 'lea-moreau', endpoint: 'GET /accounts', calls: null })
    await fail({ kind: 'status', status: 500 }, { bankCode: '19873', calls: null })
    await fail({ kind: 'status', status: 500 }, { organisationId: 'PSDFR-ACPR-2', calls: null })
    expect((await accounts()).status).toBe(200)
    expect((await desk.get(`/accounts/${accountId}/balances`, token)).status).toBe(500)
    const lea = await desk.token('lea-moreau')
    expect((await desk.get('/accounts', lea, { faulty: true })).status).toBe(500)
    const rules = (await desk.ask('GET', '/faults')).body.faults
    expect(rules).toHaveLength(4)
    await desk.ask('DELETE', `/faults/${rules[1]?.id}`)
    expect((await desk.get('/accounts', lea, { faulty: true })).status).toBe(200)
    expect((await desk.ask('DELETE', '/faults/none')).status).toBe(404)
  })

  test('a live profile with a fixed seed is reproducible', async () => {
    const kinds: unknown[] = []
    for (let run = 0; run < 2; run++) {
      await fail({ kind: 'real_life' }, { calls: null, seed: 'fixed', endpoint: 'GET /accounts' })
      await accounts()
      kinds.push((await lastCall()).faults)
      await desk.ask('DELETE', '/faults')
    }
    expect(kinds[0]).toEqual(kinds[1])
    expect(kinds[0]).toContain('delay')
  })

  test('an invalid fault is refused', async () => {
    expect((await fail({ kind: 'gremlin' })).status).toBe(400)
    expect((await fail({ kind: 'close_after' }, { endpoint: 'GET /nowhere' })).status).toBe(400)
    expect((await fail({ kind: 'close_after' }, { personId: 'nobody' })).status).toBe(404)
  })
})

describe('the request log', () => {
  test('shows which steps were checked and which one refused, without secrets', async () => {
    await desk.bank.get('/stet/psd2/v1.6.2/accounts', token, { signedTarget: 'get /elsewhere' })
    const call = await lastCall()
    expect(call).toMatchObject({ status: 401, code: 'Signature', organisationId: 'PSDFR-ACPR-10001' })
    expect(call.steps.map(({ step }) => step)).toContain('holdsRole PSP_AI')
    expect(call.steps.at(-1)).toMatchObject({ step: 'isSigned', outcome: 'refused' })
    expect(JSON.stringify(call)).not.toContain(token.slice(0, 12))
    expect((await desk.ask('GET', `/wire/${call.id}`)).body).toEqual(call)
  })

  test('contains no token and no IBAN of a whole authorization', async () => {
    const form = { client_id: desk.clientId, grant_type: 'client_credentials', scope: 'pisp' }
    const issued = (await desk.bank.form(tokenPath, form)).body.access_token
    await accounts()
    await desk.get(`/accounts/${accountId}/transactions`, token)
    const { text } = await desk.ask('GET', '/wire?limit=300')
    for (const secret of [token, issued, iban]) expect(text).not.toContain(secret.slice(0, 16))
  })

  test('is live: shows calls as they arrive', async () => {
    const event = await new Promise<string>((resolve, reject) => {
      const headers = { host: `sandbox.localhost:${desk.port}` }
      const watching = get({ host: '127.0.0.1', port: desk.port, path: '/desk/api/wire/live', headers }, stream => {
        let text = ''
        stream.on('data', chunk => {
          text += chunk
          if (text.includes('event: alive') && !text.includes('event: call')) accounts().catch(reject)
          if (/event: call[\s\S]*\n\n/.test(text)) {
            resolve(text)
            watching.destroy()
          }
        })
      })
      watching.on('error', error => (/hang up|aborted/.test(error.message) ? undefined : reject(error)))
    })
    const data = JSON.parse(/event: call\ndata: (.*)/.exec(event)?.[1] ?? '{}')
    expect(data).toMatchObject({ method: 'GET', status: 200 })
    expect(event).not.toContain(token.slice(0, 12))
  })

  test('is cleared on request; numbers continue', async () => {
    const before = (await lastCall()).id
    await desk.ask('DELETE', '/wire')
    expect((await desk.ask('GET', '/wire')).body.calls).toEqual([])
    await accounts()
    expect((await lastCall()).id).toBeGreaterThan(before)
    expect((await desk.ask('GET', '/wire/1')).status).toBe(404)
  })
})
