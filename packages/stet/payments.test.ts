import { describe, expect, test } from 'vitest'
import { absent, parsedValue, unreadable } from '#stet/terms/parsed-field.ts'
import { instructionsShown } from '#stet/terms/payment-copy.ts'
import { cancellationBody, paymentBody } from './payment-body.ts'
import { cancelPayment, confirmPayment, createPayment, readPayment } from './payments.ts'
import { digestBody } from './sign.ts'
import { creditorIban as iban, paymentRequest as request } from './testing/payment-request.ts'
import { json, presence, scriptBank } from './testing/scripted-bank.ts'
import { confirmationToken, pispToken } from './token.ts'

const { instructions } = request
const urls = { successful: 'https://tpp.test/callback/p/x', unsuccessful: 'https://tpp.test/callback/p/x/ko' }
const context = { presence, requestId: 'fixed-request-id' }
const token = pispToken('19870', 'secret')
const path = '/stet/psd2/v1.4.2/payment-requests'
const consent = 'http://19870.bank.test:8080/consent?paymentRequestResourceId=RID&nonce=n'
const created = (href: string, headers = {}) =>
  json(201, { appliedAuthenticationApproach: 'REDIRECT', _links: { consentApproval: { href } } }, headers)

const create = (answer: ReturnType<typeof json>) =>
  createPayment(scriptBank(() => answer).bank, token, { request, urls }, context)
const payment = {
  resourceId: 'RID',
  paymentInformationStatus: 'ACSP',
  statusReasonInformation: null,
  paymentTypeInformation: { serviceLevel: 'SEPA' },
  beneficiary: { creditor: { name: 'Librairie du Port' }, creditorAccount: { iban } },
  debtorAccount: { iban },
  creditTransferTransaction: [
    {
      paymentId: { resourceId: 'r1', instructionId: 'I1', endToEndId: 'E1' },
      instructedAmount: { currency: 'EUR', amount: '12.34' },
      transactionStatus: 'PDNG',
    },
  ],
  surprise: { _links: { self: { href: '/x' } }, kept: 1 },
}

describe('the body', () => {
  test('without remittance information the member is left out', () => {
    const silent = instructions.map(one => ({ ...one, remittance: [] }))
    const body = paymentBody({ ...request, instructions: silent }, urls)
    expect(body.creditTransferTransaction[0]).not.toHaveProperty('remittanceInformation')
  })

  test('a payment for a merchant, with the required members of bank:D56', () => {
    expect(paymentBody(request, urls)).toEqual({
      paymentInformationId: 'P1',
      creationDateTime: '2026-11-21T08:00:00.000+00:00',
      numberOfTransactions: 1,
      requestedExecutionDate: '2026-11-21T12:00:00.000+00:00',
      initiatingParty: { name: 'Guichet' },
      paymentTypeInformation: { serviceLevel: 'SEPA', categoryPurpose: 'DVPM' },
      beneficiary: { creditor: { name: 'Librairie du Port' }, creditorAccount: { iban } },
      purpose: 'COMC',
      chargeBearer: 'SLEV',
      creditTransferTransaction: [
        {
          paymentId: { instructionId: 'I1', endToEndId: 'E1' },
          instructedAmount: { currency: 'EUR', amount: '12.34' },
          remittanceInformation: { unstructured: ['Commande 4711'] },
        },
      ],
      supplementaryData: {
        acceptedAuthenticationApproach: ['REDIRECT'],
        successfulReportUrl: urls.successful,
        unsuccessfulReportUrl: urls.unsuccessful,
      },
    })
  })

  test('instant, from a known account of a known customer (bank:D42)', () => {
    const body = paymentBody({ ...request, isInstant: true, debtorIban: iban, debtorIdentification: '10020002' }, urls)
    expect(body).toMatchObject({
      paymentTypeInformation: { localInstrument: 'INST' },
      debtorAccount: { iban },
      debtor: { privateId: { identification: '10020002' } },
    })
  })

  test('a standing order has its members in the instruction (bank:D41)', () => {
    const recurrence = { frequency: 'MNTH', executionRule: 'PREC', endDate: '2027-11-21' } as const
    const body = paymentBody({ ...request, categoryPurpose: 'CASH', recurrence }, urls)
    expect(body.creditTransferTransaction[0]).toMatchObject({
      frequency: 'MNTH',
      executionRule: 'PREC',
      endDate: '2027-11-21T12:00:00.000+00:00',
    })
    expect(body.purpose).toBe('CASH')
    const endless = paymentBody({ ...request, recurrence: { ...recurrence, endDate: null } }, urls)
    expect(endless.creditTransferTransaction[0]).not.toHaveProperty('endDate')
  })

  test('the creditor’s bank, if it is known', () => {
    const body = paymentBody({ ...request, creditor: { ...request.creditor, bic: 'RIVLFRPP' } }, urls)
    expect(body.beneficiary).toEqual({
      creditor: { name: 'Librairie du Port' },
      creditorAgent: { bicFi: 'RIVLFRPP' },
      creditorAccount: { iban },
    })
  })
})

describe('POST /payment-requests', () => {
  test('is signed with its digest and returns the consent link', async () => {
    const { bank, requests } = scriptBank(() => created(consent, { location: `${path}/RID` }))
    const answer = await createPayment(bank, token, { request, urls }, context)
    expect(answer.resourceId).toBe('RID')
    expect(answer.consentUrl.href).toBe(consent)
    const body = JSON.stringify(paymentBody(request, urls))
    expect(requests[0]).toMatchObject({ method: 'POST', target: path, body })
    expect(requests[0]?.headers).toMatchObject({
      digest: digestBody(body),
      'x-request-id': 'fixed-request-id',
      authorization: 'Bearer secret',
    })
  })

  test('v1.4.2, also at a bank whose account interface is v1.6.2', async () => {
    const { bank, requests } = scriptBank(() => created(consent), { version: '1.6.2' })
    await createPayment(bank, token, { request, urls }, context)
    expect(requests[0]?.target).toContain('/v1.4.2/')
  })

  test.each([
    [consent, 'RID'],
    ['http://19870.bank.test:8080/c?PAYMENTREQUESTRESOURCEID=a', 'a'],
    ['http://19870.bank.test:8080/c?paymentRequestRessourceId=b', 'b'],
    ['/c?paymentRequestResourceId=c', 'c'],
  ])('without Location the id is read from %s (bank:D35)', async (href, id) => {
    expect((await create(created(href))).resourceId).toBe(id)
  })

  test('Location takes precedence over the link (bank:D35)', async () => {
    const location = `https://19870.bank.test:8443${path}/OTHER%2F1`
    expect((await create(created(consent, { location }))).resourceId).toBe('OTHER/1')
  })

  test.each(['%2e%2e', '..', '%2E', '%252e%252e', '..%2Faccounts', 'a%00', 'x'.repeat(141)])(
    'a Location that ends in %s gives no id, whatever the link has (bank:D30)',
    async id => {
      const location = `${path}/${id}`
      await expect(create(created(consent, { location }))).rejects.toMatchObject({ kind: 'schema', sent: 'yes' })
    },
  )

  test.each(['..', '%2e%2e', ''])('nor does a parameter of %s', async id => {
    const href = `http://19870.bank.test:8080/c?paymentRequestResourceId=${encodeURIComponent(id)}`
    await expect(create(created(href))).rejects.toMatchObject({ kind: 'schema' })
  })

  test.each(['..', '.', '%2e%2e', ''])('an id of %s is never requested', async resourceId => {
    const { bank, requests } = scriptBank(() => json(200, { paymentRequest: payment }))
    const read = readPayment(bank, token, { resourceId, creationRequestId: 'x' }, { presence: null })
    await expect(read).rejects.toMatchObject({ kind: 'request', sent: 'no' })
    const confirm = confirmPayment(bank, confirmationToken('19870', 'x'), resourceId, context)
    await expect(confirm).rejects.toMatchObject({ kind: 'request', sent: 'no' })
    expect(requests).toEqual([])
  })

  test.each([
    'https://19870.bank.test:8443/consent?paymentRequestResourceId=RID',
    '/consent?paymentRequestResourceId=RID',
  ])('a PSU is sent to %s, at the bank', async href => {
    expect((await create(created(href))).consentUrl.href).toBe(new URL(href, 'http://19870.bank.test:8080').href)
  })

  test.each([
    'https://evil.example/consent',
    'http://user@19870.bank.test:8080/',
    'javascript:alert(1)',
    '//evil.example/x',
  ])('a PSU is not sent to %s', async href => {
    await expect(create(created(href))).rejects.toMatchObject({ kind: 'redirect_host' })
  })

  test.each([[{}], [{ _links: {} }], [{ _links: { consentApproval: { href: '' } } }]])(
    'an answer without a link is no answer: %j',
    async body => {
      await expect(create(json(201, body))).rejects.toMatchObject({ kind: 'schema' })
    },
  )

  test('a refusal carries the code of bank:D1', async () => {
    const error = { status: 400, message: 'RJCT', code: 'FF01', error: 'chargeBearer: must be SLEV' }
    await expect(create(json(400, error))).rejects.toMatchObject({ status: 400, code: 'FF01' })
  })

  test('a token of another scope is never sent (C10)', async () => {
    const { bank, requests } = scriptBank(() => created(consent))
    const wrong = confirmationToken('19870', 'x')
    // @ts-expect-error a confirmation token can't be expressed here
    await expect(createPayment(bank, wrong, { request, urls }, context)).rejects.toMatchObject({
      kind: 'token',
      sent: 'no',
    })
    expect(requests).toEqual([])
  })
})

describe('GET', () => {
  test('repeats the X-Request-ID of the creation (bank:D36), whatever the context says', async () => {
    const { bank, requests } = scriptBank(() => json(200, { paymentRequest: payment, _links: {} }))
    const address = { resourceId: 'R/1', creationRequestId: 'the-first' }
    const reading = await readPayment(bank, token, address, { presence: null, requestId: 'another' })
    expect(requests[0]).toMatchObject({ method: 'GET', target: `${path}/R%2F1` })
    expect(requests[0]?.headers['x-request-id']).toBe('the-first')
    expect(reading.payment).toMatchObject({
      status: 'ACSP',
      reason: null,
      serviceLevel: parsedValue('SEPA'),
      localInstrument: absent,
      resourceId: parsedValue('RID'),
      creditorIban: parsedValue(iban),
      debtorIban: parsedValue(iban),
    })
    expect(instructionsShown(reading.payment)).toMatchObject([
      {
        instructionId: parsedValue('I1'),
        endToEndId: parsedValue('E1'),
        amount: parsedValue({ amountMinor: 1234n, currency: 'EUR' }),
        status: parsedValue('PDNG'),
        reason: null,
      },
    ])
  })

  test('missing members are absent, members of the wrong type unreadable; without a status there is no reading', async () => {
    const read = (paymentRequest: object) => {
      const { bank } = scriptBank(() => json(200, { paymentRequest }))
      return readPayment(bank, token, { resourceId: 'R', creationRequestId: 'x' }, { presence: null })
    }
    const reading = await read({ paymentInformationStatus: 'NEW', beneficiary: 7 })
    expect(reading.payment).toMatchObject({ status: 'NEW', creditorIban: unreadable, instructions: absent })
    await expect(read({})).rejects.toMatchObject({ kind: 'schema', status: 200, sent: 'yes' })
  })
})

describe('POST …/o-confirmation', () => {
  const ofPayment = confirmationToken('19870', 'confirm-secret')

  test('always carries a JSON body (document 2, confirmation body)', async () => {
    const { bank, requests } = scriptBank(() => json(200, { paymentRequest: payment }))
    const reading = await confirmPayment(bank, ofPayment, 'RID', context)
    expect(requests[0]).toMatchObject({ method: 'POST', target: `${path}/RID/o-confirmation`, body: '{}' })
    expect(requests[0]?.headers.authorization).toBe('Bearer confirm-secret')
    expect(reading?.payment.status).toBe('ACSP')
  })

  test.each([
    ['nothing', json(200, '')],
    ['204', json(204, '')],
    ['an empty object', json(201, {})],
    ['a payment without a status', json(200, { paymentRequest: {} })],
  ])('%s is a confirmation', async (_, answer) => {
    await expect(confirmPayment(scriptBank(() => answer).bank, ofPayment, 'RID', context)).resolves.toBeNull()
  })

  test.each([
    ['schema', json(200, { status: 500, error: 'Internal Server Error', message: 'backend timeout' })],
    ['schema', json(200, { paymentRequest: null, status: 503 })],
    ['schema', json(200, { paymentRequest: { paymentInformationStatus: 'ACSC' }, status: 500, error: 'INTE' })],
    ['schema', json(200, [])],
    ['schema', json(200, 'null')],
    ['media_type', json(200, '<html>', { 'content-type': 'text/html' })],
    ['json', json(200, '{"paymentRequest":{"paymentInformationStatus":"ACSP"')],
  ])('a success that says anything else is none (bank:D44): %s', async (kind, answer) => {
    const confirm = confirmPayment(scriptBank(() => answer).bank, ofPayment, 'RID', context)
    await expect(confirm).rejects.toMatchObject({ kind, sent: 'yes', status: 200 })
  })

  test('409 is distinguished', async () => {
    const { bank } = scriptBank(() => json(409, { status: 409, message: 'RJCT' }))
    await expect(confirmPayment(bank, ofPayment, 'RID', context)).rejects.toMatchObject({ status: 409 })
  })
})

describe('PUT: cancelling', () => {
  test('the whole request: what GET returned without links, with status and reason (note 6)', () => {
    const links = { _links: { self: { href: '/' } } }
    const linked = payment.creditTransferTransaction.map(one => ({ ...one, ...links }))
    const body = cancellationBody(
      { ...payment, creditTransferTransaction: linked, ...links },
      { reason: 'DS02', instructionIds: null },
    )
    expect(body).toEqual({
      ...payment,
      surprise: { kept: 1 },
      paymentInformationStatus: 'RJCT',
      statusReasonInformation: 'DS02',
    })
  })

  test('some instructions: only these change', () => {
    const [first] = payment.creditTransferTransaction
    const second = { ...first, paymentId: { resourceId: 'r2', instructionId: 'I2', endToEndId: 'E2' } }
    const body = cancellationBody(
      { ...payment, creditTransferTransaction: [first, second] },
      { reason: 'DUPL', instructionIds: ['I2'] },
    )
    expect(body).toMatchObject({
      paymentInformationStatus: 'ACSP',
      statusReasonInformation: null,
      creditTransferTransaction: [first, { ...second, transactionStatus: 'RJCT', statusReasonInformation: 'DUPL' }],
    })
  })

  test('anything without an id is not a named instruction', () => {
    const [first] = payment.creditTransferTransaction
    const nameless = [{ instructedAmount: null }, { paymentId: 'I1' }, { paymentId: { instructionId: 1 } }]
    const body = cancellationBody(
      { ...payment, creditTransferTransaction: [null, 'I1', ['I1'], ...nameless, first] },
      { reason: 'DUPL', instructionIds: ['I1'] },
    )
    expect(body.creditTransferTransaction).toEqual([
      ...nameless,
      { ...first, transactionStatus: 'RJCT', statusReasonInformation: 'DUPL' },
    ])
    const bare = { ...payment, creditTransferTransaction: null }
    expect(cancellationBody(bare, { reason: 'DUPL', instructionIds: [] }).creditTransferTransaction).toEqual([])
  })

  test('an unknown instruction is a programming error', () => {
    expect(() => cancellationBody(payment, { reason: 'TECH', instructionIds: ['I9'] })).toThrow(TypeError)
  })

  test('returns where the PSU authorises it', async () => {
    const { bank, requests } = scriptBank(() =>
      json(200, { nonce: 'n', _links: { consentApproval: { href: consent } } }),
    )
    const order = { reason: 'DS02', instructionIds: null } as const
    const cancelled = { resourceId: 'RID', raw: payment }
    const { consentUrl } = await cancelPayment(bank, token, { payment: cancelled, order }, context)
    expect(consentUrl.href).toBe(consent)
    expect(requests[0]).toMatchObject({ method: 'PUT', target: `${path}/RID` })
    expect(requests[0]?.body).toBe(JSON.stringify(cancellationBody(payment, order)))
  })
})
