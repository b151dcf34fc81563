import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eligibleAccounts } from '#sandbox/pis/eligible.ts'
import { type PaymentBank, paymentBody, paymentsPath, startPaymentBank } from '#sandbox/pis/test-payments.ts'
import { advanceBank } from './advance.ts'
import { walkPayment } from './customer.ts'
import { addFaultRule } from './fault-rules.ts'

let bank: PaymentBank
beforeAll(async () => {
  bank = await startPaymentBank()
}, 60_000)
afterAll(() => bank.close())

const personId = 'camille-bernard'
async function consentUrl(): Promise<{ url: string; id: string }> {
  const { answer, id } = await bank.create(paymentBody())
  return { url: answer.body._links.consentApproval.href, id }
}

describe('a payment without a browser', () => {
  test('approve: the callback’s code confirms it', async () => {
    const { url, id } = await consentUrl()
    const ending = walkPayment(bank.sandbox, { consentUrl: url, personId, decision: 'approve', account: 1 })
    expect(ending.outcome).toBe('approved')
    const code = new URL(ending.callbackUrl).searchParams.get('code') ?? ''
    const token = (await bank.exchange(code)).body.access_token
    const confirmed = await bank.send('POST', `${paymentsPath}/${id}/o-confirmation`, {}, { token })
    expect(confirmed.status).toBe(200)
  })

  test('choose account N, by number, IBAN and resourceId', async () => {
    for (const by of ['number', 'iban', 'id'] as const) {
      const { url, id } = await consentUrl()
      const eligible = eligibleAccounts(bank.sandbox, bank.payment(id), personId)
      const second = eligible[1]
      if (!second) throw new Error('needs two eligible accounts')
      const account = by === 'number' ? 2 : by === 'iban' ? second.iban : second.id
      walkPayment(bank.sandbox, { consentUrl: url, personId, decision: 'approve', account })
      expect(bank.payment(id).debtorAccountId).toBe(second.id)
    }
  })

  test.each([
    ['refuse', 'refused', 'CUST'],
    ['time_out', 'timeout', 'NOAS'],
  ] as const)('%s: RJCT %s', async (decision, outcome, reason) => {
    const { url, id } = await consentUrl()
    const ending = walkPayment(bank.sandbox, { consentUrl: url, personId, decision, account: 1 })
    expect(ending.outcome).toBe(outcome)
    expect(ending.callbackUrl).toContain('error=access_denied')
    expect(bank.payment(id)).toMatchObject({ status: 'RJCT', reason })
  })

  test('the nonce is used up; who has no such account or is of another bank can’t pay', async () => {
    const { url, id } = await consentUrl()
    const wish = { consentUrl: url, personId, decision: 'approve', account: 99 } as const
    expect(walkPayment(bank.sandbox, wish).outcome).toBe('account_not_offered')
    expect(bank.payment(id).status).toBe('RJCT')
    expect(() => walkPayment(bank.sandbox, wish)).toThrow(/nonce was used/)
    const { url: other } = await consentUrl()
    expect(() => walkPayment(bank.sandbox, { ...wish, consentUrl: other, personId: 'sophie-laurent' })).toThrow(/19871/)
  })

  test('a fault of the desk drops its callback too', async () => {
    const { url } = await consentUrl()
    addFaultRule(bank.sandbox.db, {
      id: 'dropped',
      fault: { kind: 'callback_dropped' },
      endpoint: 'GET callback',
      bankCode: null,
      organisationId: null,
      personId,
      seed: 's',
      share: 1,
      callsLeft: 1,
      seen: 0,
    })
    const ending = walkPayment(bank.sandbox, { consentUrl: url, personId, decision: 'approve', account: 1 })
    expect(ending).toMatchObject({ outcome: 'approved', callbacks: [] })
  })
})

test('the clock moved on lets a request that nobody answered time out', async () => {
  const { id } = await consentUrl()
  const { clock } = bank.sandbox
  clock.moveTo(clock.now().getTime() - clock.realNow().getTime() + 31 * 60_000)
  advanceBank(bank.sandbox)
  expect(bank.payment(id)).toMatchObject({ status: 'RJCT', reason: 'NOAS' })
})
