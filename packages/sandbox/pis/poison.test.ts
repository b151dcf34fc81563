import { afterEach, beforeEach, expect, test } from 'vitest'
import { showPayments } from '#sandbox/desk/payments.ts'
import { checkLedger } from '#sandbox/store/ledger.ts'
import { inTransaction } from '#sandbox/store/open.ts'
import { findFailedExecution } from '#sandbox/store/payments.ts'
import { firstPauseMs, maxTries, runDuePayments } from './due.ts'
import { type PaymentBank, paymentBody, startPaymentBank } from './test-payments.ts'

const monday = new Date('2026-11-23T08:00:00Z')
let bank: PaymentBank
let realTime: number

beforeEach(async () => {
  bank = await startPaymentBank(monday)
  realTime = bank.sandbox.clock.realNow().getTime()
})
afterEach(async () => {
  expect(checkLedger(bank.sandbox.db).faults).toEqual([])
  await bank.close()
})

/** Makes the store refuse the creditor's entry of this transfer, after the debtor's was written. */
function poison(endToEndId: string): void {
  bank.sandbox.db.exec(
    `CREATE TEMP TRIGGER poison BEFORE INSERT ON entries WHEN new.end_to_end_id = '${endToEndId}' AND new.amount_minor > 0
     BEGIN SELECT RAISE(ABORT, 'poisoned'); END`,
  )
}

/** Processes what is due this long after the start, in real time. */
function runAfter(ms: number): void {
  const { clock } = bank.sandbox
  runDuePayments({ ...bank.sandbox, clock: { ...clock, realNow: () => new Date(realTime + ms) } })
}

const order = () => paymentBody({ day: '2026-11-24', iban: bank.account('lea-moreau').iban })
const endToEndOf = (body: ReturnType<typeof order>): string => body.creditTransferTransaction[0].paymentId.endToEndId
const failureOf = (id: string) => findFailedExecution(bank.sandbox.db, bank.payment(id).instructions[0]?.id ?? '')

test('is retried and finally given up: RJCT MS03; the rest of the queue continues', async () => {
  const poisoned = order()
  const { id } = await bank.confirmed(poisoned)
  const { id: sound } = await bank.confirmed(order())
  poison(endToEndOf(poisoned))
  bank.moveDays(1)
  let at = 0
  for (let tries = 1; tries <= maxTries; tries++) {
    runAfter(at)
    expect(failureOf(id)).toMatchObject({ tries, isParked: tries === maxTries })
    expect(bank.payment(sound).status).toBe('ACSC')
    // Not before the pause is over.
    runAfter(at + firstPauseMs * 2 ** (tries - 1) - 1)
    expect(failureOf(id)).toMatchObject({ tries })
    at += firstPauseMs * 2 ** (tries - 1)
  }
  expect(bank.payment(id)).toMatchObject({ status: 'RJCT', reason: 'MS03' })
  expect(bank.payment(id).instructions[0]).toMatchObject({
    status: 'RJCT',
    reason: 'MS03',
    dueOn: null,
    occurrences: 0,
  })
  const seen = showPayments(bank.sandbox, { limit: 5 }).payments.find(payment => payment.id === id)
  expect(seen?.instructions[0]?.failure).toMatchObject({ tries: maxTries, parked: true })
  expect(seen?.instructions[0]?.failure?.fault).toContain('poisoned')
  // Final, even when the store works again.
  bank.sandbox.db.exec('DROP TRIGGER poison')
  runAfter(at * 10)
  expect(bank.payment(id).status).toBe('RJCT')
})

test('a temporary fault leaves nothing behind: executed once', async () => {
  const body = order()
  const { id } = await bank.confirmed(body)
  poison(endToEndOf(body))
  bank.moveDays(1)
  runAfter(0)
  expect(failureOf(id)).toMatchObject({ tries: 1 })
  bank.sandbox.db.exec('DROP TRIGGER poison')
  runAfter(firstPauseMs)
  expect(bank.payment(id)).toMatchObject({ status: 'ACSC' })
  expect(bank.payment(id).instructions[0]?.occurrences).toBe(1)
  expect(failureOf(id)).toBeNull()
})

test('calls by others are answered, and the call that triggers it continues', async () => {
  const body = order()
  const { id, requestId } = await bank.confirmed(body)
  poison(endToEndOf(body))
  bank.moveDays(1)
  expect((await bank.read(id, requestId)).status).toBe(200)
  const { db } = bank.sandbox
  inTransaction(db, () => {
    db.exec("INSERT INTO settings VALUES ('outer', 'kept')")
    runAfter(60_000)
  })
  expect(failureOf(id)).toMatchObject({ tries: 2 })
  expect(db.prepare("SELECT value FROM settings WHERE name = 'outer'").get()).toMatchObject({ value: 'kept' })
})

test('of several instructions only the failing one is rejected: PART', async () => {
  const body = paymentBody({ day: '2026-11-24', iban: bank.account('lea-moreau').iban, amounts: ['1.50', '2.50'] })
  const { id } = await bank.confirmed(body, { account: 2 })
  poison(endToEndOf(body))
  bank.moveDays(1)
  for (let tries = 0; tries < maxTries; tries++) runAfter(firstPauseMs * 2 ** tries)
  const { status, instructions } = bank.payment(id)
  expect([status, ...instructions.map(one => one.status)]).toEqual(['PART', 'RJCT', 'ACSC'])
})
