import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { parisDay } from '#sandbox/clock.ts'
import { catalogue } from '#sandbox/people/catalogue.ts'
import { executeCancellation } from '#sandbox/pis/cancellation.ts'
import { enqueuePayment, isConfirmable } from '#sandbox/pis/confirm-payment.ts'
import { arrive, consentToPayment } from '#sandbox/pis/consent.ts'
import { runDuePayments } from '#sandbox/pis/due.ts'
import { eligibleAccounts } from '#sandbox/pis/eligible.ts'
import { executeInstruction } from '#sandbox/pis/execute.ts'
import { openTestSandbox } from '#sandbox/test-store.ts'
import { accountsOf, changeAccountStatus } from './accounts.ts'
import { checkLedger, postTransfer, settlementAccount } from './ledger.ts'
import { inTransaction } from './open.ts'
import {
  frequencies,
  insertCancellation,
  insertPayment,
  listPayments,
  type NewPayment,
  readPayment,
} from './payments.ts'

let elapsedMs = 0

const start = Date.parse('2026-11-23T08:00:00Z')
const sandbox = await openTestSandbox({}, { realNow: () => new Date(start + elapsedMs), withoutLives: true })
const db = sandbox.db
afterAll(() => sandbox.close())
beforeEach(() => {
  db.exec("UPDATE accounts SET status = 'open'")
})

const ours = () =>
  db
    .prepare("SELECT iban FROM accounts WHERE kind = 'account' AND currency = 'EUR' ORDER BY id")
    .all()
    .map(row => String(row.iban))
const foreign = 'DE89370400440532013000'

type Plan = {
  readonly amounts: readonly number[]
  readonly creditor: number
  readonly isInstant: boolean
  readonly inDays: number
  readonly frequency: (typeof frequencies)[number] | null
  readonly rule: 'FWNG' | 'PREC'
}

const id = () => randomUUID().replaceAll('-', '')

/** A request as the interface would store it. */
function newPayment(plan: Plan): NewPayment {
  const now = sandbox.clock.now()
  const ibans = [foreign, ...ours()]
  const firstOn = parisDay(new Date(now.getTime() + (plan.isInstant ? 0 : plan.inDays) * 86_400_000))
  return {
    id: id(),
    bankCode: '19870',
    clientId: 'client',
    organisationId: 'PSDFR-ACPR-10001',
    softwareId: 'Essai',
    legalName: 'Essai SAS',
    requestId: id(),
    paymentInformationId: id(),
    body: {},
    creditorName: 'Librairie du Port',
    creditorIban: ibans[plan.creditor % ibans.length] ?? foreign,
    debtorIban: null,
    debtorIdentification: null,
    isInstant: plan.isInstant,
    successUrl: 'https://tpp.example/callback',
    failureUrl: null,
    status: 'PDNG',
    createdAt: now,
    controlsAt: new Date(now.getTime() + 10_000),
    expiresAt: new Date(now.getTime() + 1_800_000),
    instructions: plan.amounts.map((amount, position) => ({
      id: id(),
      position,
      instructionId: id(),
      endToEndId: id(),
      amountMinor: BigInt(amount),
      currency: 'EUR',
      lines: ['Commande 4711'],
      firstOn,
      frequency: plan.isInstant ? null : plan.frequency,
      rule: plan.rule,
      endOn: null,
    })),
  }
}

/** Creates and consents; null if the person has no account for it or the controls refuse. */
function consent(plan: Plan, personId: string): string | null {
  const payment = newPayment(plan)
  const nonce = id()
  insertPayment(db, payment, nonce)
  if (arrive(sandbox, '19870', payment.id, nonce).kind !== 'payment') return null
  const [account] = eligibleAccounts(sandbox, readPayment(db, payment.id), personId)
  if (!account || !consentToPayment(sandbox, payment.id, { personId, debtorResourceId: account.id })) return null
  return payment.id
}

function confirm(paymentId: string): void {
  const payment = readPayment(db, paymentId)
  if (isConfirmable(payment)) enqueuePayment(sandbox, payment)
  runDuePayments(sandbox)
}

const anyPlan: fc.Arbitrary<Plan> = fc.record({
  amounts: fc.array(fc.integer({ min: 1, max: 250_000 }), { minLength: 1, maxLength: 4 }),
  creditor: fc.nat(60),
  isInstant: fc.boolean(),
  inDays: fc.integer({ min: 0, max: 40 }),
  frequency: fc.option(fc.constantFrom(...frequencies)),
  rule: fc.constantFrom('FWNG' as const, 'PREC' as const),
})
const people = catalogue.filter(person => person.bankCode === '19870').map(person => person.id)
const anyEvent = fc.oneof(
  fc.record({ kind: fc.constant('pay' as const), plan: anyPlan, person: fc.constantFrom(...people) }),
  fc.record({ kind: fc.constant('leave' as const), plan: anyPlan, person: fc.constantFrom(...people) }),
  fc.record({ kind: fc.constant('confirm again' as const), which: fc.nat(20) }),
  fc.record({ kind: fc.constant('cancel' as const), which: fc.nat(20), position: fc.nat(3) }),
  fc.record({ kind: fc.constant('days' as const), days: fc.integer({ min: 0, max: 45 }) }),
  fc.record({
    kind: fc.constant('status' as const),
    person: fc.constantFrom(...people),
    status: fc.constantFrom('open' as const, 'blocked' as const, 'closed' as const),
  }),
)
type Event = typeof anyEvent extends fc.Arbitrary<infer T> ? T : never

function happen(event: Event): void {
  switch (event.kind) {
    case 'pay': {
      const paymentId = consent(event.plan, event.person)
      if (paymentId) confirm(paymentId)
      return
    }
    case 'leave':
      consent(event.plan, event.person)
      return
    case 'confirm again': {
      const payment = listPayments(db)[event.which]
      if (payment) confirm(payment.id)
      return
    }
    case 'cancel':
      cancel(event.which, event.position)
      return
    case 'days':
      elapsedMs += event.days * 86_400_000
      runDuePayments(sandbox)
      return
    case 'status':
      for (const account of accountsOf(db, event.person)) changeAccountStatus(db, account.id, event.status)
  }
}

function cancel(which: number, position: number): void {
  const payment = listPayments(db)[which]
  const instruction = payment?.instructions[position]
  if (!payment || !instruction) return
  const askedAt = sandbox.clock.now()
  const expiresAt = new Date(askedAt.getTime() + 60_000)
  const cancellation = {
    id: id(),
    paymentId: payment.id,
    reasons: { [instruction.id]: 'DS02' },
    state: 'asked',
    askedAt,
    expiresAt,
  } as const
  insertCancellation(db, cancellation, id())
  inTransaction(db, () => executeCancellation(sandbox, cancellation))
}

/** The sum of all accounts of the group, and what left it. */
function totals() {
  const sum = (sql: string, ...values: string[]) => {
    const statement = db.prepare(sql)
    statement.setReadBigInts(true)
    return BigInt(String(statement.get(...values)?.total ?? 0))
  }
  return {
    booked: sum('SELECT sum(amount_minor) AS total FROM entries'),
    sums: sum('SELECT sum(amount_minor) AS total FROM booked_sums'),
    settled: sum('SELECT sum(amount_minor) AS total FROM postings WHERE account_id = ?', settlementAccount('EUR')),
  }
}

describe('any sequence of operations', () => {
  test('the ledger balances, no money is created or lost, every execution is stored once', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { minLength: 5, maxLength: 15 }), events => {
        db.exec("UPDATE accounts SET status = 'open', overdraft_minor = overdraft_minor + 100000")
        for (const event of events) happen(event)
        expect(checkLedger(db).faults).toEqual([])
        const { booked, sums, settled } = totals()
        expect(booked).toBe(-settled)
        expect(sums).toBe(booked)
      }),
      { numRuns: 100 },
    )
    expect(checkLedger(db).transfers).toBeGreaterThan(50)
  })

  test('no account goes below its overdraft', () => {
    const rows = db
      .prepare(
        `SELECT a.id FROM accounts a JOIN entries e ON e.account_id = a.id GROUP BY a.id
         HAVING a.opening_minor + sum(e.amount_minor) + a.overdraft_minor < 0`,
      )
      .all()
    expect(rows).toEqual([])
  })
})

describe('the ledger', () => {
  const plan: Plan = { amounts: [1_000], creditor: 0, isInstant: false, inDays: 0, frequency: null, rule: 'FWNG' }

  function executed(): string {
    const paymentId = consent(plan, 'thomas-bernard')
    if (!paymentId) throw new Error('not consented')
    confirm(paymentId)
    const { instructions } = readPayment(db, paymentId)
    expect(instructions[0]?.occurrences).toBe(1)
    return paymentId
  }

  beforeEach(() => {
    db.exec("UPDATE accounts SET overdraft_minor = 100000000 WHERE bank_code = '19870'")
  })

  test('refuses the same execution a second time', () => {
    const { instructions } = readPayment(db, executed())
    const posting = { accountId: 'x', position: 1 }
    const again = { occurrence: 0, executedOn: '2026-11-23', currency: 'EUR', amountMinor: 1_000n }
    expect(() =>
      postTransfer(db, { ...again, instructionId: instructions[0]?.id ?? '', debtor: posting, creditor: null }),
    ).toThrow(/UNIQUE/)
  })

  test('rolls everything back if booking fails half-way', () => {
    const paymentId = consent({ ...plan, inDays: 5 }, 'thomas-bernard') ?? ''
    confirm(paymentId)
    const [instruction] = readPayment(db, paymentId).instructions
    const count = () => db.prepare('SELECT count(*) AS n FROM entries').get()
    const before = count()
    db.exec(
      "CREATE TRIGGER broken BEFORE INSERT ON postings WHEN new.side = 'credit' BEGIN SELECT RAISE(ABORT, 'power cut'); END",
    )
    const execute = () => inTransaction(db, () => executeInstruction(sandbox, paymentId, instruction?.id ?? ''))
    expect(execute).toThrow('power cut')
    db.exec('DROP TRIGGER broken')
    expect(count()).toEqual(before)
    expect(readPayment(db, paymentId).instructions[0]).toEqual(instruction)
    execute()
    expect(readPayment(db, paymentId).status).toBe('ACSC')
    expect(checkLedger(db).faults).toEqual([])
  })

  test('cannot be changed', () => {
    executed()
    expect(() => db.exec('UPDATE postings SET amount_minor = 0')).toThrow('written once')
    expect(() => db.exec('DELETE FROM postings')).toThrow('kept')
  })

  test.each([
    ['a posting is missing', "DROP TRIGGER postings_kept; DELETE FROM postings WHERE side = 'credit'", 'two postings'],
    ['an amount is wrong', 'DROP TRIGGER postings_fixed; UPDATE postings SET amount_minor = amount_minor - 1', 'zero'],
    ['an entry is missing', "DELETE FROM entries WHERE source = 'payment'", 'no entry'],
    ['an entry is too many', 'UPDATE instructions SET occurrences = occurrences + 1 WHERE occurrences > 0', 'as often'],
    ['a confirmation is missing', 'UPDATE payments SET confirmed_at = NULL', 'without consent'],
  ])('its check notices that %s', (_name, sql, fault) => {
    executed()
    db.exec('SAVEPOINT damage')
    db.exec(sql)
    const { isBalanced, faults } = checkLedger(db)
    db.exec('ROLLBACK TO damage; RELEASE damage')
    expect(isBalanced).toBe(false)
    expect(faults.join('\n')).toContain(fault)
    expect(checkLedger(db).isBalanced).toBe(true)
  })
})
