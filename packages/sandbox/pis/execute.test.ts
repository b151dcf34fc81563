import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeIban } from '#sandbox/people/iban.ts'
import { changeAccountStatus } from '#sandbox/store/accounts.ts'
import { type Entry, listEntries, referenceOf } from '#sandbox/store/entries.ts'
import { checkLedger } from '#sandbox/store/ledger.ts'
import { obtainTokens, putConsent } from '#sandbox/wire/test-application.ts'
import { runDuePayments } from './due.ts'
import { outcomes } from './outcomes.ts'
import { foreignIban, type Order, type PaymentBank, paymentBody, startPaymentBank } from './test-payments.ts'

// Each test starts on a Monday morning in Paris, with accounts without entries.
const monday = new Date('2026-11-23T08:00:00Z')
const today = '2026-11-23'
const joint = { account: 2 }
let bank: PaymentBank

beforeEach(async () => {
  bank = await startPaymentBank(monday)
})
afterEach(async () => {
  expect(checkLedger(bank.sandbox.db).faults).toEqual([])
  await bank.close()
})

const order = (more: Order = {}) => paymentBody({ day: today, ...more })

function entriesOf(accountId: string): Entry[] {
  const all = {
    accountId,
    from: 0,
    to: Number.MAX_SAFE_INTEGER,
    bookedOnly: false,
    bookedUntil: Number.MAX_SAFE_INTEGER,
  }
  return listEntries(bank.sandbox.db, all, { offset: 0, limit: null })
}

/** Payment status and reason, then those of each instruction. */
function statuses(id: string) {
  const { status, reason, instructions } = bank.payment(id)
  return [status, reason, ...instructions.map(one => [one.status, one.reason])]
}

/** The days on which a payment was booked, oldest first. */
function daysOf(id: string): string[] {
  const [instruction] = bank.payment(id).instructions
  return bank.sandbox.db
    .prepare('SELECT executed_on FROM transfers WHERE instruction_id = ? ORDER BY occurrence')
    .all(instruction?.id ?? '')
    .map(row => String(row.executed_on))
}

/** Lets days pass, and executes what is due by then. */
function live(days: number): void {
  bank.moveDays(days)
  runDuePayments(bank.sandbox)
}
const executed = ['ACSC', null, ['ACSC', null]]
const rejected = (reason: string | null) => ['RJCT', reason, ['RJCT', reason]]

describe('an immediate transfer', () => {
  test('is executed at its confirmation: ACSC on both levels, booked with its ids and codes', async () => {
    const body = order({ amount: '25.90' })
    const { id } = await bank.confirmed(body)
    expect(statuses(id)).toEqual(executed)
    const [entry] = entriesOf(bank.account('camille-bernard').id)
    expect(entry).toMatchObject({
      status: 'BOOK',
      source: 'payment',
      operation: 'transferOut',
      amountMinor: -2_590n,
      valueOn: today,
      happenedOn: today,
      lines: ['VIR SEPA Librairie du Port', 'Commande 4711'],
      endToEndId: body.creditTransferTransaction[0].paymentId.endToEndId,
    })
  })

  test('to an account of the group is booked on both sides, at whichever bank', async () => {
    const { iban, id: creditor } = bank.account('sophie-laurent')
    await bank.confirmed(order({ amount: '40.00', iban }))
    const [entry] = entriesOf(creditor)
    expect(entry).toMatchObject({ amountMinor: 4_000n, operation: 'transferIn', status: 'BOOK' })
    expect(entry?.lines).toEqual(['VIR SEPA RECU CAMILLE BERNARD', 'Commande 4711'])
    expect(entry?.endToEndId).toBe(entriesOf(bank.account('camille-bernard').id)[0]?.endToEndId)
    expect(checkLedger(bank.sandbox.db)).toMatchObject({ isBalanced: true, transfers: 1, sums: { EUR: 0n } })
  })

  test('is shown by account information with its reference and bank transaction code', async () => {
    const { accountId, position } = await bank
      .confirmed(order({ amount: '25.90' }))
      .then(() => entriesOf(bank.account('camille-bernard').id)[0] ?? { accountId: '', position: 0 })
    const { iban } = bank.account('camille-bernard')
    const { access_token: token } = await obtainTokens(bank, bank.clientId, { personId: 'camille-bernard' })
    expect((await putConsent(bank, token, { ibans: [iban] })).status).toBe(201)
    const { body } = await bank.get(`/stet/psd2/v1.6.2/accounts/${accountId}/transactions`, token)
    expect(body.transactions[0]).toMatchObject({
      entryReference: referenceOf(position),
      bankTransactionCode: { domain: 'PMNT', family: 'ICDT', subFamily: 'ESCT' },
      transactionAmount: { amount: '25.90', currency: 'EUR' },
      creditDebitIndicator: 'DBIT',
      status: 'BOOK',
      bookingDate: today,
    })
  })

  test('confirmed on a Saturday is executed on that Saturday', async () => {
    bank.moveDays(5)
    const { id } = await bank.confirmed(order({ day: '2026-11-28' }))
    expect(daysOf(id)).toEqual(['2026-11-28'])
  })
})

describe('other kinds', () => {
  test('instant: at once, with its own codes on both sides', async () => {
    const { iban, id: creditor } = bank.account('lea-moreau')
    const body = order({ iban })
    body.paymentTypeInformation.localInstrument = 'INST'
    const { id } = await bank.confirmed(body)
    expect(statuses(id)).toEqual(executed)
    expect(entriesOf(bank.account('camille-bernard').id)[0]).toMatchObject({ operation: 'instantOut' })
    expect(entriesOf(creditor)[0]).toMatchObject({ operation: 'instantIn' })
  })

  test('instant with two instructions: both at once (bank:D70)', async () => {
    const body = order({ iban: bank.account('lea-moreau').iban, amounts: ['3.00', '4.00'] })
    body.paymentTypeInformation.localInstrument = 'INST'
    const { id } = await bank.confirmed(body)
    expect(statuses(id)).toEqual(['ACSC', null, ['ACSC', null], ['ACSC', null]])
  })

  test('deferred: PDNG until its day in Paris, then booked on that day', async () => {
    const { id } = await bank.confirmed(order({ day: '2026-12-01' }))
    expect(statuses(id)).toEqual(['ACSP', null, ['PDNG', null]])
    // 30 November, 23:59:59 in Paris.
    bank.sandbox.clock.moveTo(Date.parse('2026-11-30T22:59:58Z') - Date.now())
    runDuePayments(bank.sandbox)
    expect(daysOf(id)).toEqual([])
    bank.sandbox.clock.moveTo(Date.parse('2026-11-30T23:00:00Z') - Date.now())
    runDuePayments(bank.sandbox)
    expect(daysOf(id)).toEqual(['2026-12-01'])
    expect(statuses(id)).toEqual(executed)
  })

  test('deferred, with the clock moved far beyond: booked on its own day, once', async () => {
    const { id } = await bank.confirmed(order({ day: '2026-12-01' }))
    bank.moveDays(90)
    for (const _ of [1, 2, 3]) runDuePayments(bank.sandbox)
    expect(daysOf(id)).toEqual(['2026-12-01'])
  })

  test('confirmed after its date: executed at the confirmation', async () => {
    const { id, code } = await bank.consented(order({ day: '2026-11-24' }))
    expect(code).toBeTruthy()
    bank.moveDays(3)
    expect(daysOf(id)).toEqual([])
    await bank.send('POST', `/stet/psd2/v1.4.2/payment-requests/${id}/confirmation`, {})
    expect(daysOf(id)).toEqual(['2026-11-26'])
  })

  test('never confirmed: never executed', async () => {
    const { id } = await bank.consented(order())
    live(30)
    expect(statuses(id)).toEqual(['ACSP', null, ['PDNG', null]])
  })

  test('multiple: each instruction once, on its own day', async () => {
    const body = order({ amounts: ['10.00', '20.00', '30.00'] })
    const [, second] = body.creditTransferTransaction
    if (second) second.requestedExecutionDate = '2026-11-25T12:00:00'
    const { id } = await bank.confirmed(body, joint)
    expect(statuses(id)).toEqual(['ACSP', null, ['ACSC', null], ['PDNG', null], ['ACSC', null]])
    live(2)
    expect(statuses(id)).toEqual(['ACSC', null, ['ACSC', null], ['ACSC', null], ['ACSC', null]])
    expect(entriesOf(bank.account('camille-bernard', 2).id).map(entry => entry.amountMinor)).toEqual([
      -2_000n,
      -3_000n,
      -1_000n,
    ])
  })

  test('multiple with one rejected: the others are executed, and it ends as PART', async () => {
    const { id } = await bank.confirmed(order({ amounts: ['10.00', '2.04'] }), joint)
    expect(statuses(id)).toEqual(['PART', null, ['ACSC', null], ['RJCT', 'AC04']])
  })
})

describe('recurrent (bank:D41; after clearing ACSP and ACSP)', () => {
  test.each([
    ['FWNG', '2026-12-28'],
    ['PREC', '2026-12-24'],
  ])('monthly %s over Christmas, until its end date', async (executionRule, christmas) => {
    const series = { frequency: 'MNTH', executionRule, endDate: '2027-01-31' }
    const { id } = await bank.confirmed(order({ day: '2026-11-25', series }))
    live(2)
    expect(statuses(id)).toEqual(['ACSP', null, ['ACSP', null]])
    live(90)
    expect(daysOf(id)).toEqual(['2026-11-25', christmas, '2027-01-25'])
    expect(statuses(id)).toEqual(executed)
    expect(entriesOf(bank.account('camille-bernard').id)[0]).toMatchObject({ operation: 'standingOrderOut' })
  })

  test('day by day or in one step: the same bookings', async () => {
    const series = { frequency: 'WEEK', executionRule: 'FWNG', endDate: '2027-02-01' }
    const { id } = await bank.confirmed(order({ series, day: '2026-11-28' }))
    for (let day = 0; day < 40; day++) {
      live(1)
    }
    const daily = daysOf(id)
    const other = await startPaymentBank(monday)
    const leap = await other.confirmed(order({ series, day: '2026-11-28' }))
    other.moveDays(40)
    runDuePayments(other.sandbox)
    const [instruction] = other.payment(leap.id).instructions
    const days = other.sandbox.db
      .prepare('SELECT executed_on FROM transfers WHERE instruction_id = ? ORDER BY occurrence')
      .all(instruction?.id ?? '')
    expect(days.map(row => row.executed_on)).toEqual(daily)
    expect(daily).toEqual(['2026-11-30', '2026-12-07', '2026-12-14', '2026-12-21', '2026-12-28'])
    await other.close()
  })

  test.each([
    ['FWNG' as const, ['2026-11-27', '2026-11-30', '2026-11-30', '2026-11-30']],
    ['PREC' as const, ['2026-11-27', '2026-11-27', '2026-11-27', '2026-11-30']],
  ])(
    'daily over a weekend: one for each day, with rule %s on the bank days %j (bank:D67)',
    async (executionRule, days) => {
      const series = { frequency: 'DAIL', executionRule, endDate: '2026-11-30' }
      const { id } = await bank.confirmed(order({ series, day: '2026-11-27' }))
      live(14)
      expect(daysOf(id)).toEqual(days)
    },
  )

  test('that is confirmed late catches up on the day of its confirmation, not earlier', async () => {
    const series = { frequency: 'WEEK', endDate: '2026-12-14' }
    const { id } = await bank.consented(order({ series }))
    bank.moveDays(10)
    await bank.send('POST', `/stet/psd2/v1.4.2/payment-requests/${id}/confirmation`, {})
    expect(daysOf(id)).toEqual(['2026-12-03', '2026-12-03'])
    live(20)
    expect(daysOf(id)).toEqual(['2026-12-03', '2026-12-03', '2026-12-07', '2026-12-14'])
  })

  test('that fails once is RJCT on both levels and ends (clearing KO)', async () => {
    const { id } = await bank.confirmed(order({ series: { frequency: 'WEEK' }, amount: '10.00' }))
    changeAccountStatus(bank.sandbox.db, bank.account('camille-bernard').id, 'blocked')
    live(30)
    expect(statuses(id)).toEqual(rejected('AC06'))
    expect(daysOf(id)).toEqual(['2026-11-23'])
  })
})

describe('executions that fail are rejected without booking', () => {
  // Camille has 3,645.07 and an overdraft of 500.00.
  test('funds to the last cent suffice, one cent more is AM04', async () => {
    const over = await bank.confirmed(order({ amount: '4145.08' }))
    expect(statuses(over.id)).toEqual(rejected('AM04'))
    expect(entriesOf(bank.account('camille-bernard').id)).toEqual([])
    const exact = await bank.confirmed(order({ amount: '4145.07' }))
    expect(statuses(exact.id)).toEqual(executed)
    expect(statuses((await bank.confirmed(order({ amount: '0.01' }))).id)).toEqual(rejected('AM04'))
  })

  test('received money can be spent', async () => {
    const { iban } = bank.account('ines-petit')
    await bank.confirmed(order({ amount: '50.00', iban }))
    const spent = await bank.confirmed(order({ amount: '50.00' }), { personId: 'ines-petit' })
    expect(statuses(spent.id)).toEqual(executed)
  })

  test.each([
    ['closed', 'AC04'],
    ['blocked', 'AC06'],
  ] as const)('the account that pays, or is paid, is %s: %s', async (status, reason) => {
    const { db } = bank.sandbox
    const lea = bank.account('lea-moreau')
    changeAccountStatus(db, lea.id, status)
    const paid = await bank.confirmed(order({ iban: lea.iban }))
    expect(statuses(paid.id)).toEqual(rejected(reason))
    const deferred = await bank.confirmed(order({ day: '2026-11-24' }))
    changeAccountStatus(db, bank.account('camille-bernard').id, status)
    live(1)
    expect(statuses(deferred.id)).toEqual(rejected(reason))
  })

  test('an IBAN of the group without an account: AC01', async () => {
    const { id } = await bank.confirmed(order({ iban: makeIban('19870', '00310', '00000000001') }))
    expect(statuses(id)).toEqual(rejected('AC01'))
  })
})

describe('outcomes by documented amounts', () => {
  const at = (stage: string) => outcomes.filter(outcome => outcome.stage === stage)
  const amountOf = (minor: bigint) => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`

  test('1.NN: RJCT with NN’s reason at the controls, before the PSU is asked', async () => {
    for (const { amountMinor, reason } of at('controls')) {
      const { id, requestId } = await bank.create(order({ amount: amountOf(amountMinor) }))
      expect((await bank.read(id, requestId)).body.paymentRequest.paymentInformationStatus).toBe('PDNG')
      bank.moveDays(11 / 86_400)
      const { paymentRequest } = (await bank.read(id, requestId)).body
      expect([paymentRequest.paymentInformationStatus, paymentRequest.statusReasonInformation]).toEqual([
        'RJCT',
        reason,
      ])
      expect(paymentRequest.creditTransferTransaction[0].transactionStatus).toBeUndefined()
    }
    expect(at('controls').find(({ amountMinor }) => amountMinor === 104n)?.reason).toBe('AC04')
  })

  test('2.NN: RJCT with NN’s reason at execution, after the confirmation', async () => {
    for (const { amountMinor, reason } of at('execution')) {
      const { id } = await bank.confirmed(order({ amount: amountOf(amountMinor) }))
      expect(statuses(id)).toEqual(rejected(reason))
    }
  })

  test('1.05: ACSP with PDNG for a day, then executed', async () => {
    const { id } = await bank.confirmed(order({ amount: '1.05' }))
    expect(statuses(id)).toEqual(['ACSP', null, ['PDNG', null]])
    live(1)
    expect(daysOf(id)).toEqual(['2026-11-24'])
  })

  test('no amount stands twice in the table', () => {
    const amounts = outcomes.map(({ amountMinor }) => amountMinor)
    expect(new Set(amounts).size).toBe(amounts.length)
  })

  test('an execution date more than a year ahead is CH03', async () => {
    const { id, requestId } = await bank.create(order({ day: '2028-01-01' }))
    bank.moveDays(11 / 86_400)
    expect((await bank.read(id, requestId)).body.paymentRequest).toMatchObject({
      paymentInformationStatus: 'RJCT',
      statusReasonInformation: 'CH03',
    })
  })

  test('more than 500 transfers are AM18', async () => {
    const amounts = Array.from({ length: 501 }, () => '1.00')
    const { id, requestId } = await bank.create(order({ amounts, iban: foreignIban }))
    bank.moveDays(11 / 86_400)
    expect((await bank.read(id, requestId)).body.paymentRequest.statusReasonInformation).toBe('AM18')
  })
})
