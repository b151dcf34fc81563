import { groupReference, structuredReference } from '@guichet/values/money/structured-reference.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CreditLine,
  checkShare,
  creditStateOf,
  type ExpectedOrder,
  excessOf,
  findStructuredReferences,
  isMissing,
  matchCredits,
  namesReference,
  pairKey,
  receiptOf,
  suggestOrders,
} from './reconcile.ts'

const rf = structuredReference('00000000004711')
const credit = (change: Partial<CreditLine> = {}): CreditLine => ({
  id: 'c1',
  day: '2026-11-20',
  amountMinor: 1000n,
  currency: 'EUR',
  endToEndId: null,
  remittance: [],
  ...change,
})
const order = (change: Partial<ExpectedOrder> = {}): ExpectedOrder => ({
  id: 'o1',
  namedOn: change.createdOn ?? '2026-11-19',
  createdOn: '2026-11-19',
  amountMinor: 1000n,
  receivedMinor: 0n,
  currency: 'EUR',
  reference: 'Commande 4711',
  structuredReference: rf,
  endToEndIds: ['E2E1'],
  isExecuted: false,
  isOver: false,
  ...change,
})
const waysOf = (credits: CreditLine[], orders: ExpectedOrder[]) => matchCredits(credits, orders).map(({ by }) => by)

describe('by end-to-end id', () => {
  test('whatever the amount, also of an order that is over', () => {
    for (const amountMinor of [1n, 1000n, 5000n]) {
      const found = matchCredits([credit({ endToEndId: 'E2E1', amountMinor })], [order({ isOver: true })])
      expect(found).toEqual([{ creditId: 'c1', orderId: 'o1', amountMinor, by: 'end_to_end' }])
    }
  })

  test.each([
    ['another id', { endToEndId: 'E2E2' }],
    ['the same in small letters', { endToEndId: 'e2e1' }],
    ['another currency', { endToEndId: 'E2E1', currency: 'USD' }],
    ['money that left', { endToEndId: 'E2E1', amountMinor: -1000n }],
    ['no money', { endToEndId: 'E2E1', amountMinor: 0n }],
  ])('not with %s', (_, change) => {
    expect(matchCredits([credit(change)], [order()])).toEqual([])
  })

  test('takes precedence over the remittance text', () => {
    const other = order({
      id: 'o2',
      endToEndIds: [],
      structuredReference: structuredReference('99'),
      reference: 'X1234',
    })
    const both = credit({ endToEndId: 'E2E1', remittance: [other.structuredReference, 'X1234'] })
    expect(matchCredits([both], [other, order()])).toMatchObject([{ orderId: 'o1', by: 'end_to_end' }])
  })
})

describe('by structured reference', () => {
  test.each([
    ['alone', [rf]],
    ['in groups of four', [groupReference(rf)]],
    ['in small letters, after other words', [`vir recu dupont ${rf.toLowerCase()}`]],
    ['followed by words', [`${rf} MERCI`]],
    ['on the second line', ['VIR SEPA RECU', rf]],
  ])('%s', (_, remittance) => {
    expect(waysOf([credit({ remittance, amountMinor: 1n })], [order()])).toEqual(['structured_reference'])
  })

  test.each([
    ['a slip of a digit', { remittance: [rf.replace('4711', '4712')] }],
    ['half of it on each line', { remittance: [rf.slice(0, 9), rf.slice(9)] }],
    ['long before the order was made', { remittance: [rf], day: '2026-11-15' }],
    ['years after', { remittance: [rf], day: '2028-11-15' }],
  ])('not with %s', (_, change) => {
    expect(matchCredits([credit(change)], [order()])).toEqual([])
  })

  test('a credit that names two orders is left to a person', () => {
    const other = order({ id: 'o2', endToEndIds: [], structuredReference: structuredReference('12') })
    const both = credit({ remittance: [rf, other.structuredReference] })
    expect(matchCredits([both], [order(), other])).toEqual([])
  })
})

describe('by reference and amount', () => {
  test('of an invoice, which was there before its order', () => {
    const paid = credit({ day: '2026-09-01', remittance: ['Commande 4711'] })
    expect(waysOf([paid], [order({ namedOn: '2026-09-02' })])).toEqual(['reference'])
    expect(waysOf([paid], [order({ namedOn: '2026-09-05' })])).toEqual([])
  })

  test('the reference, however it is written, with exactly the due amount', () => {
    expect(waysOf([credit({ remittance: ['VIR RECU', 'COMMANDE N 1, commande-4711!'] })], [order()])).toEqual([
      'reference',
    ])
    expect(
      waysOf([credit({ remittance: ['Commande 4711'], amountMinor: 400n })], [order({ receivedMinor: 600n })]),
    ).toEqual(['reference'])
  })

  test.each([
    ['a cent less', { amountMinor: 999n }],
    ['a cent more', { amountMinor: 1001n }],
    ['a longer number', { remittance: ['Commande 47110'] }],
    ['four days before the order', { day: '2026-11-15' }],
    ['more than sixty days after', { day: '2027-01-19' }],
  ])('not with %s', (_, change) => {
    expect(matchCredits([credit({ remittance: ['Commande 4711'], ...change })], [order()])).toEqual([])
  })

  test('not of an order that is over, nor by a reference that is too short', () => {
    const named = credit({ remittance: ['Commande 4711', '42'] })
    expect(matchCredits([named], [order({ isOver: true })])).toEqual([])
    expect(matchCredits([named], [order({ reference: '42' })])).toEqual([])
  })

  test.each(['12', 'W0', 'c-1'])(
    'a short reference, %s, once a bank executed the order and it is a whole line',
    reference => {
      const executed = order({ reference, isExecuted: true })
      expect(waysOf([credit({ remittance: ['VIR RECU', reference.toUpperCase()] })], [executed])).toEqual(['reference'])
      expect(
        waysOf([credit({ remittance: [`VIR ${reference}`] })], [order({ reference: '12', isExecuted: true })]),
      ).toEqual([])
    },
  )

  test('the order whose reference is the whole line, before one whose reference is part of it', () => {
    const part = order({ id: 'o2', endToEndIds: [], structuredReference: structuredReference('2'), reference: '471' })
    const whole = order({ reference: 'C-471' })
    for (const orders of [
      [part, whole],
      [whole, part],
    ])
      expect(matchCredits([credit({ remittance: ['C-471'] })], orders)).toMatchObject([{ orderId: 'o1' }])
    expect(matchCredits([credit({ remittance: ['VIR C-471'] })], [part, whole])).toEqual([])
  })

  test('not if two orders match', () => {
    const twin = order({ id: 'o2', endToEndIds: [], structuredReference: structuredReference('2') })
    expect(matchCredits([credit({ remittance: ['Commande 4711'] })], [order(), twin])).toEqual([])
  })

  test('a second credit of the same amount is not matched with an order already paid', () => {
    const twice = [credit({ remittance: ['Commande 4711'] }), credit({ id: 'c2', remittance: ['Commande 4711'] })]
    expect(matchCredits(twice, [order()])).toMatchObject([{ creditId: 'c1' }])
  })
})

test('a pair that somebody undid is not matched again; another order is', () => {
  const refused = new Set([pairKey('c1', 'o1')])
  expect(matchCredits([credit({ endToEndId: 'E2E1' })], [order()], refused)).toEqual([])
})

const few = (letter: string) => fc.integer({ min: 0, max: 4 }).map(at => `${letter}${at}`)
const someCredits = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 0, max: 20 }).map(String),
    day: fc.constantFrom('2026-11-18', '2026-11-20', '2026-12-01'),
    amountMinor: fc.bigInt({ min: -5n, max: 5n }),
    currency: fc.constantFrom('EUR', 'USD'),
    endToEndId: fc.option(few('E')),
    remittance: fc.array(fc.oneof(few('ref'), fc.constant(rf))),
  }),
  { selector: one => one.id },
)
const someOrders = fc.uniqueArray(
  fc.record({
    id: few('o'),
    namedOn: fc.constant('2026-11-19'),
    createdOn: fc.constant('2026-11-19'),
    amountMinor: fc.bigInt({ min: 1n, max: 5n }),
    receivedMinor: fc.bigInt({ min: 0n, max: 5n }),
    currency: fc.constantFrom('EUR', 'USD'),
    reference: few('ref'),
    structuredReference: fc.constantFrom(rf, structuredReference('1')),
    endToEndIds: fc.array(few('E')),
    isExecuted: fc.boolean(),
    isOver: fc.boolean(),
  }),
  { selector: one => one.id },
)

describe('for any input', () => {
  test('each credit is matched at most once, as a whole, in its own currency, and only incoming money', () => {
    fc.assert(
      fc.property(someCredits, someOrders, (credits, orders) => {
        const found = matchCredits(credits, orders)
        expect(new Set(found.map(({ creditId }) => creditId)).size).toBe(found.length)
        for (const { creditId, orderId, amountMinor } of found) {
          const from = credits.find(({ id }) => id === creditId)
          expect(from?.amountMinor).toBe(amountMinor)
          expect(amountMinor > 0n).toBe(true)
          expect(orders.find(({ id }) => id === orderId)?.currency).toBe(from?.currency)
        }
      }),
    )
  })

  test('the sum of what orders receive equals the sum of matched credits', () => {
    fc.assert(
      fc.property(someCredits, someOrders, (credits, orders) => {
        const found = matchCredits(credits, orders)
        const given = found.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
        const taken = credits.filter(({ id }) => found.some(({ creditId }) => creditId === id))
        expect(given).toBe(taken.reduce((sum, { amountMinor }) => sum + amountMinor, 0n))
      }),
    )
  })

  test('the result does not depend on the input order', () => {
    fc.assert(
      fc.property(someCredits, someOrders, (credits, orders) => {
        const ids = orders.flatMap(one => one.endToEndIds)
        const structured = orders.map(one => one.structuredReference)
        // In the database both are unique.
        fc.pre(new Set(ids).size === ids.length && new Set(structured).size === structured.length)
        expect(matchCredits(credits.toReversed(), orders.toReversed())).toEqual(matchCredits(credits, orders))
      }),
    )
  })
})

test('references are found however they are spaced, and only with right check digits', () => {
  expect(findStructuredReferences([`x ${groupReference('RF18539007547034')} y`])).toContain('RF18539007547034')
  expect(findStructuredReferences(['RF19539007547034', 'RF', ''])).not.toContain('RF19539007547034')
})

describe('missing', () => {
  const paid = { status: 'executed' as const, receivedMinor: 0n, executionDay: '2026-11-19' }
  test.each([
    ['two bank days are over and the account was read since', paid, '2026-11-24', true],
    ['the account was last read on the second one', paid, '2026-11-23', false],
    ['nobody reads the account', paid, null, false],
    ['something arrived', { ...paid, receivedMinor: 1n }, '2026-12-24', false],
    ['nobody paid', { ...paid, status: 'open' as const }, '2026-12-24', false],
    ['it is still being confirmed', { ...paid, status: 'pending' as const }, '2026-12-24', false],
    [
      'confirmed for a later day',
      { ...paid, status: 'confirmed' as const, executionDay: '2026-12-23' },
      '2026-12-24',
      false,
    ],
    ['confirmed, and the day is over', { ...paid, status: 'confirmed' as const }, '2026-12-24', true],
    ['no attempt has a day', { ...paid, executionDay: null }, '2026-12-24', false],
  ])('%s', (_, asked, readOn, expected) => {
    expect(isMissing(asked, readOn)).toBe(expected)
  })
})

test('a credit is unmatched, or matched in part or in full', () => {
  expect([0n, 1n, 10n].map(matched => creditStateOf(10n, matched))).toEqual(['unknown', 'partly', 'matched'])
})

test('manual shares never exceed the credit', () => {
  const whole = { amountMinor: 10n, currency: 'EUR' }
  expect(checkShare(whole, 4n, { amountMinor: 6n, currency: 'EUR' })).toBe('ok')
  expect(checkShare(whole, 4n, { amountMinor: 7n, currency: 'EUR' })).toBe('more_than_credit')
  expect(checkShare(whole, 0n, { amountMinor: 0n, currency: 'EUR' })).toBe('not_positive')
  expect(checkShare(whole, 0n, { amountMinor: 1n, currency: 'USD' })).toBe('other_currency')
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: -3n, max: 9n })), shares => {
      let matched = 0n
      for (const amountMinor of shares) {
        if (checkShare(whole, matched, { amountMinor, currency: 'EUR' }) === 'ok') matched += amountMinor
      }
      expect(matched <= whole.amountMinor).toBe(true)
    }),
  )
})

test('suggests named orders first, then equal amounts, then near days', () => {
  const orders = [
    order({ id: 'far', reference: 'Zzz', amountMinor: 5n, createdOn: '2026-01-01' }),
    order({ id: 'near', reference: 'Zzz', amountMinor: 5n }),
    order({ id: 'due', reference: 'Zzz' }),
    order({ id: 'named', amountMinor: 5n }),
    order({ id: 'dollars', currency: 'USD' }),
  ]
  const found = suggestOrders(credit({ remittance: ['Commande 4711'] }), 1000n, orders)
  expect(found.map(({ id }) => id)).toEqual(['named', 'due', 'near', 'far'])
})

test('suggests an expired order after an open one, and at most the requested number', () => {
  const orders = [order({ id: 'a', isOver: true }), order({ id: 'b' }), order({ id: 'c', createdOn: '2026-01-01' })]
  expect(suggestOrders(credit(), 1000n, orders, { count: 2 }).map(({ id }) => id)).toEqual(['b', 'c'])
})

describe('bounds', () => {
  const named = credit({ remittance: ['Commande 4711'] })
  const structured = credit({ remittance: [rf] })

  test.each([
    ['a reference, three days before the order', named, '2026-11-23', 1],
    ['a reference, four days before the order', named, '2026-11-24', 0],
    ['a reference, sixty days after the order', named, '2026-09-21', 1],
    ['a reference, sixty-one days after the order', named, '2026-09-20', 0],
    ['a structured reference, 400 days after the order', structured, '2025-10-16', 1],
    ['a structured reference, 401 days after the order', structured, '2025-10-15', 0],
  ])('%s', (_, one, createdOn, count) => {
    expect(matchCredits([one], [order({ createdOn })])).toHaveLength(count)
  })

  test('a reference of three letters is enough, one of two is not', () => {
    expect(waysOf([credit({ remittance: ['abc'] })], [order({ reference: 'abc' })])).toEqual(['reference'])
    expect(waysOf([credit({ remittance: ['ab'] })], [order({ reference: 'ab' })])).toEqual([])
  })

  test('spaces around an end-to-end id do not matter', () => {
    expect(waysOf([credit({ endToEndId: ' E2E1 ' })], [order()])).toEqual(['end_to_end'])
  })

  test('what came by its id counts as received before references are compared', () => {
    const part = credit({ id: 'a', endToEndId: 'E2E1', amountMinor: 400n })
    const rest = credit({ id: 'b', remittance: ['Commande 4711'], amountMinor: 600n })
    expect(waysOf([part, rest], [order()])).toEqual(['end_to_end', 'reference'])
    expect(waysOf([part, { ...rest, amountMinor: 1_000n }], [order()])).toEqual(['end_to_end'])
  })

  test('a cent is matched', () => {
    expect(receiptOf({ amountMinor: 2n, receivedMinor: 1n })).toBe('short')
    expect(receiptOf({ amountMinor: 2n, receivedMinor: 3n })).toBe('over')
    expect(checkShare({ amountMinor: 2n, currency: 'EUR' }, 1n, { amountMinor: 1n, currency: 'EUR' })).toBe('ok')
  })

  test('of credits on one day the first id is matched first', () => {
    const paid = [
      credit({ id: 'b', remittance: ['Commande 4711'] }),
      credit({ id: 'a', remittance: ['Commande 4711'] }),
    ]
    expect(matchCredits(paid, [order()]).map(({ creditId }) => creditId)).toEqual(['a'])
    const earlier = credit({ id: 'c', day: '2026-11-19', remittance: ['Commande 4711'] })
    expect(matchCredits([...paid, earlier], [order()]).map(({ creditId }) => creditId)).toEqual(['c'])
  })
})

test.each<[string, Partial<ExpectedOrder>, Partial<ExpectedOrder>]>([
  ['named', { amountMinor: 5n, isOver: true }, { reference: 'x' }],
  ['exactly due', { isOver: true }, { amountMinor: 999n }],
  ['exactly due after what it received', { amountMinor: 1_500n, receivedMinor: 500n }, { receivedMinor: 500n }],
  ['not paid', { amountMinor: 1n, isOver: true }, { amountMinor: 5n, receivedMinor: 5n }],
  ['not over', { createdOn: '2026-01-01' }, { isOver: true }],
  ['nearer', { createdOn: '2026-11-21' }, { createdOn: '2026-11-18' }],
  ['first by its id', {}, {}],
])('what is %s is suggested first', (way, better, worse) => {
  const one = order({ ...better, id: way === 'first by its id' ? 'a' : 'z' })
  const other = order({ ...worse, id: 'm' })
  const found = suggestOrders(credit({ remittance: ['Commande 4711'] }), 1_000n, [other, one])
  expect(found).toEqual([one, other])
})

test('suggests an order that is paid only if the credit names it, or among those searched for', () => {
  const orders = [order({ receivedMinor: 1_000n }), order({ id: 'o2', reference: 'Other', receivedMinor: 999n })]
  expect(suggestOrders(credit(), 1_000n, orders).map(({ id }) => id)).toEqual(['o2'])
  expect(suggestOrders(credit({ remittance: ['Commande 4711'] }), 1_000n, orders).map(({ id }) => id)).toEqual([
    'o1',
    'o2',
  ])
  expect(suggestOrders(credit(), 1_000n, orders, { withPaid: true })).toHaveLength(2)
})

test('suggests five, unless asked for fewer', () => {
  const many = Array.from({ length: 8 }, (_, at) => order({ id: `o${at}` }))
  expect(suggestOrders(credit(), 1_000n, many)).toHaveLength(5)
  expect(suggestOrders(credit(), 1_000n, many, { count: 2 })).toHaveLength(2)
})

test.each([
  [['Virement F2026 0001', 'merci'], 'F2026-0001', true],
  [['virement f2026-', '0001'], 'F2026-0001', true],
  [['F2026-00011'], 'F2026-0001', false],
  [['anything'], '', false],
])('%j names %j: %s', (remittance, reference, isNamed) => expect(namesReference(remittance, reference)).toBe(isNamed))

test.each([
  ['24', '0'],
  ['25', '0'],
  ['30', '5'],
  ['20 10', '0 5'],
  ['25 25 1', '0 25 1'],
])('of %s that came for 25, %s is too much', (came, excess) => {
  const matches = came.split(' ').map((minor, at) => ({ id: `m${at}`, amountMinor: BigInt(minor) }))
  expect(matches.map(({ id }) => excessOf({ amountMinor: 25n }, matches, id)).join(' ')).toBe(excess)
})
