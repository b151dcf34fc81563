import { afterAll, describe, expect, test } from 'vitest'
import { registerClient, tokenPath } from '#sandbox/wire/test-application.ts'
import { testBankCode } from '#sandbox/wire/test-client.ts'
import { arrive, refusePayment } from './consent.ts'
import { foreignIban, freshId, paymentBody, paymentsPath, startPaymentBank } from './test-payments.ts'

const bank = await startPaymentBank()
afterAll(() => bank.close())

describe('GET /payment-requests/{id}', () => {
  test('wraps what was sent, with resource ids and statuses; at first it is PDNG', async () => {
    const body = paymentBody({ amounts: ['3.50', '4.50'] })
    const { id, requestId } = await bank.create(body)
    const answer = await bank.read(id, requestId)
    expect(answer.status).toBe(200)
    const { acceptedAuthenticationApproach: _accepted, ...supplementary } = body.supplementaryData
    expect(answer.body.paymentRequest).toEqual({
      ...body,
      resourceId: id,
      paymentInformationStatus: 'PDNG',
      statusReasonInformation: null,
      fundsAvailability: null,
      booking: null,
      creditTransferTransaction: body.creditTransferTransaction.map(
        (one: { paymentId: object; instructedAmount: object }) => ({
          instructedAmount: one.instructedAmount,
          paymentId: { ...one.paymentId, resourceId: expect.stringMatching(/^[A-Z0-9]{1,35}$/) },
          remittanceInformation: ['Commande 4711'],
        }),
      ),
      supplementaryData: { ...supplementary, appliedAuthenticationApproach: 'REDIRECT' },
    })
    expect(answer.body._links.self.href).toBe(`${paymentsPath}/${id}`)
    expect(answer.headers['x-request-id']).toBe(requestId)
  })

  test('may be repeated with the same X-Request-ID, which must be that of the creation: else 400 (bank:D36)', async () => {
    const { id, requestId } = await bank.create(paymentBody())
    for (const _ of [1, 2, 3]) expect((await bank.read(id, requestId)).status).toBe(200)
    const { body } = await bank.read(id, freshId('other'))
    expect(body).toMatchObject({ status: 400, code: 'FF01', message: 'RJCT' })
  })

  test('shows the IBAN of the account chosen by the PSU, even if the request had none (document 2, note 7)', async () => {
    const { id, requestId } = await bank.consented(paymentBody(), { account: 1 })
    const { paymentRequest } = (await bank.read(id, requestId)).body
    expect(paymentRequest).toMatchObject({
      debtorAccount: { iban: bank.account('camille-bernard', 1).iban },
      paymentInformationStatus: 'ACSP',
      creditTransferTransaction: [{ transactionStatus: 'PDNG', statusReasonInformation: null }],
    })
  })

  test('an unknown one: 404; at another bank: 403', async () => {
    const { id, requestId } = await bank.create(paymentBody())
    expect((await bank.read('UNKNOWN', requestId)).body).toMatchObject({ status: 404, error: 'Not Found' })
    expect((await bank.send('GET', `${paymentsPath}/${id}`, undefined, { bankCode: '19871' })).status).toBe(403)
  })

  test("another TPP's: 404", async () => {
    const { id, requestId } = await bank.create(paymentBody())
    const roles = ['PSP_AI', 'PSP_PI', 'PSP_IC'] as const
    const tpp = await bank.newTpp({ organisationId: 'PSDFR-ACPR-10009', name: 'Autre SAS', roles: [...roles] })
    const clientId = await registerClient(bank, tpp)
    const fields = { client_id: clientId, grant_type: 'client_credentials', scope: 'pisp' }
    const token = (await bank.form(tokenPath, fields, { tpp })).body.access_token
    const more = { tpp, token, headers: { 'x-request-id': requestId } }
    expect((await bank.send('GET', `${paymentsPath}/${id}`, undefined, more)).status).toBe(404)
  })

  test('says no status that the request has', async () => {
    const body = paymentBody()
    Object.assign(body.creditTransferTransaction[0], { transactionStatus: 'ACSC', statusReasonInformation: 'AM04' })
    const { id, requestId } = await bank.create(body)
    const [instruction] = (await bank.read(id, requestId)).body.paymentRequest.creditTransferTransaction
    expect(instruction).not.toHaveProperty('transactionStatus')
    expect(instruction).not.toHaveProperty('statusReasonInformation')
  })

  test('can be read for 35 days by the bank’s clock (document 2, note 4)', async () => {
    const { id, requestId } = await bank.create(paymentBody())
    bank.moveDays(34.99)
    expect((await bank.read(id, requestId)).status).toBe(200)
    bank.moveDays(0.02)
    expect((await bank.read(id, requestId)).status).toBe(404)
    bank.moveDays(-35.01)
  })

  test('without a valid token: 403; without a signature: 401', async () => {
    const { id } = await bank.create(paymentBody())
    expect((await bank.send('GET', `${paymentsPath}/${id}`, undefined, { token: 'none' })).status).toBe(403)
    const unsigned = await bank.call({ path: `${paymentsPath}/${id}`, token: bank.token })
    expect(unsigned.body).toMatchObject({ status: 401, message: 'Signature' })
  })

  test.each(['DELETE', 'PATCH', 'POST'])('%s: 405', async method => {
    const { id } = await bank.create(paymentBody())
    const answer = await bank.send(method, `${paymentsPath}/${id}`)
    expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET, PUT' } })
  })
})

describe('before the PSU consents (bank:D38)', () => {
  const statusOf = async (id: string, requestId: string) => {
    const { paymentInformationStatus, statusReasonInformation } = (await bank.read(id, requestId)).body.paymentRequest
    return [paymentInformationStatus, statusReasonInformation]
  }

  test('when the PSU arrives: ACTC; the nonce is valid once', async () => {
    const { id, nonce, requestId } = await bank.create(paymentBody())
    expect(arrive(bank.sandbox, '19871', id, nonce)).toEqual({ kind: 'unknown' })
    expect(arrive(bank.sandbox, testBankCode, id, 'guess')).toEqual({ kind: 'unknown' })
    expect(arrive(bank.sandbox, testBankCode, id, nonce)).toMatchObject({ kind: 'payment' })
    expect(await statusOf(id, requestId)).toEqual(['ACTC', null])
    expect(arrive(bank.sandbox, testBankCode, id, nonce)).toMatchObject({ kind: 'used' })
  })

  test('if no PSU arrives: the controls run ten seconds later', async () => {
    const { id, requestId } = await bank.create(paymentBody())
    bank.moveDays(11 / 86_400)
    expect(await statusOf(id, requestId)).toEqual(['ACTC', null])
  })

  test('without consent for 30 minutes: RJCT NOAS, and the link has nothing left to ask', async () => {
    const { id, nonce, requestId } = await bank.create(paymentBody())
    bank.moveDays(29 / 1_440)
    expect(await statusOf(id, requestId)).toEqual(['ACTC', null])
    bank.moveDays(1 / 1_440)
    expect(await statusOf(id, requestId)).toEqual(['RJCT', 'NOAS'])
    const arrival = arrive(bank.sandbox, testBankCode, id, nonce)
    expect(arrival).toMatchObject({ kind: 'ended' })
    expect(arrival.kind === 'ended' && new URL(arrival.url).pathname).toBe('/callback/7f3a/ko')
  })

  test.each([
    ['CUST', 'access_denied'],
    ['NOAS', 'access_denied'],
    ['AG01', 'access_denied'],
    ['FF01', 'invalid_request'],
  ] as const)('%s: RJCT, and the PSU goes to the unsuccessful report URL with an error', async (reason, error) => {
    const { id, nonce, requestId } = await bank.create(paymentBody())
    arrive(bank.sandbox, testBankCode, id, nonce)
    const { url } = refusePayment(bank.sandbox, id, reason)
    expect(await statusOf(id, requestId)).toEqual(['RJCT', reason])
    const target = new URL(url)
    expect(`${target.origin}${target.pathname}`).toBe('https://tpp.example/callback/7f3a/ko')
    expect(target.searchParams.get('error')).toBe(error)
    expect(target.searchParams.get('error_description')).toMatch(/\w/)
    expect(target.searchParams.has('code')).toBe(false)
  })

  test('without an unsuccessful report URL, refusals go to the successful one, with its own query', async () => {
    const body = paymentBody()
    body.supplementaryData.successfulReportUrl += '?order=1'
    delete body.supplementaryData.unsuccessfulReportUrl
    const { id, nonce } = await bank.create(body)
    arrive(bank.sandbox, testBankCode, id, nonce)
    const { searchParams, pathname } = new URL(refusePayment(bank.sandbox, id, 'CUST').url)
    expect([pathname, searchParams.get('order'), searchParams.get('error')]).toEqual([
      '/callback/7f3a',
      '1',
      'access_denied',
    ])
  })

  test('a refusal after the consent changes nothing', async () => {
    const { id, requestId } = await bank.consented(paymentBody({ iban: foreignIban }))
    refusePayment(bank.sandbox, id, 'CUST')
    expect(await statusOf(id, requestId)).toEqual(['ACSP', null])
  })
})
