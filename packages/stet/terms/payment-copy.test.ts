import { describe, expect, test } from 'vitest'
import { creditorIban as iban, paymentRequest } from '#stet/testing/payment-request.ts'
import { absent, parsedValue, unreadable } from './parsed-field.ts'
import {
  type AskedPayment,
  type BankInstruction,
  type BankPayment,
  bareIban,
  findBankInstruction,
  findMismatches,
  instructionsShown,
  isNamed,
} from './payment-copy.ts'

const euros = (amountMinor: bigint, currency = 'EUR') => ({ amountMinor, currency })
const asked: AskedPayment = {
  ...paymentRequest,
  resourceId: 'R1',
  instructions: [{ instructionId: 'I1', endToEndId: 'E1', amount: euros(1234n), remittance: ['Commande', '4711'] }],
}

/** A copy of which nothing is shown but these members. */
const shownWith = (members: Partial<BankPayment>): BankPayment => ({
  resourceId: absent,
  paymentInformationId: absent,
  instructionCount: absent,
  executionDate: absent,
  serviceLevel: absent,
  localInstrument: absent,
  categoryPurpose: absent,
  purpose: absent,
  chargeBearer: absent,
  creditorName: absent,
  creditorIban: absent,
  creditorBic: absent,
  debtorIban: absent,
  instructions: absent,
  status: 'ACSC',
  reason: null,
  ...members,
})
const instructionWith = (members: Partial<BankInstruction>): BankInstruction => ({
  instructionId: absent,
  endToEndId: absent,
  amount: absent,
  remittance: absent,
  purpose: absent,
  executionDate: absent,
  frequency: absent,
  executionRule: absent,
  endDate: absent,
  status: absent,
  reason: null,
  ...members,
})
const listOf = (...read: readonly BankInstruction[]) => ({ instructions: parsedValue({ count: read.length, read }) })

const differ = (members: Partial<BankPayment>, change: Partial<AskedPayment> = {}) =>
  findMismatches({ ...asked, ...change }, shownWith(members))
const instructionDiffers = (members: Partial<BankInstruction>, change: Partial<AskedPayment> = {}) =>
  differ(listOf(instructionWith(members)), change)

test('a request that is over contradicts an instruction that was executed, and nothing else does', () => {
  const found = ['PDNG', 'ACSP', 'ACSC', 'PART', 'RJCT', 'CANC', 'XXXX'].flatMap(status =>
    ['PDNG', 'ACSP', 'ACSC', 'RJCT', 'CANC', 'XXXX'].flatMap(one => {
      const read = [instructionWith({ status: parsedValue('RJCT') }), instructionWith({ status: parsedValue(one) })]
      const instructions = parsedValue({ count: 1, read })
      return findMismatches(asked, shownWith({ status, instructions })).map(({ field, asked, held }) => [
        field,
        asked,
        held,
      ])
    }),
  )
  expect(found).toEqual([
    ['status', 'RJCT', 'ACSC'],
    ['status', 'CANC', 'ACSC'],
  ])
})

describe('what the bank shows of a request (P15)', () => {
  test('a copy that shows nothing does not differ', () => {
    expect(differ({})).toEqual([])
    expect(instructionDiffers({})).toEqual([])
  })

  const cases: [keyof BankPayment, string, string, string, string][] = [
    ['resourceId', 'resourceId', 'R1', 'R2', 'R2'],
    ['paymentInformationId', 'paymentInformationId', 'P1', 'p1', 'p1'],
    ['instructionCount', 'numberOfTransactions', '1', '2', '2'],
    ['executionDate', 'executionDate', '2026-11-21', '2026-11-22', '2026-11-22'],
    ['serviceLevel', 'serviceLevel', 'SEPA', 'URGP', 'URGP'],
    ['categoryPurpose', 'categoryPurpose', 'DVPM', 'CASH', 'CASH'],
    ['purpose', 'purpose', 'COMC', 'CASH', 'CASH'],
    ['chargeBearer', 'chargeBearer', 'SLEV', 'DEBT', 'DEBT'],
    ['creditorName', 'creditor.name', 'LIBRAIRIE DU PORT', 'Librairie du Parc', 'Librairie du Parc'],
  ]
  test.each(cases)('%s', (member, field, same, other, held) => {
    expect(differ({ [member]: parsedValue(same) })).toEqual([])
    expect(differ({ [member]: parsedValue(other) })).toEqual([{ field, asked: expect.any(String), held }])
    expect(differ({ [member]: unreadable })).toEqual([{ field, asked: expect.any(String), held: null }])
  })

  test('instructions more or fewer', () => {
    const one = instructionWith({})
    expect(differ(listOf(one, one))).toEqual([{ field: 'instructions', asked: '1', held: '2' }])
    expect(differ(listOf())).toEqual([{ field: 'instructions', asked: '1', held: '0' }])
  })

  test('an instant transfer must be shown as one; another may become one', () => {
    const shown = { localInstrument: parsedValue('INST') }
    expect([differ(shown), differ(shown, { isInstant: true })]).toEqual([[], []])
    expect(differ({ localInstrument: parsedValue('B2B') })).toEqual([])
    expect(differ({ localInstrument: parsedValue('B2B') }, { isInstant: true })).toEqual([
      { field: 'localInstrument', asked: 'INST', held: 'B2B' },
    ])
  })

  test('an IBAN grouped and in lower case is the same; another one is told by its last four characters', () => {
    expect(bareIban(' fr20 1987 ')).toBe('FR201987')
    expect(differ({ creditorIban: parsedValue('fr20 1987 0000 0100 0000 0000 000') })).toEqual([])
    expect(differ({ creditorIban: parsedValue('FR2019870000010000000001234') })).toEqual([
      { field: 'creditor.iban', asked: '…0000', held: '…1234' },
    ])
  })

  test('the debtor’s account counts only if we named it', () => {
    const shown = { debtorIban: parsedValue('DE89370400440532013000') }
    expect(differ(shown)).toEqual([])
    expect(differ(shown, { debtorIban: iban })).toEqual([{ field: 'debtor.iban', asked: '…0000', held: '…3000' }])
  })

  test('a BIC counts only if we named it; the head office has two forms', () => {
    const named = { creditor: { ...asked.creditor, bic: 'RIVLFRPP' } }
    expect(differ({ creditorBic: parsedValue('OTHRFRPP') })).toEqual([])
    for (const bic of ['RIVLFRPP', 'RIVLFRPPXXX', 'rivlfrppxxx'])
      expect(differ({ creditorBic: parsedValue(bic) }, named)).toEqual([])
    for (const bic of ['RIVLFRPP123', 'OTHRFRPP'])
      expect(differ({ creditorBic: parsedValue(bic) }, named)).toEqual([
        { field: 'creditor.bic', asked: 'RIVLFRPP', held: bic },
      ])
  })

  test('a text of the bank is cut', () => {
    expect(differ({ resourceId: parsedValue('x'.repeat(200)) })[0]?.held).toHaveLength(140)
  })
})

describe('what the bank shows of an instruction (P15)', () => {
  const field = (name: string) => `instructions.0.${name}`

  test('ids, purpose and day', () => {
    const day = { executionDate: parsedValue('2026-11-21') }
    const cash = parsedValue('CASH')
    expect(instructionDiffers({ instructionId: parsedValue('I1'), endToEndId: parsedValue('E1'), ...day })).toEqual([])
    expect(instructionDiffers({ instructionId: parsedValue('I2') })).toEqual([
      { field: field('instructionId'), asked: 'I1', held: 'I2' },
    ])
    expect(instructionDiffers({ endToEndId: parsedValue('E2') })).toEqual([
      { field: field('endToEndId'), asked: 'E1', held: 'E2' },
    ])
    expect(instructionDiffers({ purpose: cash }).map(({ held, ...one }) => [one.field, held])).toEqual([
      [field('purpose'), 'CASH'],
    ])
    expect(instructionDiffers(day, { executionDate: '2026-11-22' })).toEqual([
      { field: field('executionDate'), asked: '2026-11-22', held: '2026-11-21' },
    ])
  })

  test('amount and currency', () => {
    expect(instructionDiffers({ amount: parsedValue(euros(1234n)) })).toEqual([])
    expect(instructionDiffers({ amount: parsedValue(euros(1235n)) })).toEqual([
      { field: field('amount'), asked: '12.34', held: '12.35' },
    ])
    expect(instructionDiffers({ amount: parsedValue(euros(1234n, 'CHF')) })).toEqual([
      { field: field('currency'), asked: 'EUR', held: 'CHF' },
    ])
  })

  test('remittance information may be joined and rewritten, not replaced', () => {
    expect(instructionDiffers({ remittance: parsedValue(['COMMANDE 4711']) })).toEqual([])
    expect(instructionDiffers({ remittance: parsedValue(['Commande', '4712']) })).toEqual([
      { field: field('remittance'), asked: 'Commande 4711', held: 'Commande 4712' },
    ])
  })

  test('a payment made once has no recurrence', () => {
    const shown = {
      frequency: parsedValue('MNTH'),
      executionRule: parsedValue('FWNG'),
      endDate: parsedValue('2027-11-21'),
    }
    const recurrence = { frequency: 'MNTH', executionRule: 'FWNG', endDate: '2027-11-21' } as const
    expect(instructionDiffers(shown, { recurrence })).toEqual([])
    expect(instructionDiffers(shown)).toEqual([
      { field: field('frequency'), asked: null, held: 'MNTH' },
      { field: field('executionRule'), asked: null, held: 'FWNG' },
      { field: field('endDate'), asked: null, held: '2027-11-21' },
    ])
  })
})

describe('which instruction of the bank’s copy is ours', () => {
  const [one, two, unnamed] = [
    instructionWith({ instructionId: parsedValue('I1') }),
    instructionWith({ instructionId: parsedValue('I2') }),
    instructionWith({}),
  ]

  test('the one with the id, else the one at the position, else none', () => {
    const swapped = listOf(two, one)
    expect(instructionsShown(swapped)).toEqual([two, one])
    expect(findBankInstruction(swapped, 'I1', 0)).toBe(one)
    expect(findBankInstruction(swapped, 'I9', 0)).toBe(two)
    expect(findBankInstruction(listOf(unnamed), 'I1', 1)).toBeNull()
    expect(findBankInstruction({ instructions: unreadable }, 'I1', 0)).toBeNull()
  })

  test('a list of ids names those with one of them; an empty list names all', () => {
    expect([one, two, unnamed].map(each => isNamed([], each))).toEqual([true, true, true])
    expect([one, two, unnamed].map(each => isNamed(['I2'], each))).toEqual([false, true, false])
    expect([one, two].map(each => isNamed(['I1', 'I2'], each))).toEqual([true, true])
  })
})
