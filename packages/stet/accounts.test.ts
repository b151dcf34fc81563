import { describe, expect, test } from 'vitest'
import { listAccounts, readBalances, readIdentity, readOverdrafts, readOwners, readTransactions } from './accounts.ts'
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

/** A bank with `count` pages of three accounts each. */
function pagedAccounts(count: number, withLast: boolean): Script {
  return request => {
    const page = pageOf(request)
    const rows = [0, 1, 2].map(index => account(`P${page}-${index}`))
    const next = page < count ? { next: link('/accounts', page + 1) } : {}
    return json(200, { accounts: rows, _links: { ...next, ...(withLast ? { last: link('/accounts', count) } : {}) } })
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
    const { bank } = scriptBank(() => json(200, { accounts: [consented, card, account('CPT-2')], _links: identity }))
    const list = await listAccounts(bank, token, context)
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
    const first = { ...account('A1'), _links: { endUserIdentity: { href: '/first' } } }
    const second = { ...account('A2'), _links: { endUserIdentity: { href: '/second' } } }
    const { bank } = scriptBank(() => json(200, { accounts: [first, second] }))
    expect((await listAccounts(bank, token, context)).identity).toBe('/first')
  })

  test.each([1, 2])('the link to the identity is only on page %i', async page => {
    const { bank } = scriptBank(request => {
      const next = pageOf(request) === 1 ? { next: link('/accounts', 2) } : {}
      const identity = pageOf(request) === page ? { endUserIdentity: { href: '/identity' } } : {}
      return json(200, { accounts: [account(`A${pageOf(request)}`)], _links: { ...next, ...identity } })
    })
    expect((await listAccounts(bank, token, context)).identity).toBe('/identity')
  })

  test('204 and an empty list are no accounts', async () => {
    for (const answer of [
      { status: 204, headers: {}, text: '' },
      json(200, { accounts: [] }),
      json(200, { accounts: null }),
    ]) {
      const { bank } = scriptBank(() => answer)
      expect((await listAccounts(bank, token, context)).accounts).toEqual([])
    }
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

  test('fetches pages in parallel once their number is known, and waits for none twice', async () => {
    let open = 0
    let maxOpen = 0
    const script = pagedAccounts(9, true)
    const { bank } = scriptBank(
      async (request, index) => {
        open += 1
        maxOpen = Math.max(maxOpen, open)
        await Promise.resolve()
        open -= 1
        return script(request, index)
      },
      { limits: { parallelPages: 4 } },
    )
    expect((await listAccounts(bank, token, context)).accounts).toHaveLength(27)
    expect(maxOpen).toBe(4)
  })

  test('never requests a page twice', async () => {
    const { bank, requests } = scriptBank(request =>
      json(200, { accounts: [account('A')], _links: { next: link('/accounts', pageOf(request) === 1 ? 2 : 1) } }),
    )
    expect((await listAccounts(bank, token, context)).accounts).toHaveLength(1)
    expect(requests).toHaveLength(3)
  })

  test('gives up after 1,000 pages instead of returning a part', async () => {
    const { bank, requests } = scriptBank(request =>
      json(200, { accounts: [], _links: { next: link('/accounts', pageOf(request) + 1) } }),
    )
    await expect(listAccounts(bank, token, context)).rejects.toMatchObject({
      kind: 'too_many',
      detail: 'more than 1000 in pages',
    })
    expect(requests).toHaveLength(1_000)
  })

  test('follows the last page’s link if the list grew meanwhile, and stops if it shrank', async () => {
    const grown = scriptBank((request, index) => pagedAccounts(index === 0 ? 3 : 4, true)(request, index))
    expect((await listAccounts(grown.bank, token, context)).accounts).toHaveLength(12)
    const shrunk = scriptBank((request, index) =>
      pageOf(request) > 2 ? json(400, { message: 'IPGN' }) : pagedAccounts(3, true)(request, index),
    )
    expect((await listAccounts(shrunk.bank, token, context)).accounts).toHaveLength(6)
  })

  test.each([1, 2])('page %i, counted up or linked, does not exist: the list fails', async page => {
    const { bank } = scriptBank((request, index) =>
      pageOf(request) === page ? json(400, { message: 'IPGN' }) : pagedAccounts(3, true)(request, index),
    )
    await expect(listAccounts(bank, token, context)).rejects.toMatchObject({ code: 'IPGN' })
  })

  test('a failing page in the middle fails the list', async () => {
    const { bank } = scriptBank((request, index) =>
      pageOf(request) === 3 ? json(503, { message: 'INTS' }) : pagedAccounts(5, true)(request, index),
    )
    await expect(listAccounts(bank, token, context)).rejects.toMatchObject({ code: 'INTS', status: 503 })
  })

  test.each(['next', 'last'])('refuses a %s link to another host, without a request to it (R17)', async name => {
    const hostile = [
      'https://evil.test/accounts?page=2',
      '//evil.test/x',
      'https://19870.bank.test:8443@evil.test/',
      'http://19870.bank.test:8443/x',
      'https://19870.bank.test/x',
      'javascript:alert(1)',
      'https://u:p@19870.bank.test:8443/x',
    ]
    for (const href of hostile) {
      const _links = { next: link('/accounts', 2), [name]: { href } }
      const { bank, requests } = scriptBank(() => json(200, { accounts: [], _links }))
      await expect(listAccounts(bank, token, context)).rejects.toMatchObject({ kind: 'redirect_host', sent: 'no' })
      expect(requests).toHaveLength(1)
    }
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
    const walk = readTransactions(bank, token, { account: 'A' }, context)
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
      readBalances(bank, token, { account: 'A', kind: 'account' }, context),
      readTransactions(bank, token, { account: 'A' }, context).next(),
      readOwners(bank, token, 'A', context),
      readOverdrafts(bank, token, 'A', context),
    ]
    for (const read of reads) await expect(read).rejects.toMatchObject({ kind: 'schema' })
  })

  test.each([204, ' \n', 'null', '[ ]'])('%j is one', async said => {
    const { bank } = scriptBank(() =>
      typeof said === 'number' ? { status: said, headers: {}, text: '' } : json(200, said),
    )
    expect((await listAccounts(bank, token, context)).accounts).toEqual([])
    expect((await readBalances(bank, token, { account: 'A', kind: 'account' }, context)).balances).toEqual([])
    const { value } = await readTransactions(bank, token, { account: 'A' }, context).next()
    expect(value).toMatchObject({ count: 0, pageCount: 1 })
    expect(await readOwners(bank, token, 'A', context)).toBeNull()
  })

  test('sets an unreadable row aside, and continues (R16)', async () => {
    const rows = [
      account('A'),
      null,
      'x',
      account(''),
      account('..'),
      { name: 'no id' },
      account('B', { name: 7, usage: {}, balances: 'no' }),
    ]
    const { bank } = scriptBank(() => json(200, { accounts: rows }))
    const list = await listAccounts(bank, token, context)
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
    const newer = await listAccounts(scriptBank(() => json(200, { accounts: [card] })).bank, token, context)
    expect(newer.accounts[0]).toMatchObject({ kind: 'card', balances: [{ amount: { amountMinor: 1000n } }] })
  })

  test.each([
    ['Encours reporté au mois suivant', 'OTHR', 'ITAV'],
    ['Encours du mois, à prélever', 'OTHR', 'ITAV'],
    ['ENCOURS DU MOIS A PRELEVER', 'OTHR', 'ITAV'],
    ['Encours prélevé du mois précédent', 'OTHR', 'PRCD'],
    ['ENCOURS PRELEVE', 'CLBD', 'PRCD'],
    ['Outstanding carried to next month', 'OTHR', 'ITAV'],
    ['Previous outstanding, drawn', 'OTHR', 'PRCD'],
    ['Solde', 'OTHR', 'OTHR'],
    ['Prélevé', 'ITAV', 'ITAV'],
  ])('v1.4.2: a card’s “%s” (%s) is %s, inline and asked for, and its sign is turned', async (name, sent, known) => {
    const balances = [
      { balanceType: sent, name, balanceAmount: { amount: '12.34', currency: 'EUR' } },
      { balanceType: sent, name, balanceAmount: { amount: '-5.00', currency: 'EUR' } },
    ]
    const { bank } = scriptBank(() => json(200, { balances }), { version: '1.4.2' })
    const ofCard = await readBalances(bank, token, { account: 'C', kind: 'card' }, context)
    expect(ofCard.balances.map(({ type, amount }) => [type, amount.amountMinor])).toEqual([
      [known, -1234n],
      [known, 500n],
    ])
    const ofAccount = await readBalances(bank, token, { account: 'A', kind: 'account' }, context)
    expect(ofAccount.balances.map(({ type, amount }) => [type, amount.amountMinor])).toEqual([
      [sent, 1234n],
      [sent, -500n],
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
    const { bank } = scriptBank(() => json(200, body), { version })
    expect(await listAccounts(bank, token, context)).toMatchObject({ version, complete })
  })

  test('NAAC in v1.4.2 means a consent to no account; in v1.6.2 it is a refusal', async () => {
    const none = () => json(404, { status: 404, message: 'NAAC' })
    const { bank } = scriptBank(none, { version: '1.4.2' })
    expect(await listAccounts(bank, token, context)).toMatchObject({ accounts: [], complete: false })
    await expect(listAccounts(scriptBank(none).bank, token, context)).rejects.toMatchObject({ code: 'NAAC' })
  })
})

describe('balances, owners, overdrafts, identity', () => {
  test('the bank’s link if given, else the documented path, and no other host', async () => {
    const { bank, requests } = scriptBank(() => json(200, { balances: [] }))
    await readBalances(bank, token, { account: 'CPT-1', kind: 'account' }, context)
    await readBalances(
      bank,
      token,
      { account: { resourceId: 'CPT-1', href: `${base}/accounts/CPT-1/balances?workspace=w` }, kind: 'account' },
      context,
    )
    const hostile = readBalances(
      bank,
      token,
      { account: { resourceId: 'CPT-1', href: 'https://evil.test/b' }, kind: 'account' },
      context,
    )
    await expect(hostile).rejects.toMatchObject({ kind: 'redirect_host', sent: 'no' })
    await expect(readBalances(bank, token, { account: '..', kind: 'account' }, context)).rejects.toMatchObject({
      kind: 'request',
      sent: 'no',
    })
    expect(requests.map(({ target }) => target)).toEqual([
      `${base}/accounts/CPT-1/balances`,
      `${base}/accounts/CPT-1/balances?workspace=w`,
    ])
  })

  test('an unknown balance type is kept; an inexact amount is set aside', async () => {
    const rows = [
      {
        balanceType: 'XPCD',
        name: 'Nouveau',
        balanceAmount: { amount: '-0.00', currency: 'EUR' },
        referenceDate: '2026-02-30',
      },
      { balanceType: 'OTHR', balanceAmount: { amount: '1.005', currency: 'EUR' }, referenceDate: '2026-02-30' },
      { balanceType: 'CLBD', balanceAmount: { amount: '123456789012345678.00', currency: 'EUR' } },
      { balanceType: 'VALU' },
    ]
    const { bank } = scriptBank(() => json(200, { balances: rows }))
    const { balances, unreadable } = await readBalances(bank, token, { account: 'A', kind: 'account' }, context)
    expect(balances).toEqual([
      { type: 'XPCD', name: 'Nouveau', amount: { amountMinor: 0n, currency: 'EUR' }, referenceDate: null },
    ])
    expect(unreadable.map(({ field }) => field)).toEqual(['balanceAmount', 'balanceAmount', 'balanceAmount'])
  })

  test('owners: persons and a company (bank:D22); nothing for 204', async () => {
    const body = {
      identities: [{ fullName: 'LEA MOREAU', role: 'Titulaire' }, {}, { fullName: 'X' }],
      company: { identification: '552 100 554', schemeName: 'SIREN' },
    }
    const { bank } = scriptBank((_, index) => (index === 0 ? json(200, body) : { status: 204, headers: {}, text: '' }))
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
    const { bank } = scriptBank((_, index) =>
      json(
        200,
        index === 0 ? { overdrafts: { allowedAmount: { amount: '500.00', currency: 'EUR' } } } : { overdrafts: {} },
      ),
    )
    expect(await readOverdrafts(bank, token, 'A', context)).toEqual({
      allowed: { amountMinor: 50000n, currency: 'EUR' },
    })
    expect(await readOverdrafts(bank, token, 'A', context)).toBeNull()
  })

  test.each([
    [{ connectedPsu: 'LEA MOREAU' }, { fullName: 'LEA MOREAU', firstName: null, lastName: null }],
    [
      { firstName: 'LEA', lastName: 'MOREAU' },
      { fullName: 'LEA MOREAU', firstName: 'LEA', lastName: 'MOREAU' },
    ],
    [{ lastName: 'MOREAU' }, { fullName: 'MOREAU', firstName: null, lastName: 'MOREAU' }],
    [{}, null],
  ])('identity from any of the three names (bank:D23): %j', async (body, expected) => {
    const { bank } = scriptBank(() => json(200, body))
    expect(await readIdentity(bank, token, context)).toEqual(expected)
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
    for await (const page of readTransactions(bank, token, { account: 'A', ...filter }, context)) {
      pages.push({ ...page, ...(await page.read()) })
    }
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
        ? json(200, {
            transactions: [line('1'), line('2'), twin, twin],
            _links: { next: link('/accounts/A/transactions', 2) },
          })
        : json(200, { transactions: [line('2'), line('3'), twin] }),
    )
    expect(lines.map(({ resourceId }) => resourceId)).toEqual(['1', '2', null, null, '3', null])
    expect(pages.map(({ page, pageCount }) => [page, pageCount])).toEqual([
      [1, null],
      [2, 2],
    ])
  })

  test.each([
    [12, true],
    [13, false],
  ])('a transaction that moved by %i pages is dropped: %s', async (by, isDropped) => {
    const { lines } = await readAll(request => {
      const at = pageOf(request)
      const again = at === 1 || at === 1 + by ? [line('moved')] : []
      const next = at <= by ? { next: link('/accounts/A/transactions', at + 1) } : {}
      return json(200, { transactions: [line(`${at}`), ...again], _links: next })
    })
    expect(lines.filter(({ resourceId }) => resourceId === 'moved')).toHaveLength(isDropped ? 1 : 2)
  })

  test('an upcoming transaction is another one if its day or amount differs', async () => {
    const coming = { resourceId: 'T', status: 'FUTR', transactionAmount: { amount: '-1', currency: 'EUR' } }
    const onDay = (expectedBookingDate: string) => ({ ...coming, expectedBookingDate })
    const { lines } = await readAll(request =>
      pageOf(request) === 1
        ? json(200, { transactions: [onDay('2026-11-30')], _links: { next: link('/accounts/A/transactions', 2) } })
        : json(200, {
            transactions: [
              onDay('2026-12-01'),
              onDay('2026-11-30'),
              { ...onDay('2026-11-30'), transactionAmount: { amount: '-2', currency: 'EUR' } },
            ],
          }),
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
      const following = link('/accounts/A/transactions', 2)
      const _links = pageOf(request) === 1 ? { next: following, last: following } : {}
      return json(200, { transactions: [line(`${pageOf(request)}`)], _links })
    })
    const pages: number[] = []
    for await (const { page } of readTransactions(bank, token, { account: 'A' }, context)) {
      pages.push(page)
      given.resolve()
    }
    expect(pages).toEqual([1, 2])
  })

  test('returns the pages before a failing one, then fails', async () => {
    const { bank } = scriptBank((request, index) => {
      const page = pageOf(request)
      const _links = { next: link('/accounts/A/transactions', page + 1), last: link('/accounts/A/transactions', 5) }
      return page === 3
        ? json(500, { message: 'INTE' })
        : json(200, { transactions: [line(`${page}-${index}`)], _links })
    })
    const read: number[] = []
    const walk = async () => {
      for await (const { page, pageCount } of readTransactions(bank, token, { account: 'A' }, context)) {
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
      const _links = { next: link('/accounts/A/transactions', 2), last: link('/accounts/A/transactions', 900) }
      return json(200, { transactions: [line(String(index))], _links })
    })
    for await (const page of readTransactions(bank, token, { account: 'A' }, context)) {
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
      const _links = page < count ? { next: link('/accounts', page + 1) } : {}
      return json(200, { accounts: rows(rowsPerPage, page * rowsPerPage), _links })
    }
  }

  test('500 accounts per login, on one page or many, and not one more', async () => {
    const read = (script: Script) => listAccounts(scriptBank(script).bank, token, context)
    const excess = { kind: 'too_many', detail: 'more than 500 in accounts', sent: 'yes' }
    expect((await read(inPages(1, 500))).accounts).toHaveLength(500)
    expect((await read(inPages(5, 100))).accounts).toHaveLength(500)
    await expect(read(inPages(1, 501))).rejects.toMatchObject(excess)
    await expect(read(inPages(501, 1))).rejects.toMatchObject(excess)
    const unreadable: Script = request =>
      json(200, { accounts: [{}], _links: { next: link('/accounts', pageOf(request) + 1) } })
    await expect(read(unreadable)).rejects.toMatchObject(excess)
  })

  test('2,000 rows of a page, 50 balances, 50 owners', async () => {
    const { bank } = scriptBank(request => {
      const { pathname } = new URL(request.target, 'https://bank.test')
      if (pathname.endsWith('/balances')) return json(200, { balances: Array.from({ length: 51 }, () => ({})) })
      if (pathname.endsWith('/owners')) return json(200, { identities: Array.from({ length: 51 }, () => ({})) })
      return json(200, { transactions: Array.from({ length: 2_001 }, (_, index) => line(`T${index}`)) })
    })
    const excess = (detail: string) => ({ kind: 'too_many', detail, status: 200 })
    const first = readTransactions(bank, token, { account: 'A' }, context).next()
    await expect(first).rejects.toMatchObject(excess('more than 2000 in transactions'))
    const balances = readBalances(bank, token, { account: 'A', kind: 'account' }, context)
    await expect(balances).rejects.toMatchObject(excess('more than 50 in balances'))
    await expect(readOwners(bank, token, 'A', context)).rejects.toMatchObject(excess('more than 50 in identities'))
  })

  test('waiting and current answers stay within the budget of the reading, which is released at its end', async () => {
    const budget = openByteBudget(300_000)
    let least = budget.free()
    const padding = 'x'.repeat(20_000)
    const { bank } = scriptBank(request => {
      const page = pageOf(request)
      const next = page < 40 ? { next: link('/accounts/A/transactions', page + 1) } : {}
      const _links = { ...next, last: link('/accounts/A/transactions', 40) }
      return json(200, { transactions: [line(`T${page}`)], padding, _links })
    })
    let pages = 0
    for await (const page of readTransactions(bank, token, { account: 'A' }, { ...context, budget })) {
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
    const first = readTransactions(bank, token, { account: 'A' }, { ...context, budget }).next()
    await expect(first).rejects.toMatchObject({
      kind: 'too_many',
      detail: 'more than 50331648 in bytes of one reading',
    })
    expect(budget.free()).toBe(30_000)
  })
})
