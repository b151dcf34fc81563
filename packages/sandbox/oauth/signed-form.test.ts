import { afterAll, describe, expect, test } from 'vitest'
import { registerClient, revokePath, tokenPath } from '#sandbox/wire/test-application.ts'
import { startTestBank, type TestAnswer, type TestBank, type TestCall } from '#sandbox/wire/test-client.ts'

const bank = await startTestBank()
const insisting = await startTestBank({ signedOauth: true })
const clientId = await registerClient(bank)
const clientIdThere = await registerClient(insisting)
afterAll(() => Promise.all([bank.close(), insisting.close()]))

const ask = (to: TestBank, client_id: string, more: Partial<TestCall> = {}): Promise<TestAnswer> =>
  to.form(tokenPath, { client_id, grant_type: 'client_credentials', scope: 'pisp' }, more)
const signed = { keyId: 'seal-1' }
const refusal = { status: 401, body: { error: 'invalid_client' } }

describe('a signed token request (bank:D61)', () => {
  test('is answered if the signature is valid, like an unsigned one', async () => {
    expect([(await ask(bank, clientId, signed)).status, (await ask(bank, clientId)).status]).toEqual([200, 200])
  })

  test.each<[string, Partial<TestCall>]>([
    ['signed for another target', { ...signed, signedTarget: '/stet/psd2/oauth/revoke' }],
    ['with a key nobody registered', { keyId: 'seal-2' }],
    ['with an old date', { ...signed, headers: { date: 'Sun, 06 Nov 1994 08:49:37 GMT' } }],
    [
      'with a body that was changed',
      { ...signed, tamper: () => `client_id=${clientId}&grant_type=client_credentials&scope=aisp` },
    ],
    ['without the digest in its list', { ...signed, signed: ['(request-target)', 'host', 'date', 'x-request-id'] }],
  ])('is refused %s: invalid_client (bank:D53)', async (_, more) => {
    expect(await ask(bank, clientId, more)).toMatchObject(refusal)
  })
})

describe('a bank that requires signatures (SANDBOX_SIGNED_OAUTH)', () => {
  test('refuses a token or a revocation without a signature, and answers with one', async () => {
    expect(await ask(insisting, clientIdThere)).toMatchObject(refusal)
    const form = { client_id: clientIdThere, token: 'x' }
    expect(await insisting.form(revokePath, form)).toMatchObject(refusal)
    const answers = [await ask(insisting, clientIdThere, signed), await insisting.form(revokePath, form, signed)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  })
})
