import { createPrivateKey, X509Certificate } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { parseCertificate } from '#sandbox/pki/read-certificate.ts'
import { accountsOf } from '#sandbox/store/accounts.ts'
import { hashToken } from '#sandbox/store/tokens.ts'
import { codeForm, putConsent, tokenPath } from '#sandbox/wire/test-application.ts'
import { hostileNames, hostileTexts } from './hostile-texts.ts'
import { deskRoutes } from './routes.ts'
import { base, startTestDesk } from './test-server.ts'

const desk = await startTestDesk()
afterAll(() => desk.close())
beforeEach(async () => {
  await desk.ask('PUT', '/clock', { move: 'real' })
})

async function consent(token: string, personId = 'camille-bernard'): Promise<void> {
  const ibans = accountsOf(desk.bank.sandbox.db, personId).map(({ iban }) => iban)
  const answer = await putConsent(desk.bank, token, { ibans, lists: ['balances', 'transactions'] })
  if (answer.status !== 201) throw new Error(answer.text)
}
/** A customer without a browser authorizes the desk's TPP. */
const authorize = (personId: string, more: object = {}) =>
  desk.ask('POST', '/customer/authorization', { authorizeUrl: desk.authorizeUrl(), personId, ...more })
const firstAccount = (personId = 'camille-bernard') => accountsOf(desk.bank.sandbox.db, personId)[0]?.id ?? ''

describe('the clock', () => {
  test('moved by days it expires access tokens, and after 181 days the refresh token', async () => {
    const code = await authorize('lea-moreau')
    const given = new URL(code.body.callbackUrl).searchParams.get('code') ?? ''
    const tokens = await desk.bank.form(tokenPath, codeForm(desk.clientId, given))
    expect((await desk.get('/accounts', tokens.body.access_token)).status).toBe(200)
    await desk.ask('PUT', '/clock', { move: 'plus', hours: 1 })
    expect((await desk.get('/accounts', tokens.body.access_token)).status).toBe(401)
    const form = { client_id: desk.clientId, grant_type: 'refresh_token', refresh_token: tokens.body.refresh_token }
    expect((await desk.bank.form(tokenPath, form)).status).toBe(200)
    await desk.ask('PUT', '/clock', { move: 'plus', days: 181 })
    expect((await desk.bank.form(tokenPath, form)).body).toMatchObject({ error: 'invalid_grant' })
  })

  test('at 21:30 the value balance is missing', async () => {
    await desk.ask('PUT', '/clock', { move: 'evening' })
    const token = await desk.token()
    await consent(token)
    const { body } = await desk.get(`/accounts/${firstAccount()}/balances`, token)
    const types = body.balances.map(({ balanceType }: { balanceType: string }) => balanceType)
    expect(types).toContain('OTHR')
    expect(types).not.toContain('VALU')
  })

  test('month’s end is the evening of the last day in Paris', async () => {
    const { body } = await desk.ask('PUT', '/clock', { move: 'month_end' })
    const tomorrow = new Date(Date.parse(body.now) + 2 * 3_600_000)
    expect(new Intl.DateTimeFormat('fr-FR', { timeZone: 'Europe/Paris', day: 'numeric' }).format(tomorrow)).toBe('1')
  })

  test('lives continue when it is moved', async () => {
    const token = await desk.token('lea-moreau')
    const before = (await desk.ask('GET', `/accounts/${firstAccount('lea-moreau')}/entries?limit=500`)).body.entries
    await desk.ask('PUT', '/clock', { move: 'plus', days: 40 })
    await desk.get('/accounts', token)
    const after = (await desk.ask('GET', `/accounts/${firstAccount('lea-moreau')}/entries?limit=1`)).body.entries
    expect((after[0]?.day ?? '') > (before[0]?.day ?? '9')).toBe(true)
  })

  test('can’t be moved too far', async () => {
    expect((await desk.ask('PUT', '/clock', { move: 'set', to: '2099-01-01T00:00:00Z' })).status).toBe(400)
    expect((await desk.ask('PUT', '/clock', { move: 'backflip' })).status).toBe(400)
  })
})

describe('people and accounts', () => {
  test.each(['empty', 'student', 'employee', 'independent', 'company', 'cardholder'])(
    'a new person with the life %s',
    async life => {
      const wish = { bankCode: '19870', firstName: 'Zoé', lastName: 'Neuve', life, accounts: 2 }
      const { status, body } = await desk.ask('POST', '/people', wish)
      expect(status).toBe(201)
      // Two accounts, and the card of one of them.
      const count = life === 'cardholder' ? 3 : 2
      expect(body.accounts).toHaveLength(count)
      expect((await authorize(body.id)).body.outcome).toBe('approved')
      const token = await desk.token(body.id)
      await consent(token, body.id)
      expect((await desk.get('/accounts', token)).body.accounts).toHaveLength(count)
      const { transactions } = (await desk.get(`/accounts/${body.accounts[0].id}/transactions`, token)).body
      if (life === 'empty') expect(transactions).toEqual([])
      else expect(transactions.length).toBeGreaterThan(10)
      if (life === 'cardholder') expect(JSON.stringify(transactions)).toContain('FACTURE CARTE')
      expect((await desk.ask('GET', `/people/${body.id}`)).body.identifier).toBe(body.identifier)
    },
  )

  test('block AC06, close AC04, open again; terminate IPSU', async () => {
    const token = await desk.token()
    await consent(token)
    const id = firstAccount()
    const code = async () => (await desk.get(`/accounts/${id}/balances`, token)).body.message
    await desk.ask('PUT', `/accounts/${id}/status`, { status: 'blocked' })
    expect(await code()).toBe('AC06')
    await desk.ask('PUT', `/accounts/${id}/status`, { status: 'closed' })
    expect(await code()).toBe('AC04')
    await desk.ask('PUT', `/accounts/${id}/status`, { status: 'open' })
    expect(await code()).toBeUndefined()
    await desk.ask('PUT', '/people/camille-bernard/subscription', { subscription: 'terminated' })
    expect(await code()).toBe('IPSU')
    expect((await authorize('camille-bernard')).body.outcome).toBe('subscription_terminated')
    await desk.ask('PUT', '/people/camille-bernard/subscription', { subscription: 'active' })
    expect(await code()).toBeUndefined()
  })

  test('empty an account: no entries, also after some days', async () => {
    const wish = { bankCode: '19870', firstName: 'Tom', lastName: 'Vide', life: 'student' }
    const { body } = await desk.ask('POST', '/people', wish)
    const id = body.accounts[0].id
    await desk.ask('POST', `/accounts/${id}/empty`)
    await desk.ask('PUT', '/clock', { move: 'plus', days: 10 })
    const token = await desk.token(body.id)
    await consent(token, body.id)
    expect((await desk.get(`/accounts/${id}/transactions`, token)).body.transactions).toEqual([])
  })

  test('a transaction is booked, and a pending one becomes booked', async () => {
    const token = await desk.token('ines-petit')
    await consent(token, 'ines-petit')
    const id = firstAccount('ines-petit')
    const listed = async () => (await desk.get(`/accounts/${id}/transactions`, token)).body.transactions
    const booked = await desk.ask('POST', `/accounts/${id}/entries`, { amount: '-12.5', lines: ['CARTE CAFE'] })
    expect(booked).toMatchObject({ status: 201, body: { amount: '-12.50', status: 'BOOK' } })
    expect((await listed())[0]).toMatchObject({
      status: 'BOOK',
      creditDebitIndicator: 'DBIT',
      transactionAmount: { amount: '12.50', currency: 'EUR' },
      entryReference: booked.body.reference,
    })
    const waiting = { amount: '3', status: 'PDNG', lines: ['EN ATTENTE'] }
    const pending = await desk.ask('POST', `/accounts/${id}/entries`, waiting)
    expect((await listed()).filter(({ status }: { status: string }) => status === 'PDNG')).toHaveLength(1)
    await desk.ask('POST', `/accounts/${id}/entries/${pending.body.position}/book`)
    expect((await listed()).map(({ status }: { status: string }) => status)).toEqual(['BOOK', 'BOOK'])
    expect((await desk.ask('POST', `/accounts/${id}/entries/${pending.body.position}/book`)).status).toBe(404)
    expect((await desk.ask('POST', `/accounts/${id}/entries/${booked.body.position}/book`)).status).toBe(409)
  })

  test('hostile texts are returned unchanged', async () => {
    const { body } = await desk.ask('POST', '/people', { bankCode: '19871', firstName: 'Max', lastName: 'Hostile' })
    const id = body.accounts[0].id
    expect((await desk.ask('POST', `/accounts/${id}/hostile-entries`)).status).toBe(201)
    const token = await desk.token(body.id, '19871')
    await putConsent(desk.bank, token, { ibans: [body.accounts[0].iban], bankCode: '19871' })
    const answer = await desk.get(`/accounts/${id}/transactions`, token, { bankCode: '19871', faulty: true })
    expect(answer.body.transactions).toHaveLength(hostileNames.length)
    for (const name of hostileNames) expect(answer.text, name).toContain(JSON.stringify(hostileTexts[name]))
    expect((await desk.ask('GET', '/hostile-texts')).body.texts).toHaveLength(hostileNames.length)
  })

  test('unknown person or account: 404; invalid input: 400 naming the field', async () => {
    expect((await desk.ask('GET', '/people/nobody')).status).toBe(404)
    expect((await desk.ask('PUT', '/accounts/NOWHERE/status', { status: 'open' })).status).toBe(404)
    const bad = await desk.ask('POST', `/accounts/${firstAccount()}/entries`, { amount: '1,5' })
    expect(bad.status).toBe(400)
    expect(bad.body.issues[0].path).toBe('amount')
  })
})

describe('consents, tokens, quota', () => {
  test('are shown; a pair is expired and revoked', async () => {
    const token = await desk.token('thomas-bernard')
    await consent(token, 'thomas-bernard')
    const { grants, consents } = (await desk.ask('GET', '/people/thomas-bernard/permissions')).body
    expect(grants).toMatchObject([{ scope: 'aisp', state: 'valid', accessHash: hashToken(token) }])
    expect(consents).toMatchObject([{ tppId: 'PSDFR-ACPR-10001', psuIdentity: true }])
    const { pairId } = grants[0]
    await desk.ask('POST', `/pairs/${pairId}/expire`, { which: 'access' })
    expect((await desk.get('/accounts', token)).status).toBe(401)
    await desk.ask('POST', `/pairs/${pairId}/expire`, { which: 'refresh' })
    expect((await desk.ask('GET', '/people/thomas-bernard/permissions')).body.grants[0].state).toBe('refresh_expired')
    const fresh = await desk.token('thomas-bernard')
    const live = (await desk.ask('GET', '/people/thomas-bernard/permissions')).body.grants[0].pairId
    await desk.ask('POST', `/pairs/${live}/revoke`, { by: 'psu' })
    expect((await desk.get('/accounts', fresh)).status).toBe(401)
    expect((await desk.ask('POST', `/pairs/${live}/revoke`, { by: 'bank' })).status).toBe(409)
    expect((await desk.ask('POST', '/pairs/unknown/expire', { which: 'access' })).status).toBe(404)
  })

  test('a withdrawn consent answers NGAC', async () => {
    const token = await desk.token('lea-moreau')
    await consent(token, 'lea-moreau')
    const path = `/accounts/${firstAccount('lea-moreau')}/balances`
    expect((await desk.get(path, token)).status).toBe(200)
    expect((await desk.ask('DELETE', '/people/lea-moreau/consents/PSDFR-ACPR-10001')).status).toBe(200)
    expect((await desk.get(path, token)).body.message).toBe('NGAC')
    expect((await desk.ask('DELETE', '/people/lea-moreau/consents/PSDFR-ACPR-10001')).status).toBe(404)
  })

  test('quota: TMRQ when used up, available again when reset', async () => {
    const token = await desk.token('lea-moreau')
    const batch = () => desk.bank.get(`${base}/accounts`, token)
    const wish = { tppId: 'PSDFR-ACPR-10001', resource: 'accounts', page: '1' }
    const burnt = await desk.ask('PUT', '/people/lea-moreau/quota', wish)
    expect(burnt.body.quota).toMatchObject([{ resource: 'accounts', calls: 4, limit: 4 }])
    expect((await batch()).status).toBe(429)
    expect((await desk.ask('DELETE', '/people/lea-moreau/quota')).body.quota).toEqual([])
    expect((await batch()).status).toBe(200)
    expect((await desk.ask('GET', '/people/lea-moreau/quota')).body.quota).toMatchObject([{ calls: 1 }])
  })
})

describe('a customer without a browser', () => {
  test.each([
    ['approve', 'approved', /[?&]code=/],
    ['refuse', 'refused', /error_description=refused/],
    ['time_out', 'timeout', /error_description=timeout/],
    ['wrong_password', 'password_locked', /error_description=password_locked/],
    ['wrong_code', 'code_locked', /error_description=code_locked/],
  ])('%s ends as %s', async (decision, outcome, pattern) => {
    const { body } = await authorize('camille-bernard', { decision })
    expect(body.outcome).toBe(outcome)
    expect(body.callbackUrl).toMatch(pattern)
    expect(body.callbackUrl).toContain('state=s-1')
    expect(body.callbacks).toEqual([body.callbackUrl])
  })

  test('an invalid request is redirected with its error, one for the bank’s own page is refused', async () => {
    const at = (authorizeUrl: string) => authorize('camille-bernard', { authorizeUrl })
    expect((await at(desk.authorizeUrl('19870', { scope: 'all' }))).body.outcome).toBe('invalid_scope')
    const unknown = await at(desk.authorizeUrl('19870', { client_id: 'nobody' }))
    expect(unknown).toMatchObject({ status: 409, body: { error: 'unknown_client' } })
    expect((await at('https://evil.example/stet/psd2/oauth/authorize')).status).toBe(400)
    expect((await at(desk.authorizeUrl('19871'))).status).toBe(409)
  })

  test('a dropped callback and a duplicated one', async () => {
    const callbacks = async () => (await authorize('camille-bernard')).body.callbacks
    await desk.ask('POST', '/faults', { fault: { kind: 'callback_dropped' }, calls: 1 })
    expect(await callbacks()).toEqual([])
    await desk.ask('POST', '/faults', { fault: { kind: 'callback_doubled' }, personId: 'camille-bernard', calls: 1 })
    expect([(await callbacks()).length, (await callbacks()).length]).toEqual([2, 1])
  })
})

describe('certificates of a TPP', () => {
  const order = { organisationId: 'PSDFR-ACPR-17843', name: 'Guichet SAS', roles: ['PSP_AI', 'PSP_PI'] }

  test('are issued in pairs, each with its key, and carry number and roles', async () => {
    const { status, body } = await desk.ask('POST', '/certificates', order)
    expect(status).toBe(201)
    for (const use of ['qwac', 'qsealc'] as const) {
      const { certificate, key } = body[use]
      const { organisationId, roles } = order
      expect(parseCertificate(certificate)).toMatchObject({ organisationId, use, roles })
      expect(new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))).toBe(true)
    }
    expect(body.qwac.key).not.toBe(body.qsealc.key)
  })

  test.each([
    ['organisationId', { ...order, organisationId: 'FR-17843' }],
    ['organisationId', { ...order, organisationId: 'PSDFR-4CPR-17843' }],
    ['roles', { ...order, roles: [] }],
    ['name', { ...order, name: '' }],
  ])('an order without a right %s is refused', async (field, wrong) => {
    const { status, body } = await desk.ask('POST', '/certificates', wrong)
    expect([status, body.issues[0].path.split('.')[0]]).toEqual([400, field])
  })
})

describe('the document and the lists', () => {
  test('outcomes name amounts and every code', async () => {
    const { body } = await desk.ask('GET', '/outcomes')
    expect(body.amounts).toContainEqual(expect.objectContaining({ amount: '1.04', reason: 'AC04' }))
    expect(body.situations.map(({ code }: { code: string }) => code)).toContain('CDNA')
  })

  test('rotation of refresh tokens is switched', async () => {
    expect((await desk.ask('PUT', '/refresh-rotation', { rotate: true })).body.rotate).toBe(true)
    expect((await desk.ask('GET', '/refresh-rotation')).body.rotate).toBe(true)
    await desk.ask('PUT', '/refresh-rotation', { rotate: false })
  })

  test('people are listed, and everything else is 404 as JSON', async () => {
    expect((await desk.ask('GET', '/people')).body.people.length).toBeGreaterThan(9)
    expect(await desk.send('/desk/api/nowhere')).toMatchObject({ status: 404, body: { error: 'no_such_path' } })
  })

  test('describes every route once', async () => {
    const document = (await desk.send('/desk/openapi.json')).body
    expect(document.openapi).toBe('3.1.0')
    const ids = Object.values(document.paths).flatMap(path => Object.values(path).map(({ operationId }) => operationId))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(expect.arrayContaining(deskRoutes.map(({ id }) => id)))
  })
})
