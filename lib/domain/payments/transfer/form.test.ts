import { describe, expect, test } from 'vitest'
import { emptyTransfer, planTransfer, type TransferFacts, TransferTyped } from './form.ts'

const facts: TransferFacts = {
  today: '2026-11-21',
  offer: { single: null, several: null, instant: null },
  creditor: { name: 'Camille Bernard', iban: 'DE89370400440532013000', bic: null },
  debtorIban: 'FR7619870000010000000000138',
}
const typed = (change: Partial<TransferTyped> = {}): TransferTyped => ({
  ...emptyTransfer({ accountId: 'a', bankCode: null, locale: 'fr' }),
  payments: [{ amount: '12,34', remittance: ' Loyer  de mai ' }],
  to: 'new',
  ...change,
})
const faultsOf = (change: Partial<TransferTyped>, otherFacts: Partial<TransferFacts> = {}) => {
  const result = planTransfer(typed(change), { ...facts, ...otherFacts })
  return 'faults' in result ? result.faults.map(({ field, fault }) => `${field} ${fault}`) : []
}
const planOf = (change: Partial<TransferTyped>) => {
  const result = planTransfer(typed(change), facts)
  if ('faults' in result) throw new Error(JSON.stringify(result.faults))
  return result.plan
}

describe('a sound form', () => {
  test('today: no date, the remittance cleaned', () => {
    expect(planOf({ date: 'nonsense', endDate: 'x', frequency: '' })).toEqual({
      creditor: facts.creditor,
      payments: [{ amountMinor: 1234n, remittance: 'Loyer de mai' }],
      executionDate: null,
      recurrence: null,
      isInstant: false,
    })
  })
  test('later', () =>
    expect(planOf({ when: 'later', date: '2026-12-01' })).toMatchObject({
      executionDate: '2026-12-01',
      recurrence: null,
    }))
  test('later, which is today', () =>
    expect(planOf({ when: 'later', date: '2026-11-21' })).toMatchObject({ executionDate: null }))
  test('regular: without end, and until a day', () => {
    const regular = { when: 'regular' as const, date: '2026-12-01', frequency: 'QUTR' }
    expect(planOf(regular)).toMatchObject({
      executionDate: '2026-12-01',
      recurrence: { frequency: 'QUTR', executionRule: 'FWNG', endDate: null },
    })
    expect(planOf({ ...regular, endDate: '2027-12-01', executionRule: 'PREC' })).toMatchObject({
      recurrence: { executionRule: 'PREC', endDate: '2027-12-01' },
    })
  })
  test('several, one without words', () => {
    const payments = [
      { amount: '1', remittance: 'a' },
      { amount: '2', remittance: '' },
    ]
    expect(planOf({ payments }).payments.map(({ amountMinor }) => amountMinor)).toEqual([100n, 200n])
  })
  test('instant', () => expect(planOf({ isInstant: true })).toMatchObject({ isInstant: true, executionDate: null }))
})

describe('every fault names its field', () => {
  test.each<[Partial<TransferTyped>, string[]]>([
    [{ payments: [{ amount: '', remittance: '' }] }, ['amount.0 amount_empty']],
    [{ payments: [{ amount: '1.234', remittance: '' }] }, ['amount.0 amount_ambiguous']],
    [{ payments: [{ amount: '1', remittance: 'é'.repeat(141) }] }, ['remittance.0 remittance_too_long']],
    [{ payments: [{ amount: '1', remittance: 'é'.repeat(140) }] }, []],
    [{ when: 'later', date: '' }, ['date date_invalid']],
    [{ when: 'later', date: '2026-02-30' }, ['date date_not_in_month']],
    [{ when: 'regular', date: '2026-12-01', endDate: '31/06/2027' }, ['endDate date_not_in_month']],
    [{ when: 'later', date: '2026-11-20' }, ['date date_in_past']],
    [{ when: 'later', date: '2062-11-20' }, ['date date_too_far']],
    [{ when: 'later', date: '2031-11-25' }, []],
    [{ when: 'later', date: '2031-11-26' }, ['date date_too_far']],
    [{ when: 'later', date: '2026-12-01', frequency: 'NEVR', endDate: 'x' }, []],
    [{ when: 'regular', date: '2026-12-01', endDate: '2026-12-01' }, []],
    [{ when: 'regular', date: '2026-12-01', frequency: 'NEVR' }, ['frequency frequency_missing']],
    [{ when: 'regular', date: '2026-12-01', endDate: '2026-11-30' }, ['endDate end_before_first']],
    [{ when: 'regular', date: '2026-12-01', endDate: 'soon' }, ['endDate date_invalid']],
    [{ isInstant: true, when: 'later', date: '2026-12-01' }, ['instant instant_is_today']],
    [{ isInstant: true, when: 'regular', date: '2026-12-01' }, ['instant instant_is_today']],
    [
      { isInstant: true, payments: Array.from({ length: 2 }, () => ({ amount: '1', remittance: '' })) },
      ['instant instant_not_several'],
    ],
  ])('%j', (change, expected) => expect(faultsOf(change)).toEqual(expected))

  test('options that the account does not offer', () => {
    const two = { payments: Array.from({ length: 2 }, () => ({ amount: '1', remittance: '' })) }
    const offer = { single: 'not_in_features', several: 'not_in_features', instant: 'not_in_features' } as const
    expect(faultsOf({}, { offer })).toEqual(['payments single_not_offered'])
    expect(faultsOf(two, { offer })).toEqual(['payments several_not_offered'])
    expect(faultsOf({ isInstant: true }, { offer })).toEqual(['instant instant_not_offered'])
    expect(faultsOf({ isInstant: true }, { offer: { ...offer, instant: null } })).toEqual([])
  })

  test('the payee: none, unsound, or the account itself', () => {
    expect(faultsOf({}, { creditor: null })).toEqual(['to to_missing'])
    expect(faultsOf({}, { creditor: { name: '', iban: 'FR76', bic: 'X' } })).toEqual([
      'name name_empty',
      'iban iban_invalid',
      'bic bic_invalid',
    ])
    expect(faultsOf({}, { debtorIban: 'DE89370400440532013000' })).toEqual(['to to_same_account'])
  })
})

describe('what the form sends', () => {
  const payment = { amount: '1', remittance: '' }
  const reads = (change: object) => TransferTyped.safeParse({ ...typed(), ...change }).success

  test('is read with everything in it', () => {
    const all = typed({
      name: 'Camille Bernard',
      iban: 'DE89',
      bic: 'X',
      when: 'regular',
      executionRule: 'PREC',
      locale: 'en',
    })
    expect(TransferTyped.parse(all)).toEqual(all)
    expect([reads({ when: 'today' }), reads({ when: 'later' }), reads({ executionRule: 'FWNG' })]).toEqual([
      true,
      true,
      true,
    ])
  })

  test.each(['accountId', 'bankCode', 'to'])('has at most 80 characters of %s', field => {
    expect([reads({ [field]: 'x'.repeat(80) }), reads({ [field]: 'x'.repeat(81) })]).toEqual([true, false])
  })

  test.each(['name', 'iban', 'bic', 'date', 'frequency', 'endDate'])('has at most 1,000 characters of %s', field => {
    expect([reads({ [field]: 'x'.repeat(1_000) }), reads({ [field]: 'x'.repeat(1_001) })]).toEqual([true, false])
  })

  test('has from one to ten payments', () => {
    const several = (length: number) => ({ payments: Array.from({ length }, () => payment) })
    expect([0, 1, 10, 11].map(count => reads(several(count)))).toEqual([false, true, true, false])
  })

  test('is empty at first: one payment, today, not instant, with the payee to be saved', () => {
    expect(emptyTransfer({ accountId: 'a', bankCode: null, locale: 'fr' })).toEqual({
      accountId: 'a',
      bankCode: null,
      locale: 'fr',
      to: '',
      name: '',
      iban: '',
      bic: '',
      save: true,
      payments: [{ amount: '', remittance: '' }],
      when: 'today',
      date: '',
      frequency: 'MNTH',
      endDate: '',
      executionRule: 'FWNG',
      isInstant: false,
    })
  })
})
