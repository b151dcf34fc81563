import { describe, expect, test } from 'vitest'
import {
  translateAccounts,
  translateBalances,
  translateIdentity,
  translateOverdraft,
  translateOwners,
  translateTransactions,
} from './translate.ts'
import { WireIdentity, WireOverdraft, WireOwners } from './wire/person.ts'

const amount = (text: string, currency = 'EUR') => ({ amount: text, currency })
const minor = (amountMinor: bigint, currency = 'EUR') => ({ amountMinor, currency })

describe('an account', () => {
  const account = (more: object) => translateAccounts([{ resourceId: 'A', ...more }], '1.6.2').read[0]?.[0]
  const other = (schemeName: string) => ({ accountId: { other: { identification: 'x7f', schemeName } } })

  test('of which only the id is given', () => {
    expect(account({})).toEqual({
      resourceId: 'A',
      kind: 'account',
      cashAccountType: '',
      iban: null,
      cardId: null,
      currency: null,
      name: '',
      product: null,
      details: null,
      features: [],
      usage: null,
      psuStatus: null,
      bic: null,
      linkedResourceId: null,
      balances: null,
      unreadableBalances: 0,
      links: new Set(),
    })
  })

  test('is a card by its type or the scheme of its id', () => {
    expect(account({ cashAccountType: 'CARD' })).toMatchObject({ kind: 'card', cardId: null })
    for (const scheme of ['TPAN', 'CPAN']) expect(account(other(scheme))).toMatchObject({ kind: 'card', cardId: 'x7f' })
    expect(account(other('BANK'))).toMatchObject({ kind: 'account', cardId: null })
  })

  test('has the currency it names, else that of its balances, else none that we know', () => {
    const balances = [{ balanceType: 'CLBD', balanceAmount: amount('1.00', 'CHF') }]
    expect(account({ accountId: { currency: 'usd' }, balances })?.currency).toBe('USD')
    expect(account({ balances })?.currency).toBe('CHF')
    expect(account({ currency: 'usd', balances })?.currency).toBe('USD')
    expect(account({ accountId: { currency: 'GBP' }, currency: 'USD' })?.currency).toBe('GBP')
    const several = [...balances, { balanceType: 'OTHR', balanceAmount: amount('1.00', 'EUR') }]
    for (const shown of [{}, { balances: [] }, { balances: several }]) expect(account(shown)?.currency).toBeNull()
  })

  test('has the name of its product if it has none itself', () => {
    expect(account({ product: 'Livret' })?.name).toBe('Livret')
    expect(account({ product: 'Livret', name: 'Compte' })).toMatchObject({ name: 'Compte', product: 'Livret' })
  })

  test.each([
    ['features:IP', ['IP']],
    ['Compte features: IP,SCT , SCT_MULT', ['IP', 'SCT', 'SCT_MULT']],
    ['features:', []],
    ['Compte', []],
  ])('details “%s” tell features %j', (details, features) => {
    expect(account({ details })).toMatchObject({ details, features })
  })

  test('counts its unreadable balances', () => {
    const balances = [{ balanceType: 'CLBD', balanceAmount: amount('1.00') }, {}, null]
    expect(account({ balances })).toMatchObject({ balances: [{ type: 'CLBD' }], unreadableBalances: 2 })
  })

  test('has the links that are given, with their addresses beside it', () => {
    const names = ['balances', 'transactions', 'owners', 'overdrafts']
    const links = Object.fromEntries([...names, 'next'].map(name => [name, { href: `/${name}` }]))
    const [entry] = translateAccounts([{ resourceId: 'A', _links: links }], '1.6.2').read
    expect(entry?.[0].links).toEqual(new Set(names))
    expect(entry?.[1].get('owners')).toBe('/owners')
  })

  test.each([
    [{ resourceId: '..' }, 'resourceId', 'no path segment'],
    [{}, 'resourceId', 'missing'],
    [{ resourceId: 'A', accountId: { iban: 'x' } }, 'accountId.iban', 'no IBAN'],
    [{ resourceId: 'A', accountId: 'x' }, 'accountId', 'invalid_type'],
    [null, '', 'invalid_type'],
  ])('%j is set aside, the others are read', (row, field, reason) => {
    const { read, unreadable } = translateAccounts([row, { resourceId: 'B' }], '1.6.2')
    expect([read.length, unreadable]).toEqual([1, [{ field, reason }]])
  })
})

describe('a balance', () => {
  const old = (balanceType: string, name: string) =>
    translateBalances([{ balanceType, name, balanceAmount: amount('12.34') }], '1.4.2', 'card').read[0]

  test('is read as it is', () => {
    const row = { balanceType: 'CLBD', balanceAmount: amount('-12.34', ' eur '), referenceDate: '2026-11-20' }
    const expected = { type: 'CLBD', name: '', amount: minor(-1234n), referenceDate: '2026-11-20' }
    expect(translateBalances([row], '1.4.2', 'account').read).toEqual([expected])
    expect(translateBalances([row], '1.6.2', 'card').read).toEqual([expected])
    expect(translateBalances([row], '1.4.2', 'card').read).toEqual([{ ...expected, amount: minor(1234n) }])
  })

  test('without an exact amount is set aside', () => {
    const row = { balanceType: 'CLBD', balanceAmount: amount('1.234') }
    expect(translateBalances([row], '1.6.2', 'account')).toEqual({
      read: [],
      unreadable: [{ field: 'balanceAmount', reason: 'not an exact amount' }],
    })
  })

  test.each([
    ['PRCD', ['Prélevé', 'Prélevés', 'preleve', 'Mois précédent', 'Previous month', 'Drawn', 'En cours prélevé']],
    ['PRCD', ['Dernier encours prélevé', 'Encours débité', 'Dernier encours', 'Last outstanding']],
    ['PRCD', ['Encours prélevé du mois précédent', 'Previous outstanding, drawn']],
    ['ITAV', ['Encours reporté au mois suivant', 'Encours du mois, à prélever', 'ENCOURS DU MOIS A PRELEVER']],
    ['ITAV', ['Outstanding carried to next month']],
    ['ITAV', ['Encours non encore prélevé', 'Encours pas prélevé', 'Encours qui sera prélevé le 05/12']],
    ['ITAV', ['Encours', 'ENCOURS CARTE', 'En-cours', 'Encours non prélevé', 'Outstanding', 'Not yet drawn']],
    ['ITAV', ['À prélever', 'Reporté', 'Reportés', 'Suivant', 'En cours', 'Du mois', 'Carried', 'Next month']],
    ['OTHR', ['Solde', 'Withdrawn', 'Nextdoor', 'Prélevements', 'Miscarried', 'Reportésx', '']],
  ])('v1.4.2: a card’s outstanding is %s by one of the names %j', (type, names) => {
    expect(names.map(name => [name, old('OTHR', name)?.type])).toEqual(names.map(name => [name, type]))
  })

  test('v1.4.2: a code that says it counts, not the name', () => {
    const row = { balanceType: 'OTHR', name: 'Prélevé', balanceAmount: amount('12.34') }
    expect(translateBalances([row], '1.4.2', 'account').read[0]?.type).toBe('OTHR')
    expect(translateBalances([row], '1.6.2', 'card').read[0]?.type).toBe('OTHR')
    expect([old('ITAV', 'Prélevé')?.type, old('PRCD', 'À prélever')?.type]).toEqual(['ITAV', 'PRCD'])
  })
})

describe('a transaction', () => {
  const line = { status: 'book', transactionAmount: amount('5.00'), creditDebitIndicator: 'DBIT' }
  const signed = (text: string, creditDebitIndicator: unknown) =>
    translateTransactions([{ ...line, transactionAmount: amount(text, 'eur'), creditDebitIndicator }])

  test('has a status in capitals and a code, also if the bank gives none', () => {
    expect(translateTransactions([line]).read[0]).toMatchObject({
      status: 'BOOK',
      code: { domain: null, family: null, subFamily: null, code: null, issuer: null },
    })
  })

  test('has every member', () => {
    const days = {
      bookingDate: '2026-11-20',
      valueDate: '2026-11-21',
      transactionDate: '2026-11-19',
      expectedBookingDate: '2026-11-22',
    }
    const bankTransactionCode = { domain: 'PMNT', family: 'RDDT', subFamily: 'ESDD', code: '537', issuer: 'SI' }
    const ids = { resourceId: 'T', entryReference: 'N', endToEndId: 'E' }
    const row = { ...line, ...days, ...ids, bankTransactionCode, remittanceInformation: ['a', 'b'] }
    expect(translateTransactions([row]).read).toEqual([
      {
        ...days,
        ...ids,
        status: 'BOOK',
        amount: minor(-500n),
        remittance: ['a', 'b'],
        code: bankTransactionCode,
      },
    ])
  })

  test.each([
    ['5.00', 'CRDT', 500n],
    ['-5.00', 'CRDT', 500n],
    ['5.00', 'DBIT', -500n],
    ['5.00', 'dbit', -500n],
    ['-5.00', 'DBIT', -500n],
    ['-5.00', undefined, -500n],
    ['-5.00', 'XXXX', -500n],
    ['0', undefined, 0n],
    ['0', 'DBIT', 0n],
  ])('of %s with %s (bank:D29)', (text, indicator, amountMinor) => {
    expect(signed(text, indicator).read.map(one => one.amount)).toEqual([minor(amountMinor)])
  })

  test.each([
    ['5.00', undefined, 'creditDebitIndicator', 'neither CRDT nor DBIT'],
    ['0.01', 'XXXX', 'creditDebitIndicator', 'neither CRDT nor DBIT'],
    ['five', 'DBIT', 'transactionAmount', 'not an exact amount'],
    ['', 'DBIT', 'transactionAmount.amount', 'missing'],
  ])('of %j with %s is set aside', (text, indicator, field, reason) => {
    expect(signed(text, indicator)).toEqual({ read: [], unreadable: [{ field, reason }] })
  })
})

describe('people', () => {
  const owners = (answer: object) => translateOwners(WireOwners.parse(answer))
  const overdraft = (answer: object) => translateOverdraft(WireOverdraft.parse(answer))
  const identity = (answer: object) => translateIdentity(WireIdentity.parse(answer))

  test('owners', () => {
    expect(owners({ identities: null })).toEqual({ persons: [], company: null })
    expect(owners({ identities: [{ fullName: 'LEA' }, {}], company: { identification: '552' } })).toEqual({
      persons: [{ fullName: 'LEA', role: null }],
      company: { identification: '552', schemeName: '', issuer: null },
    })
    expect(owners({ company: { identification: '552', schemeName: 'SIREN' } }).company?.schemeName).toBe('SIREN')
  })

  test('an overdraft', () => {
    expect(overdraft({ overdrafts: { allowedAmount: amount('500', ' eur ') } })).toEqual({ allowed: minor(50_000n) })
    for (const answer of [{ overdrafts: null }, { overdrafts: {} }, { overdrafts: { allowedAmount: amount('5.001') } }])
      expect(overdraft(answer)).toBeNull()
  })

  test('a name as the bank writes it, else of its parts', () => {
    const parts = { firstName: 'LEA', lastName: 'MOREAU' }
    expect(identity({ ...parts, connectedPsu: 'MME MOREAU' })).toEqual({ ...parts, fullName: 'MME MOREAU' })
    expect(identity(parts)?.fullName).toBe('LEA MOREAU')
    expect(identity({ lastName: 'MOREAU' })).toEqual({ fullName: 'MOREAU', firstName: null, lastName: 'MOREAU' })
    expect(identity({ firstName: 'LEA' })?.fullName).toBe('LEA')
    expect(identity({})).toBeNull()
    const longest = identity({ firstName: 'L'.repeat(70), lastName: 'M'.repeat(70) })
    expect(longest?.fullName).toHaveLength(140)
  })
})
