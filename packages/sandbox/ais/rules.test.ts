import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { isIban } from '#sandbox/people/iban.ts'
import { changeAccountStatus } from '#sandbox/store/accounts.ts'
import { changePersonStatus } from '#sandbox/store/people.ts'
import type { ShownAccount, ShownBalance } from '#sandbox/wire/test-answer.ts'
import { openTestDesk, walk } from './test-psu.ts'

const noConsent = {
  balances: [],
  transactions: [],
  owners: [],
  overdrafts: [],
  psuIdentity: false,
  trustedBeneficiaries: false,
}
const morning = '2026-11-21T09:00:00Z'
const resources = ['balances', 'transactions', 'owners', 'overdrafts'] as const

const desk = await openTestDesk()
afterAll(() => desk.sandbox.close())
beforeEach(() => {
  desk.at(morning)
  desk.sandbox.db.exec('DELETE FROM consents; DELETE FROM batch_calls')
})

const listOf = (personId: string): ShownAccount[] => walk(desk, personId, '/accounts', 'accounts')
const linksOf = (account: ShownAccount | undefined) => account && Object.keys(account._links).sort()
const accountOf = (personId: string, at = 0) => {
  const account = desk.accounts(personId)[at]
  if (!account) throw new Error(`${personId} has no account ${at}`)
  return account
}
const cardOf = (personId: string) => desk.accounts(personId).find(account => account.kind === 'card')?.id ?? ''
const balancesAt = (instant: string, personId: string, id: string): readonly ShownBalance[] => {
  desk.at(instant)
  return desk.get(personId, `/accounts/${id}/balances`).body.balances
}

describe('rule 1: every account is listed on every call', () => {
  test('before consent, and after an empty one, without balances, links and cards', () => {
    for (const before of [() => {}, () => desk.consent('sophie-laurent', noConsent)]) {
      before()
      const accounts = listOf('sophie-laurent')
      expect(accounts).toHaveLength(1)
      expect(accounts[0]).not.toHaveProperty('balances')
      expect(linksOf(accounts[0])).toEqual([])
    }
  })

  test('a consent to one account leaves the others without data', () => {
    const [first] = desk.accounts('camille-bernard')
    desk.consent('camille-bernard', { ...noConsent, balances: [{ iban: first?.iban }] })
    const accounts = listOf('camille-bernard')
    expect(accounts.map(linksOf)).toEqual([['balances'], [], []])
    expect(accounts.map(account => account.balances?.length ?? null)).toEqual([3, null, null])
  })

  test('the fields of an account', () => {
    const [own, , joint] = listOf('camille-bernard')
    expect(own).toEqual({
      cashAccountType: 'CACC',
      accountId: { iban: expect.stringMatching(/^FR\d\d19870/), currency: 'EUR' },
      resourceId: expect.stringMatching(/^[0-9A-F]{24}$/),
      product: 'Compte de dépôt',
      usage: 'PRIV',
      psuStatus: 'Account Holder',
      name: 'Compte courant Mme Camille Bernard',
      bicFi: 'RIVLFRPP',
      details: 'features:IP,SCT',
      _links: {},
    })
    expect(joint?.psuStatus).toBe('Account Co-Holder')
    expect(listOf('thomas-bernard').map(account => account.resourceId)).toContain(joint?.resourceId)
    expect(listOf('karim-haddad')[0]).toMatchObject({ usage: 'ORGA', details: 'features:IP,SCT,SCT_MULT' })
  })

  test('field lengths (bank:D46)', () => {
    for (const personId of ['camille-bernard', 'sophie-laurent', 'julien-mercier', 'monique-roux', 'antoine-girard']) {
      desk.consent(personId)
      for (const account of listOf(personId)) {
        expect(account.name.length).toBeLessThanOrEqual(70)
        expect(account.product.length).toBeLessThanOrEqual(35)
        for (const { name } of account.balances) expect(name.length).toBeLessThanOrEqual(70)
        if (account.accountId.iban) expect(isIban(account.accountId.iban)).toBe(true)
        expect((account.accountId.other?.identification ?? '').length).toBeLessThanOrEqual(70)
      }
    }
  })
})

describe('rule 3: links and data per list of the consent', () => {
  test.each(resources)('%s alone', list => {
    const { iban, id } = accountOf('camille-bernard')
    desk.consent('camille-bernard', { ...noConsent, [list]: [{ iban }] })
    expect(listOf('camille-bernard').map(linksOf)).toEqual([[list], [], []])
    for (const resource of resources) {
      const { status, code } = desk.get('camille-bernard', `/accounts/${id}/${resource}`)
      expect([resource, status, code]).toEqual(resource === list ? [resource, 200, null] : [resource, 403, 'NGAC'])
    }
  })

  test('psuIdentity: the link of the list, and the identity', () => {
    desk.consent('camille-bernard', { ...noConsent, psuIdentity: true })
    const { body } = desk.get('camille-bernard', '/accounts')
    expect(body._links.endUserIdentity).toEqual({ href: '/stet/psd2/v1.6.2/end-user-identity', templated: false })
    expect(desk.get('camille-bernard', '/end-user-identity')).toMatchObject({
      status: 200,
      body: { connectedPsu: 'CAMILLE BERNARD', firstName: 'Camille', lastName: 'Bernard' },
    })
    desk.consent('camille-bernard', noConsent)
    expect(desk.get('camille-bernard', '/end-user-identity').code).toBe('NGAC')
    expect(desk.get('camille-bernard', '/accounts').body._links).not.toHaveProperty('endUserIdentity')
  })

  test('a card comes with its backing account and follows its lists; it has no overdraft', () => {
    const { iban } = accountOf('sophie-laurent')
    const card = cardOf('sophie-laurent')
    for (const list of ['balances', 'transactions', 'owners'] as const) {
      desk.consent('sophie-laurent', { ...noConsent, [list]: [{ iban }] })
      expect(listOf('sophie-laurent').map(linksOf)).toEqual([[list], [list]])
      expect(desk.get('sophie-laurent', `/accounts/${card}/${list}`).status).toBe(200)
    }
    desk.consent('sophie-laurent', { ...noConsent, overdrafts: [{ iban }] })
    expect(listOf('sophie-laurent').map(linksOf)).toEqual([['overdrafts'], []])
    expect(desk.get('sophie-laurent', `/accounts/${card}/overdrafts`).code).toBe('AC01')
    expect(desk.get('sophie-laurent', `/accounts/${card}/balances`).code).toBe('NGAC')
  })

  test('every link of every account works', () => {
    for (const personId of ['camille-bernard', 'sophie-laurent', 'julien-mercier', 'karim-haddad', 'ines-petit']) {
      desk.consent(personId)
      for (const { _links } of listOf(personId)) {
        for (const { href } of Object.values<{ href: string }>(_links)) {
          expect([href, desk.call(personId, 'GET', href).status]).toEqual([href, 200])
        }
      }
    }
  })
})

describe('rule 4: which cards are listed', () => {
  const cards = (personId: string) => listOf(personId).filter(account => account.cashAccountType === 'CARD')

  test('the one in use, with its fields; the unused one is not, and cannot be read (CDNA)', () => {
    desk.consent('sophie-laurent')
    const [card, ...others] = cards('sophie-laurent')
    expect(others).toEqual([])
    expect(card).toMatchObject({
      accountId: {
        currency: 'EUR',
        other: { schemeName: 'TPAN', identification: expect.stringMatching(/^TKN[0-9A-F]+$/) },
      },
      linkedAccount: accountOf('sophie-laurent').id,
      resourceId: cardOf('sophie-laurent'),
    })
    expect(card?.accountId).not.toHaveProperty('iban')
    const forgotten = accountOf('sophie-laurent', 2)
    expect(desk.get('sophie-laurent', `/accounts/${forgotten.id}/transactions`)).toMatchObject({
      status: 404,
      code: 'CDNA',
    })
  })

  test('a card unused for two months is no longer available, even by its own address', () => {
    const { db } = desk.sandbox
    desk.consent('camille-bernard-vallees')
    expect(cards('camille-bernard-vallees')).toHaveLength(1)
    const card = cardOf('camille-bernard-vallees')
    db.exec('BEGIN')
    db.prepare('DELETE FROM entries WHERE account_id = ? AND happened_on > ?').run(card, '2026-09-15')
    expect(cards('camille-bernard-vallees')).toEqual([])
    expect(desk.get('camille-bernard-vallees', `/accounts/${card}/balances`).code).toBe('CDNA')
    db.exec('ROLLBACK')
  })
})

describe('rule 5: nothing without consent', () => {
  test('before any, and on an account that is not consented', () => {
    const [first, second] = desk.accounts('camille-bernard')
    for (const resource of resources) {
      expect(desk.get('camille-bernard', `/accounts/${first?.id}/${resource}`)).toMatchObject({
        status: 403,
        code: 'NGAC',
      })
    }
    expect(desk.get('camille-bernard', '/end-user-identity')).toMatchObject({ status: 403, code: 'NGAC' })
    desk.consent('camille-bernard', { ...noConsent, transactions: [{ iban: first?.iban }] })
    expect(desk.get('camille-bernard', `/accounts/${second?.id}/transactions`).code).toBe('NGAC')
  })

  test("another TPP's consent is not ours, nor is a co-holder's", () => {
    desk.consent('camille-bernard', {}, 'tpp-2')
    const joint = accountOf('camille-bernard', 2).id
    expect(desk.get('camille-bernard', `/accounts/${joint}/balances`).code).toBe('NGAC')
    expect(desk.get('camille-bernard', `/accounts/${joint}/balances`, { tppId: 'tpp-2' }).status).toBe(200)
    expect(desk.get('thomas-bernard', `/accounts/${joint}/balances`, { tppId: 'tpp-2' }).code).toBe('NGAC')
  })
})

describe('rule 6: balances of an account', () => {
  const types = (balances: readonly ShownBalance[]) => balances.map(balance => balance.balanceType)

  test('three, the instant one without a date; they differ by pending transactions', () => {
    desk.consent('camille-bernard')
    const balances = balancesAt(morning, 'camille-bernard', accountOf('camille-bernard').id)
    expect(types(balances)).toEqual(['VALU', 'CLBD', 'OTHR'])
    expect(balances.map(balance => balance.referenceDate)).toEqual(['2026-11-21', '2026-11-20', undefined])
    for (const { balanceAmount } of balances) {
      expect(balanceAmount).toEqual({ amount: expect.stringMatching(/^-?\d{1,13}\.\d\d$/), currency: 'EUR' })
    }
    expect(balances[2]?.balanceAmount.amount).not.toBe(balances[1]?.balanceAmount.amount)
  })

  test.each([
    ['2026-11-21T19:59:59Z', ['VALU', 'CLBD', 'OTHR'], '2026-11-20'],
    ['2026-11-21T20:00:00Z', ['CLBD', 'OTHR'], '2026-11-20'],
    ['2026-11-21T20:50:59Z', ['CLBD', 'OTHR'], '2026-11-20'],
    ['2026-11-21T20:51:00Z', ['VALU', 'CLBD', 'OTHR'], '2026-11-21'],
    // In summer Paris is two hours ahead of UTC.
    ['2027-07-01T18:59:59Z', ['VALU', 'CLBD', 'OTHR'], '2027-06-30'],
    ['2027-07-01T19:00:00Z', ['CLBD', 'OTHR'], '2027-06-30'],
  ])('at %s: %j, closed on %s', async (instant, expected, closedOn) => {
    const own = await openTestDesk()
    own.sandbox.db.exec("UPDATE accounts SET life = NULL WHERE life NOT LIKE 'camille-bernard/courant'")
    own.at(instant)
    own.consent('camille-bernard')
    const { balances } = own.get('camille-bernard', `/accounts/${accountOf('camille-bernard').id}/balances`).body
    expect(types(balances)).toEqual(expected)
    expect(balances.find(balance => balance.balanceType === 'CLBD')?.referenceDate).toBe(closedOn)
    own.sandbox.close()
  })

  test('a new account has no accounting balance yet, and zero', () => {
    desk.consent('ines-petit')
    const balances = balancesAt(morning, 'ines-petit', accountOf('ines-petit').id)
    expect(balances.map(({ balanceType, balanceAmount }) => [balanceType, balanceAmount.amount])).toEqual([
      ['VALU', '0.00'],
      ['OTHR', '0.00'],
    ])
  })

  test('after its first accounting batch a new account has one: zero, if nothing is booked', () => {
    desk.consent('ines-petit')
    const closing = (instant: string) =>
      balancesAt(instant, 'ines-petit', accountOf('ines-petit').id).find(({ balanceType }) => balanceType === 'CLBD')
    expect(closing('2026-11-21T20:50:59Z')).toBeUndefined()
    const zero = { balanceAmount: { amount: '0.00', currency: 'EUR' } }
    expect(closing('2026-11-21T20:51:00Z')).toMatchObject({ ...zero, referenceDate: '2026-11-21' })
    expect(closing('2026-11-24T09:00:00Z')).toMatchObject({ ...zero, referenceDate: '2026-11-23' })
  })

  test('a currency account has exactly one, OTHR, named minute balance', () => {
    desk.consent('julien-mercier')
    const [euros, dollars] = listOf('julien-mercier')
    expect(euros?.accountId.iban).toBe(dollars?.accountId.iban)
    expect(dollars?.accountId.currency).toBe('USD')
    expect(dollars?.balances).toEqual([
      { balanceType: 'OTHR', name: 'Solde minute', balanceAmount: { amount: expect.any(String), currency: 'USD' } },
    ])
    expect(desk.get('julien-mercier', `/accounts/${dollars?.resourceId}/balances`).body.balances).toEqual(
      dollars?.balances,
    )
  })

  test('consent for one currency of an IBAN covers all of them', () => {
    const { iban } = accountOf('julien-mercier')
    desk.consent('julien-mercier', { ...noConsent, balances: [{ iban, currency: 'EUR' }] })
    expect(listOf('julien-mercier').map(linksOf)).toEqual([['balances'], ['balances']])
  })

  test('the balance of a day is that of the day before plus what was booked', () => {
    desk.consent('camille-bernard')
    const { id } = accountOf('camille-bernard')
    const cents = (balance: ShownBalance | undefined) => Math.round(Number(balance?.balanceAmount.amount) * 100)
    const closing = (instant: string) =>
      cents(balancesAt(instant, 'camille-bernard', id).find(balance => balance.balanceType === 'CLBD'))
    const [before, after] = [closing('2026-11-20T09:00:00Z'), closing('2026-11-21T09:00:00Z')]
    desk.at(morning)
    const booked = desk.get('camille-bernard', `/accounts/${id}/transactions?dateFrom=2026-11-20&dateTo=2026-11-21`)
      .body.transactions
    expect(booked.length).toBeGreaterThan(0)
    const sum = booked.reduce((all, { transactionAmount, creditDebitIndicator }) => {
      const amount = Math.round(Number(transactionAmount.amount) * 100)
      return creditDebitIndicator === 'CRDT' ? all + amount : all - amount
    }, 0)
    expect(after - before).toBe(sum)
  })
})

describe('rule 7: outstandings of a card', () => {
  const outstandings = (instant: string) =>
    balancesAt(instant, 'sophie-laurent', cardOf('sophie-laurent')).map(
      ({ balanceType, referenceDate, balanceAmount }) =>
        [balanceType, referenceDate, Number(balanceAmount.amount)] as const,
    )

  test('carried over, this month, debited last month; negative in this version', () => {
    desk.consent('sophie-laurent')
    const [carried, month, drawn] = outstandings('2026-11-21T09:00:00Z')
    expect([carried?.[0], month?.[0], drawn?.[0]]).toEqual(['ITAV', 'ITAV', 'PRCD'])
    expect([carried?.[1], month?.[1], drawn?.[1]]).toEqual(['2026-12-31', '2026-11-30', '2026-10-30'])
    expect(month?.[2]).toBeLessThan(0)
    expect(drawn?.[2]).toBeLessThan(0)
  })

  test('the closed month is announced as an invoice on the account, the debited one is booked there', () => {
    desk.consent('sophie-laurent')
    const [, month, drawn] = outstandings(morning)
    const lines = walk(
      desk,
      'sophie-laurent',
      `/accounts/${accountOf('sophie-laurent').id}/transactions`,
      'transactions',
    )
    const invoices = lines.filter(line => line.remittanceInformation.unstructured[0]?.startsWith('FACTURE CARTE'))
    expect(invoices[0]).toMatchObject({
      status: 'FUTR',
      expectedBookingDate: '2026-11-30',
      creditDebitIndicator: 'DBIT',
    })
    expect(-Number(invoices[0]?.transactionAmount.amount)).toBe(month?.[2])
    expect(invoices[1]).toMatchObject({ status: 'BOOK', bookingDate: '2026-10-30' })
    expect(-Number(invoices[1]?.transactionAmount.amount)).toBe(drawn?.[2])
  })

  test('on the day of the debit the outstandings move up', async () => {
    const own = await openTestDesk()
    own.sandbox.db.exec("UPDATE accounts SET life = NULL WHERE life NOT LIKE 'sophie-laurent/%'")
    own.consent('sophie-laurent')
    const read = () => own.get('sophie-laurent', `/accounts/${cardOf('sophie-laurent')}/balances`).body.balances
    own.at('2026-11-27T09:00:00Z')
    const [, month] = read()
    own.at('2026-11-30T09:00:00Z')
    const [, next, drawn] = read()
    expect(drawn).toMatchObject({
      balanceType: 'PRCD',
      referenceDate: '2026-11-30',
      balanceAmount: month?.balanceAmount,
    })
    expect(next?.referenceDate).toBe('2026-12-31')
    own.sandbox.close()
  })

  test('a clock that was ahead and is back leaves no slips of future days', async () => {
    const own = await openTestDesk()
    own.sandbox.db.exec("UPDATE accounts SET life = NULL WHERE life NOT LIKE 'sophie-laurent/%'")
    own.consent('sophie-laurent')
    const at = (instant: string) => {
      own.at(instant)
      return own.get('sophie-laurent', `/accounts/${cardOf('sophie-laurent')}/balances`).body.balances
    }
    const before = at(morning)
    expect(at('2026-12-12T09:00:00Z')).not.toEqual(before)
    expect(at(morning)).toEqual(before)
    own.sandbox.close()
  })

  test('slips have the day of the debit as value date; today’s are pending', () => {
    desk.consent('sophie-laurent')
    const slips = walk(desk, 'sophie-laurent', `/accounts/${cardOf('sophie-laurent')}/transactions`, 'transactions')
    expect(new Set(slips.map(slip => slip.status))).toEqual(new Set(['BOOK', 'PDNG']))
    const booked = slips.filter(slip => slip.status === 'BOOK')
    expect(booked.every(slip => slip.valueDate > slip.transactionDate)).toBe(true)
    expect(slips.some(slip => slip.status === 'PDNG' && slip.transactionDate === '2026-11-21')).toBe(true)
  })
})

describe('rule 8 and who may read what', () => {
  test('somebody else’s account, and one that does not exist, are unknown', () => {
    desk.consent('camille-bernard')
    for (const id of [accountOf('lea-moreau').id, 'NOWHERE']) {
      for (const resource of resources) {
        expect(desk.get('camille-bernard', `/accounts/${id}/${resource}`)).toMatchObject({ status: 404, code: 'AC01' })
      }
    }
  })

  test('a blocked account is listed without data and refuses (AC06), and so does a closed one (AC04)', () => {
    const { db } = desk.sandbox
    const { id } = accountOf('camille-bernard', 1)
    desk.consent('camille-bernard')
    changeAccountStatus(db, id, 'blocked')
    expect(listOf('camille-bernard').find(account => account.resourceId === id)).not.toHaveProperty('balances')
    expect(desk.get('camille-bernard', `/accounts/${id}/balances`)).toMatchObject({ status: 403, code: 'AC06' })
    changeAccountStatus(db, id, 'closed')
    const closed = listOf('camille-bernard').find(account => account.resourceId === id)
    expect([closed === undefined, closed && 'balances' in closed, linksOf(closed)]).toEqual([false, false, []])
    expect(desk.consent('camille-bernard').status).toBe(201)
    expect(desk.get('camille-bernard', `/accounts/${id}/balances`)).toMatchObject({ status: 403, code: 'AC04' })
    changeAccountStatus(db, id, 'open')
  })

  test('only closed accounts: 404 NAAC', () => {
    const { id } = accountOf('ines-petit')
    changeAccountStatus(desk.sandbox.db, id, 'closed')
    expect(desk.get('ines-petit', '/accounts')).toMatchObject({ status: 404, code: 'NAAC' })
    changeAccountStatus(desk.sandbox.db, id, 'open')
  })

  test('a terminated subscription, or an unknown PSU: 403 IPSU everywhere', () => {
    changePersonStatus(desk.sandbox.db, 'lea-moreau', 'terminated')
    expect(desk.get('lea-moreau', '/accounts')).toMatchObject({ status: 403, code: 'IPSU' })
    expect(desk.consent('lea-moreau')).toMatchObject({ status: 403, code: 'IPSU' })
    changePersonStatus(desk.sandbox.db, 'lea-moreau', 'active')
    expect(desk.get('nobody', '/accounts').code).toBe('IPSU')
  })

  test('workspace (bank:D32): the PSU’s own subscription is valid, any other is 400', () => {
    desk.consent('karim-haddad')
    const { id } = accountOf('karim-haddad')
    for (const path of ['/accounts', `/accounts/${id}/balances`, `/accounts/${id}/transactions`]) {
      expect(desk.get('karim-haddad', `${path}?workspace=20050001`).status).toBe(200)
      expect(desk.get('karim-haddad', `${path}?workspace=20050002`)).toMatchObject({ status: 400, code: 'FF01' })
    }
  })
})

describe('owners and overdrafts', () => {
  test('both holders of the joint account; a company with its manager (bank:D22)', () => {
    desk.consent('thomas-bernard')
    desk.consent('karim-haddad')
    const joint = accountOf('thomas-bernard', 0).psuStatus === 'Account Co-Holder' ? 0 : 1
    const { body } = desk.get('thomas-bernard', `/accounts/${accountOf('thomas-bernard', joint).id}/owners`)
    expect(body.identities).toEqual([
      { fullName: 'CAMILLE BERNARD', role: 'Cotitulaire' },
      { fullName: 'THOMAS BERNARD', role: 'Cotitulaire' },
    ])
    const company = desk.get('karim-haddad', `/accounts/${accountOf('karim-haddad').id}/owners`).body
    expect(company).toMatchObject({
      identities: [{ fullName: 'KARIM HADDAD', role: 'Gérant' }],
      company: { identification: '732829320', schemeName: 'SIREN', issuer: 'INSEE' },
    })
  })

  test('the authorised amount (bank:D21), zero if there is none', () => {
    desk.consent('camille-bernard')
    const amounts = desk
      .accounts('camille-bernard')
      .map(({ id }) => desk.get('camille-bernard', `/accounts/${id}/overdrafts`).body.overdrafts)
    expect(amounts[0]).toEqual({ allowedAmount: { amount: '500.00', currency: 'EUR' } })
    expect(amounts[1]).toEqual({ allowedAmount: { amount: '0.00', currency: 'EUR' } })
  })
})

describe('rule 11: PUT /consents', () => {
  test('201 with an empty object; replaces the whole previous consent', () => {
    const [first, second] = desk.accounts('camille-bernard')
    expect(desk.consent('camille-bernard')).toMatchObject({ status: 201, body: {} })
    desk.consent('camille-bernard', { ...noConsent, owners: [{ iban: second?.iban }] })
    expect(desk.get('camille-bernard', `/accounts/${first?.id}/balances`).code).toBe('NGAC')
    expect(desk.get('camille-bernard', `/accounts/${second?.id}/owners`).status).toBe(200)
    expect(desk.get('camille-bernard', '/end-user-identity').code).toBe('NGAC')
  })

  test('owners and overdrafts may be absent and are then empty (bank:D27)', () => {
    const { id } = accountOf('camille-bernard')
    desk.consent('camille-bernard', { owners: undefined, overdrafts: undefined })
    expect(desk.get('camille-bernard', `/accounts/${id}/balances`).status).toBe(200)
    expect(desk.get('camille-bernard', `/accounts/${id}/owners`).code).toBe('NGAC')
  })

  test('works without a GET before it, for known IBANs', () => {
    expect(desk.consent('julien-mercier').status).toBe(201)
  })

  test('an IBAN that is not the PSU’s: 403 NGAC and nothing stored (bank:D58)', () => {
    const { iban, id } = accountOf('camille-bernard')
    desk.consent('camille-bernard', { ...noConsent, balances: [{ iban }] })
    const foreign = accountOf('lea-moreau').iban
    for (const list of resources) {
      const answer = desk.consent('camille-bernard', { ...noConsent, [list]: [{ iban }, { iban: foreign }] })
      expect(answer).toMatchObject({ status: 403, code: 'NGAC' })
    }
    expect(desk.get('camille-bernard', `/accounts/${id}/balances`).status).toBe(200)
  })

  test.each([
    ['balances', { balances: undefined }],
    ['transactions', { transactions: undefined }],
    ['psuIdentity', { psuIdentity: undefined }],
    ['trustedBeneficiaries', { trustedBeneficiaries: undefined }],
    ['balances', { balances: null }],
    ['owners', { owners: {} }],
    ['balances[0]', { balances: ['FR7619870'] }],
    ['transactions[0].iban', { transactions: [{ iban: 'FR7619870' }] }],
    ['transactions[0].iban', { transactions: [{ currency: 'EUR' }] }],
    ['psuIdentity', { psuIdentity: 'true' }],
    ['trustedBeneficiaries', { trustedBeneficiaries: 1 }],
  ])('400 FF01 names %s', (field, change) => {
    const answer = desk.consent('camille-bernard', { ...noConsent, ...change })
    expect(answer).toMatchObject({ status: 400, code: 'FF01' })
    expect(answer.body.error).toContain(`${field}: `)
  })

  test('an invalid currency: 400 FF01', () => {
    const { iban } = accountOf('camille-bernard')
    for (const currency of ['eur', 'EURO', 'ZZZ', 978, null]) {
      const answer = desk.consent('camille-bernard', { ...noConsent, balances: [{ iban, currency }] })
      expect([currency, answer.code, answer.body.error]).toEqual([
        currency,
        'FF01',
        expect.stringContaining('balances[0].currency'),
      ])
    }
  })

  test.each([
    ['an empty body', { raw: '' }],
    ['no JSON', { raw: '{"balances":[' }],
    ['an array', { raw: '[]' }],
    ['null', { raw: 'null' }],
    ['a form', { raw: 'balances=', contentType: 'application/x-www-form-urlencoded' }],
  ])('%s: 400 FF01', (_name, more) => {
    expect(desk.call('camille-bernard', 'PUT', '/stet/psd2/v1.6.2/consents', more)).toMatchObject({
      status: 400,
      code: 'FF01',
    })
  })
})
