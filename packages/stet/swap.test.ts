import { expect, test } from 'vitest'
import { requestRegistrationToken } from './oauth.ts'
import { readRegistration } from './registration.ts'
import { json, scriptBank } from './testing/scripted-bank.ts'
import { registrationToken } from './token.ts'

test('certificates rolled while a request is being signed: it is signed again and sent over the new connections', async () => {
  const { bank, requests: old } = scriptBank(() => json(200, { client_id: 'c' }))
  const next = scriptBank(() => json(200, { client_id: 'c' }))
  const reading = readRegistration(bank, registrationToken('19870', 'g'), 'c', { presence: null })
  // An unattended call is signed on another thread: it has started and was not sent yet.
  await Promise.resolve()
  const seal = { ...bank.credentials.seal, keyId: 'https://tpp.test/certificates/qseal_new' }
  bank.credentials = { transport: next.bank.credentials.transport, seal }
  await reading
  expect(old).toEqual([])
  expect(next.requests[0]?.headers.signature).toContain('qseal_new')
})

test('without a roll a request is signed once and sent', async () => {
  const { bank, requests } = scriptBank(() => json(200, { access_token: 'a', token_type: 'Bearer', expires_in: 60 }))
  await requestRegistrationToken(bank, { presence: null })
  expect(requests).toHaveLength(1)
})
