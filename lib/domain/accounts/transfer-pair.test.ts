import { describe, expect, test } from 'vitest'
import { rowsOf } from '#testing/rows.ts'
import { findSettlements, type PairingAccount, type PairingLine, pairTransfers, suggestHalf } from './transfer-pair.ts'

const eur = {
  iban: null,
  cardId: null,
  currency: 'EUR',
  connectionId: 'c',
  resourceId: 'r',
  linkedResourceId: null,
  createdAt: new Date(0),
  gone: false,
  goneAt: null,
}
const accounts: PairingAccount[] = [
  { id: 'current', kind: 'account', name: 'Compte', ...eur, bank: 'Banque', backingAccountId: null },
  { id: 'savings', kind: 'account', name: 'Livret', ...eur, bank: 'Banque', backingAccountId: null },
  { id: 'gold', kind: 'card', name: 'Visa Premier', ...eur, bank: 'Banque', backingAccountId: 'current' },
  { id: 'black', kind: 'card', name: 'Infinite', ...eur, bank: 'Banque', backingAccountId: 'current' },
]
const out: PairingLine = {
  accountId: 'current',
  key: '1',
  day: '2026-11-10',
  amountMinor: -20_000n,
  currency: 'EUR',
  label: 'vir sepa emis livret',
  text: 'vir sepa emis livret epargne',
  nature: 'transfer_out',
  endToEndId: null,
}
const into: PairingLine = { ...out, accountId: 'savings', key: '2', amountMinor: 20_000n, nature: 'transfer_in' }
const pair = (...lines: PairingLine[]) => pairTransfers(lines, accounts).map(({ key, pairKey }) => `${key}-${pairKey}`)

/** What the other half may differ in, and whether it is one then. */
const otherHalves: [string, Partial<PairingLine>, boolean][] = [
  ['four days later', { day: '2026-11-14' }, true],
  ['five days later', { day: '2026-11-15' }, false],
  ['the day before', { day: '2026-11-09' }, false],
  ['a cent more', { amountMinor: 20_001n }, false],
  ['in another currency', { currency: 'USD' }, false],
  ['on the same account', { accountId: 'current' }, false],
  ['on a card', { accountId: 'gold' }, false],
  ['on nobody’s account', { accountId: 'other' }, false],
]

describe('own transfers', () => {
  test('are two transactions that refer to each other', () => {
    expect(pairTransfers([out, into], accounts)).toEqual([
      { kind: 'own_transfer', accountId: 'current', key: '1', pairAccountId: 'savings', pairKey: '2' },
      { kind: 'own_transfer', accountId: 'savings', key: '2', pairAccountId: 'current', pairKey: '1' },
    ])
  })

  test.each<[string, Partial<PairingLine>, boolean]>([
    ...otherHalves,
    ['a refund of a shop', { nature: 'card' }, false],
    ['out as well', { amountMinor: -20_000n }, false],
  ])('the other half %s: %s', (_, part, found) => {
    expect(pair(out, { ...into, ...part }).length > 0).toBe(found)
  })

  test.each(['transfer_in', 'transfer_out', 'international', 'other', 'cash'])('may be of the nature %s', nature => {
    expect(pair({ ...out, nature }, { ...into, nature })).toEqual(['1-2', '2-1'])
  })

  test('begin with the paying account, also for a single cent', () => {
    const [paid, received] = [
      { ...out, accountId: 'savings', amountMinor: -1n },
      { ...into, accountId: 'current', amountMinor: 1n },
    ]
    expect(pair(received, paid)).toEqual(['1-2', '2-1'])
  })

  test('the nearest is the one with the fewest days between, whatever its key', () => {
    expect(pair(out, { ...into, key: '2', day: '2026-11-12' }, { ...into, key: '9' })).toEqual(['1-9', '9-1'])
    const before = { ...into, key: '3', day: '2026-11-07' }
    expect(pair(out, before, { ...into, key: '4', day: '2026-11-11' })).toEqual(['1-4', '4-1'])
    const named = { ...out, endToEndId: 'E1' }
    const [after, sooner] = [
      { ...into, key: '4', day: '2026-11-14', endToEndId: 'E1' },
      { ...before, day: '2026-11-09', endToEndId: 'E1' },
    ]
    expect(pair(named, after, sooner)).toEqual(['1-3', '3-1'])
  })

  test('an end-to-end id on one side only does not prevent a match', () => {
    expect(pair({ ...out, endToEndId: 'E1' }, into)).toEqual(['1-2', '2-1'])
    expect(pair(out, { ...into, endToEndId: 'E1' })).toEqual(['1-2', '2-1'])
  })

  const people: PairingAccount[] = [
    {
      id: 'current',
      kind: 'account',
      name: 'Compte Mme Ada Essai',
      ...eur,
      bank: 'Banque du Port',
      backingAccountId: null,
    },
    {
      id: 'savings',
      kind: 'account',
      name: 'Compte joint M ou Mme Essai',
      ...eur,
      iban: 'FR7619870000010004711000138',
      bank: 'Crédit Lunaire',
      backingAccountId: null,
    },
  ]
  test.each<[string, string, string, boolean]>([
    ['a rent and a benefit', 'vir sepa emis martin loyer', 'vir sepa recu caf', false],
    ['a withdrawal and a gift', 'retrait dab port', 'vir sepa recu zoe essai anniversaire', false],
    ['the other account’s kind', 'vir sepa emis compte joint', 'vir sepa recu', true],
    ['the holder by two names', 'vir sepa emis', 'vir sepa recu mme ada essai', true],
    ['the other bank', 'vir sepa emis credit lunaire', 'vir sepa recu', true],
    ['its own bank', 'vir sepa emis banque du port', 'vir sepa recu', false],
    ['the account’s number', 'vir sepa emis 00047110001', 'vir sepa recu', true],
    ['savings', 'vir sepa emis epargne', 'vir sepa recu', true],
    ['an internal transfer', 'vir sepa emis', 'virement interne', true],
  ])('need evidence: %s', (_, debit, credit, found) => {
    const lines = [
      { ...out, text: debit },
      { ...into, text: credit },
    ]
    expect(pairTransfers(lines, people)).toHaveLength(found ? 2 : 0)
  })

  test('nearest days first, each line once', () => {
    const later = { ...into, key: '3', day: '2026-11-12' }
    expect(pair(out, later, into)).toEqual(['1-2', '2-1'])
  })

  test('an equal end-to-end id decides before the day, different ones forbid', () => {
    const named = { ...out, endToEndId: 'E1' }
    const near = { ...into, endToEndId: null }
    const far = { ...into, key: '3', day: '2026-11-13', endToEndId: 'E1' }
    expect(pair(named, near, far)).toEqual(['1-3', '3-1'])
    expect(pair(named, { ...into, endToEndId: 'E2' })).toEqual([])
  })

  test.each(rowsOf<[string, Partial<PairingLine>, Partial<PairingLine>, boolean]>(import.meta.url, 'exchanges'))(
    'an exchange between two currencies: %s',
    (_, debit, credit, isPair) => {
      const dollars = { ...into, currency: 'USD', amountMinor: 21_734n, text: 'change eur usd' }
      expect(pair({ ...out, text: 'change eur usd', ...debit }, { ...dollars, ...credit })).toEqual(
        isPair ? ['1-2', '2-1'] : [],
      )
    },
  )

  test('between two currencies need an equal end-to-end id, unless the exchange is named', () => {
    const euros = { ...out, endToEndId: 'E1' }
    const dollars = { ...into, currency: 'USD', amountMinor: 21_734n, endToEndId: 'E1' }
    expect(pair(euros, dollars)).toEqual(['1-2', '2-1'])
    expect(pair(euros, { ...dollars, day: '2026-11-15' })).toEqual([])
    expect(pair(euros, { ...dollars, endToEndId: 'E2' })).toEqual([])
    expect(pair(euros, { ...dollars, amountMinor: -21_734n })).toEqual([])
    expect(pair(euros, { ...dollars, currency: 'EUR' })).toEqual([])
    const none = { endToEndId: 'NOTPROVIDED' }
    expect(pair({ ...euros, ...none }, { ...dollars, ...none })).toEqual([])
    expect(pair({ ...out, endToEndId: null }, { ...dollars, endToEndId: null })).toEqual([])
  })

  test('an end-to-end id that was not provided neither joins nor parts', () => {
    const none = { endToEndId: 'NOTPROVIDED' }
    const near = { ...into, key: '3' }
    const far = { ...into, ...none, day: '2026-11-13' } as const
    expect(pair({ ...out, ...none }, far, near)).toEqual(['1-3', '3-1'])
    expect(pair({ ...out, ...none }, { ...into, endToEndId: 'E1' })).toEqual(['1-2', '2-1'])
  })

  test('two equal transfers are two pairs', () => {
    const pairs = ['1-2', '2-1', '4-5', '5-4']
    expect(pair(out, { ...out, key: '4' }, into, { ...into, key: '5' })).toEqual(pairs)
    expect(pair({ ...into, key: '5' }, into, { ...out, key: '4' }, out)).toEqual(pairs)
  })

  test('are found among thousands of equal movements without comparing each with each', () => {
    const many = Array.from({ length: 20_000 }, (_, at) => [
      { ...out, key: `o${at}`, endToEndId: 'E1' },
      { ...into, key: `i${at}`, currency: at % 2 === 0 ? 'EUR' : 'USD', endToEndId: 'E1' },
    ]).flat()
    expect(pair(...many, { ...out, day: '2026-09-01', key: 'a' }, { ...into, day: '2026-09-02', key: 'b' })).toEqual(
      expect.arrayContaining(['a-b', 'b-a']),
    )
  })

  test('of two files of equal amounts that name an exchange, few are compared', () => {
    const text = 'change usd eur livret'
    const many = Array.from({ length: 20_000 }, (_, at) => {
      const day = `2026-01-${String(1 + (at % 28)).padStart(2, '0')}`
      return [
        { ...out, key: `o${at}`, day, text },
        { ...into, key: `i${at}`, day, text },
      ]
    }).flat()
    // Compared with all of nine days, they were nine million pairs.
    expect(pair(...many).length).toBeGreaterThan(100)
  })

  test('zero is no transfer', () => {
    expect(pair({ ...out, amountMinor: 0n }, { ...into, amountMinor: 0n })).toEqual([])
  })
})

describe('a card’s invoice on its account', () => {
  const invoice: PairingLine = { ...out, label: 'facture carte visa premier', nature: 'card' }
  const settle = (line: PairingLine, slips = ['gold', 'black']) => findSettlements([line], accounts, new Set(slips))

  test('settles the card that it names, else the first', () => {
    expect(settle(invoice)).toEqual([
      { kind: 'card_settlement', accountId: 'current', key: '1', pairAccountId: 'gold', pairKey: null },
    ])
    expect(settle({ ...invoice, label: 'facture carte infinite' })[0]?.pairAccountId).toBe('black')
    expect(settle({ ...invoice, label: 'facture carte' })[0]?.pairAccountId).toBe('gold')
  })

  test.each<[string, Partial<PairingLine>]>([
    ['a purchase', { label: 'carte 12/11 facture edf' }],
    ['money in', { amountMinor: 1n }],
    ['no money', { amountMinor: 0n }],
    ['another nature', { nature: 'transfer_out' }],
    ['another account', { accountId: 'savings' }],
  ])('%s is none', (_, part) => {
    expect(settle({ ...invoice, ...part })).toEqual([])
  })

  test('of a single card needs no name', () => {
    expect(settle({ ...invoice, label: 'facture carte' }, ['black'])[0]?.pairAccountId).toBe('black')
  })

  test('without the card’s transactions the invoice counts', () => {
    expect(settle(invoice, [])).toEqual([])
  })
})

describe('an account of two logins', () => {
  const twice = accounts.map(account => (account.id === 'savings' ? { ...account, iban: 'FR1' } : account))
  const both: PairingAccount[] = [
    ...twice,
    {
      id: 'again',
      kind: 'account',
      name: 'Livret',
      ...eur,
      iban: 'FR1',
      connectionId: 'd',
      bank: 'Banque',
      backingAccountId: null,
    },
  ]
  const rows = (...lines: PairingLine[]) =>
    pairTransfers(lines, both).map(one => `${one.accountId} ${one.key} ${one.pairAccountId} ${one.pairKey}`)
  const twin = { ...into, accountId: 'again', key: '7' }

  test.each<[string, PairingLine[], string[]]>([
    ['both of its lines', [out, into, twin], ['current 1 again 7', 'again 7 current 1', 'savings 2 current 1']],
    [
      'not its line of another day',
      [out, into, { ...twin, day: '2026-11-13' }],
      ['current 1 savings 2', 'savings 2 current 1'],
    ],
    [
      'not its line of another text',
      [out, into, { ...twin, label: 'vir' }],
      ['current 1 again 7', 'again 7 current 1'],
    ],
    [
      'of equal ones the first with the first',
      [out, { ...out, key: '0' }, into, { ...into, key: '3' }, twin, { ...twin, key: '8' }],
      [
        'current 0 again 7',
        'again 7 current 0',
        'savings 2 current 0',
        'current 1 again 8',
        'again 8 current 1',
        'savings 3 current 1',
      ],
    ],
    ['never one of its lines with another', [{ ...out, accountId: 'again' }, into], []],
  ])('pairs %s', (_, lines, expected) => {
    expect(rows(...lines)).toEqual(expected)
  })

  test('euros and dollars of one IBAN are two', () => {
    const dollars = both.map(account => (account.id === 'again' ? { ...account, currency: 'USD' } : account))
    const id = { endToEndId: 'E1' }
    const received = { ...twin, ...id, currency: 'USD', amountMinor: 21_700n }
    expect(pairTransfers([{ ...out, ...id, accountId: 'savings' }, received], dollars)).toHaveLength(2)
    expect(suggestHalf(into, [{ ...out, accountId: 'again' }], dollars)).not.toBeNull()
    expect(suggestHalf(into, [{ ...out, accountId: 'again' }], both)).toBeNull()
  })
})

describe('a suggestion', () => {
  const rent: PairingLine = { ...out, label: 'vir sepa emis martin', text: 'vir sepa emis martin loyer' }
  const benefit: PairingLine = { ...into, label: 'vir sepa recu caf', text: 'vir sepa recu caf', day: '2026-11-12' }

  test.each<[string, Partial<PairingLine>, boolean]>([
    ['needs no evidence', {}, true],
    ...otherHalves,
    ['of a shop', { nature: 'card' }, false],
    ['under another end-to-end id', { endToEndId: 'E2' }, false],
  ])('%s: %s', (_, part, found) => {
    const [debit, credit] = [
      { ...rent, endToEndId: 'E1' },
      { ...benefit, ...part },
    ]
    expect(suggestHalf(debit, [credit], accounts)).toEqual(found ? credit : null)
    expect(suggestHalf(credit, [debit], accounts)).toEqual(found ? debit : null)
  })

  test('is the nearest of several, and none of a shop’s own', () => {
    const nearer = { ...benefit, key: '9', day: '2026-11-10' }
    expect(suggestHalf(rent, [benefit, nearer], accounts)).toEqual(nearer)
    expect(suggestHalf({ ...rent, nature: 'card' }, [benefit], accounts)).toBeNull()
    expect(pairTransfers([rent, benefit], accounts)).toEqual([])
  })
})
