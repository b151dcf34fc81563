import { formatAmount } from '@guichet/values/money/minor.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { noFilter } from '#lib/domain/accounts/transaction-query.ts'
import { storeListing } from '#lib/services/connections/listing.ts'
import { readHome } from '#lib/services/home/read.ts'
import { searchTransactions } from '#lib/services/transactions/list.ts'
import { aBank } from '#testing/bank/of-directory.ts'
import { aPerson } from '#testing/people/a-person.ts'
import { aConnection, anAccount } from '#testing/people/an-account.ts'
import { arrangeAccount, moveAccount, readArrangement } from './arrangement.ts'
import { addHolding, changeHolding, listHoldings, removeHolding } from './holdings.ts'
import { listAccountNames } from './names.ts'

const plain = { name: '', group: '', hidden: false, inTotals: true }
const ibans = ['FR7619870000010000000000138', 'FR7619870000010000000000235', 'FR7619870000010000000000332']

let userId: string
let connectionId: string
let ids: [string, string, string]

beforeEach(async () => {
  setClock(new Date('2026-11-21T10:00:00Z'))
  userId = (await aPerson()).userId
  await aBank()
  connectionId = await aConnection(userId)
  const add = async (at: number) => {
    const listed = { resourceId: `r${at}`, ordinal: at, name: `Compte ${at}`, iban: ibans[at] ?? null }
    const id = await anAccount({ userId, connectionId, ...listed, lastSyncedAt: new Date(), syncState: 'done' })
    const balance = { type: 'OTHR', name: 'Solde', amountMinor: 10_000n, currency: 'EUR', readAt: new Date() }
    await db().balance.create({ data: { userId, accountId: id, ...balance } })
    return id
  }
  ids = [await add(0), await add(1), await add(2)]
})

const names = async () => (await readArrangement({ userId })).accounts.map(({ name }) => name)
const list = (count = 1) => {
  const accounts = ids.slice(0, count).map((_, at) => ({
    resourceId: `new${at}`,
    kind: 'account' as const,
    iban: ibans[at] ?? null,
    cardId: null,
    currency: 'EUR',
    cashAccountType: 'CACC',
    name: `Compte courant ${at}`,
    product: null,
    details: null,
    features: [],
    usage: null,
    psuStatus: null,
    bic: null,
    linkedResourceId: null,
    links: new Set<never>(),
    balances: null,
    unreadableBalances: 0,
  }))
  return {
    accounts,
    complete: true,
    unreadable: [],
    links: new Map(),
    identity: null,
    pages: 1,
    version: '1.6.2' as const,
  }
}

describe('names and order', () => {
  test('a name of one’s own is shown everywhere, stays when the bank lists again, and goes back to the bank’s', async () => {
    await arrangeAccount({ userId }, ids[0], { ...plain, name: '  Courses  ', group: 'Maison' })
    expect(await listAccountNames({ userId })).toMatchObject([{ name: 'Courses' }, {}, {}])
    const [first] = (await readArrangement({ userId })).accounts
    expect(first).toMatchObject({ name: 'Courses', listedName: 'Compte 0', group: 'Maison' })
    const listed = list()
    const same = { ...listed, accounts: listed.accounts.map(one => ({ ...one, resourceId: 'r0' })) }
    await db().$transaction(tx => storeListing(tx, { userId, connectionId }, '19870', same))
    const row = () => db().account.findFirst({ where: { id: ids[0], userId } })
    expect(await row()).toMatchObject({ name: 'Courses', listedName: 'Compte courant 0' })
    await arrangeAccount({ userId }, ids[0], plain)
    expect(await row()).toMatchObject({
      name: 'Compte courant 0',
      listedName: null,
      groupName: null,
    })
  })

  test('an account that returns under another id keeps them', async () => {
    await arrangeAccount({ userId }, ids[0], { name: 'Courses', group: 'Maison', hidden: true, inTotals: false })
    await db().$transaction(tx => storeListing(tx, { userId, connectionId }, '19870', list(2)))
    expect(await db().account.findMany({ where: { userId, gone: false }, orderBy: { ordinal: 'asc' } })).toMatchObject([
      {
        resourceId: 'new0',
        name: 'Courses',
        listedName: 'Compte courant 0',
        groupName: 'Maison',
        hidden: true,
        inTotals: false,
      },
      {
        resourceId: 'new1',
        name: 'Compte courant 1',
        listedName: null,
        groupName: null,
        hidden: false,
        inTotals: true,
      },
    ])
  })

  test('accounts move up, down and to the top, and no further', async () => {
    await moveAccount({ userId }, ids[2], 'up')
    expect(await names()).toEqual(['Compte 0', 'Compte 2', 'Compte 1'])
    await moveAccount({ userId }, ids[0], 'down')
    expect(await names()).toEqual(['Compte 2', 'Compte 0', 'Compte 1'])
    await moveAccount({ userId }, ids[1], 'top')
    await moveAccount({ userId }, ids[1], 'up')
    await moveAccount({ userId }, ids[0], 'down')
    expect(await names()).toEqual(['Compte 1', 'Compte 2', 'Compte 0'])
    expect((await readHome({ userId })).accounts.map(({ name }) => name)).toEqual(await names())
  })

  test('those of somebody else are not found', async () => {
    const other = (await aPerson()).userId
    await expect(arrangeAccount({ userId: other }, ids[0], plain)).rejects.toMatchObject({ code: 'not_found' })
    await expect(moveAccount({ userId: other }, ids[0], 'up')).rejects.toMatchObject({ code: 'not_found' })
    await expect(arrangeAccount({ userId }, 'no id', plain)).rejects.toMatchObject({ code: 'not_found' })
    expect(await names()).toEqual(['Compte 0', 'Compte 1', 'Compte 2'])
  })
})

describe('totals', () => {
  test('an account left out counts in no total and no sum, a hidden one does', async () => {
    await arrangeAccount({ userId }, ids[0], { ...plain, inTotals: false })
    await arrangeAccount({ userId }, ids[1], { ...plain, hidden: true })
    const line = { key: 'k', status: 'BOOK', amountMinor: -500n, currency: 'EUR', day: new Date('2026-11-20') }
    const words = { label: 'CARTE CARREFOUR', remittance: [], searchText: 'carte carrefour' }
    await db().transaction.createMany({
      data: ids.map(accountId => ({ userId, accountId, booked: true, ...line, ...words })),
    })
    const { totals, accounts } = await readArrangement({ userId })
    expect(totals).toEqual([{ amount: '200.00', currency: 'EUR' }])
    expect(accounts.map(({ isCounted }) => isCounted)).toEqual([false, true, true])
    expect((await readHome({ userId })).totals).toMatchObject(totals)
    const counted = await searchTransactions({ userId }, { ...noFilter, counted: 'EUR' })
    expect(counted.booked.map(({ accountId }) => accountId).toSorted()).toEqual([ids[1], ids[2]].toSorted())
    // It is there all the same.
    expect((await searchTransactions({ userId }, noFilter)).booked).toHaveLength(3)
    const named = await searchTransactions({ userId }, { ...noFilter, counted: 'EUR', accounts: [ids[0]] })
    expect(named.booked).toHaveLength(1)
  })
})

describe('holdings', () => {
  const flat = { name: 'Appartement', kind: 'property', currency: 'eur ' }

  test('what one has less what one owes is added to the accounts, by the newest value', async () => {
    expect((await readArrangement({ userId })).wealth).toEqual([])
    await addHolding({ userId }, flat, { amount: '250 000', day: '2026-01-31' })
    await addHolding({ userId }, { name: 'Prêt', kind: 'loan', currency: 'EUR' }, { amount: '180.000,50', day: '' })
    const [home] = await listHoldings(userId)
    const change = (amount: string, day: string, typed = flat) =>
      changeHolding({ userId }, home?.id ?? '', typed, { amount, day })
    await change('260000', '21/11/2026')
    await change('261000', '2026-11-21')
    await change('240000', '2025-01-31')
    await change(' ', '', { ...flat, name: ' Maison ', kind: 'other' })
    expect(await listHoldings(userId)).toMatchObject([
      {
        name: 'Maison',
        kind: 'other',
        value: { amount: '261000.00', currency: 'EUR' },
        day: '2026-11-21',
        values: [
          { day: '2026-11-21', amount: '261000.00' },
          { day: '2026-01-31', amount: '250000.00' },
          { day: '2025-01-31', amount: '240000.00' },
        ],
      },
      { isOwed: true, value: { amount: '180000.50', currency: 'EUR' }, day: '2026-11-21' },
    ])
    const wealth = formatAmount({ amountMinor: 30_000n + 26_100_000n - 18_000_050n, currency: 'EUR' })
    expect((await readArrangement({ userId })).wealth).toEqual([{ amount: wealth, currency: 'EUR' }])
    await removeHolding({ userId }, home?.id ?? '')
    expect(await db().holdingValue.count({ where: { userId } })).toBe(1)
  })

  test.each([
    ['name', { ...flat, name: ' ' }, { amount: '1', day: '' }],
    ['kind', { ...flat, kind: 'yacht' }, { amount: '1', day: '' }],
    ['currency', { ...flat, currency: 'euro' }, { amount: '1', day: '' }],
    ['amount', flat, { amount: 'beaucoup', day: '' }],
    ['amount', flat, { amount: '-5', day: '' }],
    ['day', flat, { amount: '1', day: '2026-11-22' }],
    ['day', flat, { amount: '1', day: '31/06/2026' }],
  ])('a wrong %s is refused', async (field, typed, value) => {
    const refused = { code: 'invalid_input', field }
    await expect(addHolding({ userId }, typed, value)).rejects.toMatchObject(refused)
    expect(await listHoldings(userId)).toEqual([])
    await addHolding({ userId }, flat, { amount: '1', day: '' })
    const [kept] = await listHoldings(userId)
    if (field !== 'currency')
      await expect(changeHolding({ userId }, kept?.id ?? '', typed, value)).rejects.toMatchObject(refused)
    expect(await listHoldings(userId)).toEqual([kept])
  })

  test('those of somebody else are not found', async () => {
    await addHolding({ userId }, flat, { amount: '1', day: '' })
    const [home] = await listHoldings(userId)
    const other = (await aPerson()).userId
    await expect(
      changeHolding({ userId: other }, home?.id ?? '', flat, { amount: '2', day: '' }),
    ).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(removeHolding({ userId: other }, home?.id ?? '')).rejects.toMatchObject({ code: 'not_found' })
  })
})
