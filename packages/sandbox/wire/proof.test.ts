import { createPrivateKey, randomUUID, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { issueTppCertificate, revokeCertificate } from '#sandbox/pki/issue.ts'
import { obtainTokens, registerClient, tokenPath } from './test-application.ts'
import { digestOf, makeForeignPki, startTestBank, type TestCall, type TestTpp } from './test-client.ts'

// The resource answers 501 once every check has passed, so 501 here means: accepted.
const resource = '/stet/psd2/v1.6.2/trusted-beneficiaries'
const order = { organisationId: 'PSDFR-ACPR-20002', name: 'Autre SAS', roles: ['PSP_AI', 'PSP_PI'] } as const

const bank = await startTestBank()
const clientId = await registerClient(bank)
const token = (await obtainTokens(bank, clientId)).access_token
const other = await bank.newTpp(order)

afterAll(() => bank.close())

const get = (more: Partial<TestCall> = {}) => bank.get(resource, token, more)

const unproven = (message: string) => ({ status: 401, body: { message } })
/** Changes the headers after signing. */
const changing = (change: (headers: Record<string, string>) => void): Partial<TestCall> => ({
  tamper: headers => {
    change(headers)
    return undefined
  },
})
const without = (name: string) => changing(headers => void delete headers[name])

describe('a fully authenticated call', () => {
  test('reaches the resource and gets its X-Request-ID back', async () => {
    const requestId = randomUUID()
    const answer = await get({ headers: { 'x-request-id': requestId } })
    expect(answer).toMatchObject({ status: 501, body: { status: 501, message: 'NIMP', path: resource } })
    expect(Date.parse(answer.body.timestamp)).not.toBeNaN()
    expect(answer).toMatchObject({ headers: { 'x-request-id': requestId, 'cache-control': 'no-store' } })
  })

  test('may name the registered kid as keyId', async () => {
    expect((await get({ keyId: 'seal-1' })).status).toBe(501)
  })

  test('fetches the certificate of keyId once', async () => {
    await get()
    await get()
    const path = new URL(bank.keyIdOf(bank.tpp)).pathname
    expect(bank.fetched.filter(seen => seen === path)).toHaveLength(1)
  })
})

describe('the client certificate (C15, bank:D17, bank:D53)', () => {
  const at = (days: number) => new Date(Date.now() + days * 86_400_000)
  const own = (change: object = {}) => bank.newTpp({ ...order, organisationId: bank.tpp.organisationId, ...change })
  const asSeal = () => {
    const { qsealPem, qsealKey } = bank.tpp
    const keys = { qwacPem: qsealPem, qwacKeyPem: String(qsealKey.export({ type: 'pkcs8', format: 'pem' })) }
    return { ...bank.tpp, ...keys, fingerprint: 'seal as qwac' }
  }

  test.each<[string, () => TestTpp | null | Promise<TestTpp>, string]>([
    ['missing', () => null, 'no client certificate'],
    ["another TPP's", () => other, 'client_id does not match'],
    [
      'of another authority',
      async () => bank.newTpp({ ...order, organisationId: bank.tpp.organisationId }, await makeForeignPki()),
      'not issued by',
    ],
    ['expired', () => own({ validity: { from: at(-9), to: at(-1) } }), 'expired'],
    ['not valid yet', () => own({ validity: { from: at(1), to: at(9) } }), 'not valid yet'],
    ['without the role of the resource', () => own({ roles: ['PSP_IC'] }), 'PSP_AI'],
    ['a seal certificate', asSeal, 'no QWAC'],
  ])('%s: 403 BE05, at OAuth 401 invalid_client', async (_, make, reason) => {
    const tpp = await make()
    const error = expect.stringContaining(reason)
    const data = await get({ tpp, keyId: bank.keyIdOf(bank.tpp) })
    expect(data).toMatchObject({ status: 403, body: { status: 403, message: 'BE05', error } })
    const fields = { client_id: clientId, grant_type: 'client_credentials', scope: 'pisp' }
    const refused = { status: 401, body: { error: 'invalid_client' } }
    expect(await bank.form(tokenPath, fields, { tpp })).toMatchObject(refused)
  })

  test('revoked', async () => {
    const revocable = await startTestBank()
    try {
      await revokeCertificate(revocable.sandbox.pki.directory, revocable.tpp.qwacPem)
      const error = expect.stringContaining('revoked')
      expect(await revocable.get(resource, 'any')).toMatchObject({ status: 403, body: { error } })
    } finally {
      await revocable.close()
    }
  })
})

describe('changes after signing are refused (C16)', () => {
  const send = (tamper?: TestCall['tamper']) =>
    get({ body: '{"a":1}', headers: { 'psu-ip-address': '192.0.2.1' }, ...(tamper && { tamper }) })

  test('unchanged it is accepted', async () => {
    expect((await send()).status).toBe(501)
  })

  test.each([
    ['date', new Date(Date.now() - 60_000).toUTCString(), 'Signature'],
    ['x-request-id', randomUUID(), 'Signature'],
    ['content-type', 'application/json; charset=utf-8', 'Signature'],
    ['psu-ip-address', '192.0.2.2', 'Signature'],
    ['host', '19870.sandbox.localhost:1', 'Signature'],
    ['digest', digestOf('{"a":2}'), 'Digest'],
  ])('header %s', async (name, value, proof) => {
    const answer = await send(headers => {
      headers[name] = value
      return undefined
    })
    expect(answer).toMatchObject({ status: 401, body: { status: 401, message: proof } })
  })

  test('body', async () => {
    expect(await send(() => '{"a":2}')).toMatchObject(unproven('Digest'))
  })

  test('body and digest together', async () => {
    const answer = await send(headers => {
      headers.digest = digestOf('{"a":2}')
      return '{"a":2}'
    })
    expect(answer).toMatchObject(unproven('Signature'))
  })

  test.each([
    ['path', 'get /stet/psd2/v1.6.2/accounts'],
    ['query', `get ${resource}?workspace=9`],
    ['method', `put ${resource}`],
    ['letters of the method', `GET ${resource}`],
  ])('%s', async (_name, signedTarget) => {
    expect(await get({ signedTarget })).toMatchObject(unproven('Signature'))
  })
})

describe('an invalid Signature header (bank:D14)', () => {
  test('missing', async () => {
    expect(await bank.call({ path: resource, token })).toMatchObject(unproven('Signature'))
  })

  test.each<[string, Partial<TestCall>, string]>([
    ['without (request-target)', { signed: ['date', 'x-request-id'] }, 'must list (request-target)'],
    ['without x-request-id', { signed: ['(request-target)', 'date'] }, 'must list x-request-id'],
    [
      'without digest for a body',
      { body: '{}', signed: ['(request-target)', 'x-request-id', 'date'] },
      'must list digest',
    ],
    ['with a header that was not sent', { signed: ['(request-target)', 'x-request-id', 'psu-date'] }, 'psu-date'],
  ])('a list %s', async (_, more, fault) => {
    expect(await get(more)).toMatchObject({ status: 401, body: { error: expect.stringContaining(fault) } })
  })

  test.each([
    ['scheme word in front', (text: string) => `Signature ${text}`],
    ['other algorithm', (text: string) => text.replace('rsa-sha256', 'hs2019')],
    ['unquoted value', (text: string) => text.replace('"rsa-sha256"', 'rsa-sha256')],
    ['parameter twice', (text: string) => `${text},algorithm="rsa-sha256"`],
    ['unknown parameter', (text: string) => `${text},created="1"`],
    ['trailing comma', (text: string) => `${text},`],
    ['semicolon between', (text: string) => text.replaceAll('",', '";')],
    ['upper-case name in the list', (text: string) => text.replace('x-request-id', 'X-Request-ID')],
    ['name twice in the list', (text: string) => text.replace('host date', 'host host date')],
    ['no base64', (text: string) => text.replace(/signature="[^"]+"/, 'signature="***"')],
    ['empty', () => ''],
  ])('%s', async (_name, change) => {
    const spoil = (headers: Record<string, string>) =>
      Object.assign(headers, { signature: change(headers.signature ?? '') })
    const answer = await get(changing(spoil))
    expect(answer.status).toBe(401)
    expect(`${answer.body.message}: ${answer.body.error}`).toContain('Signature')
  })

  test("made with another TPP's key", async () => {
    const { qsealKey } = other
    const answer = await get({ tpp: { ...bank.tpp, qsealKey }, keyId: bank.keyIdOf(bank.tpp) })
    expect(answer).toMatchObject(unproven('Signature'))
  })
})

describe('keyId (bank:D16, bank:D57)', () => {
  test("another TPP's seal certificate is refused by its organisation", async () => {
    const answer = await get({ keyId: bank.keyIdOf(other), tpp: { ...bank.tpp, qsealKey: other.qsealKey } })
    const error = expect.stringContaining('another organisation')
    expect(answer).toMatchObject({ status: 403, body: { message: 'BE05', error } })
  })

  test.each([
    ['outside the registered origins', (id: string) => id.replace('127.0.0.1', 'localhost')],
    ['plain http elsewhere', (id: string) => id.replace('127.0.0.1', 'tpp.example')],
    ['no URL', () => 'unknown-kid'],
    ['no fingerprint at the end', (id: string) => id.replace('.pem', '.txt')],
    ['a query behind it', (id: string) => `${id}?a`],
    ['nothing there', (id: string) => id.replace('qseal_', 'none_')],
  ])('%s: 401', async (_name, change) => {
    const answer = await get({ keyId: change(bank.keyIdOf(bank.tpp)) })
    expect(answer).toMatchObject(unproven('Signature'))
  })

  test('nothing is fetched outside the registered origins', async () => {
    const before = bank.fetched.length
    await get({ keyId: bank.keyIdOf(bank.tpp).replace('127.0.0.1', 'localhost') })
    expect(bank.fetched.length).toBe(before)
  })

  test.each([
    ['a redirect', { status: 302, body: '', headers: { location: '/elsewhere' } }],
    ['too much', { status: 200, body: 'x'.repeat(20_000) }],
    ['no certificate', { status: 200, body: 'hello' }],
  ])('%s at the address: 401', async (_name, file) => {
    const path = `/${randomUUID()}_${bank.tpp.fingerprint}`
    bank.served.set(path, file)
    const answer = await get({ keyId: `${bank.tppOrigin}${path}` })
    expect(answer).toMatchObject(unproven('Signature'))
  })

  test('a certificate with another fingerprint than in the address: 401', async () => {
    const path = `/${randomUUID()}_${'0'.repeat(64)}`
    bank.served.set(path, { status: 200, body: bank.tpp.qsealPem })
    expect((await get({ keyId: `${bank.tppOrigin}${path}` })).body.error).toContain('fingerprint')
  })

  test('a revoked seal certificate is refused even if it was fetched before', async () => {
    const renewed = await bank.newTpp({ ...order, organisationId: bank.tpp.organisationId })
    const more = { keyId: bank.keyIdOf(renewed), tpp: { ...bank.tpp, qsealKey: renewed.qsealKey } }
    expect((await get(more)).status).toBe(501)
    await revokeCertificate(bank.sandbox.pki.directory, renewed.qsealPem)
    await expect.poll(async () => (await get(more)).status, { interval: 100 }).toBe(403)
  })

  test('a QWAC can’t be used as a seal', async () => {
    const { tpp } = bank
    const directory = `${bank.sandbox.settings.dataDir}/qwac-as-seal`
    const mine = { ...order, organisationId: tpp.organisationId }
    await issueTppCertificate(bank.sandbox.pki.directory, mine, 'qwac', directory)
    const pem = readFileSync(`${directory}/qwac.pem`, 'utf8')
    const print = new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase()
    bank.served.set(`/q_${print}`, { status: 200, body: pem })
    const qsealKey = createPrivateKey(readFileSync(`${directory}/qwac.key`, 'utf8'))
    const answer = await get({ keyId: `${bank.tppOrigin}/q_${print}`, tpp: { ...tpp, qsealKey } })
    expect(answer).toMatchObject({ status: 403, body: { error: expect.stringContaining('QSealC') } })
  })
})

describe('Date, Digest and X-Request-ID', () => {
  test.each([
    ['six minutes ago', new Date(Date.now() - 360_000).toUTCString()],
    ['in six minutes', new Date(Date.now() + 360_000).toUTCString()],
    ['not in the HTTP form', new Date().toISOString()],
  ])('Date %s: 401', async (_name, date) => {
    expect(await get({ headers: { date } })).toMatchObject({ status: 401, body: { message: 'Date' } })
  })

  test('Date is checked by real time, even if the clock of the bank was moved', async () => {
    const moved = await startTestBank()
    try {
      const id = await registerClient(moved)
      moved.sandbox.clock.moveTo(30 * 86_400_000)
      const { access_token } = await obtainTokens(moved, id)
      expect((await moved.get(resource, access_token)).status).toBe(501)
    } finally {
      await moved.close()
    }
  })

  test('a body without Digest: 401', async () => {
    expect(await get({ body: '{}', ...without('digest') })).toMatchObject(unproven('Digest'))
  })

  test('a Digest of another algorithm: 401', async () => {
    expect((await get({ body: '{}', headers: { digest: 'MD5=abc=' } })).body.message).toBe('Digest')
  })

  test('no X-Request-ID, or one over 70 characters: 401', async () => {
    const none = await get(without('x-request-id'))
    const long = await get({ headers: { 'x-request-id': 'x'.repeat(71) } })
    const longest = await get({ headers: { 'x-request-id': 'x'.repeat(70) } })
    expect([none.status, long.status, longest.status]).toEqual([401, 401, 501])
    expect(none.body.message).toBe('X-Request-ID')
    expect(long.headers['x-request-id']).toBeUndefined()
  })

  test('an X-Request-ID of another request is a duplicate; the same request may be repeated (bank:D18)', async () => {
    const headers = { 'x-request-id': randomUUID() }
    expect((await get({ headers })).status).toBe(501)
    expect((await get({ headers })).status).toBe(501)
    const answer = await bank.get(`${resource}?workspace=2`, token, { headers })
    expect(answer.status).toBe(500)
    expect(answer.body).toMatchObject({ message: 'INTE', error: expect.stringContaining('Duplicate') })
  })

  test('an invalid PSU-IP-Address: 400', async () => {
    const answer = await get({ headers: { 'psu-ip-address': 'the moon' } })
    expect(answer).toMatchObject({ status: 400, body: { message: 'FF01' } })
  })
})
