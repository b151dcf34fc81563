import { createHash, createPublicKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  type ApplicationToRegister,
  certificateFingerprint,
  deleteRegistration,
  readRegistration,
  registerApplication,
  replaceRegistration,
  sealJwk,
} from './registration.ts'
import { json, scriptBank } from './testing/scripted-bank.ts'
import { registrationToken } from './token.ts'

const certificate = readFileSync(new URL('vectors/certificate.pem', import.meta.url), 'utf8')
const token = registrationToken('19870', 'g')
const application: ApplicationToRegister = {
  redirect_uris: ['http://localhost:3000'],
  token_endpoint_auth_method: 'tls_client_auth',
  grant_types: ['client_credentials', 'authorization_code', 'refresh_token'],
  response_types: ['code'],
  client_name: 'Guichet SAS',
  scope: 'aisp,pisp',
  contact: { contact_name: 'Service technique', email: 'tech@guichet.example', phone_number: '+33100000000' },
  provider_legal_id: 'PSDFR-ACPR-17843',
  jwks: { keys: [sealJwk(certificate, 'kid-1')] },
  software_id: 'Guichet',
  software_version: '1',
}

describe('the QSealC in a registration (document 3)', () => {
  test('equals what openssl reads', () => {
    const fingerprint = readFileSync(new URL('vectors/fingerprint.txt', import.meta.url), 'utf8').trim()
    expect(certificateFingerprint(certificate)).toBe(fingerprint)
    const jwk = sealJwk(certificate, 'kid-1')
    expect(jwk).toMatchObject({ kty: 'RSA', use: 'sig', alg: 'RS256', key_ops: ['verify'], kid: 'kid-1' })
    expect(Buffer.from(jwk['x5t#S256'], 'base64url').toString('hex')).toBe(fingerprint)
    expect(createHash('sha256').update(Buffer.from(jwk.x5c[0], 'base64')).digest('hex')).toBe(fingerprint)
    const { kty, n, e } = jwk
    expect(
      createPublicKey({ key: { kty, n, e }, format: 'jwk' }).equals(new X509Certificate(certificate).publicKey),
    ).toBe(true)
    expect(Object.keys(jwk)).not.toContain('x5u')
  })
})

describe('registering', () => {
  const answer = {
    ...application,
    client_id: 'c-1',
    client_id_issued_at: 1,
    registration_client_uri: 'https://19870.bank.test:8443/stet/setting/v1/register/c-1',
    registration_access_token: 'CANARY',
  }

  test('posts the application, signed, and reads what the bank issued (bank:D48)', async () => {
    const { bank, requests } = scriptBank(() => json(201, answer))
    const registered = await registerApplication(bank, token, application, { presence: null })
    expect(requests[0]).toMatchObject({
      method: 'POST',
      target: '/stet/setting/v1/register',
      body: JSON.stringify(application),
    })
    expect(requests[0]?.headers).toMatchObject({ 'content-type': 'application/json', authorization: 'Bearer g' })
    expect(requests[0]?.headers.signature).toContain('digest content-type')
    expect(registered).toMatchObject({ clientId: 'c-1', registrationAccessToken: 'CANARY' })
    expect(JSON.stringify(registered.registered)).not.toContain('CANARY')
    expect(registered.registered).toMatchObject({ client_name: 'Guichet SAS', client_id_issued_at: 1 })
  })

  test('reads a registration, whose id can not leave its path', async () => {
    const { bank, requests } = scriptBank(() => json(200, answer))
    await readRegistration(bank, token, 'a/x', { presence: null })
    for (const id of ['..', '../x', '%2e%2e']) {
      const refused = { kind: 'request', sent: 'no' }
      await expect(readRegistration(bank, token, id, { presence: null })).rejects.toMatchObject(refused)
      await expect(deleteRegistration(bank, token, id, { presence: null })).rejects.toMatchObject(refused)
    }
    expect(requests.map(({ target }) => target)).toEqual(['/stet/setting/v1/register/a%2Fx'])
  })

  test('a client_id that would leave its path is refused', async () => {
    const { bank } = scriptBank(() => json(200, { ...answer, client_id: '..' }))
    const read = registerApplication(bank, token, application, { presence: null })
    await expect(read).rejects.toMatchObject({ status: 200, kind: 'schema', sent: 'yes' })
  })

  test('RFC 7591 refusals keep their code (bank:D4)', async () => {
    const { bank } = scriptBank(() => json(400, { error: 'invalid_redirect_uri', error_description: 'http' }))
    await expect(registerApplication(bank, token, application, { presence: null })).rejects.toMatchObject({
      rawCode: 'invalid_redirect_uri',
      status: 400,
      detail: 'invalid_redirect_uri, http',
    })
  })
})

describe('changing and deleting (RFC 7592)', () => {
  const answer = { ...application, client_id: 'c-1', registration_access_token: 'CANARY' }

  test.each([200, 201])(
    'PUT contains the client_id and nothing the bank issues; %s is accepted (bank:D49)',
    async status => {
      const { bank, requests } = scriptBank(() => json(status, answer))
      const replaced = await replaceRegistration(bank, token, { clientId: 'c-1', application }, { presence: null })
      expect(requests[0]).toMatchObject({ method: 'PUT', target: '/stet/setting/v1/register/c-1' })
      expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ ...application, client_id: 'c-1' })
      expect(requests[0]?.headers).toHaveProperty('digest')
      expect(requests[0]?.headers.signature).toContain('digest content-type')
      expect(replaced).toMatchObject({ clientId: 'c-1', registrationAccessToken: 'CANARY' })
      expect(JSON.stringify(replaced.registered)).not.toContain('CANARY')
    },
  )

  test('DELETE has no body and no digest; 204 is the whole answer', async () => {
    const { bank, requests } = scriptBank(() => ({ status: 204, headers: {}, text: '' }))
    await deleteRegistration(bank, token, 'b/c', { presence: null })
    expect(requests[0]).toMatchObject({ method: 'DELETE', target: '/stet/setting/v1/register/b%2Fc', body: null })
    expect(requests[0]?.headers).not.toHaveProperty('digest')
    expect(requests[0]?.headers.signature).toContain('x-request-id')
  })

  test('an unknown registration: 404 for both', async () => {
    const { bank } = scriptBank(() => json(404, { error: 'not_found' }))
    const gone = { status: 404, kind: 'status' }
    await expect(
      replaceRegistration(bank, token, { clientId: 'c', application }, { presence: null }),
    ).rejects.toMatchObject(gone)
    await expect(deleteRegistration(bank, token, 'c', { presence: null })).rejects.toMatchObject(gone)
  })
})
