import { randomUUID, X509Certificate } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { revokeCertificate } from '#sandbox/pki/issue.ts'
import {
  register,
  registerPath,
  registrationBody,
  registrationToken,
  tokenPath,
} from '#sandbox/wire/test-application.ts'
import { digestOf, makeForeignPki, startTestBank, type TestTpp } from '#sandbox/wire/test-client.ts'
import { keyRows, registrationRows } from './field-table.ts'

type Body = Record<string, unknown>

const bank = await startTestBank()
const other = await bank.newTpp({ organisationId: 'PSDFR-ACPR-20002', name: 'Autre SAS', roles: ['PSP_AI'] })

afterAll(() => bank.close())

const body = (change: Body = {}): Body => ({ ...registrationBody(bank, bank.tpp), ...change })
const keyOf = (whole: Body): Body => {
  const { keys } = whole.jwks as { keys: Body[] }
  return keys[0] ?? {}
}
const withKey = (change: Body): Body => body({ jwks: { keys: [{ ...keyOf(body()), ...change }] } })
const without = (whole: Body, field: string): Body =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => name !== field))

async function refusalOf(sent: unknown): Promise<{ error: string; error_description: string }> {
  const answer = await register(bank, sent)
  expect(answer.status).toBe(400)
  expect(Object.keys(answer.body)).toEqual(['error', 'error_description'])
  return answer.body
}

describe('a valid registration', () => {
  test('is answered with 201, every member, and what RFC 7591 § 3.2.1 adds (bank:D48)', async () => {
    const sent = body({ logo: 'https://tpp.example/logo.png', tos_uri: 'https://tpp.example/tos' })
    const answer = await register(bank, sent)
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject(sent)
    expect(answer.body.client_id).toMatch(/^[0-9a-f-]{36}$/)
    expect(Math.abs(answer.body.client_id_issued_at - Date.now() / 1000)).toBeLessThan(60)
    expect(answer.body.registration_client_uri).toBe(
      `https://19870.sandbox.localhost${registerPath}/${answer.body.client_id}`,
    )
    expect(answer.body.registration_access_token).toEqual(expect.any(String))
    expect(answer.headers['content-type']).toMatch(/^application\/(hal\+)?json; charset=utf-8$/)
  })

  test('is valid at every bank', async () => {
    const { client_id } = (await register(bank, body())).body
    for (const bankCode of ['19870', '19871', '19872', '19873', '19874']) {
      const fields = { client_id, grant_type: 'client_credentials', scope: 'pisp' }
      expect((await bank.form(tokenPath, fields, { bankCode })).status).toBe(200)
    }
  })

  test('works for an agent too', async () => {
    const agent = body({ client_name: 'Agent Essai', client_legal_id: 'AGTFR-ACPR-10001-1' })
    expect((await register(bank, agent)).status).toBe(201)
  })

  test('can be read only by its TPP', async () => {
    const { client_id } = (await register(bank, body())).body
    const read = async (tpp: TestTpp) =>
      bank.call({
        path: `${registerPath}/${client_id}`,
        tpp,
        token: await registrationToken(bank, tpp),
        keyId: 'seal-1',
      })
    expect(await read(bank.tpp)).toMatchObject({ status: 200, body: { ...body(), client_id } })
    expect(await read(other)).toMatchObject({ status: 404, body: { error: 'not_found' } })
  })
})

describe('every row of the field table', () => {
  test.each(registrationRows.filter(row => row.mark === 'R').map(row => [row.field, row.error]))(
    '%s is required',
    async (field, error) => {
      const refusal = await refusalOf(without(body(), field))
      expect(refusal.error).toBe(error ?? 'invalid_client_metadata')
      expect(refusal.error_description).toBe(`${field} is required`)
    },
  )

  test.each(keyRows.filter(row => row.mark === 'R').map(row => [row.field]))(
    'jwks.keys[0].%s is required',
    async field => {
      const refusal = await refusalOf(body({ jwks: { keys: [without(keyOf(body()), field)] } }))
      expect(refusal.error_description).toBe(`jwks.keys[0].${field} is required`)
    },
  )

  test.each([...registrationRows].map(row => [row.field, row.error]))('%s of the wrong type', async (field, error) => {
    for (const value of [7, null, {}, [], '']) {
      const refusal = await refusalOf(body({ [field]: value }))
      expect(refusal.error).toBe(error ?? 'invalid_client_metadata')
      expect(refusal.error_description.startsWith(`${field} `)).toBe(true)
    }
  })

  test.each(registrationRows.filter(row => row.mark === 'O').map(row => [row.field]))(
    '%s may be left out',
    async field => {
      expect((await register(bank, without(body(), field))).status).toBe(201)
    },
  )

  test.each(['x5u', 'x5t'])('%s is forbidden', async field => {
    const refusal = await refusalOf(withKey({ [field]: 'https://tpp.example/cert.pem' }))
    expect(refusal).toEqual({
      error: 'invalid_client_metadata',
      error_description: `jwks.keys[0].${field} must be left out`,
    })
  })

  test.each([
    ['redirect_uris', ['http://tpp.example/callback']],
    ['redirect_uris', ['https://tpp.example/callback#part']],
    ['redirect_uris', ['https://user@tpp.example/']],
    ['redirect_uris', ['javascript:alert(1)']],
    ['redirect_uris', ['https://*.tpp.example/']],
    ['redirect_uris', ['https://tpp.example/a b']],
    ['redirect_uris', 'https://tpp.example/callback'],
    ['redirect_uris', ['https://tpp.example/callback', 7]],
    ['token_endpoint_auth_method', 'client_secret_basic'],
    ['grant_types', ['authorization_code']],
    ['grant_types', ['client_credentials', 'password']],
    ['grant_types', 'client_credentials'],
    ['response_types', ['token']],
    ['response_types', ['code', 'token']],
    ['response_types', 'code'],
    ['client_name', 'x'.repeat(141)],
    ['client_name', ' TPP'],
    ['software_id', 'TPP\u202e'],
    ['scope', 'aisp pisp'],
    ['scope', 'aisp, pisp'],
    ['scope', 'aisp,aisp'],
    ['scope', 'aisp,manageRegistration'],
    ['contact', { contact_name: 'Ada', email: 'psd2@tpp.example' }],
    ['contact', { contact_name: '', email: 'psd2@tpp.example', phone_number: '+33123456789' }],
    ['contact', { contact_name: 'Ada', email: 'nowhere', phone_number: '+33123456789' }],
    ['contact', { contact_name: 'Ada', email: 'psd2@tpp.example', phone_number: 'call me' }],
    ['provider_legal_id', 'FR-ACPR-10001'],
    ['provider_legal_id', 'PSDFR-ACPR-20002'],
    ['client_legal_id', 'FR-ACPR-10001-1'],
    ['client_legal_id', 'AGTFR-ACPR-10001'],
    ['jwks', { keys: [] }],
    ['jwks', { keys: ['key'] }],
    ['jwks', { keys: 'key' }],
  ])('%s %j', async (field, value) => {
    const refusal = await refusalOf(body({ [field]: value }))
    expect(refusal.error).toBe(field === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata')
    expect(refusal.error_description).toMatch(new RegExp(`^${field} must `))
  })

  test('jwks with two keys', async () => {
    const key = keyOf(body())
    expect((await refusalOf(body({ jwks: { keys: [key, key] } }))).error_description).toContain('exactly one')
  })

  test.each([
    ['kty', 'EC'],
    ['use', 'enc'],
    ['alg', 'PS256'],
    ['key_ops', ['sign']],
    ['key_ops', ['verify', 'sign']],
    ['key_ops', 'verify'],
    ['kid', ''],
    ['x5c', []],
    ['x5c', ['AAAA']],
    ['x5c', ['-----BEGIN CERTIFICATE-----']],
    ['x5t#S256', 'A'.repeat(43)],
    ['n', 'AQAB'],
    ['d', 'AQAB'],
  ])('jwks.keys[0].%s %j', async (field, value) => {
    const refusal = await refusalOf(withKey({ [field]: value }))
    expect(refusal.error).toBe('invalid_client_metadata')
    expect(refusal.error_description.startsWith(`jwks.keys[0].${field} `)).toBe(true)
  })

  test('the certification chain in x5c', async () => {
    const der = new X509Certificate(bank.tpp.qsealPem).raw.toString('base64')
    const ca = new X509Certificate(bank.sandbox.pki.caPem).raw.toString('base64')
    expect((await refusalOf(withKey({ x5c: [der, ca] }))).error_description).toContain('one item')
  })

  test('a scope whose role the QWAC lacks', async () => {
    const answer = await register(bank, registrationBody(bank, other), { tpp: other })
    expect(answer.status).toBe(400)
    expect(answer.body.error_description).toBe('scope pisp needs the role PSP_PI in the QWAC')
  })

  test("an agent under the TPP's own name, a name or an agent number of another TPP", async () => {
    await register(bank, body({ client_name: 'Essai déposé' }))
    const agent = { client_legal_id: 'AGTFR-ACPR-10001-7' }
    for (const client_name of ['Essai déposé', 'Essai SAS']) {
      expect((await refusalOf(body({ ...agent, client_name }))).error_description).toContain('client_name must differ')
    }
    expect((await register(bank, body({ ...agent, client_name: 'Agent sept' }))).status).toBe(201)
    const theirs = { ...registrationBody(bank, other), scope: 'aisp' }
    const name = await register(bank, { ...theirs, client_name: 'Agent sept' }, { tpp: other })
    const number = await register(bank, { ...theirs, ...agent }, { tpp: other })
    expect(name.body.error_description).toContain('client_name is the name of another')
    expect(number.body.error_description).toContain('client_legal_id is registered by another')
  })
})

describe('authentication of a registration (bank:D53: 400)', () => {
  const send = (more: Parameters<typeof register>[2]) => register(bank, body(), more)

  test('the seal certificate must be of our authority, of the same organisation, and not revoked', async () => {
    const { organisationId } = bank.tpp
    const order = { organisationId, name: 'Essai SAS', roles: ['PSP_AI', 'PSP_PI', 'PSP_IC'] } as const
    const forged = await bank.newTpp(order, await makeForeignPki())
    const gone = await bank.newTpp(order)
    await revokeCertificate(bank.sandbox.pki.directory, gone.qsealPem)
    const sealWith = (seal: TestTpp) =>
      register(bank, registrationBody(bank, { ...seal, organisationId }), {
        tpp: { ...bank.tpp, qsealKey: seal.qsealKey },
      })
    expect((await sealWith(forged)).body.error_description).toContain('x5c must hold a QSealC')
    expect((await sealWith(other)).status).toBe(403)
    await expect.poll(async () => (await sealWith(gone)).status, { interval: 100 }).toBe(400)
  })

  test('signed with another key', async () => {
    const answer = await send({ tpp: { ...bank.tpp, qsealKey: other.qsealKey } })
    expect(answer).toMatchObject({ status: 400, body: { error_description: expect.stringContaining('Signature') } })
  })

  test.each(['signature', 'digest', 'date', 'x-request-id'])('without %s', async name => {
    const answer = await send({
      tamper: headers => {
        delete headers[name]
        return undefined
      },
    })
    expect(answer.status).toBe(400)
    expect(answer.body.error_description.toLowerCase()).toContain(name)
  })

  test('a body changed with its digest', async () => {
    const changed = JSON.stringify(body({ software_id: 'Autre' }))
    const answer = await send({
      tamper: headers => {
        headers.digest = digestOf(changed)
        return changed
      },
    })
    expect(answer.status).toBe(400)
  })

  test('another content type, invalid JSON, not an object', async () => {
    const type = await send({ headers: { 'content-type': 'text/plain' } })
    const text = await send({ body: 'hello' })
    const list = await register(bank, [])
    expect([type.status, text.status, list.status]).toEqual([400, 400, 400])
  })
})

describe('the token of a registration', () => {
  test('missing or expired: 401; of another scope: 403', async () => {
    const dead = await register(bank, body(), { token: randomUUID() })
    expect(dead).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } })
    const { client_id } = (await register(bank, body())).body
    const fields = { client_id, grant_type: 'client_credentials', scope: 'aisp' }
    const { access_token } = (await bank.form(tokenPath, fields)).body
    const wrong = await register(bank, body(), { token: access_token })
    expect(wrong).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } })
  })

  test("with another TPP's certificate, or without one: 403", async () => {
    const token = await registrationToken(bank)
    expect((await register(bank, body(), { token, tpp: other })).status).toBe(403)
    const bare = await bank.call({ method: 'POST', path: registerPath, token, tpp: null, body: JSON.stringify(body()) })
    expect(bare.status).toBe(403)
  })
})
