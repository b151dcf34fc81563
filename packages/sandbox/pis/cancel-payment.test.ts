import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { TestPayment } from '#sandbox/wire/test-answer.ts'
import { testBankCode } from '#sandbox/wire/test-client.ts'
import { arrive, consentToCancellation, refuseCancellation } from './consent.ts'
import {
  consentToLink,
  dayIn,
  freshId,
  linkOf,
  type Order,
  paymentBody,
  paymentsPath,
  startPaymentBank,
} from './test-payments.ts'

const bank = await startPaymentBank()
afterAll(() => bank.close())
afterEach(() => bank.sandbox.clock.moveTo(0))

const put = (id: string, body: unknown, more = {}) => bank.send('PUT', `${paymentsPath}/${id}`, body, more)
const later = (order: Order = {}) => paymentBody({ day: dayIn(20), ...order })
const joint = { account: 2 }

/** The content of GET, without its wrapper. */
const read = async ({ id, requestId }: { id: string; requestId: string }): Promise<TestPayment> =>
  (await bank.read(id, requestId)).body.paymentRequest

/** The body that cancels the whole request. */
const wholly = (data: TestPayment, reason = 'DS02', status = 'RJCT') => ({
  ...data,
  paymentInformationStatus: status,
  statusReasonInformation: reason,
})

/** The body that cancels the instructions at these indexes, each with its reason. */
const singly = (data: TestPayment, reasons: Readonly<Record<number, string>>) => ({
  ...data,
  creditTransferTransaction: data.creditTransferTransaction.map((one, at) =>
    reasons[at] === undefined ? one : { ...one, transactionStatus: 'RJCT', statusReasonInformation: reasons[at] },
  ),
})

const statuses = (data: TestPayment) => [
  data.paymentInformationStatus,
  data.statusReasonInformation,
  ...data.creditTransferTransaction.map(one => [one.transactionStatus, one.statusReasonInformation]),
]

/** A payment that may be cancelled, as GET shows it. */
const consented = async (order: Order = {}) => {
  const payment = await bank.consented(later(order))
  return { ...payment, data: await read(payment) }
}
const confirmed = async (order: Order = {}, who = {}) => {
  const payment = await bank.confirmed(later(order), who)
  return { ...payment, data: await read(payment) }
}
const forbidden = { status: 403, error: 'Forbidden' }

describe('the table of transitions (document 2)', () => {
  test('before consent: ACTC without instruction status; control OK: RJCT with the reason, at once', async () => {
    const created = await bank.create(later())
    arrive(bank.sandbox, testBankCode, created.id, created.nonce)
    const data = await read(created)
    expect(statuses(data)).toEqual(['ACTC', null, [undefined, undefined]])
    const answer = await put(created.id, wholly(data, 'DUPL'))
    expect(answer.status).toBe(200)
    expect(statuses(await read(created))).toEqual(['RJCT', 'DUPL', [undefined, undefined]])
    const arrival = arrive(bank.sandbox, testBankCode, created.id, linkOf(answer).nonce)
    expect(arrival).toMatchObject({ kind: 'ended', url: data.supplementaryData.successfulReportUrl })
  })

  test('ACSP and PDNG; control OK: unchanged until the PSU consents', async () => {
    const { data, ...payment } = await consented()
    const answer = await put(payment.id, wholly(data))
    const { id, nonce } = linkOf(answer)
    const _links = { consentApproval: { templated: false } }
    const shown = { resourceId: payment.id, appliedAuthenticationApproach: 'REDIRECT', nonce, _links }
    expect(answer).toMatchObject({ status: 200, body: shown })
    expect([id, nonce === '']).toEqual([payment.id, false])
    expect(await read(payment)).toEqual(data)
  })

  test('control KO: 403, nothing changed', async () => {
    const { data, ...payment } = await consented({ amount: '3.01' })
    expect((await put(payment.id, wholly(data))).body).toMatchObject(forbidden)
    expect(await read(payment)).toEqual(data)
  })

  test('consent KO: ACSP and PDNG; the PSU goes back with an error', async () => {
    const { data, ...payment } = await confirmed()
    const answer = await put(payment.id, wholly(data))
    const arrival = arrive(bank.sandbox, testBankCode, payment.id, linkOf(answer).nonce)
    if (arrival.kind !== 'cancellation') throw new Error(arrival.kind)
    const { url } = refuseCancellation(bank.sandbox, arrival.cancellation.id)
    expect(new URL(url).searchParams.get('error')).toBe('access_denied')
    expect(await read(payment)).toEqual(data)
    expect(consentToCancellation(bank.sandbox, arrival.cancellation.id).isExecuted).toBe(false)
    expect(await read(payment)).toEqual(data)
  })

  test.each(['DS02', 'DUPL', 'FRAD', 'TECH'])('execution OK: CANC with %s on both levels', async reason => {
    const { data, ...payment } = await confirmed()
    const given = consentToLink(bank, await put(payment.id, wholly(data, reason)))
    expect(given).toEqual({ isExecuted: true, url: data.supplementaryData.successfulReportUrl })
    expect(statuses(await read(payment))).toEqual(['CANC', reason, ['CANC', reason]])
  })

  test('execution KO: ACSP and PDNG', async () => {
    const { data, ...payment } = await confirmed({ amount: '3.02' })
    const given = consentToLink(bank, await put(payment.id, wholly(data)))
    expect(given.isExecuted).toBe(false)
    expect(new URL(given.url).searchParams.get('error')).toBe('server_error')
    expect(await read(payment)).toEqual(data)
  })

  test('a cancelled payment is never executed, nor confirmed', async () => {
    const payment = await bank.consented(later())
    consentToLink(bank, await put(payment.id, wholly(await read(payment))))
    expect((await bank.send('POST', `${paymentsPath}/${payment.id}/confirmation`, {})).status).toBe(409)
    const confirmed = await bank.confirmed(later())
    consentToLink(bank, await put(confirmed.id, wholly(await read(confirmed))))
    bank.moveDays(25)
    expect(statuses(await read(confirmed))).toEqual(['CANC', 'DS02', ['CANC', 'DS02']])
    expect(bank.payment(confirmed.id).instructions[0]?.occurrences).toBe(0)
  })

  test('a recurrent transfer that was executed (ACSP/ACSP) can be cancelled until its last occurrence is cleared', async () => {
    const series = { frequency: 'DAIL', endDate: dayIn(9) }
    const payment = await bank.confirmed(paymentBody({ series }))
    bank.moveDays(5)
    const data = await read(payment)
    expect(statuses(data)).toEqual(['ACSP', null, ['ACSP', null]])
    consentToLink(bank, await put(payment.id, wholly(data)))
    expect(statuses(await read(payment))).toEqual(['CANC', 'DS02', ['CANC', 'DS02']])
    bank.moveDays(-5)
    const other = await bank.confirmed(paymentBody({ series }))
    bank.moveDays(14)
    const over = await read(other)
    expect(statuses(over)).toEqual(['ACSC', null, ['ACSC', null]])
    expect((await put(other.id, wholly(over))).status).toBe(403)
  })
})

test('a recurrent transfer can be cancelled long after its 35 days (document 2, note 6)', async () => {
  const payment = await bank.confirmed(paymentBody({ series: { frequency: 'YEAR' } }))
  // Later than any weekend and holiday around today.
  bank.moveDays(5)
  const data = await read(payment)
  bank.moveDays(100)
  expect((await bank.read(payment.id, payment.requestId)).status).toBe(404)
  expect(consentToLink(bank, await put(payment.id, wholly(data))).isExecuted).toBe(true)
  expect(bank.payment(payment.id).status).toBe('CANC')
})

describe('single instructions', () => {
  test('only the named ones become CANC, each with its reason; the others continue', async () => {
    const { data, ...payment } = await confirmed({ amounts: ['5.00', '6.00', '7.00'] }, joint)
    const given = consentToLink(bank, await put(payment.id, singly(data, { 0: 'DUPL', 2: 'FRAD' })))
    expect(given.isExecuted).toBe(true)
    expect(statuses(await read(payment))).toEqual(['ACSP', null, ['CANC', 'DUPL'], ['PDNG', null], ['CANC', 'FRAD']])
    const rest = singly(await read(payment), { 1: 'TECH' })
    expect(consentToLink(bank, await put(payment.id, rest)).isExecuted).toBe(true)
    expect(statuses(await read(payment)).slice(0, 1)).toEqual(['CANC'])
  })

  test('the others are executed: then the request is PART', async () => {
    const payment = await bank.confirmed(later({ amounts: ['5.00', '6.00'] }), joint)
    consentToLink(bank, await put(payment.id, singly(await read(payment), { 0: 'DS02' })))
    bank.moveDays(21)
    expect(statuses(await read(payment))).toEqual(['PART', null, ['CANC', 'DS02'], ['ACSC', null]])
  })

  test('a cancelled one can’t be cancelled again', async () => {
    const payment = await bank.confirmed(later({ amounts: ['5.00', '6.00'] }), joint)
    consentToLink(bank, await put(payment.id, singly(await read(payment), { 0: 'DS02' })))
    expect((await put(payment.id, singly(await read(payment), { 0: 'TECH' }))).status).toBe(400)
  })
})

describe('the body', () => {
  test.each(['RJCT', 'CANC'])('may say %s (bank:D40)', async status => {
    const payment = await bank.consented(later())
    expect((await put(payment.id, wholly(await read(payment), 'DS02', status))).status).toBe(200)
  })

  test.each([undefined, null, 'CUST', 'AC04', '', 4])('the reason %j: 400', async reason => {
    const { data, ...payment } = await consented()
    for (const body of [{ ...wholly(data), statusReasonInformation: reason }, singly(data, { 0: String(reason) })]) {
      expect((await put(payment.id, body)).body).toMatchObject({ status: 400, code: 'FF01', message: 'RJCT' })
    }
    expect(await read(payment)).toEqual(data)
  })

  test('that cancels nothing, or only gives a reason: 400', async () => {
    const { data, ...payment } = await consented()
    expect((await put(payment.id, data)).status).toBe(400)
    expect((await put(payment.id, { ...data, statusReasonInformation: 'DS02' })).status).toBe(400)
  })

  test.each(['', '[]', '{}', '{"creditTransferTransaction":[]}', '{"creditTransferTransaction":{}}', 'null'])(
    '%j: 400',
    async body => {
      const payment = await bank.consented(later())
      expect((await put(payment.id, body)).body).toMatchObject({ status: 400, code: 'FF01', message: 'RJCT' })
    },
  )

  const changes: Readonly<Record<string, (body: TestPayment) => unknown>> = {
    amount: body => (body.creditTransferTransaction[0].instructedAmount.amount = '12.35'),
    creditor: body => (body.beneficiary.creditor.name = 'Another'),
    'creditor account': body => (body.beneficiary.creditorAccount.iban = 'FR7630006000011234567890189'),
    'debtor account': body => delete body.debtorAccount,
    date: body => (body.requestedExecutionDate = `${dayIn(90)}T08:00:00+01:00`),
    'resource id': body => (body.resourceId = 'OTHER'),
    'resource id of the instruction': body => (body.creditTransferTransaction[0].paymentId.resourceId = 'OTHER'),
    remittance: body => (body.creditTransferTransaction[0].remittanceInformation = ['Commande 4711', 'more']),
    'remittance as in the request': body => {
      body.creditTransferTransaction[0].remittanceInformation = { unstructured: ['Commande 4711'] }
    },
    'number of transactions': body => (body.numberOfTransactions = 2),
    'another instruction': body => body.creditTransferTransaction.push(body.creditTransferTransaction[0]),
    links: body => Object.assign(body, { _links: {} }),
    'another member': body => Object.assign(body, { purposes: 'CASH' }),
    'report URL': body => delete body.supplementaryData.unsuccessfulReportUrl,
    'another status': body => (body.creditTransferTransaction[0].transactionStatus = 'ACSC'),
  }
  test.each(Object.keys(changes))('with another %s: 403, nothing changed (bank:D40)', async name => {
    const { data, ...payment } = await consented()
    const body = structuredClone(wholly(data))
    changes[name]?.(body)
    expect((await put(payment.id, body)).body).toMatchObject(forbidden)
    expect(await read(payment)).toEqual(data)
  })

  test('another payment status than GET’s: 403', async () => {
    const payment = await bank.consented(later())
    const body = singly({ ...(await read(payment)), paymentInformationStatus: 'ACCP' }, { 0: 'DS02' })
    expect((await put(payment.id, body)).status).toBe(403)
  })

  test('may have its members in any order', async () => {
    const payment = await bank.consented(later())
    const body = Object.fromEntries(Object.entries(wholly(await read(payment))).reverse())
    expect((await put(payment.id, body)).status).toBe(200)
  })
})

describe('eligibility (document 2, note 6): else 403 and nothing changed', () => {
  const refused = async (payment: { id: string; requestId: string }) => {
    const data = await read(payment)
    const answer = await put(payment.id, wholly(data))
    expect(await read(payment)).toEqual(data)
    return [answer.status, answer.body.message]
  }

  test('freshly created (PDNG)', async () => {
    expect(await refused(await bank.create(later()))).toEqual([403, expect.stringContaining('PDNG')])
  })
  test('executed, and rejected', async () => {
    expect(await refused(await bank.confirmed(paymentBody()))).toEqual([403, expect.stringContaining('ACSC')])
    const rejected = await bank.confirmed(paymentBody({ amount: '2.04' }))
    expect((await put(rejected.id, wholly(await read(rejected)))).status).not.toBe(200)
  })
  test('to be executed today', async () => {
    expect(await refused(await bank.consented(paymentBody()))).toEqual([403, expect.stringContaining('next day')])
  })
  test.each([
    ['not SEPA', later, { serviceLevel: 'NURG' }, 'SEPA'],
    ['instant', paymentBody, { localInstrument: 'INST' }, 'localInstrument'],
  ])('%s', async (_, make, type, reason) => {
    const body = make()
    Object.assign(body.paymentTypeInformation, type)
    expect(await refused(await bank.consented(body))).toEqual([403, expect.stringContaining(reason)])
  })
  test('tomorrow is early enough, today at midnight is too late', async () => {
    const payment = await bank.confirmed(paymentBody({ day: dayIn(1), amount: '1.05' }))
    expect((await put(payment.id, wholly(await read(payment)))).status).toBe(200)
  })
})

describe('the link', () => {
  test('is used once, expires after 30 minutes, and is replaced by a new request', async () => {
    const payment = await bank.consented(later())
    const link = async () => {
      const { body } = await put(payment.id, wholly(await read(payment)))
      return String(body.nonce)
    }
    const [first, second] = [await link(), await link()]
    expect(arrive(bank.sandbox, testBankCode, payment.id, first)).toMatchObject({ kind: 'ended' })
    const arrival = arrive(bank.sandbox, testBankCode, payment.id, second)
    expect(arrival).toMatchObject({ kind: 'cancellation' })
    expect(arrive(bank.sandbox, testBankCode, payment.id, second)).toMatchObject({ kind: 'used' })
    bank.moveDays(31 / 1_440)
    if (arrival.kind === 'cancellation') {
      expect(consentToCancellation(bank.sandbox, arrival.cancellation.id).isExecuted).toBe(false)
    }
    expect(bank.payment(payment.id).status).toBe('ACSP')
  })
})

describe('who may cancel', () => {
  test('not with a bad token, nor with a PSU’s: 403; unknown payment: 404', async () => {
    const payment = await bank.consented(later())
    const data = wholly(await read(payment))
    const { access_token: token } = (await bank.exchange(payment.code)).body
    expect((await put(payment.id, data, { token: 'none' })).status).toBe(403)
    expect((await put(payment.id, data, { token })).status).toBe(403)
    expect((await put('UNKNOWN', data)).status).toBe(404)
    const headers = { 'x-request-id': payment.requestId }
    expect((await put(payment.id, data, { headers })).status).toBe(500)
    expect((await put(payment.id, data, { headers: { 'x-request-id': freshId('put') } })).status).toBe(200)
  })
})
