import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { ShownAccount } from '#sandbox/wire/test-answer.ts'
import { base, base142, openTestDesk } from './test-psu.ts'

const nothing = { balances: [], transactions: [], psuIdentity: false, trustedBeneficiaries: false }

const desk = await openTestDesk()
desk.sandbox.db.exec("UPDATE accounts SET life = NULL WHERE life LIKE 'antoine-girard/%'")
afterAll(() => desk.sandbox.close())
beforeEach(() => desk.sandbox.db.exec('DELETE FROM consents; DELETE FROM batch_calls'))

const get = (personId: string, target: string) => desk.call(personId, 'GET', `${base142}${target}`)
const put = (personId: string, body: Record<string, unknown>) =>
  desk.call(personId, 'PUT', `${base142}/consents`, { body })
const accountsOf = (personId: string): readonly ShownAccount[] => get(personId, '/accounts').body.accounts
const ibansOf = (personId: string) => [...new Set(desk.accounts(personId).map(({ iban }) => iban))]
const consentTo = (personId: string, ibans: readonly string[], more: Record<string, unknown> = {}) => {
  const list = ibans.map(iban => ({ iban }))
  return put(personId, { ...nothing, balances: list, transactions: list, ...more })
}
const linksOf = ({ _links }: ShownAccount) => Object.keys(_links).sort()
const ofType = (accounts: readonly ShownAccount[], type: string): ShownAccount[] =>
  accounts.filter(({ cashAccountType }) => cashAccountType === type)

describe('rule 2: the account list', () => {
  test('before consent, and after an empty one: every account, without data', () => {
    for (const before of [() => {}, () => put('sophie-laurent', nothing), () => put('camille-bernard', nothing)]) {
      before()
      for (const [personId, count] of [
        ['sophie-laurent', 1],
        ['camille-bernard', 3],
      ] as const) {
        const { status, body } = get(personId, '/accounts')
        expect([status, body.accounts.length]).toEqual([200, count])
        for (const account of body.accounts) {
          expect(account).not.toHaveProperty('balances')
          expect(linksOf(account)).toEqual([])
        }
        expect(body._links).not.toHaveProperty('endUserIdentity')
      }
    }
  })

  test('after consent: only the consented accounts, with balances and links', () => {
    const [first, second] = ibansOf('camille-bernard')
    put('camille-bernard', {
      ...nothing,
      balances: [{ iban: first }],
      transactions: [{ iban: second }],
      psuIdentity: true,
    })
    const { accounts, _links } = get('camille-bernard', '/accounts').body
    expect(accounts.map(account => account.accountId.iban)).toEqual([first, second])
    expect(accounts.map(linksOf)).toEqual([['balances'], ['transactions']])
    expect(accounts.map(account => account.balances?.length ?? 0)).toEqual([3, 0])
    expect(_links.endUserIdentity.href).toBe(`${base142}/end-user-identity`)
    // The other version lists all three under the same consent.
    expect(desk.get('camille-bernard', '/accounts').body.accounts).toHaveLength(3)
  })

  test('a consent that covers no account: 404 NAAC', () => {
    put('camille-bernard', { ...nothing, psuIdentity: true })
    expect(get('camille-bernard', '/accounts')).toMatchObject({ status: 404, code: 'NAAC' })
    expect(get('camille-bernard', '/end-user-identity').body.connectedPsu).toBe('CAMILLE BERNARD')
  })

  test('links lead to this version and work', () => {
    consentTo('sophie-laurent', ibansOf('sophie-laurent'))
    for (const { _links } of accountsOf('sophie-laurent')) {
      expect(Object.keys(_links).sort()).toEqual(['balances', 'transactions'])
      for (const { href } of Object.values<{ href: string }>(_links)) {
        expect(href.startsWith(`${base142}/accounts/`)).toBe(true)
        const answer = desk.call('sophie-laurent', 'GET', href)
        expect(answer.status).toBe(200)
        expect(answer.body._links['parent-list'].href).toBe(`${base142}/accounts`)
        expect(answer.body._links).not.toHaveProperty('overdrafts')
      }
    }
  })

  test('currency accounts came with v1.6.2: not listed, unknown', () => {
    consentTo('julien-mercier', ibansOf('julien-mercier'))
    expect(accountsOf('julien-mercier').map(({ accountId }) => accountId.currency)).toEqual(['EUR'])
    const dollars = desk.accounts('julien-mercier').find(({ currency }) => currency === 'USD')
    for (const resource of ['balances', 'transactions']) {
      expect(get('julien-mercier', `/accounts/${dollars?.id}/${resource}`).code).toBe('AC01')
      expect(desk.get('julien-mercier', `/accounts/${dollars?.id}/${resource}`).status).toBe(200)
    }
  })
})

describe('cards', () => {
  beforeEach(() => {
    consentTo('sophie-laurent', ibansOf('sophie-laurent'))
  })

  test('have a CPAN and their backing account', () => {
    const [account, card] = accountsOf('sophie-laurent')
    expect(card?.accountId.other.schemeName).toBe('CPAN')
    expect(card?.linkedAccount).toBe(account?.resourceId)
  })

  test('have positive outstandings of type OTHR, negative in the other version', () => {
    const [card] = ofType(accountsOf('sophie-laurent'), 'CARD')
    const { balances } = get('sophie-laurent', `/accounts/${card?.resourceId}/balances`).body
    expect(card?.balances).toEqual(balances)
    const other = desk.get('sophie-laurent', `/accounts/${card?.resourceId}/balances`).body.balances
    expect(balances.map(({ balanceType }) => balanceType)).toEqual(['OTHR', 'OTHR', 'OTHR'])
    expect(balances.map(balance => 'referenceDate' in balance)).toEqual([false, false, false])
    expect(balances.map(({ balanceAmount }) => -Number(balanceAmount.amount))).toEqual(
      other.map(({ balanceAmount }) => Number(balanceAmount.amount)),
    )
    expect(Number(balances[1]?.balanceAmount.amount)).toBeGreaterThan(0)
  })
})

describe('fields', () => {
  test('of an account: no features; balances as in the other version', () => {
    consentTo('camille-bernard', ibansOf('camille-bernard'))
    const [own] = accountsOf('camille-bernard')
    expect(own).toEqual({
      cashAccountType: 'CACC',
      accountId: { iban: ibansOf('camille-bernard')[0], currency: 'EUR' },
      resourceId: expect.stringMatching(/^[0-9A-F]{24}$/),
      product: 'Compte de dépôt',
      balances: desk.get('camille-bernard', `/accounts/${own?.resourceId}/balances`).body.balances,
      usage: 'PRIV',
      psuStatus: 'Account Holder',
      name: 'Compte courant Mme Camille Bernard',
      bicFi: 'RIVLFRPP',
      _links: { balances: expect.anything(), transactions: expect.anything() },
    })
  })

  test('of transactions: BOOK and OTHR, a bare list, a reference even when empty, no endToEndId, one date', () => {
    consentTo('karim-haddad', ibansOf('karim-haddad'))
    const path = `/accounts/${desk.accounts('karim-haddad')[0]?.id}/transactions`
    const older = get('karim-haddad', path).body.transactions
    const newer = desk.get('karim-haddad', path).body.transactions
    expect(older.map(({ resourceId }) => resourceId)).toEqual(newer.map(({ resourceId }) => resourceId))
    expect(new Set(older.map(({ status }) => status))).toEqual(new Set(['BOOK', 'OTHR']))
    expect(newer.some(row => row.endToEndId !== undefined)).toBe(true)
    for (const [at, row] of older.entries()) {
      const same = newer[at]
      expect(row.status).toBe(same?.status === 'BOOK' ? 'BOOK' : 'OTHR')
      expect(row.entryReference).toBe(same?.entryReference ?? '')
      expect(row.remittanceInformation).toEqual(same?.remittanceInformation.unstructured)
      expect(row.bookingDate).toBe(same?.bookingDate ?? same?.expectedBookingDate)
      expect(row.bankTransactionCode).toEqual(same?.bankTransactionCode)
      expect('endToEndId' in row || 'expectedBookingDate' in row).toBe(false)
    }
  })

  test('dateType and workspace are unknown, so they change nothing', () => {
    consentTo('karim-haddad', ibansOf('karim-haddad'))
    const path = `/accounts/${desk.accounts('karim-haddad')[0]?.id}/transactions`
    expect(get('karim-haddad', `${path}?dateType=valueDate&workspace=elsewhere`).status).toBe(200)
    expect(get('karim-haddad', '/accounts?workspace=elsewhere').status).toBe(200)
    expect(desk.get('karim-haddad', `${path}?dateType=valueDate`)).toMatchObject({ status: 400, code: 'FF01' })
  })
})

describe('consent', () => {
  test('owners, overdrafts and currencies are ignored: they grant nothing', () => {
    const [iban] = ibansOf('camille-bernard')
    const id = desk.accounts('camille-bernard')[0]?.id
    const list = [{ iban, currency: 'nonsense' }]
    expect(put('camille-bernard', { ...nothing, balances: list, owners: list, overdrafts: 'nonsense' })).toMatchObject({
      status: 201,
      body: {},
    })
    expect(desk.get('camille-bernard', `/accounts/${id}/balances`).status).toBe(200)
    expect(desk.get('camille-bernard', `/accounts/${id}/owners`).code).toBe('NGAC')
  })

  test('also replaces a consent of the other version', () => {
    const id = desk.accounts('camille-bernard')[0]?.id
    desk.consent('camille-bernard')
    consentTo('camille-bernard', ibansOf('camille-bernard'))
    expect(desk.get('camille-bernard', `/accounts/${id}/overdrafts`).code).toBe('NGAC')
  })

  test.each([
    ['balances', { balances: undefined }],
    ['transactions', { transactions: undefined }],
    ['psuIdentity', { psuIdentity: undefined }],
    ['trustedBeneficiaries', { trustedBeneficiaries: undefined }],
    ['balances[0].iban', { balances: [{ iban: 'FR76' }] }],
  ])('400 FF01 names %s', (field, change) => {
    const answer = put('camille-bernard', { ...nothing, ...change })
    expect(answer).toMatchObject({ status: 400, code: 'FF01' })
    expect(answer.body.error).toContain(`${field}: `)
  })
})

test('what v1.6.2 added is not implemented: 400 (bank:D24)', async () => {
  const { routes } = await import('#sandbox/interface/routes.ts')
  const later = ['/accounts/{id}/owners', '/accounts/{id}/overdrafts', '/trusted-beneficiaries']
  const details = ['/accounts/{id}/transactions/details', '/accounts/{id}/transactions/{transactionId}/details']
  const lastStepOf = (path: string) => routes.find(route => route.path === path)?.steps.at(-1)?.name
  for (const path of [...later, ...details]) {
    expect([path, lastStepOf(base142 + path)]).toEqual([path, 'isNotImplementedAtAll'])
    expect(lastStepOf(base + path)).toBeDefined()
  }
})
