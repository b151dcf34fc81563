import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { testTpp } from '#sandbox/pki/test-authority.ts'
import { findPayment } from '#sandbox/store/payments.ts'
import { obtainTokens, registerClient, tokenPath } from '#sandbox/wire/test-application.ts'
import { testBankCode } from '#sandbox/wire/test-client.ts'
import { categoryPurposes, purposes, serviceLevels } from './payment-body.ts'
import { freshId, type PaymentBank, paymentBody, paymentsPath, startPaymentBank } from './test-payments.ts'

const bank = await startPaymentBank()
afterAll(() => bank.close())

/** A body with one member changed, by its path; `undefined` removes it. */
function changed(path: string, value: unknown): unknown {
  const body: unknown = paymentBody()
  const names = path.split('.')
  const last = names.pop() ?? ''
  let at = body as Record<string, unknown>
  for (const name of names) {
    at[name] ??= {}
    at = at[name] as Record<string, unknown>
  }
  if (value === undefined) delete at[last]
  else at[last] = value
  return body
}

const status = async (path: string, value: unknown) => (await bank.create(changed(path, value))).answer.status

const invalid = { status: 400, code: 'FF01', message: 'RJCT' }
/** The body of the answer to a creation. */
const answered = async (...order: Parameters<PaymentBank['create']>) => (await bank.create(...order)).answer.body
const creditor = 'beneficiary.creditor'
const one = 'creditTransferTransaction.0'

describe('a payment request that is accepted (document 2, creation response)', () => {
  test('is 201 with Location, REDIRECT and a link that carries the id and a nonce', async () => {
    const { answer, id, nonce, requestId } = await bank.create(paymentBody())
    expect(answer.status).toBe(201)
    expect(answer).toMatchObject({ headers: { location: `${paymentsPath}/${id}`, 'x-request-id': requestId } })
    expect(answer.body).toEqual({
      appliedAuthenticationApproach: 'REDIRECT',
      _links: { consentApproval: { href: expect.any(String), templated: false } },
    })
    const link = new URL(answer.body._links.consentApproval.href)
    expect(link.hostname).toBe('19870.sandbox.localhost')
    expect([...link.searchParams.keys()].sort()).toEqual(['nonce', 'paymentRequestResourceId'])
    expect(id).toMatch(/^[A-Za-z0-9]{1,35}$/)
    expect(nonce.length).toBeLessThanOrEqual(70)
  })

  test('one token serves several payments until it expires (bank:D69)', async () => {
    const [first, second] = [await bank.create(paymentBody()), await bank.create(paymentBody())]
    expect([first.answer.status, second.answer.status]).toEqual([201, 201])
    expect((await bank.read(first.id, first.requestId)).status).toBe(200)
  })

  test.each<[string, unknown]>([
    ...serviceLevels.map((level): [string, unknown] => ['paymentTypeInformation.serviceLevel', level]),
    ...categoryPurposes.map((purpose): [string, unknown] => ['paymentTypeInformation.categoryPurpose', purpose]),
    ...purposes.map((purpose): [string, unknown] => ['purpose', purpose]),
    ...purposes.map((purpose): [string, unknown] => [`${one}.purpose`, purpose]),
    ...['BANK', 'COID', 'SREN', 'DSRET', 'SRET', 'NIDN', 'OAUT', 'CPAN'].map((schemeName): [string, unknown] => [
      `${creditor}.privateId`,
      { identification: '4711', schemeName, issuer: 'INSEE' },
    ]),
    ['beneficiary.creditorAgent', { bicFi: 'RIVLFRPP', name: 'Banque', clearingSystemMemberId: { memberId: '1' } }],
    ['beneficiary.creditorAgent.bicFi', 'RIVLFRPPXXX'],
    ['debtorAgent', { bicFi: 'RIVLFRPP' }],
    ['debtor', { name: 'Camille', privateId: { identification: '10020002', schemeName: 'BANK' } }],
    [`${creditor}.postalAddress`, { country: 'FR', addressLine: ['1 rue du Port', '17000 La Rochelle'] }],
    [`${creditor}.organisationId`, { identification: '732829320', schemeName: 'SREN', issuer: 'INSEE' }],
    [`${creditor}.name`, 'é'.repeat(140)],
    ['initiatingParty.name', 'x'.repeat(140)],
    [`${one}.remittanceInformation.unstructured`, ['x'.repeat(140)]],
    [`${one}.remittanceInformation`, undefined],
    [`${one}.instructedAmount.amount`, '9999999999999.99'],
    [`${one}.instructedAmount.amount`, '1.50000'],
    [`${one}.instructedAmount.amount`, '7'],
    ['paymentInformationId', `a/?:().,'- ${'x'.repeat(21)}`],
    ['requestedExecutionDate', '2031-01-01T08:00:00'],
    ['purpose', undefined],
    ['debtorAccount', { iban: 'DE89370400440532013000' }],
    ['supplementaryData.unsuccessfulReportUrl', undefined],
    ['supplementaryData.scaHint', 'sms'],
    ['supplementaryData.acceptedAuthenticationApproach', ['DECOUPLED', 'REDIRECT']],
    ['somethingOfTheTpp', { kept: true }],
  ])('%s %j', async (path, value) => {
    expect(await status(path, value)).toBe(201)
  })

  test('may have execution dates only in the instructions', async () => {
    const body = paymentBody()
    delete body.requestedExecutionDate
    body.creditTransferTransaction[0].requestedExecutionDate = '2031-01-01T08:00:00+01:00'
    expect((await bank.create(body)).answer.status).toBe(201)
  })

  test.each(['DAIL', 'WEEK', 'TOWK', 'MNTH', 'TOMN', 'QUTR', 'SEMI', 'YEAR'])(
    'recurs: %s (bank:D41)',
    async frequency => {
      const endDates = ['2040-01-01', '2040-01-01T00:00:00+01:00', undefined]
      for (const endDate of endDates) {
        const series = { frequency, executionRule: 'PREC', ...(endDate === undefined ? {} : { endDate }) }
        expect((await bank.create(paymentBody({ series }))).answer.status).toBe(201)
      }
    },
  )
})

describe('the error table: 400, code FF01, message RJCT and the reason', () => {
  test.each([
    ['beneficiary.creditorAgent.bicFi', 'NOBIC', 'ISO 9362 format required'],
    ['debtorAgent.bicFi', 'rivlfrpp', 'ISO 9362 format required'],
    ['paymentTypeInformation.serviceLevel', 'URGP', 'must be one of SEPA, NURG'],
    ['chargeBearer', 'DEBT', 'must be SLEV'],
    ['chargeBearer', 'SHAR', 'must be SLEV'],
    [
      `${creditor}.privateId`,
      { identification: '1', schemeName: 'NOPE' },
      'allowed: BANK, COID, SREN, DSRET, NIDN, OAUT, CPAN',
    ],
    ['purpose', 'GDDS', 'allowed: TRPT, CASH, CPKC, ACCT, COMC'],
    [`${one}.purpose`, 'SALA', 'allowed: TRPT, CASH, CPKC, ACCT, COMC'],
    ['paymentTypeInformation.categoryPurpose', 'SALA', 'allowed: CASH, DVPM'],
  ])('%s %j', async (path, value, reason) => {
    const { answer } = await bank.create(changed(path, value))
    expect(answer).toMatchObject({ status: 400, body: { ...invalid, path: paymentsPath } })
    for (const part of [reason, path.split('.')[0]]) expect(answer.body.error).toContain(part)
  })

  test.each(['', '[]', '"text"', 'null', '{', '{}', '12', '\ufffe{}', '{"creditTransferTransaction":"x"}'])(
    'malformed structure %j',
    async body => {
      expect(await answered(body)).toMatchObject(invalid)
    },
  )

  test('another content type than JSON', async () => {
    expect(await answered(paymentBody(), { headers: { 'content-type': 'text/plain' } })).toMatchObject(invalid)
  })

  /** Members that are required, and the members of each that are. */
  const required: Readonly<Record<string, string>> = {
    '': 'paymentInformationId creationDateTime numberOfTransactions requestedExecutionDate initiatingParty',
    'initiatingParty.': 'name',
    paymentTypeInformation: ' .serviceLevel',
    beneficiary: ' .creditor .creditor.name .creditorAccount .creditorAccount.iban',
    chargeBearer: ' ',
    creditTransferTransaction: ' ',
    [one]: '.paymentId .paymentId.instructionId .paymentId.endToEndId',
    [`${one}.instructedAmount`]: ' .amount .currency',
    supplementaryData: ' .acceptedAuthenticationApproach .successfulReportUrl',
  }
  const paths = Object.entries(required).flatMap(([at, members]) => members.split(' ').map(member => at + member))
  test.each([...new Set(paths)].filter(Boolean))('%s is required (bank:D56)', async path => {
    const { answer } = await bank.create(changed(path, undefined))
    expect(answer).toMatchObject({ status: 400, body: invalid })
    expect(answer.body.error).toMatch(/: (is missing|required|must be |ISO )/)
  })

  test.each([
    ['numberOfTransactions', 2],
    ['numberOfTransactions', '1'],
    ['numberOfTransactions', 0],
    ['creditTransferTransaction', []],
    ['paymentInformationId', 'x'.repeat(36)],
    ['paymentInformationId', 'ünder'],
    ['paymentInformationId', ''],
    [`${one}.paymentId.instructionId`, 'a_b'],
    [`${one}.paymentId.endToEndId`, randomUUID()],
    ['creationDateTime', '2031-12-31T08:00:00+01:00'],
    ['creationDateTime', '2026-11-21T08:00:00'],
    ['creationDateTime', '2026-11-21'],
    ['requestedExecutionDate', '2031-01-01'],
    ['requestedExecutionDate', '2031-02-30T00:00:00+01:00'],
    ['requestedExecutionDate', '2020-01-01T00:00:00+01:00'],
    ['initiatingParty.name', 'x'.repeat(141)],
    [`${creditor}.name`, 'x'.repeat(141)],
    [`${creditor}.name`, 'a\u0000b'],
    [`${creditor}.postalAddress`, { addressLine: ['a', 'b', 'c'] }],
    [`${creditor}.postalAddress`, { addressLine: ['x'.repeat(71)] }],
    [`${creditor}.postalAddress`, { country: 'France' }],
    [`${creditor}.organisationId`, { identification: 'x'.repeat(71) }],
    [`${creditor}.organisationId`, { identification: '1', schemeName: 'x'.repeat(71) }],
    [`${creditor}.organisationId`, { identification: '1', issuer: 'x'.repeat(36) }],
    [`${one}.remittanceInformation.unstructured`, ['x'.repeat(141)]],
    [`${one}.remittanceInformation.unstructured`, 'text'],
    [`${one}.remittanceInformation.unstructured`, Array(21).fill('text')],
    ['beneficiary.creditorAccount.iban', 'DE88370400440532013000'],
    ['beneficiary.creditorAccount.iban', 'de89370400440532013000'],
    ['debtorAccount.iban', 'FR00'],
    [`${one}.instructedAmount.amount`, 12.34],
    [`${one}.instructedAmount.amount`, '0'],
    [`${one}.instructedAmount.amount`, '0.00'],
    [`${one}.instructedAmount.amount`, '-1.00'],
    [`${one}.instructedAmount.amount`, '1.005'],
    [`${one}.instructedAmount.amount`, '1.000000'],
    [`${one}.instructedAmount.amount`, '12345678901234'],
    [`${one}.instructedAmount.amount`, '1,50'],
    [`${one}.instructedAmount.amount`, '1e3'],
    [`${one}.instructedAmount.currency`, 'EURO'],
    [`${one}.instructedAmount.currency`, 'XQZ'],
    [`${one}.instructedAmount.currency`, 'USD'],
    ['paymentTypeInformation.localInstrument', 'FAST'],
    ['frequency', 'MNTH'],
    ['endDate', '2040-01-01'],
    [`${one}.frequency`, 'HOUR'],
    [`${one}.executionRule`, 'FWNG'],
    [`${one}.endDate`, '2040-01-01'],
    ['supplementaryData.acceptedAuthenticationApproach', ['DECOUPLED']],
    ['supplementaryData.acceptedAuthenticationApproach', ['OTHER', 'REDIRECT']],
    ['supplementaryData.acceptedAuthenticationApproach', 'REDIRECT'],
    ['supplementaryData.successfulReportUrl', 'https://elsewhere.example/callback'],
    ['supplementaryData.successfulReportUrl', 'https://tpp.example/callbacks/1'],
    ['supplementaryData.successfulReportUrl', 'https://tpp.example/callback/../admin'],
    ['supplementaryData.successfulReportUrl', 'javascript:alert(1)'],
    ['supplementaryData.successfulReportUrl', 'http://tpp.example/callback/1'],
    ['supplementaryData.unsuccessfulReportUrl', 'https://elsewhere.example/callback'],
  ])('%s %j', async (path, value) => {
    const body = await answered(changed(path, value))
    expect(body).toMatchObject(invalid)
    expect(body.error).not.toMatch(/Invalid input|Too (small|big)|expected/)
  })

  test('execution before creation, by the moment', async () => {
    const at = (time: string) => `2031-01-01T${time}:00.000+00:00`
    const asked = (creation: string, execution: string) =>
      bank.create({ ...paymentBody(), creationDateTime: at(creation), requestedExecutionDate: at(execution) })
    const error = expect.stringContaining('requestedExecutionDate')
    expect((await asked('15:00', '12:00')).answer.body).toMatchObject({ status: 400, code: 'FF01', error })
    for (const execution of ['15:00', '15:01', '00:00']) {
      expect((await asked('15:00', execution)).answer.status).toBe(201)
    }
  })

  test('a creditor with both kinds of identification', async () => {
    const number = { identification: '552100554', schemeName: 'SREN' }
    for (const name of ['organisationId', 'privateId']) expect(await status(`${creditor}.${name}`, number)).toBe(201)
    const body = paymentBody()
    Object.assign(body.beneficiary.creditor, { organisationId: number, privateId: number })
    const error = expect.stringContaining('organisationId')
    expect(await answered(body)).toMatchObject({ status: 400, code: 'FF01', error })
  })

  test.each([
    { frequency: 'MNTH', executionRule: 'BOTH' },
    { frequency: 'MNTH', endDate: '2020-01-01' },
    { frequency: 'MNTH', endDate: 'some day' },
  ])('a series %j', async series => {
    expect((await bank.create(paymentBody({ series }))).answer.status).toBe(400)
  })

  test('an instant transfer that is recurrent or deferred (bank:D42)', async () => {
    for (const body of [paymentBody({ series: { frequency: 'WEEK' } }), paymentBody({ day: '2031-01-01' })]) {
      body.paymentTypeInformation.localInstrument = 'INST'
      expect((await bank.create(body)).answer.status).toBe(400)
    }
  })
})

describe('a duplicate key is 500 (document 2, uniqueness)', () => {
  const duplicate = { status: 500, error: 'Internal Server Error' }

  test('paymentInformationId', async () => {
    const first = paymentBody()
    await bank.create(first)
    const body = await answered({ ...paymentBody(), paymentInformationId: first.paymentInformationId })
    expect(body).toMatchObject({ ...duplicate, message: expect.stringContaining('paymentInformationId') })
  })

  test.each(['instructionId', 'endToEndId'] as const)('%s, of another request or of the same', async name => {
    const first = paymentBody()
    await bank.create(first)
    const again = paymentBody()
    again.creditTransferTransaction[0].paymentId[name] = first.creditTransferTransaction[0].paymentId[name]
    expect(await answered(again)).toMatchObject({ ...duplicate, message: expect.stringContaining(name) })
    const twice = paymentBody({ amounts: ['1.00', '2.00'] })
    const [left, right] = twice.creditTransferTransaction
    if (right) right.paymentId[name] = left.paymentId[name]
    expect((await bank.create(twice)).answer.body).toMatchObject(duplicate)
  })

  test('X-Request-ID, with another body or with the same', async () => {
    const body = paymentBody()
    const headers = { 'x-request-id': freshId('request') }
    expect((await bank.create(body, { headers })).answer.status).toBe(201)
    expect((await bank.create(body, { headers })).answer.body).toMatchObject(duplicate)
    expect((await bank.create(paymentBody(), { headers })).answer.body).toMatchObject(duplicate)
  })

  test('of a refused request can be used again', async () => {
    const body = paymentBody()
    expect((await bank.create({ ...body, chargeBearer: 'DEBT' })).answer.status).toBe(400)
    expect((await bank.create(body)).answer.status).toBe(201)
  })

  test('stores nothing of the second request', async () => {
    const { db } = bank.sandbox
    const count = () => db.prepare('SELECT count(*) AS n FROM instructions').get()
    const first = paymentBody()
    await bank.create(first)
    const before = count()
    await bank.create({ ...paymentBody(), paymentInformationId: first.paymentInformationId })
    expect(count()).toEqual(before)
  })
})

describe('authorization (document 2, errors; bank:D17, bank:D53, bank:D59)', () => {
  test.each([undefined, 'no-such-token'])('token %j: 403', async token => {
    expect(await answered(paymentBody(), { token: token ?? '' })).toMatchObject({ status: 403, error: 'Forbidden' })
  })

  test('an expired token: 403', async () => {
    const fields = { client_id: bank.clientId, grant_type: 'client_credentials', scope: 'pisp' }
    const { access_token: token, ...rest } = (await bank.form(tokenPath, fields)).body
    expect(rest).toEqual({ token_type: 'Bearer', expires_in: expect.any(Number), scope: 'pisp' })
    bank.sandbox.db.exec(
      'UPDATE token_pairs SET access_expires_at = 1 WHERE rowid = (SELECT max(rowid) FROM token_pairs)',
    )
    expect((await bank.create(paymentBody(), { token })).answer.body).toMatchObject({ status: 403 })
  })

  test('a token of account information: 403, and it is revoked', async () => {
    const { access_token: token } = await obtainTokens(bank, bank.clientId, { personId: 'lea-moreau' })
    expect(await answered(paymentBody(), { token })).toMatchObject({ status: 403, code: 'BADS', message: 'RJCT' })
    expect((await bank.get('/stet/psd2/v1.6.2/accounts', token)).status).toBe(401)
  })

  test('a token of another bank: 403', async () => {
    const refused = { status: 403, code: 'BE05', message: 'RJCT' }
    expect(await answered(paymentBody(), { bankCode: '19871' })).toMatchObject(refused)
  })

  test('a token of a PSU: 403', async () => {
    const { code } = await bank.consented(paymentBody())
    const { access_token: token } = (await bank.exchange(code)).body
    expect((await bank.create(paymentBody(), { token })).answer.status).toBe(403)
  })

  test('a certificate without the role PSP_PI, or none: 403', async () => {
    const tpp = await bank.newTpp({ organisationId: 'PSDFR-ACPR-10002', name: 'Sans PI', roles: ['PSP_AI'] })
    for (const caller of [tpp, null]) {
      const refused = { status: 403, code: 'BE05', message: 'RJCT' }
      expect(await answered(paymentBody(), { tpp: caller })).toMatchObject(refused)
    }
  })

  test("another TPP's connection: 403", async () => {
    const tpp = await bank.newTpp({ ...testTpp, organisationId: 'PSDFR-ACPR-10003', name: 'Autre' })
    await registerClient(bank, tpp)
    expect((await bank.create(paymentBody(), { tpp })).answer.status).toBe(403)
  })

  test.each([
    ['Digest', { tamper: () => '{}' }],
    ['Signature', { signed: ['(request-target)', 'x-request-id'] }],
    ['Date', { headers: { date: new Date(0).toUTCString() } }],
  ] as const)('without a good %s: 401', async (name, more) => {
    expect(await answered(paymentBody(), more)).toMatchObject({ status: 401, message: name })
  })

  test.each(['GET', 'DELETE', 'PUT', 'PATCH'])('%s on the collection: 405', async method => {
    const answer = await bank.send(method, paymentsPath)
    expect(answer).toMatchObject({ status: 405, body: { error: 'Method Not Allowed' }, headers: { allow: 'POST' } })
  })

  test('an Accept that is not supported: 406', async () => {
    expect((await bank.create(paymentBody(), { headers: { accept: 'text/html' } })).answer.status).toBe(406)
  })

  test('an invalid PSU header: 400', async () => {
    expect(await answered(paymentBody(), { headers: { 'psu-ip-address': 'home' } })).toMatchObject(invalid)
  })
})

test('a request is stored as it was sent', async () => {
  const body = paymentBody({ amounts: ['1.00', '20.00'] })
  const { id } = await bank.create(body)
  const stored = findPayment(bank.sandbox.db, testBankCode, id)
  expect(stored?.body).toEqual(body)
  expect(stored?.instructions.map(({ amountMinor }) => amountMinor)).toEqual([100n, 2_000n])
  expect(findPayment(bank.sandbox.db, '19871', id)).toBeNull()
})
