import { describe, expect, test } from 'vitest'
import {
  type AccountAddress,
  listAccounts,
  readBalances,
  readIdentity,
  readOverdrafts,
  readOwners,
  readTransactions,
} from './accounts.ts'
import type { Bank } from './bank.ts'
import { openByteBudget } from './byte-budget.ts'
import { json, presence, type Script, scriptBank } from './testing/scripted-bank.ts'
import { aispToken } from './token.ts'

const token = aispToken('19870', 'a')
const context = { presence }
const base = '/stet/psd2/v1.6.2'
const account = (id: string, more: object = {}) => ({
  resourceId: id,
  cashAccountType: 'CACC',
  accountId: { iban: `FR76 1987 0000 0000 0000 0000 ${id.replaceAll(/\W/g, '')}`, currency: 'EUR' },
  name: `Compte ${id}`,
  ...more,
})
const line = (id: string, amount = '1.00') => ({
  resourceId: id,
  entryReference: id,
  status: 'BOOK',
  creditDebitIndicator: 'DBIT',
  bookingDate: '2026-11-20',
  transactionAmount: { amount, currency: 'EUR' },
})
const pageOf = (request: { target: string }) =>
  Number(new URL(request.target, 'https://x').searchParams.get('page') ?? '1')
const link = (path: string, page: number | string) => ({ href: `${base}${path}?page=${page}`, templated: false })

const next = (page: number, path = '/accounts') => ({ next: link(path, page) })
const ofA = '/accounts/A/transactions'
const nothing = { status: 204, headers: {}, text: '' }
const listOf = (script: Script, more: Parameters<typeof scriptBank>[1] = {}) =>
  listAccounts(scriptBank(script, more).bank, token, context)
const balancesOf = (bank: Bank, kind: 'account' | 'card' = 'account', of: AccountAddress = 'A') =>
  readBalances(bank, token, { account: of, kind }, context)
const transactionsOf = (bank: Bank, filter: object = {}, more: object = {}) =>
  readTransactions(bank, token, { account: 'A', ...filter }, { ...context, ...more })

function pagedAccounts(count: number, withLast: boolean): Script {
  return request => {
    const page = pageOf(request)
    const rows = [0, 1, 2].map(index => account(`P${page}-${index}`))
    const last = withLast ? { last: link('/accounts', count) } : {}
    return json(200, { accounts: rows, _links: { ...(page < count ? next(page + 1) : {}), ...last } })
  }
}

describe('listing accounts', () => {
  test('translates the bank’s list, before and after consent', async () => {
    const card = {
      resourceId: 'CRD-1',
      cashAccountType: 'CARD',
      accountId: { currency: 'EUR', other: { identification: 'x7f', schemeName: 'TPAN' } },
      name: 'Carte Visa',
      linkedAccount: 'CPT-1',
      balances: [{ balanceType: 'ITAV', name: 'Encours', balanceAmount: { amount: '-41.20', currency: 'EUR' } }],
    }
    const consented = account('CPT-1', {
      details: 'Compte courant features:IP,SCT,SCT_MULT',
      usage: 'PRIV',
      psuStatus: 'Account Holder',
      bicFi: 'RIVLFRPP',
      product: 'Compte courant',
      balances: [
        {
          balanceType: 'CLBD',
          name: 'Solde',
          balanceAmount: { amount: 1204.5, currency: 'EUR' },
          referenceDate: '2026-11-20',
        },
      ],
      _links: {
        balances: { href: `${base}/accounts/CPT-1/balances` },
        owners: { href: '' },
        transactions: { href: '/t/{id}', templated: true },
      },
    })
    const identity = { endUserIdentity: { href: `${base}/end-user-identity` } }
    const list = await listOf(() => json(200, { accounts: [consented, card, account('CPT-2')], _links: identity }))
    expect(list.accounts[0]).toEqual({
      resourceId: 'CPT-1',
      kind: 'account',
      cashAccountType: 'CACC',
      iban: 'FR7619870000000000000000CPT1',
      cardId: null,
      currency: 'EUR',
      name: 'Compte CPT-1',
      product: 'Compte courant',
      details: 'Compte courant features:IP,SCT,SCT_MULT',
      features: ['IP', 'SCT', 'SCT_MULT'],
      usage: 'PRIV',
      psuStatus: 'Account Holder',
      bic: 'RIVLFRPP',
      linkedResourceId: null,
      balances: [
        { type: 'CLBD', name: 'Solde', amount: { amountMinor: 120450n, currency: 'EUR' }, referenceDate: '2026-11-20' },
      ],
      unreadableBalances: 0,
      links: new Set(['balances']),
    })
    expect(list.accounts[1]).toMatchObject({ kind: 'card', iban: null, cardId: 'x7f', linkedResourceId: 'CPT-1' })
    expect(list.accounts[1]?.balances?.[0]).toMatchObject({ type: 'ITAV', amount: { amountMinor: -4120n } })
    expect(list.accounts[2]).toMatchObject({ balances: null, links: new Set() })
    expect(list.identity).toBe(`${base}/end-user-identity`)
    expect(list.links.get('CPT-1')?.balances).toBe(`${base}/accounts/CPT-1/balances`)
  })

  test('the link to the identity may be an account’s', async () => {
    const accounts = ['A1', 'A2'].map(id => ({ ...account(id), _links: { endUserIdentity: { href: `/${id}` } } }))
    expect((await listOf(() => json(200, { accounts }))).identity).toBe('/A1')
  })

  test.each([1, 2])('the link to the identity is only on page %i', async page => {
    const list = await listOf(request => {
      const identity = pageOf(request) === page ? { endUserIdentity: { href: '/identity' } } : {}
      const _links = { ...(pageOf(request) === 1 ? next(2) : {}), ...identity }
      return json(200, { accounts: [account(`A${pageOf(request)}`)], _links })
    })
    expect(list.identity).toBe('/identity')
  })

  test.each([true, false])('walks every page in order (last given: %s)', async withLast => {
    const { bank, requests } = scriptBank(pagedAccounts(5, withLast))
    const list = await listAccounts(bank, token, context)
    expect(list.accounts.map(({ resourceId }) => resourceId)).toEqual(
      [1, 2, 3, 4, 5].flatMap(page => [0, 1, 2].map(index => `P${page}-${index}`)),
    )
    expect(requests.map(({ target }) => target)).toEqual([
      `${base}/accounts`,
      ...[2, 3, 4, 5].map(page => `${base}/accounts?page=${page}`),
    ])
    expect(list.pages).toBe(5)
  })

  test.each(['?page=2', 'accounts?page=2', `/gateway${base}/accounts?page=2`, `${base}/acc%6Funts?page=2`])(
    'follows %s to the next page',
    async href => {
      const { bank, requests } = scriptBank((_, index) =>
        json(200, { accounts: [account(`A${index}`)], _links: index === 0 ? { next: { href, templated: true } } : {} }),
      )
      expect((await listAccounts(bank, token, context)).accounts).toHaveLength(2)
      expect(requests).toHaveLength(2)
    },
  )

  test.each([
    `${base}/accounts/A/balances?page=2`,
    `${base}/accounts/B/transactions?page=2`,
    `${base}/accounts?page=2`,
    '/transactions?page=2',
    '/?page=2',
  ])('a next page of transactions at %s is of another resource', async href => {
    const { bank, requests } = scriptBank(() => json(200, { transactions: [], _links: { next: { href } } }))
    const walk = transactionsOf(bank)
    await expect(walk.next()).rejects.toMatchObject({ kind: 'schema', detail: 'next: another resource' })
    expect(requests).toHaveLength(1)
  })

  test.each([
    ['an error told with 200', { status: 500, error: 'Internal Server Error', message: 'timeout' }],
    ['another list', { standingOrders: [] }],
    ['a list that is none', { accounts: {}, balances: {}, transactions: 'none', overdrafts: 7, identities: 7 }],
    ['a list of errors', [{ code: 'x' }]],
    ['a text', 'none'],
  ])('%s is no empty list', async (_, body) => {
    const { bank } = scriptBank(() => json(200, JSON.stringify(body)))
    const reads = [
      listAccounts(bank, token, context),
      balancesOf(bank),
      transactionsOf(bank).next(),
      readOwners(bank, token, 'A', context),
      readOverdrafts(bank, token, 'A', context),
    ]
    await Promise.all(reads.map(read => expect(read).rejects.toMatchObject({ kind: 'schema' })))
  })

  test.each([
    ['an error beside the lists', 200, { accounts: null, balances: [], transactions: [], status: 503, error: 'x' }],
    ['a text of an error', 200, { accounts: [], balances: null, transactions: null, error: 'Internal Server Error' }],
    ['an error as an object', 200, { accounts: [], balances: [], transactions: [], error: { code: 'X' } }],
    ['errors', 200, { accounts: [], balances: [], transactions: [], errors: ['timeout'] }],
    ['a code of the interface', 200, { accounts: [], balances: [], transactions: [], message: 'NAAC' }],
    ['a part', 206, { accounts: [], balances: [], transactions: [] }],
    ['nothing, with a promise of it', 202, ''],
  ])('%s is no empty list', async (_, status, body) => {
    const { bank } = scriptBank(() => json(status, body))
    const reads = [listAccounts(bank, token, context), balancesOf(bank), transactionsOf(bank).next()]
    const kind = body === '' ? 'json' : 'schema'
    await Promise.all(reads.map(read => expect(read).rejects.toMatchObject({ kind, status })))
  })

  test.each([
    [[{ rel: 'next', href: '/x?page=2' }], true],
    [{ Next: { href: '/x?page=2' } }, true],
    [[{ rel: 'self', href: '/x' }], false],
    [{}, false],
    [null, false],
  ])('a next page that stands in links is not left out: %j', async (links, isRefused) => {
    const { bank } = scriptBank(() => json(200, { accounts: [], transactions: [], links }))
    for (const read of [listAccounts(bank, token, context), transactionsOf(bank).next()]) {
      if (isRefused) await expect(read).rejects.toMatchObject({ kind: 'schema' })
      else await read
    }
  })

  test('two accounts under one id: the second is set aside; one listed twice is one', async () => {
    const iban = (of: string, currency = 'EUR') => ({ accountId: { iban: `FR76${of}`, currency } })
    const list = await listOf(() =>
      json(200, {
        accounts: [
          account('A', iban('1')),
          account('A', iban('2')),
          account('A', iban('1', 'USD')),
          account('A', { ...iban('1'), name: 'Compte' }),
        ],
      }),
    )
    expect(list.accounts.map(({ iban: of, currency, name }) => [of, currency, name])).toEqual([
      ['FR761', 'EUR', 'Compte'],
    ])
    expect(list.unreadable).toEqual(Array(2).fill({ field: 'resourceId', reason: 'of two accounts' }))
  })

  test.each([204, ' \n', 'null', '[ ]', '[]'])('%j is one', async said => {
    const { bank } = scriptBank(() => (typeof said === 'number' ? nothing : json(200, said)))
    expect((await listAccounts(bank, token, context)).accounts).toEqual([])
    expect((await balancesOf(bank)).balances).toEqual([])
    expect((await transactionsOf(bank).next()).value).toMatchObject({ count: 0, pageCount: 1 })
    expect(await readOwners(bank, token, 'A', context)).toBeNull()
  })

  test.each([[[]], [null]])('so is %j in its place', async accounts => {
    expect((await listOf(() => json(200, { accounts }))).accounts).toEqual([])
  })

  test('sets an unreadable row aside, and continues (R16)', async () => {
    const last = account('B', { name: 7, usage: {}, balances: 'no' })
    const rows = [account('A'), null, 'x', account(''), account('..'), { name: 'no id' }, last]
    const list = await listOf(() => json(200, { accounts: rows }))
    expect(list.accounts.map(({ resourceId, name }) => [resourceId, name])).toEqual([
      ['A', 'Compte A'],
      ['B', '7'],
    ])
    expect(list.unreadable).toHaveLength(5)
    expect(list.unreadable[3]).toEqual({ field: 'resourceId', reason: 'no path segment' })
  })

  test('v1.4.2: its own path, CPAN cards, signs of outstandings as in v1.6.2', async () => {
    const card = {
      resourceId: 'C',
      accountId: { other: { identification: 'y', schemeName: 'CPAN' } },
      balances: [{ balanceType: 'OTHR', balanceAmount: { amount: '10.00', currency: 'EUR' } }],
    }
    const { bank, requests } = scriptBank(() => json(200, { accounts: [card] }), { version: '1.4.2' })
    const { accounts } = await listAccounts(bank, token, context)
    expect(requests[0]?.target).toBe('/stet/psd2/v1.4.2/accounts')
    expect(accounts[0]).toMatchObject({ kind: 'card', balances: [{ amount: { amountMinor: -1000n } }] })
    const newer = await listOf(() => json(200, { accounts: [card] }))
    expect(newer.accounts[0]).toMatchObject({ kind: 'card', balances: [{ amount: { amountMinor: 1000n } }] })
  })

  test.each([
    ['ENCOURS PRELEVE', 'CLBD', 'PRCD'],
    ['Solde', 'OTHR', 'OTHR'],
    ['Prélevé', 'ITAV', 'ITAV'],
  ])('v1.4.2: a card’s “%s” (%s) is %s when asked for, and its sign is turned', async (name, balanceType, known) => {
    const balances = ['12.34', '-5.00'].map(amount => ({
      balanceType,
      name,
      balanceAmount: { amount, currency: 'EUR' },
    }))
    const { bank } = scriptBank(() => json(200, { balances }), { version: '1.4.2' })
    const read = async (kind: 'account' | 'card') =>
      (await balancesOf(bank, kind)).balances.map(({ type, amount }) => [type, amount.amountMinor])
    expect(await read('card')).toEqual([
      [known, -1234n],
      [known, 500n],
    ])
    expect(await read('account')).toEqual([
      [balanceType, 1234n],
      [balanceType, -500n],
    ])
  })

  const bare = { resourceId: 'A', accountId: { iban: 'FR7619870000010000000000138' } }
  const linked = { ...bare, _links: { balances: { href: '/b' } } }
  const identity = { endUserIdentity: { href: '/i' } }
  test.each([
    ['1.6.2', { accounts: [linked] }, true],
    ['1.4.2', { accounts: [bare] }, true],
    ['1.4.2', { accounts: [linked] }, false],
    ['1.4.2', { accounts: [{ ...bare, balances: [] }] }, false],
    ['1.4.2', { accounts: [bare], _links: identity }, false],
  ] as const)('v%s: whether every account of the person is listed (%#)', async (version, body, complete) => {
    expect(await listOf(() => json(200, body), { version })).toMatchObject({ version, complete })
  })

  test('NAAC in v1.4.2 means a consent to no account; in v1.6.2 it is a refusal', async () => {
    const none = () => json(404, { status: 404, message: 'NAAC' })
    expect(await listOf(none, { version: '1.4.2' })).toMatchObject({ accounts: [], complete: false })
    await expect(listOf(none)).rejects.toMatchObject({ code: 'NAAC' })
  })
})

describe('balances, owners, overdrafts, identity', () => {
  test('the bank’s link if given, else the documented path, and no other host', async () => {
    const { bank, requests } = scriptBank(() => json(200, { balances: [] }))
    const at = (href: string) => balancesOf(bank, 'account', { resourceId: 'CPT-1', href })
    await balancesOf(bank, 'account', 'CPT-1')
    await at(`${base}/accounts/CPT-1/balances?workspace=w`)
    await expect(at('https://evil.test/b')).rejects.toMatchObject({ kind: 'redirect_host', sent: 'no' })
    await expect(balancesOf(bank, 'account', '..')).rejects.toMatchObject({ kind: 'request', sent: 'no' })
    expect(requests.map(({ target }) => target)).toEqual([
      `${base}/accounts/CPT-1/balances`,
      `${base}/accounts/CPT-1/balances?workspace=w`,
    ])
  })

  test('an unknown balance type is kept; an inexact amount is set aside', async () => {
    const of = (balanceType: string, amount: string, more: object = {}) => ({
      balanceType,
      balanceAmount: { amount, currency: 'EUR' },
      ...more,
    })
    const rows = [
      of('XPCD', '-0.00', { name: 'Nouveau', referenceDate: '2026-02-30' }),
      of('OTHR', '1.005', { referenceDate: '2026-02-30' }),
      of('CLBD', '123456789012345678.00'),
      { balanceType: 'VALU' },
    ]
    const { balances, unreadable } = await balancesOf(scriptBank(() => json(200, { balances: rows })).bank)
    const zero = { amountMinor: 0n, currency: 'EUR' }
    expect(balances).toEqual([{ type: 'XPCD', name: 'Nouveau', amount: zero, referenceDate: null }])
    expect(unreadable.map(({ field }) => field)).toEqual(['balanceAmount', 'balanceAmount', 'balanceAmount'])
  })

  test('owners: persons and a company (bank:D22); nothing for 204', async () => {
    const body = {
      identities: [{ fullName: 'LEA MOREAU', role: 'Titulaire' }, {}, { fullName: 'X' }],
      company: { identification: '552 100 554', schemeName: 'SIREN' },
    }
    const { bank } = scriptBank((_, index) => (index === 0 ? json(200, body) : nothing))
    expect(await readOwners(bank, token, 'A', context)).toEqual({
      persons: [
        { fullName: 'LEA MOREAU', role: 'Titulaire' },
        { fullName: 'X', role: null },
      ],
      company: { identification: '552 100 554', schemeName: 'SIREN', issuer: null },
    })
    expect(await readOwners(bank, token, 'A', context)).toBeNull()
  })

  test('overdraft (bank:D21), or none', async () => {
    const allowedAmount = { amount: '500.00', currency: 'EUR' }
    const { bank } = scriptBank((_, index) => json(200, { overdrafts: index === 0 ? { allowedAmount } : {} }))
    const allowed = { amountMinor: 50000n, currency: 'EUR' }
    expect(await readOverdrafts(bank, token, 'A', context)).toEqual({ allowed })
    expect(await readOverdrafts(bank, token, 'A', context)).toBeNull()
  })

  test.each([
    [{ connectedPsu: 'LEA MOREAU' }, { fullName: 'LEA MOREAU', firstName: null, lastName: null }],
    [{}, null],
  ])('identity (bank:D23): %j', async (body, expected) => {
    expect(await readIdentity(scriptBank(() => json(200, body)).bank, token, context)).toEqual(expected)
  })

  test('v1.4.2 has no owners and no overdrafts: no request', async () => {
    const { bank, requests } = scriptBank(() => json(200, {}), { version: '1.4.2' })
    await expect(readOwners(bank, token, 'A', context)).rejects.toMatchObject({ kind: 'unsupported', sent: 'no' })
    await expect(readOverdrafts(bank, token, 'A', context)).rejects.toMatchObject({ kind: 'unsupported' })
    expect(requests).toEqual([])
  })
})

describe('transactions', () => {
  async function readAll(script: Script, filter = {}) {
    const { bank, requests } = scriptBank(script)
    const pages = []
    for await (const page of transactionsOf(bank, filter)) pages.push({ ...page, ...(await page.read()) })
    return { pages, requests, lines: pages.flatMap(page => page.transactions) }
  }

  test('the filters of the document', async () => {
    const filter = { dateFrom: '2026-10-01', dateTo: '2026-11-01', entryReferenceFrom: '42' }
    const { requests } = await readAll(() => json(200, { transactions: [] }), filter)
    expect(requests[0]?.target).toBe(
      `${base}/accounts/A/transactions?dateFrom=2026-10-01&dateTo=2026-11-01&entryReferenceFrom=42`,
    )
  })

  test('both forms of the remittance information, every field, the sign from the indicator (bank:D28, bank:D29)', async () => {
    const { lines } = await readAll(() =>
      json(200, {
        transactions: [
          {
            ...line('T1', '12.30'),
            remittanceInformation: { unstructured: ['PRLV SEPA', 'EDF'] },
            bankTransactionCode: { domain: 'PMNT', family: 'RDDT', subFamily: 'ESDD', code: 537, issuer: 'SI' },
            valueDate: '2026-11-21T00:00:00+01:00',
            endToEndId: 'E2E-1',
          },
          { ...line('T2', '-5.00'), creditDebitIndicator: 'CRDT', remittanceInformation: ['VIR', 'SALAIRE'] },
          {
            status: 'FUTR',
            transactionAmount: { amount: '-3', currency: 'EUR' },
            expectedBookingDate: '2026-11-30',
            remittanceInformation: 'CB',
          },
          { ...line('T4'), status: 'XTRA' },
        ],
      }),
    )
    expect(lines[0]).toEqual({
      resourceId: 'T1',
      entryReference: 'T1',
      status: 'BOOK',
      amount: { amountMinor: -1230n, currency: 'EUR' },
      bookingDate: '2026-11-20',
      valueDate: '2026-11-21',
      transactionDate: null,
      expectedBookingDate: null,
      remittance: ['PRLV SEPA', 'EDF'],
      code: { domain: 'PMNT', family: 'RDDT', subFamily: 'ESDD', code: '537', issuer: 'SI' },
      endToEndId: 'E2E-1',
    })
    expect(lines[1]).toMatchObject({ amount: { amountMinor: 500n }, remittance: ['VIR', 'SALAIRE'] })
    expect(lines[2]).toMatchObject({ amount: { amountMinor: -300n }, entryReference: null, remittance: ['CB'] })
    expect(lines[3]?.status).toBe('XTRA')
  })

  test('sets hostile rows aside and cleans hostile text (R16, C48)', async () => {
    const { pages } = await readAll(() =>
      json(200, {
        transactions: [
          { ...line('A'), creditDebitIndicator: undefined },
          { ...line('B'), transactionAmount: { amount: '1e40', currency: 'EUR' } },
          { ...line('C'), transactionAmount: { amount: '1', currency: 'euro' } },
          { ...line('D'), status: undefined },
          { ...line('E'), remittanceInformation: [`a\u0000b\u202Ec${'x'.repeat(10_000)}`, '\u0007', null, { a: 1 }] },
          [],
        ],
      }),
    )
    expect(pages[0]?.unreadable.map(({ field }) => field)).toEqual([
      'creditDebitIndicator',
      'transactionAmount',
      'transactionAmount',
      'status',
      '',
    ])
    expect(pages[0]?.transactions[0]?.remittance).toHaveLength(1)
    expect(pages[0]?.transactions[0]?.remittance[0]).toBe(`a bc${'x'.repeat(135)}…`)
  })

  test('a transaction that moved to the next page is returned once; equal ones without an id are both kept (R13)', async () => {
    const twin = { ...line('T'), resourceId: undefined, entryReference: undefined }
    const { pages, lines } = await readAll(request =>
      pageOf(request) === 1
        ? json(200, { transactions: [line('1'), line('2'), twin, twin], _links: next(2, ofA) })
        : json(200, { transactions: [line('2'), line('3'), twin] }),
    )
    expect(lines.map(({ resourceId }) => resourceId)).toEqual(['1', '2', null, null, '3', null])
    expect(pages.map(({ page, pageCount }) => [page, pageCount])).toEqual([
      [1, null],
      [2, 2],
    ])
  })

  test('of equal ones with a reference and no id, a page has as many as it gives', async () => {
    const twin = { ...line('T'), resourceId: undefined }
    const { lines } = await readAll(request =>
      pageOf(request) === 1
        ? json(200, { transactions: [twin, twin, line('1'), { ...twin, status: 'PDNG' }], _links: next(2, ofA) })
        : json(200, { transactions: [twin, line('1'), line('1')] }),
    )
    expect(lines.map(({ nth }) => nth)).toEqual([undefined, 2, undefined, undefined, undefined])
  })

  test('one id for all is no sign of it: another text is another transaction', async () => {
    const one = (text: string) => ({ ...line('0'), remittanceInformation: [text] })
    const { lines } = await readAll(request =>
      pageOf(request) === 1
        ? json(200, { transactions: [one('CAFE')], _links: next(2, ofA) })
        : json(200, { transactions: [one('CAFE'), one('PAIN')] }),
    )
    expect(lines.map(({ remittance }) => remittance)).toEqual([['CAFE'], ['PAIN']])
  })

  test.each([
    [12, true],
    [13, false],
  ])('a transaction that moved by %i pages is dropped: %s', async (by, isDropped) => {
    const { lines } = await readAll(request => {
      const at = pageOf(request)
      const again = at === 1 || at === 1 + by ? [line('moved')] : []
      return json(200, { transactions: [line(`${at}`), ...again], _links: at <= by ? next(at + 1, ofA) : {} })
    })
    expect(lines.filter(({ resourceId }) => resourceId === 'moved')).toHaveLength(isDropped ? 1 : 2)
  })

  test('an upcoming transaction is another one if its day or amount differs', async () => {
    const coming = (expectedBookingDate: string, amount = '-1') => ({
      resourceId: 'T',
      status: 'FUTR',
      transactionAmount: { amount, currency: 'EUR' },
      expectedBookingDate,
    })
    const later = [coming('2026-12-01'), coming('2026-11-30'), coming('2026-11-30', '-2')]
    const { lines } = await readAll(request =>
      json(
        200,
        pageOf(request) === 1
          ? { transactions: [coming('2026-11-30')], _links: next(2, ofA) }
          : { transactions: later },
      ),
    )
    expect(lines.map(line => [line.expectedBookingDate, line.amount.amountMinor])).toEqual([
      ['2026-11-30', -100n],
      ['2026-12-01', -100n],
      ['2026-11-30', -200n],
    ])
  })

  test('returns a page while the next one is being fetched', async () => {
    const given = Promise.withResolvers<void>()
    const { bank } = scriptBank(async request => {
      if (pageOf(request) === 2) await given.promise
      const _links = pageOf(request) === 1 ? { ...next(2, ofA), last: link(ofA, 2) } : {}
      return json(200, { transactions: [line(`${pageOf(request)}`)], _links })
    })
    const pages: number[] = []
    for await (const { page } of transactionsOf(bank)) {
      pages.push(page)
      given.resolve()
    }
    expect(pages).toEqual([1, 2])
  })

  test('returns the pages before a failing one, then fails', async () => {
    const { bank } = scriptBank((request, index) => {
      const page = pageOf(request)
      const _links = { ...next(page + 1, ofA), last: link(ofA, 5) }
      return page === 3
        ? json(500, { message: 'INTE' })
        : json(200, { transactions: [line(`${page}-${index}`)], _links })
    })
    const read: number[] = []
    const walk = async () => {
      for await (const { page, pageCount } of transactionsOf(bank)) {
        read.push(page)
        expect(pageCount).toBe(5)
      }
    }
    await expect(walk()).rejects.toMatchObject({ code: 'INTE', operation: 'transactions.read' })
    expect(read).toEqual([1, 2])
  })

  test('stopping early cancels running requests', async () => {
    const aborted: boolean[] = []
    const { bank, requests } = scriptBank((request, index) => {
      request.signal?.addEventListener('abort', () => aborted.push(true))
      const _links = { ...next(2, ofA), last: link(ofA, 900) }
      return json(200, { transactions: [line(String(index))], _links })
    })
    for await (const page of transactionsOf(bank)) {
      expect(page.pageCount).toBe(900)
      break
    }
    expect(requests.length).toBeLessThanOrEqual(1 + bank.limits.parallelPages)
    expect(aborted.length).toBe(requests.length)
  })
})

describe('a bank that sends more than we accept', () => {
  const rows = (count: number, from = 0) => Array.from({ length: count }, (_, index) => account(`A${from + index}`))
  const inPages = (count: number, rowsPerPage: number): Script => {
    return request => {
      const page = pageOf(request)
      return json(200, { accounts: rows(rowsPerPage, page * rowsPerPage), _links: page < count ? next(page + 1) : {} })
    }
  }

  test('500 accounts per login, on one page or many, and not one more', async () => {
    for (const script of [inPages(1, 500), inPages(5, 100)]) expect((await listOf(script)).accounts).toHaveLength(500)
    const unreadable: Script = request => json(200, { accounts: [{}], _links: next(pageOf(request) + 1) })
    for (const script of [inPages(1, 501), inPages(501, 1), unreadable])
      await expect(listOf(script)).rejects.toMatchObject({
        kind: 'too_many',
        detail: 'more than 500 in accounts',
        sent: 'yes',
      })
  })

  test('2,000 rows of a page, 50 balances, 50 owners', async () => {
    const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => line(`T${index}`))
    const body = { balances: rowsOf(51), identities: rowsOf(51), transactions: rowsOf(2_001) }
    const { bank } = scriptBank(({ target }) => {
      const list = target.endsWith('/balances')
        ? 'balances'
        : target.endsWith('/owners')
          ? 'identities'
          : 'transactions'
      return json(200, { [list]: body[list] })
    })
    const excess = (detail: string) => ({ kind: 'too_many', detail, status: 200 })
    await expect(transactionsOf(bank).next()).rejects.toMatchObject(excess('more than 2000 in transactions'))
    await expect(balancesOf(bank)).rejects.toMatchObject(excess('more than 50 in balances'))
    await expect(readOwners(bank, token, 'A', context)).rejects.toMatchObject(excess('more than 50 in identities'))
  })

  test('waiting and current answers stay within the budget of the reading, which is released at its end', async () => {
    const budget = openByteBudget(300_000)
    let least = budget.free()
    const padding = 'x'.repeat(20_000)
    const { bank } = scriptBank(request => {
      const page = pageOf(request)
      const _links = { ...(page < 40 ? next(page + 1, ofA) : {}), last: link(ofA, 40) }
      return json(200, { transactions: [line(`T${page}`)], padding, _links })
    })
    let pages = 0
    for await (const page of transactionsOf(bank, {}, { budget })) {
      await page.read()
      least = Math.min(least, budget.free())
      pages += 1
    }
    expect(pages).toBe(40)
    expect(least).toBeLessThan(300_000)
    expect(budget.free()).toBe(300_000)
  })

  test('a page without budget left ends the reading, and everything is released', async () => {
    const budget = openByteBudget(30_000)
    const { bank } = scriptBank(() => json(200, { transactions: [line('T1')], padding: 'x'.repeat(20_000) }))
    const excess = { kind: 'too_many', detail: 'more than 50331648 in bytes of one reading' }
    await expect(transactionsOf(bank, {}, { budget }).next()).rejects.toMatchObject(excess)
    expect(budget.free()).toBe(30_000)
  })
})
