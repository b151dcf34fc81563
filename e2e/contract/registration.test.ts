import { readFileSync } from 'node:fs'
import { requestRegistrationToken } from '@guichet/stet/oauth.ts'
import {
  deleteRegistration,
  readRegistration,
  registerApplication,
  replaceRegistration,
  sealJwk,
} from '@guichet/stet/registration.ts'
import { keySigner } from '@guichet/stet/signer.ts'
import { describe, expect, test } from 'vitest'
import { openBank } from '#testing/bank/open.ts'
import { applicationOf, makeTpp, ourOrder, registerApp } from '#testing/bank/start.ts'

const context = { presence: null }
const at = openBank()
const unknown = (more = {}) => at.connect('19870', more, '')

describe('registration over mutual TLS (document 3)', () => {
  test('a token, then an application: the bank issues a client_id and returns every member (bank:D48)', async () => {
    const bank = unknown()
    const { accessToken, expiresAt } = await requestRegistrationToken(bank, context)
    expect(expiresAt.getTime()).toBeGreaterThan(Date.now())
    const application = applicationOf(at.running)
    const registered = await registerApplication(bank, accessToken, application, context)
    expect(registered.clientId).not.toBe('')
    expect(registered.registered).toMatchObject({ ...application, client_id: registered.clientId })
    expect(registered.registrationClientUri).toContain(registered.clientId)
    expect(registered.registrationAccessToken).not.toBeNull()
  })

  test('a refused member is named (bank:D4)', async () => {
    const bank = unknown()
    const { accessToken } = await requestRegistrationToken(bank, context)
    const broken = { ...applicationOf(at.running), redirect_uris: ['not a uri'] }
    await expect(registerApplication(bank, accessToken, broken, context)).rejects.toMatchObject({
      status: 400,
      rawCode: 'invalid_redirect_uri',
      sent: 'yes',
    })
  })
})

describe('changing and deleting over mutual TLS (document 3, RFC 7592)', () => {
  test('PUT replaces: changed members are changed, omitted ones deleted, the client_id stays', async () => {
    const clientId = await registerApp(at.running)
    const bank = at.connect('19870', {}, clientId)
    const { accessToken } = await requestRegistrationToken(bank, context)
    const { software_version: _, ...application } = { ...applicationOf(at.running), scope: 'aisp' }
    const replaced = await replaceRegistration(bank, accessToken, { clientId, application }, context)
    expect(replaced).toMatchObject({ clientId, registered: { scope: 'aisp' } })
    const read = await readRegistration(bank, accessToken, clientId, context)
    // bank:D48: the same answer for POST, PUT and GET; what the bank issues does not change.
    expect(replaced.registrationAccessToken).not.toBeNull()
    expect(read).toEqual(replaced)
    expect(read.registered).toMatchObject(application)
    expect(read.registered).not.toHaveProperty('software_version')
  })

  test('a new key is valid after a PUT signed with the old one', async () => {
    const clientId = await registerApp(at.running)
    const next = await makeTpp(at.running.dataDir, ourOrder)
    const bank = at.connect('19870', {}, clientId)
    const { accessToken } = await requestRegistrationToken(bank, context)
    const jwks = { keys: [sealJwk(readFileSync(next.qsealCert), 'qseal-2')] as const }
    await replaceRegistration(
      bank,
      accessToken,
      { clientId, application: { ...applicationOf(at.running), jwks } },
      context,
    )
    const tls = {
      cert: readFileSync(next.qwacCert),
      key: readFileSync(next.qwacKey),
      ca: readFileSync(at.running.pki.ca),
    }
    const seal = { signer: keySigner(readFileSync(next.qsealKey)), keyId: 'qseal-2' }
    const rolled = at.connect('19870', { tls, seal }, clientId)
    await expect(readRegistration(rolled, accessToken, clientId, context)).resolves.toMatchObject({ clientId })
  })

  test('DELETE ends it: 404 afterwards', async () => {
    const clientId = await registerApp(at.running)
    const bank = at.connect('19870', {}, clientId)
    const { accessToken } = await requestRegistrationToken(bank, context)
    await deleteRegistration(bank, accessToken, clientId, context)
    await expect(readRegistration(bank, accessToken, clientId, context)).rejects.toMatchObject({ status: 404 })
    await expect(deleteRegistration(bank, accessToken, clientId, context)).rejects.toMatchObject({ status: 404 })
  })
})
