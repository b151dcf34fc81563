import { afterAll, describe, expect, test } from 'vitest'
import { addFaultRule } from '#sandbox/faults/rules.ts'
import { faultRule } from '#sandbox/faults/test-rule.ts'
import { eligibleAccounts } from '#sandbox/pis/eligible.ts'
import { dayIn, paymentBody, paymentsPath, reportUrl, startPaymentBank } from '#sandbox/pis/test-payments.ts'
import { changePersonStatus } from '#sandbox/store/people.ts'
import { walkPayment } from './customer.ts'
import { advanceBank } from './move-clock.ts'
import { renderDesk } from './page.ts'

const bank = await startPaymentBank()
afterAll(() => bank.close())

const personId = 'camille-bernard'
async function consentUrl(): Promise<{ url: string; id: string }> {
  const { answer, id } = await bank.create(paymentBody())
  return { url: answer.body._links.consentApproval.href, id }
}
type Order = Partial<Parameters<typeof walkPayment>[1]>
const walk = (url: string, more: Order = {}) =>
  walkPayment(bank.sandbox, { consentUrl: url, personId, decision: 'approve', account: 1, ...more })

describe('a payment without a browser', () => {
  test('approve: the callback’s code confirms it', async () => {
    const { url, id } = await consentUrl()
    const ending = walk(url)
    expect(ending.outcome).toBe('approved')
    const code = new URL(ending.callbackUrl).searchParams.get('code') ?? ''
    const token = (await bank.exchange(code)).body.access_token
    expect((await bank.send('POST', `${paymentsPath}/${id}/o-confirmation`, {}, { token })).status).toBe(200)
    const selected = { section: 'payments', personId: null, kind: null } as const
    const shown = { selected, language: 'en', formToken: '', done: null, refusal: null } as const
    expect(String(await renderDesk(bank.sandbox, shown))).toContain('?person=camille-bernard">Camille Bernard</a>')
  })

  test('chooses an account by number, IBAN and resourceId', async () => {
    for (const by of ['number', 'iban', 'id'] as const) {
      const { url, id } = await consentUrl()
      const eligible = eligibleAccounts(bank.sandbox, bank.payment(id), personId)
      const second = eligible[1]
      if (!second) throw new Error('needs two eligible accounts')
      const account = by === 'number' ? 2 : by === 'iban' ? second.iban : second.id
      walk(url, { account })
      expect(bank.payment(id).debtorAccountId).toBe(second.id)
    }
  })

  test.each([
    ['refuse', 'refused', 'CUST'],
    ['time_out', 'timeout', 'NOAS'],
    ['wrong_password', 'password_locked', 'NOAS'],
    ['wrong_code', 'code_locked', 'NOAS'],
  ] as const)('%s: RJCT %s', async (decision, outcome, reason) => {
    const { url, id } = await consentUrl()
    const ending = walk(url, { decision })
    expect(ending.outcome).toBe(outcome)
    expect(ending.callbackUrl).toContain('error=access_denied')
    expect(bank.payment(id)).toMatchObject({ status: 'RJCT', reason })
  })

  test('the nonce is used up; a customer without that account, or of another bank, can’t pay', async () => {
    const { url, id } = await consentUrl()
    expect(walk(url, { account: 99 }).outcome).toBe('account_not_offered')
    expect(bank.payment(id).status).toBe('RJCT')
    expect(() => walk(url, { account: 99 })).toThrow(/nonce was used/)
    const { url: other } = await consentUrl()
    expect(() => walk(other, { account: 99, personId: 'sophie-laurent' })).toThrow(/19871/)
  })

  test('a fault of the desk also drops its callback', async () => {
    const { url } = await consentUrl()
    const rule = faultRule({ fault: { kind: 'callback_dropped' }, endpoint: 'GET callback', personId, callsLeft: 1 })
    addFaultRule(bank.sandbox.db, rule)
    expect(walk(url)).toMatchObject({ outcome: 'approved', callbacks: [] })
  })

  test('a fault about a payment doubles its callback, whoever answers it, and no other’s', async () => {
    const { url, id } = await consentUrl()
    const other = await consentUrl()
    const about = [String(bank.payment(id).body.paymentInformationId)]
    addFaultRule(bank.sandbox.db, faultRule({ fault: { kind: 'callback_doubled' }, about, callsLeft: 1 }))
    expect([walk(other.url).callbacks.length, walk(url).callbacks.length]).toEqual([1, 2])
  })

  test('a fault about a payment meets the exchange of its code, and no other’s', async () => {
    const { url, id } = await consentUrl()
    const other = await consentUrl()
    const [code = '', otherCode = ''] = [url, other.url].map(
      one => new URL(walk(one).callbackUrl).searchParams.get('code') ?? '',
    )
    const about = [String(bank.payment(id).body.paymentInformationId)]
    addFaultRule(bank.sandbox.db, faultRule({ fault: { kind: 'tampered', what: 'code' }, about, callsLeft: 1 }))
    expect([(await bank.exchange(otherCode)).status, (await bank.exchange(code)).status]).toEqual([200, 400])
  })
})

describe('a cancellation without a browser', () => {
  /** A deferred payment that was confirmed, and the link to its cancellation, all through the interface. */
  async function askCancellation(amount = '12.34') {
    const { id, requestId } = await bank.confirmed(paymentBody({ day: dayIn(20), amount }))
    const read = async () => (await bank.read(id, requestId)).body.paymentRequest
    const body = { ...(await read()), paymentInformationStatus: 'RJCT', statusReasonInformation: 'DS02' }
    const answer = await bank.send('PUT', `${paymentsPath}/${id}`, body)
    expect(answer.status).toBe(200)
    const statuses = async () => {
      const { paymentInformationStatus, statusReasonInformation, creditTransferTransaction } = await read()
      return [paymentInformationStatus, statusReasonInformation, creditTransferTransaction[0].transactionStatus]
    }
    return { id, url: answer.body._links.consentApproval.href as string, statuses }
  }

  test('approve: CANC with its reason, redirected to successfulReportUrl without a code; never executed', async () => {
    const { id, url, statuses } = await askCancellation()
    expect(walk(url)).toMatchObject({ outcome: 'approved', callbackUrl: reportUrl, callbacks: [reportUrl] })
    expect(await statuses()).toEqual(['CANC', 'DS02', 'CANC'])
    bank.moveDays(30)
    advanceBank(bank.sandbox)
    expect(bank.payment(id).instructions[0]?.occurrences).toBe(0)
    bank.sandbox.clock.moveTo(0)
  })

  test.each([
    ['refuse', 'refused', 'CUST refused by the customer'],
    ['time_out', 'timeout', 'NOAS timeout'],
    ['wrong_password', 'password_locked', 'NOAS password_locked'],
    ['wrong_code', 'code_locked', 'NOAS code_locked'],
  ] as const)('%s: the payment stays as it was, the TPP reads why', async (decision, outcome, description) => {
    const { url, statuses } = await askCancellation()
    const ending = walk(url, { decision })
    expect(ending.outcome).toBe(outcome)
    const { searchParams } = new URL(ending.callbackUrl)
    expect([searchParams.get('error'), searchParams.get('error_description')]).toEqual(['access_denied', description])
    expect(await statuses()).toEqual(['ACSP', null, 'PDNG'])
    expect(() => walk(url)).toThrow(/nonce was used/)
  })

  test('by somebody who does not hold the account, or whose subscription ended: refused, without effect', async () => {
    const stranger = await askCancellation()
    expect(walk(stranger.url, { personId: 'lea-moreau' }).outcome).toBe('no_account')
    expect(await stranger.statuses()).toEqual(['ACSP', null, 'PDNG'])
    const ended = await askCancellation()
    changePersonStatus(bank.sandbox.db, personId, 'terminated')
    expect(walk(ended.url).outcome).toBe('subscription_terminated')
    changePersonStatus(bank.sandbox.db, personId, 'active')
    expect(await ended.statuses()).toEqual(['ACSP', null, 'PDNG'])
  })

  test('of a payment whose execution fails by its amount: not executed', async () => {
    const { url, statuses } = await askCancellation('3.02')
    const callbackUrl = expect.stringContaining('error=server_error')
    expect(walk(url)).toMatchObject({ outcome: 'not_executed', callbackUrl })
    expect(await statuses()).toEqual(['ACSP', null, 'PDNG'])
  })
})

test('when the clock is moved, an unanswered request times out', async () => {
  const { id } = await consentUrl()
  const { clock } = bank.sandbox
  clock.moveTo(clock.now().getTime() - clock.realNow().getTime() + 31 * 60_000)
  advanceBank(bank.sandbox)
  expect(bank.payment(id)).toMatchObject({ status: 'RJCT', reason: 'NOAS' })
})
