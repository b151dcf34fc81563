import { afterAll, describe, expect, test } from 'vitest'
import type { TestPayment } from '#sandbox/wire/test-answer.ts'
import { testBankCode } from '#sandbox/wire/test-client.ts'
import { arrive, consentToPayment } from './consent.ts'
import { eligibleAccounts } from './eligible.ts'
import { dayIn, freshId, paymentBody, paymentsPath, reportUrl, startPaymentBank } from './test-payments.ts'

const bank = await startPaymentBank()
afterAll(() => bank.close())

const confirm = (id: string, body: unknown = {}, more = {}, path = 'confirmation') =>
  bank.send('POST', `${paymentsPath}/${id}/${path}`, body, more)
const deferred = () => paymentBody({ day: dayIn(40) })

describe('the code of the callback (document 2, note 2; bank:D7)', () => {
  test('is in the successful report URL and gives a token of scope pisp, once', async () => {
    const { id, nonce } = await bank.create(paymentBody())
    arrive(bank.sandbox, testBankCode, id, nonce)
    const account = bank.account('camille-bernard')
    const given = consentToPayment(bank.sandbox, id, { personId: 'camille-bernard', debtorResourceId: account.id })
    const url = new URL(given?.url ?? '')
    expect(`${url.origin}${url.pathname}`).toBe(reportUrl)
    expect(url.searchParams.get('code')).toBe(given?.code)
    const { status, body } = await bank.exchange(given?.code ?? '')
    expect([status, body]).toEqual([200, expect.anything()])
    expect(body).toMatchObject({ token_type: 'Bearer', scope: 'pisp' })
    expect((await bank.exchange(given?.code ?? '')).body).toMatchObject({ error: 'invalid_grant' })
  })

  test('of two parallel payments of one PSU, each gives a token that confirms its own (bank:D11 is for AISP and CBPII)', async () => {
    const [first, second] = [await bank.consented(paymentBody()), await bank.consented(paymentBody())]
    const ownToken = (await bank.exchange(first.code)).body.access_token
    const otherToken = (await bank.exchange(second.code)).body.access_token
    const confirm = (id: string, token: string) =>
      bank.send('POST', `${paymentsPath}/${id}/o-confirmation`, {}, { token }).then(({ status }) => status)
    expect(await confirm(first.id, otherToken)).toBe(403)
    expect([await confirm(first.id, ownToken), await confirm(second.id, otherToken)]).toEqual([200, 200])
  })

  test('needs the successful report URL as redirect_uri', async () => {
    const { code } = await bank.consented(paymentBody())
    expect((await bank.exchange(code, 'https://tpp.example/callback')).body).toMatchObject({ error: 'invalid_grant' })
  })

  test('is valid for 60 seconds', async () => {
    const { code } = await bank.consented(paymentBody())
    bank.moveDays(61 / 86_400)
    expect((await bank.exchange(code)).body).toMatchObject({ error: 'invalid_grant' })
  })

  test('is issued once: a request gets consent once, to an eligible account of the person', async () => {
    const { id, nonce } = await bank.create(paymentBody())
    arrive(bank.sandbox, testBankCode, id, nonce)
    const consent = (personId: string, debtorResourceId: string) =>
      consentToPayment(bank.sandbox, id, { personId, debtorResourceId })
    expect(consent('camille-bernard', bank.account('lea-moreau').id)).toBeNull()
    expect(consent('sophie-laurent', bank.account('sophie-laurent').id)).toBeNull()
    expect(bank.payment(id).status).toBe('ACTC')
    expect(consent('lea-moreau', bank.account('lea-moreau').id)).not.toBeNull()
    expect(consent('lea-moreau', bank.account('lea-moreau').id)).toBeNull()
  })
})

describe('eligible accounts (document 2, what the service does; bank:D42)', () => {
  const eligible = async (body: TestPayment, personId: string) => {
    const { id } = await bank.create(body)
    return eligibleAccounts(bank.sandbox, bank.payment(id), personId).map(account => account.name)
  }
  const own = 'Compte courant Mme Camille Bernard'
  const project = 'Compte projet Mme Camille Bernard'
  const joint = 'Compte joint M. et Mme Bernard'

  test('a single transfer: every account with SCT', async () => {
    expect(await eligible(paymentBody(), 'camille-bernard')).toEqual([own, project, joint])
  })
  test('several transfers: SCT_MULT', async () => {
    expect(await eligible(paymentBody({ amounts: ['1.00', '1.00'] }), 'camille-bernard')).toEqual([joint])
  })
  test('an instant one: IP', async () => {
    const body = paymentBody()
    body.paymentTypeInformation.localInstrument = 'INST'
    expect(await eligible(body, 'camille-bernard')).toEqual([own, joint])
  })
  test('an IBAN in the request: only that one, and no other person’s', async () => {
    const body = { ...paymentBody(), debtorAccount: { iban: bank.account('camille-bernard', 1).iban } }
    expect(await eligible(body, 'camille-bernard')).toEqual([project])
    expect(await eligible({ ...body, ...fresh() }, 'lea-moreau')).toEqual([])
  })
  test('the creditor’s account can’t pay', async () => {
    const { iban } = bank.account('camille-bernard')
    expect(await eligible(paymentBody({ iban }), 'camille-bernard')).toEqual([project, joint])
  })
  test('a blocked or closed account can’t pay', async () => {
    const { id } = bank.account('lea-moreau')
    for (const status of ['blocked', 'closed']) {
      bank.sandbox.db.prepare('UPDATE accounts SET status = ? WHERE id = ?').run(status, id)
      expect(await eligible(paymentBody(), 'lea-moreau')).toEqual([])
    }
    bank.sandbox.db.prepare("UPDATE accounts SET status = 'open' WHERE id = ?").run(id)
  })
  test('none for a person of another bank, nor for a currency without accounts', async () => {
    expect(await eligible(paymentBody(), 'sophie-laurent')).toEqual([])
    const body = paymentBody()
    body.paymentTypeInformation.serviceLevel = 'NURG'
    body.creditTransferTransaction[0].instructedAmount.currency = 'USD'
    expect(await eligible(body, 'camille-bernard')).toEqual([])
  })
})

const fresh = () => {
  const { paymentInformationId, creditTransferTransaction } = paymentBody()
  return { paymentInformationId, creditTransferTransaction }
}

describe('POST …/o-confirmation and …/confirmation', () => {
  test('confirms with the token of the code; returns the request with its statuses', async () => {
    const { answer, id } = await bank.confirmed(deferred())
    expect(answer.body.paymentRequest).toMatchObject({
      resourceId: id,
      paymentInformationStatus: 'ACSP',
      creditTransferTransaction: [{ transactionStatus: 'PDNG' }],
    })
  })

  test('confirms with the client-credentials token (bank:D33), with or without the nonce', async () => {
    const first = await bank.consented(deferred())
    expect((await confirm(first.id)).status).toBe(200)
    const second = await bank.consented(deferred())
    const body = { nonce: second.nonce, psuAuthenticationFactor: '123456' }
    expect((await confirm(second.id, body)).status).toBe(200)
  })

  test.each(['', 'x', '[]', 'null', '1', '{"nonce":1}', '{"nonce":"of-nobody"}', '{"psuAuthenticationFactor":{}}'])(
    'the body %j: 400',
    async body => {
      const { id } = await bank.consented(deferred())
      expect((await confirm(id, body)).body).toMatchObject({ status: 400, code: 'FF01', message: 'RJCT' })
      expect(bank.payment(id).confirmedAt).toBeNull()
    },
  )

  test('the wrong token: 403', async () => {
    const [first, second] = [await bank.consented(deferred()), await bank.consented(deferred())]
    const { access_token: token } = (await bank.exchange(second.code)).body
    expect((await confirm(first.id, {}, { token }, 'o-confirmation')).status).toBe(403)
    expect((await confirm(second.id, {}, { token })).status).toBe(403)
    expect((await confirm(first.id, {}, {}, 'o-confirmation')).status).toBe(403)
    expect((await confirm(first.id, {}, { token: 'none' }, 'o-confirmation')).status).toBe(403)
    expect((await confirm(second.id, {}, { token }, 'o-confirmation')).status).toBe(200)
  })

  test('an unknown request: 404 (bank:D55)', async () => {
    for (const path of ['confirmation', 'o-confirmation']) {
      expect((await confirm('UNKNOWN', {}, {}, path)).body).toMatchObject({ status: 404, error: 'Not Found' })
    }
  })

  test('without consent: 409', async () => {
    const { id, nonce } = await bank.create(paymentBody())
    expect((await confirm(id)).body).toMatchObject({ status: 409, error: 'Conflict' })
    arrive(bank.sandbox, testBankCode, id, nonce)
    expect((await confirm(id)).status).toBe(409)
  })

  test('a second time: 409, deferred (bank:D54) or cleared', async () => {
    for (const body of [deferred(), paymentBody()]) {
      const { id } = await bank.consented(body)
      expect((await confirm(id)).status).toBe(200)
      expect((await confirm(id)).body).toMatchObject({ status: 409, error: 'Conflict' })
    }
  })

  test('two parallel calls execute once', async () => {
    const { id } = await bank.consented(paymentBody())
    const statuses = await Promise.all([confirm(id), confirm(id), confirm(id)])
    expect(statuses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(bank.payment(id).instructions[0]?.occurrences).toBe(1)
  })

  test.each([
    [401, { date: 'yesterday' }],
    [406, { accept: 'image/png' }],
  ])('%i', async (status, headers) => {
    const { id } = await bank.consented(deferred())
    expect((await confirm(id, {}, { headers })).status).toBe(status)
  })

  test('405, for every other method', async () => {
    for (const path of ['confirmation', 'o-confirmation']) {
      const answer = await bank.send('GET', `${paymentsPath}/X/${path}`)
      expect([answer.status, answer.headers.allow]).toEqual([405, 'POST'])
    }
  })

  test('500, for an X-Request-ID of another request (bank:D18)', async () => {
    const { id, requestId } = await bank.consented(deferred())
    const answer = await confirm(id, {}, { headers: { 'x-request-id': requestId } })
    expect(answer.body).toMatchObject({ status: 500, error: 'Internal Server Error' })
    expect((await confirm(id, {}, { headers: { 'x-request-id': freshId('request') } })).status).toBe(200)
  })
})
