import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { countEntries, listEntries, positionOfDay } from '#sandbox/store/entries.ts'
import type { ShownTransaction } from '#sandbox/wire/test-answer.ts'
import { base, daysFrom, openTestDesk, walk } from './test-psu.ts'

const today = '2026-11-21'
const earliest = daysFrom(today, -90)

const desk = await openTestDesk({ pageTransactions: 25 })
for (const personId of ['camille-bernard', 'julien-mercier', 'ines-petit', 'karim-haddad', 'antoine-girard']) {
  desk.consent(personId)
}
const idOf = (personId: string, at = 0) => desk.accounts(personId)[at]?.id ?? ''

const path = `/accounts/${idOf('karim-haddad')}/transactions`
const all = walk(desk, 'karim-haddad', path, 'transactions')
afterAll(() => desk.sandbox.close())

const get = (query: string) => desk.get('karim-haddad', `${path}${query}`)
const ids = (rows: readonly { readonly resourceId: string }[]) => rows.map(row => row.resourceId)
const dayOfRow = (row: ShownTransaction): string => row.bookingDate ?? row.expectedBookingDate

describe('rule 9: the window', () => {
  test('90 days back and 15 days ahead, whatever the dates', () => {
    expect(all.length).toBeGreaterThan(100)
    expect(all.filter(row => dayOfRow(row) < earliest || dayOfRow(row) > daysFrom(today, 15))).toEqual([])
    const wide = walk(desk, 'karim-haddad', `${path}?dateFrom=2020-01-01&dateTo=2030-01-01`, 'transactions')
    expect(ids(wide)).toEqual(ids(all))
    // There are entries outside the window.
    const older = {
      accountId: idOf('karim-haddad'),
      from: 0,
      to: positionOfDay(earliest),
      bookedOnly: false,
      bookedUntil: positionOfDay(daysFrom(today, 1)),
    }
    expect(countEntries(desk.sandbox.db, older)).toBeGreaterThan(500)
  })

  test('upcoming direct debits have their own code', () => {
    const due = all.filter(row => row.status === 'FUTR')
    expect(due.length).toBeGreaterThan(0)
    for (const row of due) {
      const { domain, family, subFamily, code, issuer } = row.bankTransactionCode
      expect([domain, family, subFamily, code, issuer]).toEqual(['PMNT', 'RDDT', 'ESDD', '537', 'SI'])
      expect(row.expectedBookingDate > today).toBe(true)
    }
  })

  test('a direct debit is announced from the fifteenth day before it is due', async () => {
    const own = await openTestDesk()
    own.sandbox.db.exec("UPDATE accounts SET life = NULL WHERE life NOT LIKE 'camille-bernard/courant'")
    own.consent('camille-bernard')
    const announced = () => {
      const { body } = own.get('camille-bernard', `/accounts/${idOf('camille-bernard')}/transactions`)
      return body.transactions.filter((row: ShownTransaction) => row.status === 'FUTR').map(dayOfRow)
    }
    own.at('2026-11-24T09:00:00Z')
    expect(announced()).not.toContain('2026-12-10')
    own.at('2026-11-25T09:00:00Z')
    expect(announced()).toContain('2026-12-10')
    own.sandbox.close()
  })

  test('an account without transactions has an empty list of one page', () => {
    const answer = desk.get('ines-petit', `/accounts/${idOf('ines-petit')}/transactions`)
    expect(answer).toMatchObject({ status: 200, body: { transactions: [] } })
    expect(answer.body._links.next).toBeUndefined()
    expect(desk.get('ines-petit', `/accounts/${idOf('ines-petit')}/transactions?page=last`).status).toBe(200)
  })
})

describe('rule 10: booked and not booked', () => {
  test('all four statuses occur, each with its dates; only booked ones have a reference', () => {
    const camille = walk(desk, 'camille-bernard', `/accounts/${idOf('camille-bernard')}/transactions`, 'transactions')
    for (const rows of [all, camille]) {
      expect(new Set(rows.map(row => row.status))).toEqual(new Set(['BOOK', 'PDNG', 'FUTR', 'INFO']))
      for (const row of rows) {
        const booked = row.status === 'BOOK'
        expect([row.status, 'bookingDate' in row, 'expectedBookingDate' in row]).toEqual([row.status, booked, !booked])
        expect('entryReference' in row).toBe(booked)
      }
    }
    expect(camille.some(row => row.status === 'PDNG' && row.transactionDate === today)).toBe(true)
  })

  test('the members of a booked one', () => {
    const issued = all.find(row => row.endToEndId !== undefined && row.status === 'BOOK')
    expect(issued).toEqual({
      resourceId: expect.stringMatching(/^[0-9A-F]{8}\d{13}$/),
      entryReference: expect.stringMatching(/^\d{13}$/),
      remittanceInformation: { unstructured: expect.any(Array) },
      transactionAmount: { amount: expect.stringMatching(/^\d{1,13}\.\d\d$/), currency: 'EUR' },
      bankTransactionCode: {
        domain: 'PMNT',
        family: 'ICDT',
        subFamily: expect.any(String),
        code: expect.any(String),
        issuer: 'SI',
      },
      bookingDate: expect.any(String),
      valueDate: expect.any(String),
      transactionDate: expect.any(String),
      creditDebitIndicator: 'DBIT',
      status: 'BOOK',
      endToEndId: expect.stringMatching(/^VIR\d{14}$/),
    })
  })

  test.each([
    ['karim-haddad', 'VIR INTL EMIS'],
    ['julien-mercier', 'VIR INTL EMIS'],
    ['camille-bernard', 'VIR SEPA EMIS'],
    ['camille-bernard', 'VIR INST EMIS'],
  ])('transfers that %s issued (%s) all carry their end-to-end id', (personId, label) => {
    desk.consent(personId)
    const rows = desk
      .accounts(personId)
      .filter(({ kind }) => kind === 'account')
      .flatMap(({ id }) => walk(desk, personId, `/accounts/${id}/transactions`, 'transactions'))
    const issued = rows.filter(row => row.remittanceInformation.unstructured[0]?.startsWith(label))
    expect(issued.length).toBeGreaterThan(0)
    expect(issued.filter(row => !/^VIR\d{14}$/.test(row.endToEndId ?? ''))).toEqual([])
  })

  test('references grow with every booking and are unique; so are ids', () => {
    const booked = all.filter(row => row.status === 'BOOK')
    const references = booked.map(row => row.entryReference)
    expect(references.toSorted().toReversed()).toEqual(references)
    expect(new Set(references).size).toBe(references.length)
    expect(new Set(ids(all)).size).toBe(all.length)
    for (const row of booked) expect(row.entryReference.slice(0, 8)).toBe(row.bookingDate.replaceAll('-', ''))
  })
})

test('a clock that was ahead and is back: nothing has changed', async () => {
  const own = await openTestDesk()
  own.sandbox.db.exec("UPDATE accounts SET life = NULL WHERE life NOT LIKE 'camille-bernard/courant'")
  own.consent('camille-bernard')
  const target = `/accounts/${idOf('camille-bernard')}`
  const read = () => own.get('camille-bernard', `${target}/transactions?dateFrom=2026-11-01`).body.transactions
  const balances = () => own.get('camille-bernard', `${target}/balances`).body.balances
  const before = [read(), balances()]
  own.at('2027-05-20T09:00:00Z')
  expect(read().length).toBeGreaterThan(0)
  own.at('2026-11-21T09:00:00Z')
  expect([read(), balances()]).toEqual(before)
  own.sandbox.close()
})

describe('a currency account', () => {
  const dollars = () => `/accounts/${idOf('julien-mercier', 1)}/transactions`

  test('is not paged, and has no bank transaction codes', async () => {
    const small = await openTestDesk({ pageTransactions: 2 })
    small.consent('julien-mercier')
    const { body } = small.get('julien-mercier', dollars())
    expect(body.transactions.length).toBeGreaterThan(5)
    expect(Object.keys(body._links).sort()).toEqual(['balances', 'parent-list', 'self'])
    for (const row of body.transactions) {
      expect(row.transactionAmount.currency).toBe('USD')
      expect(row).not.toHaveProperty('bankTransactionCode')
    }
    small.sandbox.close()
  })

  test('has one page', () => {
    expect(desk.get('julien-mercier', `${dollars()}?page=1`).status).toBe(200)
    expect(desk.get('julien-mercier', `${dollars()}?page=2`).code).toBe('IPGN')
  })
})

describe('filters', () => {
  const day = fc.integer({ min: -110, max: 40 }).map(shift => daysFrom(today, shift))
  const reference = fc.integer({ min: 0, max: 10_000 }).map(at => {
    const booked = all.filter(row => row.status === 'BOOK')
    return String(booked[at % booked.length]?.entryReference)
  })
  const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

  test('any combination selects what the table says, in the same order, page by page', () => {
    const query = fc.record({
      dateFrom: maybe(day),
      dateTo: maybe(day),
      after: maybe(reference),
      upTo: maybe(reference),
    })
    fc.assert(
      fc.property(query, ({ dateFrom, dateTo, after, upTo }) => {
        fc.pre(dateFrom === undefined || dateTo === undefined || dateFrom <= dateTo)
        const expected = all.filter(row => {
          const at = dayOfRow(row)
          if (dateFrom !== undefined && at < dateFrom) return false
          if (dateTo !== undefined && at >= dateTo) return false
          if (after !== undefined && !(row.entryReference > after)) return false
          return upTo === undefined || row.entryReference <= upTo
        })
        const asked = { dateFrom, dateTo, entryReferenceFrom: after, entryReferenceto: upTo }
        const given = Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
        const target = `${path}?${new URLSearchParams(given)}`
        expect(ids(walk(desk, 'karim-haddad', target, 'transactions'))).toEqual(ids(expected))
      }),
      { numRuns: 150 },
    )
  })

  test('dateFrom is inclusive, dateTo exclusive', () => {
    const row = all.filter(one => one.status === 'BOOK')[40]
    const day = row?.bookingDate ?? ''
    const on = (from: string, to: string) => ids(get(`?dateFrom=${from}&dateTo=${to}`).body.transactions)
    expect(on(day, daysFrom(day, 1))).toContain(row?.resourceId)
    expect(on(daysFrom(day, -1), day)).not.toContain(row?.resourceId)
  })

  test.each(['2026-11-31', '2026-13-01', '21/11/2026', '20261121', '', 'today', '2026-11-21T00:00:00Z'])(
    'a date %j makes no sense: 400 ENDE',
    text => {
      const value = encodeURIComponent(text)
      for (const name of ['dateFrom', 'dateTo'])
        expect(get(`?${name}=${value}`)).toMatchObject({ status: 400, code: 'ENDE' })
    },
  )

  test('dates in the wrong order: 400 ENDE', () => {
    expect(get('?dateFrom=2026-11-10&dateTo=2026-11-09').code).toBe('ENDE')
    expect(get('?dateFrom=2026-11-10&dateTo=2026-11-10')).toMatchObject({ status: 200, body: { transactions: [] } })
  })

  test('dateType: bookingDate or nothing, else 400', () => {
    expect(ids(get('?dateType=bookingDate').body.transactions)).toEqual(ids(get('').body.transactions))
    for (const dateType of ['valueDate', 'transactionDate', 'BOOKINGDATE', '']) {
      expect(get(`?dateType=${dateType}`)).toMatchObject({ status: 400, code: 'FF01' })
    }
  })

  test('a reference that this bank never gave: 404 RENF', () => {
    for (const name of ['entryReferenceFrom', 'entryReferenceto']) {
      for (const text of ['abc', '-1', '2026113100001', '1', '']) {
        expect(get(`?${name}=${text}`)).toMatchObject({ status: 404, code: 'RENF' })
      }
    }
  })
})

describe('paging', () => {
  test('every row once, whatever the page size, for any person', async () => {
    for (const pageTransactions of [1, 7, 100, 1_000]) {
      const own = await openTestDesk({ pageTransactions, pageAccounts: 7 })
      own.sandbox.db.exec("UPDATE accounts SET life = NULL WHERE life LIKE 'antoine-girard/%'")
      own.consent('karim-haddad')
      expect(ids(walk(own, 'karim-haddad', path, 'transactions'))).toEqual(ids(all))
      const accounts = walk(own, 'monique-roux', '/accounts', 'accounts')
      expect(new Set(ids(accounts)).size).toBe(45)
      own.sandbox.close()
    }
  })

  test('links: first and last everywhere, prev and next if they exist, filters kept', () => {
    const names = (query: string) => Object.keys(get(query).body._links).sort()
    const steady = ['balances', 'first', 'last', 'parent-list', 'self']
    expect(names('')).toEqual([...steady, 'next'].sort())
    expect(names('?page=2')).toEqual([...steady, 'next', 'prev'].sort())
    expect(names('?page=last')).toEqual([...steady, 'prev'].sort())
    const { _links } = get('?dateFrom=2026-09-01&page=2').body
    expect(_links.self).toEqual({ href: `${base}${path}?dateFrom=2026-09-01&page=2`, templated: false })
    expect(_links.next.href).toBe(`${base}${path}?dateFrom=2026-09-01&page=3`)
    expect(_links.prev.href).toBe(`${base}${path}?dateFrom=2026-09-01&page=1`)
  })

  test('last is the same page as its number', () => {
    const last = Number(new URLSearchParams(get('').body._links.last.href.split('?')[1]).get('page'))
    expect(ids(get('?page=last').body.transactions)).toEqual(ids(get(`?page=${last}`).body.transactions))
    expect(get(`?page=${last + 1}`)).toMatchObject({ status: 400, code: 'IPGN' })
  })

  test.each(['0', '-1', '1.5', '01', 'first', '', '1e1', '99999999999'])(
    'page %j: 400 IPGN, for accounts too',
    page => {
      expect(get(`?page=${page}`)).toMatchObject({ status: 400, code: 'IPGN' })
      expect(desk.get('monique-roux', `/accounts?page=${page}`)).toMatchObject({ status: 400, code: 'IPGN' })
    },
  )

  test('Monique’s 45 accounts are on three pages of 20', () => {
    const sizes = [1, 2, 3].map(page => desk.get('monique-roux', `/accounts?page=${page}`).body.accounts.length)
    expect(sizes).toEqual([20, 20, 5])
    expect(desk.get('monique-roux', '/accounts?page=4').code).toBe('IPGN')
  })

  test("each of Antoine's 200 pages is full", () => {
    const accountId = idOf('antoine-girard')
    const stretch = {
      accountId,
      from: positionOfDay(earliest),
      to: positionOfDay(daysFrom(today, 16)),
      bookedOnly: false,
      bookedUntil: positionOfDay(daysFrom(today, 1)),
    }
    const { db } = desk.sandbox
    const rows = countEntries(db, stretch)
    expect(rows).toBeGreaterThanOrEqual(20_000)
    for (const offset of [0, 10_000, rows - 100]) {
      expect(listEntries(db, stretch, { offset, limit: 100 })).toHaveLength(100)
    }
  })
})
