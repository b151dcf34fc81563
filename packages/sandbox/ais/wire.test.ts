import { afterAll, describe, expect, test } from 'vitest'
import { obtainTokens, registerClient } from '#sandbox/wire/test-application.ts'
import { startTestBank } from '#sandbox/wire/test-client.ts'
import { base } from './test-psu.ts'

const bank = await startTestBank()
// These tests do not need two years of market receipts.
bank.sandbox.db.exec("UPDATE accounts SET life = NULL WHERE life LIKE 'antoine-girard/%'")
const clientId = await registerClient(bank)
const token = (await obtainTokens(bank, clientId, { personId: 'camille-bernard' })).access_token
afterAll(() => bank.close())

const attended = { headers: { 'psu-ip-address': '192.0.2.7' } }

describe('over mutual TLS, signed', () => {
  test('list, consent, read, like a TPP', async () => {
    const before = await bank.get(`${base}/accounts`, token, attended)
    expect(before).toMatchObject({ status: 200, headers: { 'content-type': 'application/hal+json; charset=utf-8' } })
    const { iban } = before.body.accounts[0].accountId
    const consent = { balances: [{ iban }], transactions: [{ iban }], psuIdentity: true, trustedBeneficiaries: false }
    const keyId = bank.keyIdOf(bank.tpp)
    const put = await bank.call({
      method: 'PUT',
      path: `${base}/consents`,
      token,
      keyId,
      body: JSON.stringify(consent),
    })
    expect([put.status, put.body]).toEqual([201, {}])
    const after = await bank.get(`${base}/accounts`, token, attended)
    const { balances, transactions } = after.body.accounts[0]._links
    for (const { href } of [balances, transactions, after.body._links.endUserIdentity]) {
      const answer = await bank.get(href, token, attended)
      expect([href, answer.status]).toEqual([href, 200])
    }
  })

  test('refusals have the body of bank:D1 and its status', async () => {
    const unknown = await bank.get(`${base}/accounts/NOWHERE/balances`, token, attended)
    expect(unknown.status).toBe(404)
    expect(unknown.body).toMatchObject({ status: 404, message: 'AC01', path: `${base}/accounts/NOWHERE/balances` })
    const method = await bank.call({ method: 'POST', path: `${base}/accounts`, token, keyId: bank.keyIdOf(bank.tpp) })
    expect([method.status, method.body.message]).toEqual([405, 'NIMP'])
  })

  test('only the header tells whether the PSU is present: without it the fifth call of a day is 429', async () => {
    const statuses: number[] = []
    for (let call = 0; call < 5; call++) statuses.push((await bank.get(`${base}/end-user-identity`, token)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 429])
    const refused = await bank.get(`${base}/end-user-identity`, token)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await bank.get(`${base}/end-user-identity`, token, attended)).status).toBe(200)
  })

  test('trusted beneficiaries and details are not implemented: 501 NIMP (bank:D24, bank:D25)', async () => {
    const paths = ['trusted-beneficiaries', 'accounts/X/transactions/details', 'accounts/X/transactions/Y/details']
    for (const path of paths) {
      const answer = await bank.get(`${base}/${path}`, token, attended)
      expect([path, answer.status, answer.body.message]).toEqual([path, 501, 'NIMP'])
    }
  })
})
