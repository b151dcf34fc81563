import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AskedPayment, findMismatches, instructionsShown } from '#stet/terms/payment-copy.ts'
import type { PaymentRequest } from '#stet/terms/payment-request.ts'
import { readBankPayment } from './bank-payment.ts'
import { paymentBody } from './payment-body.ts'
import { paymentRequest } from './testing/payment-request.ts'
import { WirePaymentState } from './wire/payment.ts'

const request: PaymentRequest = {
  ...paymentRequest,
  recurrence: { frequency: 'MNTH', executionRule: 'FWNG', endDate: '2027-11-21' },
  creditor: { ...paymentRequest.creditor, bic: 'RIVLFRPP' },
  debtorIban: 'DE89370400440532013000',
  instructions: [1, 2].map(at => ({
    instructionId: `I${at}`,
    endToEndId: `E${at}`,
    amount: { amountMinor: 100n, currency: 'EUR' },
    remittance: ['Commande 4711'],
  })),
}
const instant: PaymentRequest = { ...request, isInstant: true, recurrence: null }
const urls = { successful: 'https://tpp.test/callback/p/x', unsuccessful: 'https://tpp.test/callback/p/x/ko' }
const askedOf = (asked: PaymentRequest): AskedPayment => ({ ...asked, resourceId: 'RID' })

/** The state of the request, as read. */
const stateOf = (status: string, reason: string | null = null) =>
  WirePaymentState.parse({ paymentInformationStatus: status, statusReasonInformation: reason })

type Bag = { [name: string]: unknown }

/** The request as a bank returns it (document 2, resources). */
function echoOf(asked: PaymentRequest): Bag {
  const { supplementaryData: _, creditTransferTransaction, ...body } = paymentBody(asked, urls)
  const instructions = creditTransferTransaction.map((one, at) => ({
    ...one,
    paymentId: { ...one.paymentId, resourceId: `r${at}` },
    remittanceInformation: one.remittanceInformation?.unstructured,
    transactionStatus: 'ACSC',
  }))
  return structuredClone({ ...body, resourceId: 'RID', creditTransferTransaction: instructions })
}

const fieldsOf = (asked: PaymentRequest, echo: Bag) => {
  return findMismatches(askedOf(asked), readBankPayment(echo, stateOf('ACSC'))).map(({ field }) => field)
}

/** The echo with another value at a path; undefined removes the member. */
function changed(echo: Bag, path: readonly (string | number)[], value: unknown): Bag {
  const copy = structuredClone(echo)
  let holder = copy
  for (const name of path.slice(0, -1)) holder = holder[name] as Bag
  const last = path.at(-1) ?? ''
  if (value === undefined) delete holder[last]
  else holder[last] = value
  return copy
}

const first = ['creditTransferTransaction', 0] as const

const mismatches = (path: readonly (string | number)[], value: unknown) =>
  findMismatches(askedOf(request), readBankPayment(changed(echoOf(request), path, value), stateOf('ACSC')))

/** Every member that we send and a bank returns, with the field name of its mismatch. */
const members: readonly (readonly [readonly (string | number)[], string])[] = [
  [['resourceId'], 'resourceId'],
  [['paymentInformationId'], 'paymentInformationId'],
  [['numberOfTransactions'], 'numberOfTransactions'],
  [['requestedExecutionDate'], 'executionDate'],
  [['paymentTypeInformation', 'serviceLevel'], 'serviceLevel'],
  [['paymentTypeInformation', 'categoryPurpose'], 'categoryPurpose'],
  [['purpose'], 'purpose'],
  [['chargeBearer'], 'chargeBearer'],
  [['beneficiary', 'creditor', 'name'], 'creditor.name'],
  [['beneficiary', 'creditorAccount', 'iban'], 'creditor.iban'],
  [['beneficiary', 'creditorAgent', 'bicFi'], 'creditor.bic'],
  [['debtorAccount', 'iban'], 'debtor.iban'],
  [['creditTransferTransaction'], 'instructions'],
  [[...first, 'paymentId', 'instructionId'], 'instructions.0.instructionId'],
  [[...first, 'paymentId', 'endToEndId'], 'instructions.0.endToEndId'],
  [[...first, 'instructedAmount'], 'instructions.0.amount'],
  [[...first, 'instructedAmount', 'amount'], 'instructions.0.amount'],
  [[...first, 'remittanceInformation'], 'instructions.0.remittance'],
  [[...first, 'frequency'], 'instructions.0.frequency'],
  [[...first, 'executionRule'], 'instructions.0.executionRule'],
  [[...first, 'endDate'], 'instructions.0.endDate'],
]

const wrong: readonly unknown[] = [
  '',
  ' ',
  'x',
  '999,00',
  '1.00\u0000',
  'eur',
  '9'.repeat(40),
  '\uD800',
  'x'.repeat(100_000),
  'E2',
  'I9',
  '.',
  '..',
  0,
  -1,
  7,
  1e300,
  true,
  false,
  [],
  [[]],
  ['x'],
  [null],
  [{}],
  'DE75512108001245126199',
  '2026-11-22',
  'NaN',
  { amount: '1.00', currency: 'eur' },
  { amount: '1.01', currency: 'EUR' },
  { amount: 1, currency: 'CHF' },
  [{ toString: '' }],
]

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
/** A value for comparison. Not `String`, which throws for an object whose own `toString` is no function. */
const asText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value).trim())
/** A currency is told by itself. */
const plainFields = (fields: readonly string[]) => fields.map(field => field.replace('.currency', '.amount'))

describe('the bank’s copy is compared with the request (P15)', () => {
  test('an identical copy', () => {
    expect(fieldsOf(request, echoOf(request))).toEqual([])
    expect(fieldsOf(instant, echoOf(instant))).toEqual([])
  })

  test.each(members)('%j: any other value differs, only a missing one is absent', (path, field) => {
    const echo = echoOf(request)
    // An object without `unstructured` has no text; structured remittance information is neither sent nor read.
    const others = field.endsWith('remittance') ? wrong.filter(value => !isObject(value)) : wrong
    for (const value of others)
      expect(plainFields(fieldsOf(request, changed(echo, path, value))), JSON.stringify(value)).toContain(field)
  })

  test.each(members.filter(([path]) => path.at(-1) !== 'amount'))('%j: missing or null is not compared', path => {
    for (const value of [undefined, null]) expect(fieldsOf(request, changed(echoOf(request), path, value))).toEqual([])
  })

  test('an empty text is no status, and nothing where we sent nothing', () => {
    for (const name of ['frequency', 'executionRule', 'endDate', 'transactionStatus']) {
      expect(fieldsOf(instant, changed(echoOf(instant), [...first, name], ''))).toEqual([])
    }
    const [shown] = instructionsShown(
      readBankPayment(changed(echoOf(instant), [...first, 'transactionStatus'], ''), stateOf('ACSC')),
    )
    expect(shown?.status).toEqual({ kind: 'absent' })
  })

  test('an amount without its currency, or a currency without its amount, differs', () => {
    for (const name of ['amount', 'currency']) {
      for (const value of [undefined, null, '']) {
        const echo = changed(echoOf(request), [...first, 'instructedAmount', name], value)
        expect(fieldsOf(request, echo)).toEqual(['instructions.0.amount'])
      }
    }
  })

  test('instant was asked for, another instrument is shown', () => {
    const path = ['paymentTypeInformation', 'localInstrument']
    expect(fieldsOf(instant, changed(echoOf(instant), path, 'CORE'))).toEqual(['localInstrument'])
    expect(fieldsOf(instant, changed(echoOf(instant), path, {}))).toEqual(['localInstrument'])
  })

  test('a standing order instead of a single payment', () => {
    const once = { ...request, recurrence: null }
    const echo = changed(echoOf(once), [...first, 'frequency'], 'DAIL')
    expect(fieldsOf(once, changed(echo, [...first, 'endDate'], '2030-01-01'))).toEqual([
      'instructions.0.frequency',
      'instructions.0.endDate',
    ])
  })

  test('a list with one more, one less, a duplicate, or none', () => {
    const echo = echoOf(request)
    const [one, two] = echo.creditTransferTransaction as Bag[]
    const holding = (...list: unknown[]) => fieldsOf(request, { ...echo, creditTransferTransaction: list })
    expect(holding(two, one)).toEqual([])
    expect(holding(one, two, { ...one, paymentId: { instructionId: 'I3' } })).toEqual(['instructions'])
    expect(holding(one, two, two)).toEqual(['instructions'])
    expect(holding(one)).toContain('instructions')
    expect(holding()).toEqual(['instructions'])
    expect(holding(one, one)).toContain('instructions.1.instructionId')
    expect(holding(one, 7)).toContain('instructions.1.amount')
    expect(holding(...Array.from({ length: 100_000 }, () => one))).toContain('instructions')
  })

  test.each([
    ...['paymentTypeInformation', 'beneficiary', 'debtorAccount'].map(name => [name]),
    ...['paymentId', 'instructedAmount', 'remittanceInformation'].map(name => [...first, name]),
  ])('%s of another type', (...path) => {
    for (const value of ['x', 7, true, [], [{}]])
      expect(fieldsOf(request, changed(echoOf(request), path, value))).not.toEqual([])
  })

  test('any value of any member: equal, absent, or different', () => {
    const value = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.constantFrom(...wrong))
    const leaves = members.filter(
      ([path]) => !['instructedAmount', 'creditTransferTransaction'].includes(`${path.at(-1)}`),
    )
    fc.assert(
      fc.property(fc.constantFrom(...leaves), value, ([path, field], other) => {
        const echo = echoOf(request)
        const asked = path.reduce<unknown>((holder, name) => (holder as Bag)[name], echo)
        const isAmount = path.at(-1) === 'amount'
        fc.pre(isAmount ? Number(asText(other)) !== Number(asked) : other !== null && asText(other) !== asText(asked))
        fc.pre(!(field.endsWith('remittance') && isObject(other)))
        expect(fieldsOf(request, changed(echo, path, other))).toContain(field)
      }),
      { numRuns: 200 },
    )
  })
})

describe('equivalent notations are equal', () => {
  const same = (path: readonly (string | number)[], value: unknown) =>
    expect(fieldsOf(request, changed(echoOf(request), path, value))).toEqual([])

  test('ids and numbers, dates, accounts, names and amounts', () => {
    same(['numberOfTransactions'], '2')
    same(['requestedExecutionDate'], '2026-11-20T23:00:00Z')
    same(['requestedExecutionDate'], '2026-11-21T00:00:00+01:00')
    same(['requestedExecutionDate'], '2026-11-21T00:00:00')
    same(['requestedExecutionDate'], '2026-11-21')
    same(['requestedExecutionDate'], '2026-11-21+01:00')
    same(['requestedExecutionDate'], '2026-11-21 00:00:00')
    same(['requestedExecutionDate'], '2026-11-20t23:00:00z')
    same(['requestedExecutionDate'], '2026-11-21T00:00:00+01:00[Europe/Paris]')
    same(['beneficiary', 'creditorAccount', 'iban'], 'fr20 1987 0000 0100 0000 0000 000')
    same(['beneficiary', 'creditor', 'name'], 'LIBRAIRIE DU PORT')
    same(['beneficiary', 'creditorAgent', 'bicFi'], 'RIVLFRPPXXX')
    same([...first, 'instructedAmount'], { amount: '1', currency: 'EUR' })
    same([...first, 'instructedAmount'], { amount: '1.00000', currency: 'EUR' })
    same([...first, 'endDate'], '2027-11-21')
    same([...first, 'remittanceInformation'], { unstructured: ['COMMANDE 4711'] })
    same([...first, 'remittanceInformation'], 'Commande  4711')
    same([...first, 'remittanceInformation'], {})
  })

  test('the debtor’s account if we sent none, and an instrument if we requested none', () => {
    const open = { ...request, debtorIban: null }
    expect(fieldsOf(open, changed(echoOf(open), ['debtorAccount'], { iban: 'FR0319870000020000000000000' }))).toEqual(
      [],
    )
    same(['paymentTypeInformation', 'localInstrument'], 'INST')
  })
})

test.each([
  [
    'amounts as decimals, not in minor units',
    'amount',
    '12.05',
    { field: 'instructions.0.amount', asked: '1.00', held: '12.05' },
  ],
  [
    'the currency as a field of its own',
    'currency',
    'CHF',
    { field: 'instructions.0.currency', asked: 'EUR', held: 'CHF' },
  ],
  ['nothing of unreadable values', 'amount', '999,00', { field: 'instructions.0.amount', asked: '1.00', held: null }],
])('a difference is reported with %s', (_, name, value, expected) => {
  expect(mismatches([...first, 'instructedAmount', name], value)).toEqual([expected])
})

test('a difference is reported with no full IBAN, no control character, no long text', () => {
  const [iban] = mismatches(['beneficiary', 'creditorAccount', 'iban'], 'FR0319870000020000000000000')
  expect(iban).toEqual({ field: 'creditor.iban', asked: '…0000', held: '…0000' })
  const [name] = mismatches(['beneficiary', 'creditor', 'name'], `Another  ${'x'.repeat(1_900)}`)
  expect([...(name?.held ?? '')]).toHaveLength(140)
  const [hidden] = mismatches(['beneficiary', 'creditor', 'name'], 'Librairie\u200B du Port')
  expect(hidden?.held).toBeNull()
})

test('codes are cleaned: a NUL in a status or a reason does not lose the reading', () => {
  const instruction = { transactionStatus: 'ACSC\u0000', statusReasonInformation: 'AM04\u0000' }
  const held = readBankPayment({ creditTransferTransaction: [instruction] }, stateOf('ACSC\u0000', '\u0000'))
  expect(held).toMatchObject({ status: 'ACSC', reason: null })
  expect(held.instructions).toMatchObject({
    value: { read: [{ status: { value: 'ACSC' }, reason: 'AM04' }] },
  })
})
