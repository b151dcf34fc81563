import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { BankTransaction } from '@guichet/stet/terms/account-data.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { lockFor } from '#lib/base/locks.ts'
import { now, setClock } from '#lib/clock.ts'
import { db, Prisma } from '#lib/db.ts'
import type { TransactionFilter } from '#lib/domain/accounts/transaction-filter.ts'
import { noFilter } from '#lib/domain/accounts/transaction-query.ts'
import { disconnect } from '#lib/services/connections/disconnect.ts'
import { readHomeMoney } from '#lib/services/home/money.ts'
import { exportTransactions } from '#lib/services/transactions/exports.ts'
import { searchTransactions } from '#lib/services/transactions/list.ts'
import { RuleInput } from '#lib/views/category.ts'
import { bookedAtBank, transactionCode } from '#testing/bank/booked.ts'
import { aBank } from '#testing/bank/of-directory.ts'
import { aPerson } from '#testing/people/a-person.ts'
import { aConnection, aLine, anAccount } from '#testing/people/an-account.ts'
import { copyLastMonth, listBudgets, setBudget } from './budgets.ts'
import { addCategory, listCategories, refileTransaction, removeCategory } from './categories.ts'
import { categoriseNew, withAccountLock } from './categorise.ts'
import { importFile, listImports, previewImport, undoImport } from './imports.ts'
import { readInsights } from './insights.ts'
import { sweepOutdatedFilings } from './outdated-filings.ts'
import { openScope, readFlows } from './outlook.ts'
import { addRule, changeRule, listRules, orderRules, previewRule, removeRule } from './rules.ts'
import { type Gathered, replaceOpen, storeBooked } from './transaction-store.ts'
import { findAccounts } from './view.ts'

/** Transactions in a real database: categorised, matched by rules, paired, exported, imported, summed. */

let userId: string
let current: string
let savings: string
let card: string

beforeEach(async () => {
  setClock(new Date('2026-11-21T10:00:00Z'))
  userId = (await aPerson()).userId
  await aBank()
  const connectionId = await aConnection(userId)
  const open = (resourceId: string, name: string, more: { kind: 'account' | 'card'; linkedResourceId?: string }) =>
    anAccount({ userId, connectionId, resourceId, name, ...more })
  current = await open('r1', 'Compte courant', { kind: 'account' })
  savings = await open('r2', 'Livret', { kind: 'account' })
  card = await open('r3', 'VISA PREMIER', { kind: 'card', linkedResourceId: 'r1' })
})

let count = 0
const line = (label: string, minor: number, day = '2026-11-10', code = 'PMNT/CCRD/POSD', currency = 'EUR') =>
  bookedAtBank(minor, label, {
    amount: { amountMinor: BigInt(minor), currency },
    bookingDate: day,
    valueDate: day,
    entryReference: String(++count).padStart(8, '0'),
    code: transactionCode(code),
  })
const store = (accountId: string, ...lines: BankTransaction[]) =>
  storeBooked(db(), { userId, accountId }, lines, '2026-11-21')
const search = (filter: Partial<TransactionFilter> = {}) => searchTransactions({ userId }, { ...noFilter, ...filter })
const labels = async (filter: Partial<TransactionFilter>) => (await search(filter)).booked.map(({ label }) => label)
const rule = (part: Partial<RuleInput>) => RuleInput.parse({ pattern: '', category: 'other', ...part })
const categoryOf = async (label: string) => (await search({ q: `"${label}"` })).booked[0]

/** Resolves when another transaction waits for a lock of an open one. */
async function somebodyWaits(): Promise<void> {
  for (;;) {
    const [row] = await db().$queryRaw<{ waiting: boolean }[]>`
      SELECT EXISTS (SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock') AS "waiting"`
    if (row?.waiting) return
  }
}

test('between a business and its owner nothing is earned or spent, and lists and sums agree', async () => {
  const owners = { persons: [{ fullName: 'KARIM HADDAD', role: null }], company: null }
  await db().account.update({ where: { id: current }, data: { usage: 'ORGA', owners } })
  const [into, out] = ['PMNT/RCDT/ESCT', 'PMNT/ICDT/ESCT']
  await store(
    current,
    line('VIR SEPA RECU KARIM HADDAD', 50_000, '2026-11-10', into),
    line('VIR SEPA EMIS M. HADDAD KARIM', -20_000, '2026-11-11', out),
    line('VIR SEPA RECU LEILA HADDAD', 3_000, '2026-11-12', into),
  )
  await categoriseNew(userId)
  expect(await labels({ categories: ['owner'] })).toEqual([
    'VIR SEPA EMIS M. HADDAD KARIM',
    'VIR SEPA RECU KARIM HADDAD',
  ])
  const { totals, categories, savings: saved, year } = await readInsights({ userId })
  expect(year).toMatchObject({ from: '2026-11-01', to: '2026-11-30', in: '30.00' })
  expect([totals, saved.count, categories.map(({ category }) => category)]).toEqual([
    { in: '30.00', out: '0.00', net: '30.00' },
    0,
    ['sales'],
  ])
  expect(await labels({ counted: 'EUR' })).toEqual(['VIR SEPA RECU LEILA HADDAD'])
})

describe('new lines of a reading', () => {
  const read = async (accountId: string, ...lines: readonly BankTransaction[]) => {
    const gathered: Gathered = { given: new Map(), choices: [], unfiled: false, dateFrom: null, firstDay: '2026-11-10' }
    await replaceOpen({ userId, accountId }, lines, '2026-11-21', undefined, gathered)
    return gathered.unfiled
  }
  const rows = () =>
    db().transaction.findMany({
      where: { userId },
      select: { key: true, category: true, categorySource: true, ruleId: true, counterparty: true, pairKey: true },
      orderBy: [{ accountId: 'asc' }, { key: 'asc' }],
    })
  const csv = new TextEncoder().encode('date,label,amount\n2026-11-10,CAFE DES ARTS,-2.50\n')

  test('are filed, paired and matched with imports as they are stored, as others are later', async () => {
    await addRule({ userId }, rule({ pattern: 'primeur', category: 'children' }))
    const own = [line('PRIMEUR', -400), line('CARTE CAFE DES ARTS', -250), line('VIR LIVRET', -5_000, '2026-11-10', '')]
    const theirs = line('VIR COMPTE', 5_000, '2026-11-10', '')
    await importFile({ userId }, current, { name: 'x', bytes: csv }, null)
    await store(current, ...own)
    await store(savings, theirs)
    await categoriseNew(userId)
    const later = await rows()
    expect(later.map(({ category }) => category)).toContain('children')
    expect(later.filter(({ pairKey }) => pairKey !== null)).toHaveLength(2)
    expect(later).toHaveLength(4)
    await db().transaction.deleteMany({ where: { userId } })
    await db().transactionImport.deleteMany({ where: { userId } })
    await importFile({ userId }, current, { name: 'x', bytes: csv }, null)
    expect([await read(current, ...own), await read(savings, theirs)]).toEqual([false, false])
    expect(await rows()).toEqual(later)
  })

  test('of a card are what its invoice settles, also if the invoice was stored before them', async () => {
    const invoice = line('FACTURE CARTE VISA PREMIER', -7_000, '2026-10-30', 'PMNT/CCRD/OTHR')
    const older = line('FACTURE CARTE VISA PREMIER', -900, '2026-09-30', 'PMNT/CCRD/OTHR')
    await read(current, invoice, older)
    await read(card, line('CARTE CARREFOUR', -3_000, '2026-10-01'), line('CARTE FNAC', -4_000, '2026-10-02'))
    const settled = await db().transaction.findMany({ where: { userId, pairAccountId: card } })
    expect(settled.map(({ amountMinor }) => amountMinor)).toEqual([-7_000n])
  })

  test('of a business wait until its owners were read', async () => {
    await db().account.update({ where: { id: current }, data: { usage: 'ORGA' } })
    const [one, other] = [1, 2].map(minor => line('VIR SEPA RECU KARIM HADDAD', minor, '2026-11-10', 'PMNT/RCDT/ESCT'))
    if (!one || !other) throw new Error('no lines')
    expect(await read(current, one)).toBe(true)
    const owners = { persons: [{ fullName: 'KARIM HADDAD', role: null }], company: null }
    await db().account.update({ where: { id: current }, data: { owners } })
    expect(await read(current, one, other)).toBe(false)
    await categoriseNew(userId)
    expect((await rows()).map(({ category }) => category)).toEqual(['owner', 'owner'])
    await db().account.update({ where: { id: current }, data: { owners: Prisma.DbNull } })
    await db().connection.updateMany({ where: { userId }, data: { psuName: 'HADDAD KARIM' } })
    expect(await read(current, one, other, { ...one, entryReference: 'later' })).toBe(false)
    expect(await db().transaction.findFirst({ where: { userId, key: 'later' } })).toMatchObject({ category: 'owner' })
  })

  test('wait while another process files, and where the bank no longer gives what they may be', async () => {
    const [first, second] = [line('CARTE LIDL', -100), line('CARTE AUCHAN', -200)]
    await db().$transaction(async tx => {
      await lockFor(tx, 'categories', userId)
      expect(await read(current, first)).toBe(true)
    })
    expect(await read(current, second)).toBe(true)
    expect((await rows()).map(({ category }) => category)).toEqual([null, null])
    expect(await categoriseNew(userId)).toBe(2)
  })

  test('that the account may not have are not stored', async () => {
    await db().account.update({ where: { id: current }, data: { mayTransactions: false } })
    await read(current, line('CARTE LIDL', -100))
    expect(await rows()).toEqual([])
  })
})

test('halves of transfers to a login that is disconnected count again', async () => {
  const connectionId = await aConnection(userId)
  const other = await anAccount({ userId, connectionId, resourceId: 'r9', name: 'Autre banque' })
  await store(current, line('VIR AUTRE BANQUE', -5_000, '2026-11-10', ''))
  await store(other, line('VIR COMPTE COURANT', 5_000, '2026-11-10', ''))
  await categoriseNew(userId)
  const paired = () => db().transaction.count({ where: { userId, pairAccountId: { not: null } } })
  expect(await paired()).toBe(2)
  await disconnect({ userId }, connectionId, null)
  expect(await paired()).toBe(0)
})

test('what older rules filed is filed again once, but not what waits or a person chose', async () => {
  await store(current, line('CARTE CARREFOUR', -1_000), line('CARTE LIDL', -2_000), line('CARTE AUCHAN', -3_000))
  await categoriseNew(userId)
  const setAll = (category: string | null, label?: string, source: 'label' | 'person' = 'label') =>
    db().transaction.updateMany({
      where: { userId, ...(label ? { label } : {}) },
      data: { category, categorySource: source },
    })
  const filed = async () =>
    (await db().transaction.findMany({ where: { userId }, orderBy: { amountMinor: 'desc' } })).map(one => one.category)
  await setAll('shopping')
  await setAll('leisure', 'CARTE LIDL', 'person')
  await setAll(null, 'CARTE AUCHAN')
  await sweepOutdatedFilings()
  expect(await filed()).toEqual(['groceries', 'leisure', null])
  await setAll('shopping')
  await sweepOutdatedFilings()
  expect(await filed()).toEqual(['shopping', 'shopping', 'shopping'])
})

test('one name is one party, also of what was stored and said when each town was one', async () => {
  await store(current, line('CARTE LIDL LYON 7', -1_000), line('CARTE LIDL VILLEURBANNE', -2_000))
  await categoriseNew(userId)
  const [lyon] = (await search({ q: 'lyon' })).booked
  const key = lyon?.key ?? ''
  await refileTransaction({ userId }, { accountId: current, key, category: 'leisure', always: false })
  const towns = ['lidl lyon', 'lidl villeurbanne']
  for (const counterparty of towns) {
    const label = { contains: counterparty.toUpperCase() }
    await db().transaction.updateMany({ where: { userId, label }, data: { counterparty } })
    const createdAt = new Date(counterparty === 'lidl lyon' ? '2026-11-02' : '2026-11-01')
    await db().counterpartyName.create({ data: { userId, counterparty, name: counterparty, createdAt } })
    await db().recurringChoice.create({ data: { userId, counterparty, direction: 'out', rhythm: 'month', createdAt } })
  }
  const rule = { userId, position: 0, pattern: '', counterparty: 'lidl lyon', category: 'children' }
  await db().categoryRule.create({ data: rule })
  await sweepOutdatedFilings()
  const filed = (await search({ counterparty: 'lidl' })).booked.map(({ category, name }) => [category, name])
  expect(filed.sort()).toEqual([
    ['children', 'lidl lyon'],
    ['leisure', 'lidl lyon'],
  ])
  expect(await db().recurringChoice.findMany({ where: { userId } })).toMatchObject([{ counterparty: 'lidl' }])
  const always = { accountId: current, key, category: 'groceries', always: true }
  expect(await refileTransaction({ userId }, always)).toMatchObject({ changed: 2 })
  expect((await listRules({ userId })).rules).toMatchObject([{ counterparty: 'lidl', lineCount: 1 }])
})

test.each([
  ['OTHR', ['2026-11-25']],
  ['CLBD', ['2026-11-21', '2026-11-25']],
])('the calendar leaves out what a balance (%s) includes', async (type, days) => {
  const at = { userId, accountId: current, readAt: new Date() }
  await db().balance.create({ data: { ...at, name: 'x', type, amountMinor: 50_000n, currency: 'EUR', current: true } })
  const open = { booked: false, remittance: [] }
  await aLine(userId, current, 'pending', { ...open, status: 'PDNG', day: '2026-11-21' })
  await aLine(userId, current, 'future', { ...open, status: 'FUTR', day: '2026-11-25' })
  await aLine(userId, current, 'booked')
  await categoriseNew(userId)
  const { upcoming } = await readInsights({ userId })
  expect(upcoming.map(({ day }) => day)).toEqual(days)
})

describe('a filter', () => {
  test('finds by each of its conditions, and by all of them together', async () => {
    await store(current, line('CARTE CARREFOUR', -1_250, '2026-11-10'), line('CARTE FNAC', -9_000, '2026-10-01'))
    await store(savings, line('VIR RECU', 5_000, '2026-11-12', 'PMNT/RCDT/ESCT'))
    expect(await labels({})).toEqual(['VIR RECU', 'CARTE CARREFOUR', 'CARTE FNAC'])
    expect(await labels({ q: 'carrefour' })).toEqual(['CARTE CARREFOUR'])
    expect(await labels({ q: '12,50' })).toEqual(['CARTE CARREFOUR'])
    expect(await labels({ accounts: [savings] })).toEqual(['VIR RECU'])
    expect(await labels({ from: '2026-11-11' })).toEqual(['VIR RECU'])
    expect(await labels({ to: '2026-10-01' })).toEqual(['CARTE FNAC'])
    expect(await labels({ min: '12.50', max: '50' })).toEqual(['VIR RECU', 'CARTE CARREFOUR'])
    expect(await labels({ direction: 'in' })).toEqual(['VIR RECU'])
    expect(await labels({ categories: ['groceries', 'shopping'] })).toEqual(['CARTE CARREFOUR', 'CARTE FNAC'])
    expect(await labels({ status: 'open' })).toEqual([])
    expect(await labels({ source: 'file' })).toEqual([])
    expect(await labels({ q: 'carte', direction: 'out', from: '2026-11-01', accounts: [current] })).toEqual([
      'CARTE CARREFOUR',
    ])
    expect(await labels({ q: '%' })).toEqual([])
  })

  test('an unbooked one is found by the day it is shown under', async () => {
    const open = { booked: false, status: 'PDNG', day: '2026-12-01', transactionDate: new Date('2026-11-30') }
    await aLine(userId, current, 'pending', open)
    await aLine(userId, current, 'expected', {
      ...open,
      transactionDate: null,
      expectedBookingDate: new Date('2026-12-02'),
    })
    await aLine(userId, current, 'undated', { ...open, transactionDate: null })
    await aLine(userId, current, 'booked', { day: '2026-12-01', transactionDate: new Date('2026-11-30') })
    const found = async (day: string) => {
      const page = await search({ from: day, to: day })
      return [...page.upcoming, ...page.booked].map(({ key }) => key)
    }
    expect(await found('2026-11-30')).toEqual(['pending'])
    expect(await found('2026-12-01')).toEqual(['undated', 'booked'])
    expect(await found('2026-12-02')).toEqual(['expected'])
  })

  test('pages go through every account in one order, each line once', async () => {
    await store(current, ...Array.from({ length: 150 }, () => line('A', -100)))
    await store(savings, ...Array.from({ length: 120 }, () => line('B', -100)))
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page = await searchTransactions({ userId }, noFilter, cursor ?? undefined)
      expect(page.total).toBe(270)
      seen.push(...page.booked.map(({ accountId, key }) => `${accountId} ${key}`))
      cursor = page.nextCursor
    } while (cursor)
    expect(new Set(seen).size).toBe(270)
    expect(seen).toHaveLength(270)
  })

  test('amounts are in each currency’s own minor units', async () => {
    await db().account.update({ where: { id: savings }, data: { currency: 'JPY' } })
    await store(savings, line('YEN', -500, '2026-11-10', 'PMNT/CCRD/POSD', 'JPY'))
    await store(current, line('EURO', -500))
    expect(await labels({ min: '100' })).toEqual(['YEN'])
  })
})

describe('rules', () => {
  test('are previewed, applied, changed, ordered and removed; manual categories stay', async () => {
    await store(
      current,
      line('CARTE CARREFOUR', -1_000),
      line('CARTE CARREFOUR CITY', -2_000),
      line('CARTE FNAC', -3_000),
    )
    const [byHand] = (await search({ q: 'city' })).booked
    await refileTransaction(
      { userId },
      { accountId: current, key: byHand?.key ?? '', category: 'children', always: false },
    )
    const wanted = rule({ pattern: 'carrefour', category: 'leisure' })
    expect(await previewRule({ userId }, wanted)).toMatchObject({ matches: 2, changes: 1, byHand: 1 })
    const { rule: first, changed } = await addRule({ userId }, wanted)
    expect(changed).toBe(1)
    expect(await categoryOf('carte carrefour')).toMatchObject({ category: 'children' })
    expect((await search({ categories: ['leisure'] })).booked).toMatchObject([
      { label: 'CARTE CARREFOUR', ruleId: first.id, categorySource: 'rule' },
    ])
    const { rule: second } = await addRule({ userId }, rule({ direction: 'out', category: 'travel' }))
    expect((await search({ categories: ['travel'] })).total).toBe(2)
    await orderRules({ userId }, [first.id, second.id])
    expect((await listRules({ userId })).rules.map(({ lineCount }) => lineCount)).toEqual([1, 1])
    await changeRule({ userId }, first.id, rule({ pattern: 'fnac', category: 'health' }))
    expect((await search({ categories: ['health'] })).booked.map(({ label }) => label)).toEqual(['CARTE FNAC'])
    await removeRule({ userId }, second.id)
    await removeRule({ userId }, first.id)
    expect((await search({})).booked.map(({ category }) => category).sort()).toEqual([
      'children',
      'groceries',
      'shopping',
    ])
  })

  test('apply to later transactions', async () => {
    await addRule({ userId }, rule({ pattern: 'ninkasi', category: 'leisure' }))
    await store(current, line('CARTE CHEZ NINKASI', -1_000))
    expect(await categoriseNew(userId)).toBe(1)
    expect(await categoriseNew(userId)).toBe(0)
    expect((await search({})).booked[0]?.category).toBe('leisure')
  })

  test('“always for this counterparty” categorises the others and creates one rule, not two', async () => {
    await store(current, line('CARTE 01/11 CHEZ NINKASI', -1_000), line('CARTE 05/11 CHEZ NINKASI', -900))
    const [newest] = (await search({})).booked
    const choice = { accountId: current, key: newest?.key ?? '', category: 'leisure', always: true }
    expect(await refileTransaction({ userId }, choice)).toMatchObject({ changed: 2 })
    await refileTransaction({ userId }, { ...choice, category: 'restaurant' })
    expect((await listRules({ userId })).rules).toMatchObject([
      { counterparty: 'chez ninkasi', named: 'Chez Ninkasi', category: 'restaurant' },
    ])
  })

  test.each<[Partial<RuleInput>, string]>([
    [{}, 'pattern'],
    [{ pattern: 'x', category: 'nonsense' }, 'category'],
    [{ pattern: 'x', category: randomUUID() }, 'category'],
    [{ pattern: 'x', accountId: randomUUID() }, 'accountId'],
    [{ pattern: 'x', min: '1.001' }, 'min'],
    [{ pattern: 'x', min: '2', max: '1' }, 'max'],
  ])('%j is refused by name', async (part, field) => {
    await expect(addRule({ userId }, rule(part))).rejects.toMatchObject({ code: 'invalid_input', field })
  })

  test('categories named for a means of payment were removed: their rules stay, their transactions are categorised again', async () => {
    await store(current, line('CHEQUE 0012345', -100), line('VIR SEPA EMIS FONCIA', -200), line('CARTE NINKASI', -300))
    await store(current, line('CARTE LIDL', -400))
    await addRule({ userId }, rule({ pattern: 'ninkasi', category: 'leisure' }))
    await categoriseNew(userId)
    await db().categoryRule.updateMany({ where: { userId }, data: { category: 'card' } })
    for (const [label, category, categorySource] of [
      ['CHEQUE 0012345', 'cheque', 'code'],
      ['VIR SEPA EMIS FONCIA', 'transfer', 'person'],
      ['CARTE NINKASI', 'card', 'rule'],
      ['CARTE LIDL', 'other', 'person'],
    ] as const) {
      await db().transaction.updateMany({ where: { userId, label }, data: { category, categorySource } })
    }
    const statements = readFileSync('prisma/migrations/20261123070000_means_of_payment/migration.sql', 'utf8').split(
      ';',
    )
    for (const statement of statements) if (statement.trim()) await db().$executeRawUnsafe(statement)
    const { booked } = await search({})
    expect(Object.fromEntries(booked.map(({ label, category }) => [label, category]))).toEqual({
      'CHEQUE 0012345': 'to_file',
      'VIR SEPA EMIS FONCIA': 'housing',
      'CARTE NINKASI': 'to_file',
      'CARTE LIDL': 'other',
    })
    expect((await listRules({ userId })).rules).toMatchObject([
      { pattern: 'ninkasi', category: 'to_file', lineCount: 1 },
    ])
  })

  test('a category is removed with its rules, and its transactions are categorised again', async () => {
    const { id } = await addCategory({ userId }, { name: 'Vélo', icon: 'bike', tone: 'brand' })
    await expect(addCategory({ userId }, { name: 'Vélo', icon: 'tag', tone: 'info' })).rejects.toMatchObject({
      field: 'name',
    })
    await store(current, line('CARTE FNAC', -3_000))
    await addRule({ userId }, rule({ pattern: 'fnac', category: id }))
    expect((await search({ categories: [id] })).total).toBe(1)
    await removeCategory({ userId }, id)
    expect((await search({})).booked).toMatchObject([{ category: 'shopping', ruleId: null }])
    expect((await listCategories({ userId })).categories).toEqual([])
    expect((await listRules({ userId })).rules).toEqual([])
  })
})

describe('a reading and a categorisation of the same transactions in parallel (R15)', () => {
  /** A reading that has stored one page when `other` starts, and then stores another page. */
  async function readWhile(other: () => Promise<unknown>, pages: readonly (readonly BankTransaction[])[]) {
    let begun: Promise<unknown> = Promise.resolve()
    const [first = [], second = []] = pages
    await db().$transaction(async tx => {
      const owner = { userId, accountId: current }
      await storeBooked(tx, owner, first, '2026-11-21')
      begun = other()
      begun.catch(() => undefined)
      await somebodyWaits()
      await storeBooked(tx, owner, second, '2026-11-21')
    })
    await begun
  }

  const dearer = (one: BankTransaction): BankTransaction => ({ ...one, amount: { ...one.amount, amountMinor: -999n } })

  test('a new rule waits for the reading, and both succeed', async () => {
    const lines = [line('CARTE BOULANGER A', -100), line('CARTE BOULANGER B', -100), line('CARTE BOULANGER C', -100)]
    await store(current, ...lines)
    await categoriseNew(userId)
    const [a, b, c] = lines.map(dearer)
    if (!(a && b && c)) throw new Error('three lines')
    await readWhile(() => addRule({ userId }, rule({ pattern: 'boulanger', category: 'housing' })), [[b], [a, c]])
    const { booked } = await search({})
    expect(booked.map(({ category, amount }) => [category, amount.amount])).toEqual(
      Array.from({ length: 3 }, () => ['housing', '-9.99']),
    )
  })

  test('removing a category with manually categorised transactions does as well', async () => {
    const lines = [line('CARTE BOULANGER A', -100), line('CARTE BOULANGER B', -100), line('CARTE BOULANGER C', -100)]
    await store(current, ...lines)
    const { id } = await addCategory({ userId }, { name: 'Outils', icon: 'tag', tone: 'brand' })
    for (const { key } of (await search({})).booked) {
      await refileTransaction({ userId }, { accountId: current, key, category: id, always: false })
    }
    const [a, b, c] = lines.map(dearer)
    if (!(a && b && c)) throw new Error('three lines')
    await readWhile(() => removeCategory({ userId }, id), [[b], [a, c]])
    expect((await search({})).booked.map(({ category }) => category === id)).toEqual([false, false, false])
  })
})

describe('sums', () => {
  test('exclude own transfers and card settlements, and count a card’s slips once', async () => {
    await store(current, line('SALAIRE', 200_000, '2026-11-03', 'PMNT/RCDT/SALA'))
    await store(current, line('VIR SEPA EMIS LIVRET', -20_000, '2026-11-05', 'PMNT/ICDT/ESCT'))
    await store(savings, line('VIR SEPA RECU', 20_000, '2026-11-06', 'PMNT/RCDT/ESCT'))
    await store(current, line('FACTURE CARTE VISA PREMIER', -7_000, '2026-11-10', 'PMNT/CCRD/OTHR'))
    await store(card, line('CARTE CARREFOUR', -3_000, '2026-11-01'), line('CARTE FNAC', -4_000, '2026-11-02'))
    const { months, leftOut, categories } = await readInsights({ userId })
    const sums = { in: '2000.00', out: '-70.00', net: '1930.00', saved: '0.00' }
    expect(months.at(-1)).toEqual({ month: '2026-11', ...sums, coverage: 'part' })
    expect(leftOut).toBe(3)
    expect(categories.map(({ category, amount }) => [category, amount])).toEqual([
      ['salary', '2000.00'],
      ['shopping', '-40.00'],
      ['groceries', '-30.00'],
    ])
    expect(months, 'no month before the first line').toHaveLength(1)
    await db().transaction.deleteMany({ where: { accountId: savings } })
    await store(current, line('X', -1))
    expect((await readInsights({ userId })).leftOut, 'a half whose other half is gone counts').toBe(1)
  })

  test('compare the current month with the same days of the previous one, and a past month with the whole', async () => {
    await store(
      current,
      line('CARTE CARREFOUR', -1_000, '2026-10-21'),
      line('CARTE CARREFOUR', -500, '2026-10-22'),
      line('CARTE CARREFOUR', -3_000, '2026-11-20'),
      line('CARTE FNAC', -700, '2026-10-02'),
      line('VIR SEPA RECU X', 9_000, '2026-11-02', 'PMNT/RCDT/ESCT'),
      line('CARTE LIDL', -200, '2026-09-30'),
    )
    const november = await readInsights({ userId })
    expect(november).toMatchObject({
      firstMonth: '2026-09',
      totals: { in: '90.00', out: '-30.00', net: '60.00' },
      before: { month: '2026-10', until: '2026-10-21', more: { in: '90.00', out: '13.00' } },
    })
    expect(november.months.map(({ month }) => month)).toEqual(['2026-09', '2026-10', '2026-11'])
    const short = ({ categories }: typeof november) =>
      categories.map(({ category, amount, count, more }) => [category, amount, count, more])
    expect(short(november), 'with shopping, which only October has').toEqual([
      ['other_income', '90.00', 1, '90.00'],
      ['groceries', '-30.00', 1, '20.00'],
      ['shopping', '0.00', 0, '-7.00'],
    ])
    const october = await readInsights({ userId }, { month: '2026-10' })
    expect(october.before).toEqual({ month: '2026-09', until: null, payday: null, more: { in: '0.00', out: '20.00' } })
    expect(short(october)).toEqual([
      ['groceries', '-15.00', 2, '13.00'],
      ['shopping', '-7.00', 1, '7.00'],
    ])
    expect((await readInsights({ userId }, { month: '2026-09' })).before, 'nothing is older').toBeNull()
  })

  test('never add currencies', async () => {
    await store(current, line('EURO', -500), line('EURO', -500))
    await store(savings, line('DOLLAR', -900, '2026-11-10', 'PMNT/CCRD/POSD', 'USD'))
    expect(await readInsights({ userId })).toMatchObject({ currencies: ['EUR', 'USD'], currency: 'EUR' })
    expect((await readInsights({ userId }, { currency: 'USD' })).months.at(-1)?.out).toBe('-9.00')
  })

  test('forecast the end of the month from the balance, what recurs, what is announced and what came otherwise', async () => {
    const balance = { userId, accountId: current, name: 'x', currency: 'EUR', readAt: new Date() }
    await db().balance.createMany({
      data: [
        { ...balance, type: 'CLBD', amountMinor: 110_000n, referenceDate: new Date('2026-11-21') },
        { ...balance, type: 'OTHR', amountMinor: 100_000n, referenceDate: null },
      ],
    })
    const months = ['2026-08', '2026-09', '2026-10']
    await store(
      current,
      line('CARTE LIDL', -9_000, '2026-08-25'),
      line('VIR SEPA RECU DUPONT', 9_000, '2026-09-01', 'PMNT/RCDT/ESCT'),
      ...months.map(month => line('VIR SEPA EMIS FONCIA', -50_000, `${month}-26`, 'PMNT/ICDT/STDO')),
      // Between own accounts: not spending.
      line('VIR SEPA EMIS LIVRET', -20_000, '2026-10-26', 'PMNT/ICDT/ESCT'),
    )
    const open = { userId, accountId: current, booked: false, currency: 'EUR', searchText: '', counterparty: 'edf' }
    await db().transaction.createMany({
      data: [
        { ...open, key: '1', status: 'PDNG', day: new Date('2026-11-21'), amountMinor: -10_000n, label: 'CARTE' },
        { ...open, key: '2', status: 'FUTR', day: new Date('2026-11-30'), amountMinor: -70_000n, label: 'PRLV EDF' },
      ],
    })
    await store(savings, line('VIR SEPA RECU', 20_000, '2026-10-26', 'PMNT/RCDT/ESCT'))
    const readAt = new Date('2026-11-21T09:00:00Z')
    await db().account.updateMany({ where: { userId }, data: { lastSyncedAt: readAt } })
    await db().transaction.updateMany({ where: { userId }, data: { firstSeenAt: readAt } })
    const { forecast } = await readInsights({ userId })
    // 90 euros came in one of 12 spans of as many days, and went in fewer than half of them; the rent on the 26th; the payment of the day is in the balance of the bank's app.
    expect(forecast).toMatchObject({ until: '2026-11-30', days: 90, known: 2 })
    expect(forecast?.points).toHaveLength(9)
    const on = (day: string) => forecast?.points.find(point => point.day === day)?.amount
    expect([on('2026-11-25'), on('2026-11-26'), on('2026-11-30')]).toEqual(['1007.50', '507.50', '-191.82'])
    expect(forecast?.below).toEqual([
      { accountId: current, name: expect.any(String), day: '2026-11-30', amount: '-191.82' },
    ])
    const unread = ['2026-09-01', '2026-09-22'].map(day => new Date(day))
    await db().account.updateMany({ where: { userId, id: current }, data: { unread } })
    expect((await readInsights({ userId })).forecast, 'after a hole').toMatchObject({ days: 60 })
    unread[1] = new Date('2026-09-23')
    await db().account.updateMany({ where: { userId, id: current }, data: { unread } })
    expect((await readInsights({ userId })).forecast, 'less than 60 days').toBeNull()
  })

  test('expect what is late today, and know what was booked since an older balance', async () => {
    const balance = { userId, accountId: current, name: 'x', currency: 'EUR', readAt: now(), type: 'CLBD' }
    await db().balance.create({ data: { ...balance, amountMinor: 100_000n, referenceDate: new Date('2026-10-25') } })
    await store(current, line('CARTE LIDL', -9_000, '2026-08-25'), line('CARTE FNAC', -20_000, '2026-10-27'))
    await db().account.updateMany({ where: { userId }, data: { lastSyncedAt: now() } })
    await db().transaction.updateMany({ where: { userId }, data: { firstSeenAt: now() } })
    const chart = async () =>
      (await readHomeMoney({ userId }, await findAccounts({ userId }, {}))).glance?.chart ?? { past: [], future: [] }
    const { past, future } = await chart()
    expect(past[0]).toEqual({ day: '2026-11-01', amount: '800.00' })
    const open = { userId, accountId: current, booked: false, currency: 'EUR', searchText: '', counterparty: 'edf' }
    const late = { day: new Date('2026-11-20'), amountMinor: -70_000n, status: 'PDNG', label: 'PRLV EDF' }
    await db().transaction.create({ data: { ...open, ...late, key: '1' } })
    const minor = (amount = '') => BigInt(amount.replace('.', ''))
    expect(minor((await chart()).future.at(-1)?.amount)).toBe(minor(future.at(-1)?.amount) - 70_000n)
    const { upcoming } = await readInsights({ userId })
    expect(upcoming).toMatchObject([{ day: '2026-11-21', amount: '-700.00', source: 'bank' }])
  })

  test('take for own transfers what stays in the totals only', async () => {
    await store(current, line('VIR SEPA EMIS LIVRET', -50_000))
    await db().transaction.updateMany({ where: { userId }, data: { pairAccountId: savings, pairKey: '1' } })
    const balance = { userId, type: 'CLBD', name: 'x', currency: 'EUR', amountMinor: 1n, readAt: now() }
    await db().balance.createMany({ data: [current, savings].map(accountId => ({ ...balance, accountId })) })
    const isOwn = async () => {
      const accounts = await findAccounts({ userId }, {})
      const flows = await readFlows(await openScope({ userId, currency: 'EUR', today: '2026-11-21', accounts }))
      return flows.map(({ ownTransfers }) => ownTransfers)
    }
    expect(await isOwn()).toEqual([true])
    await db().account.updateMany({ where: { id: savings, userId }, data: { inTotals: false } })
    expect(await isOwn()).toEqual([false])
  })

  test('announce what the bank announces on accounts; purchases of a card come with its debit', async () => {
    const open = {
      userId,
      booked: false,
      status: 'FUTR',
      day: new Date('2026-11-24'),
      currency: 'EUR',
      amountMinor: -1_000n,
      codeDomain: 'PMNT',
      codeFamily: 'RDDT',
      codeSubFamily: 'ESDD',
      searchText: '',
    }
    await db().transaction.createMany({
      data: [
        { ...open, accountId: current, key: 'open:1', label: 'FACTURE CARTE VISA', remittance: ['FACTURE CARTE VISA'] },
        { ...open, accountId: card, key: 'open:2', label: 'CARTE CARREFOUR', remittance: ['CARTE CARREFOUR'] },
      ],
    })
    const { upcoming } = await readInsights({ userId })
    expect(upcoming.map(({ accountId, source }) => [accountId, source])).toEqual([[current, 'bank']])
    await db().balance.create({
      data: {
        userId,
        accountId: current,
        type: 'OTHR',
        name: 'x',
        currency: 'EUR',
        readAt: new Date(),
        amountMinor: 1n,
      },
    })
    const { glance } = await readHomeMoney({ userId }, await findAccounts({ userId }, {}))
    expect(glance?.coming.flatMap(({ rows }) => rows)).toMatchObject([
      { day: '2026-11-24', amount: '-10.00', cards: null },
    ])
  })

  test('past balances are computed back from the bank’s balance', async () => {
    const balance = { userId, accountId: current, type: 'CLBD', name: 'x', currency: 'EUR', readAt: new Date() }
    await db().balance.create({ data: { ...balance, amountMinor: 10_000n, referenceDate: new Date('2026-11-20') } })
    await store(current, line('A', -2_500, '2026-11-19'), line('B', 1_000, '2026-11-21'))
    const [series] = (await readInsights({ userId })).balances
    expect(series?.points).toEqual([
      { day: '2026-11-19', amount: '100.00', source: 'lines' },
      { day: '2026-11-20', amount: '100.00', source: 'bank' },
      { day: '2026-11-21', amount: '110.00', source: 'lines' },
    ])
  })
})

describe('many transactions at once', () => {
  test('are filed in batches of their own, and paired across them', async () => {
    const each = 2_500
    const dayOf = (at: number) =>
      `2026-${String(1 + (at % 10)).padStart(2, '0')}-${String(1 + (at % 28)).padStart(2, '0')}`
    const transfers = (sign: 1 | -1, kind: string) =>
      Array.from({ length: each }, (_, at) => line('VIR SEPA LIVRET', sign * (at + 1), dayOf(at), `PMNT/${kind}/ESCT`))
    await store(current, ...transfers(-1, 'ICDT'))
    await store(savings, ...transfers(1, 'RCDT'))
    expect(await categoriseNew(userId)).toBe(2 * each)
    const halves = await db().$queryRaw<{ count: number }[]>`
      SELECT count(*)::int FROM "Transaction" WHERE "userId" = ${userId}::uuid AND "pairKey" IS NOT NULL GROUP BY xmin::text`
    expect(halves.reduce((sum, { count }) => sum + count, 0)).toBe(2 * each)
    // A batch, and the halves that others brought.
    expect(Math.max(...halves.map(({ count }) => count))).toBeLessThanOrEqual(2 * 2_000)
  })

  test('an exchange is paired with what was filed before, whatever its amount', async () => {
    const [out, into] = ['PMNT/ICDT/ESCT', 'PMNT/RCDT/ESCT']
    await store(current, line('CHANGE USD EUR', -90, '2026-11-10', out), line('CHANGE GBP EUR', -80, '2026-11-10', out))
    await categoriseNew(userId)
    await store(savings, line('CHANGE EUR USD', 100, '2026-11-11', into, 'USD'))
    await categoriseNew(userId)
    const paired = await db().transaction.findMany({
      where: { userId, pairKey: { not: null } },
      orderBy: { day: 'asc' },
    })
    expect(paired.map(({ label }) => label)).toEqual(['CHANGE USD EUR', 'CHANGE EUR USD'])
  })
})

describe('budgets', () => {
  test('show what the current month spent in euros: including refunds, without own transfers and other months', async () => {
    await store(
      current,
      line('CARTE CARREFOUR', -30_000),
      line('CARTE LIDL', -12_000),
      line('CARTE FNAC', -5_000),
      line('CARTE CARREFOUR', -99_900, '2026-10-31'),
      line('CARTE LIDL', -700, '2026-11-10', 'PMNT/CCRD/POSD', 'USD'),
      line('CARTE FNAC', 1_000),
      line('CARTE EDF', -100, '2026-12-01'),
    )
    const [back] = (await search({ q: '"carte fnac"', direction: 'in' })).booked
    await refileTransaction(
      { userId },
      { accountId: current, key: back?.key ?? '', category: 'shopping', always: false },
    )
    await setBudget({ userId }, { category: 'groceries', amount: '400' })
    await setBudget({ userId }, { category: 'energy', amount: '60.50' })
    const { budgets } = await setBudget({ userId }, { category: 'shopping', amount: '100.00' })
    const kept = { carries: false, carried: '0.00', shared: null }
    expect(budgets).toEqual([
      {
        category: 'groceries',
        amount: '400.00',
        available: '400.00',
        spent: '420.00',
        left: '-20.00',
        perDay: '0.00',
        percent: 100,
        ...kept,
      },
      {
        category: 'shopping',
        amount: '100.00',
        available: '100.00',
        spent: '40.00',
        left: '60.00',
        perDay: '6.00',
        percent: 40,
        ...kept,
      },
      {
        category: 'energy',
        amount: '60.50',
        available: '60.50',
        spent: '0.00',
        left: '60.50',
        perDay: '6.05',
        percent: 0,
        ...kept,
      },
    ])
    expect((await readInsights({ userId })).budgets).toEqual(budgets)
    expect((await readInsights({ userId }, { currency: 'USD' })).budgets, 'budgets are in euros').toEqual([])
    await setBudget({ userId }, { category: 'groceries', amount: '500' })
    await setBudget({ userId }, { category: 'shopping', amount: null })
    await setBudget({ userId }, { category: 'shopping', amount: null })
    expect((await listBudgets(userId)).map(({ category, left }) => [category, left])).toEqual([
      ['groceries', '80.00'],
      ['energy', '60.50'],
    ])
    const other = await aPerson()
    expect(await listBudgets(other.userId)).toEqual([])
  })

  test('that carries keeps what was left under another limit', async () => {
    const first = line('CARTE CARREFOUR', -10_000, '2026-08-15')
    await store(
      current,
      first,
      line('CARTE CARREFOUR', -7_000, '2026-09-15'),
      line('CARTE CARREFOUR', -9_000, '2026-10-15'),
    )
    await db().account.update({ where: { id: current }, data: { lastSyncedAt: now() } })
    await categoriseNew(userId)
    const set = async (amount: string) => {
      const { budgets } = await setBudget({ userId }, { category: 'groceries', amount, carries: true })
      return budgets.map(({ amount, carried, available }) => [amount, carried, available])
    }
    await set('100')
    const where = { userId_category: { userId, category: 'groceries' } }
    await db().budget.update({ where, data: { carriesFrom: new Date('2026-09-01') } })
    expect(await set('100')).toEqual([['100.00', '40.00', '140.00']])
    for (const amount of ['200', '50', '100'])
      expect(await set(amount)).toEqual([[`${amount}.00`, '40.00', `${Number(amount) + 40}.00`]])
    setClock(new Date('2026-12-21T10:00:00Z'))
    await db().account.update({ where: { id: current }, data: { lastSyncedAt: now() } })
    expect(await set('100')).toEqual([['100.00', '140.00', '240.00']])
  })

  test('of last month’s spending, in whole euros: each category without one', async () => {
    await store(
      current,
      line('CARTE CARREFOUR', -30_001, '2026-10-31'),
      line('CARTE FNAC', -5_000, '2026-10-01'),
      line('VIR SALAIRE', 200_000, '2026-10-28'),
      line('CARTE EDF', -900, '2026-09-30'),
    )
    await setBudget({ userId }, { category: 'shopping', amount: '20' })
    expect(await copyLastMonth({ userId })).toEqual({ added: 1 })
    expect(await copyLastMonth({ userId })).toEqual({ added: 0 })
    expect((await listBudgets(userId)).map(({ category, amount }) => [category, amount])).toEqual([
      ['groceries', '301.00'],
      ['shopping', '20.00'],
    ])
  })

  test.each<[string, string, string]>([
    ['groceries', '0', 'amount'],
    ['groceries', '0.00', 'amount'],
    ['groceries', '1.001', 'amount'],
    ['salary', '10', 'category'],
    ['to_file', '10', 'category'],
    ['nonsense', '10', 'category'],
    [randomUUID(), '10', 'category'],
  ])('of %s with %s is refused by name', async (category, amount, field) => {
    await expect(setBudget({ userId }, { category, amount })).rejects.toMatchObject({ code: 'invalid_input', field })
    expect(await listBudgets(userId)).toEqual([])
  })

  test('of an own category end with it; somebody else’s category can have none', async () => {
    const { id } = await addCategory({ userId }, { name: 'Vélo', icon: 'bike', tone: 'brand' })
    const other = await aPerson()
    await expect(setBudget(other, { category: id, amount: '10' })).rejects.toMatchObject({ field: 'category' })
    expect((await setBudget({ userId }, { category: id, amount: '10' })).budgets).toMatchObject([{ category: id }])
    await removeCategory({ userId }, id)
    expect(await listBudgets(userId)).toEqual([])
  })
})

async function read(file: { parts: AsyncIterable<string> }): Promise<Uint8Array> {
  const parts: string[] = []
  for await (const part of file.parts) parts.push(part)
  return new TextEncoder().encode(parts.join(''))
}

describe('files', () => {
  const wish = { filter: noFilter, locale: 'fr' as const, categoryNames: new Map() }

  test.each(['csv', 'ofx', 'camt053', 'qif'] as const)(
    '%s: an export imported elsewhere gives the same transactions once, and can be undone',
    async format => {
      await store(
        current,
        line('=SUM(A1)', -1_250, '2026-01-10'),
        line('Été & <b>', 5, '2026-01-11'),
        line('Café', -250),
        line('Café', -250),
      )
      const bytes = await read(
        await exportTransactions({ userId }, { ...wish, format, filter: { ...noFilter, accounts: [current] } }),
      )
      const file = { name: 'x', bytes }
      // QIF doesn't say which number is the day.
      const mapping = format === 'qif' ? { dayOrder: 'dmy' as const } : null
      expect(await previewImport({ userId }, current, file, mapping)).toMatchObject({
        format,
        fresh: 0,
        doubles: 4,
        problems: [],
      })
      expect(await previewImport({ userId }, savings, file, mapping)).toMatchObject({ fresh: 4, doubles: 0 })
      const { id, added } = await importFile({ userId }, savings, file, mapping)
      expect(added).toBe(4)
      const again = await importFile({ userId }, savings, file, mapping)
      expect(again).toMatchObject({ added: 0, doubles: 4 })
      const short = async (account: string) =>
        (await search({ accounts: [account] })).booked
          .map(({ day, label, amount }) => `${day} ${label} ${amount.amount}`)
          .sort()
      expect(await short(savings)).toEqual(await short(current))
      expect((await search({ source: 'file' })).booked.every(({ imported }) => imported)).toBe(true)
      await undoImport({ userId }, id)
      expect(await short(savings)).toEqual(await short(current))
      await undoImport({ userId }, again.id)
      expect((await search({ accounts: [savings] })).total).toBe(0)
      expect((await listImports({ userId })).imports).toHaveLength(0)
    },
  )

  test('an export gives of a card what is still to be drawn, as of the day it was read', async () => {
    const of = { userId, accountId: card, name: 'x', currency: 'EUR', readAt: now(), current: true }
    await db().balance.createMany({
      data: [
        { ...of, type: 'ITAV', amountMinor: 0n, referenceDate: new Date('2027-01-29') },
        { ...of, type: 'ITAV', amountMinor: -28_070n, referenceDate: new Date('2026-12-31') },
        { ...of, type: 'PRCD', amountMinor: -39_079n, referenceDate: new Date('2026-10-30') },
      ],
    })
    const filter = { ...noFilter, accounts: [card] }
    const text = new TextDecoder().decode(
      await read(await exportTransactions({ userId }, { ...wish, format: 'json', filter })),
    )
    expect(JSON.parse(text).accounts[0].balance).toEqual({ type: 'ITAV', amount: '-280.70', day: '2026-11-21' })
  })

  test('an export is not limited to one batch: 2,500 transactions in one file', async () => {
    await store(current, ...Array.from({ length: 2_500 }, (_, at) => line(`L${at}`, -100)))
    const text = new TextDecoder().decode(await read(await exportTransactions({ userId }, { ...wish, format: 'csv' })))
    expect(text.trimEnd().split('\r\n')).toHaveLength(2_501)
  })

  test('a transaction of the bank replaces the same one of an earlier file, as often as it occurs', async () => {
    const csv =
      'date,label,amount\n2026-11-01,CAFE DES ARTS,-2.50\n2026-11-01,CAFE DES ARTS,-2.50\n2025-01-01,ANCIEN,-1\n'
    await importFile({ userId }, current, { name: 'x', bytes: new TextEncoder().encode(csv) }, null)
    expect((await search({})).total).toBe(3)
    await store(current, line('CARTE CAFE DES ARTS', -250, '2026-11-01'))
    const { booked } = await search({})
    expect(booked.map(({ label, imported }) => [label, imported]).sort()).toEqual([
      ['ANCIEN', true],
      ['CAFE DES ARTS', true],
      ['CARTE CAFE DES ARTS', false],
    ])
  })

  test('a file with an error is refused as a whole', async () => {
    const bytes = new TextEncoder().encode('date,label,amount\n2026-11-01,a,-1\n2026-13-01,b,2\n')
    expect((await previewImport({ userId }, current, { name: 'x', bytes }, null)).problems).toEqual([
      { code: 'bad_day', line: 3 },
    ])
    await expect(importFile({ userId }, current, { name: 'x', bytes }, null)).rejects.toMatchObject({ field: 'file' })
    expect((await search({})).total).toBe(0)
  })

  test('undone twice in parallel while the bank gives the same transactions: none is lost or doubled, nobody fails', async () => {
    const days = Array.from({ length: 200 }, (_, at) => new Date(Date.UTC(2024, 0, 1 + at)).toISOString().slice(0, 10))
    const csv = `date,label,amount\n${days.map((day, at) => `${day},ACHAT ${at},-${at + 1}.00`).join('\n')}\n`
    const file = { name: 'x', bytes: new TextEncoder().encode(csv) }
    for (let round = 0; round < 3; round++) {
      const { id } = await importFile({ userId }, current, file, null)
      // In reverse order, so that filing and undoing take locks from opposite ends.
      const given = days.map((day, at) => line(`CARTE ACHAT ${at}`, -(at + 1) * 100, day)).reverse()
      const undone = [undoImport({ userId }, id), undoImport({ userId }, id)]
      const reading = async () => {
        for (let from = 0; from < given.length; from += 50) {
          await store(current, ...given.slice(from, from + 50))
          await categoriseNew(userId)
        }
      }
      const ends = await Promise.allSettled([...undone, reading(), importFile({ userId }, savings, file, null)])
      const failed = ends.flatMap(end => (end.status === 'rejected' ? [end.reason] : []))
      expect(failed).toMatchObject([{ code: 'not_found' }])
      await categoriseNew(userId)
      expect(await db().transaction.count({ where: { userId, accountId: current } })).toBe(200)
      expect(await db().transaction.count({ where: { userId, importId: id } })).toBe(0)
      expect(await db().transaction.count({ where: { userId, accountId: savings } })).toBe(200)
      await db().transaction.deleteMany({ where: { userId } })
      await db().transactionImport.deleteMany({ where: { userId } })
    }
  })

  test('undone while replacing transactions are filed: it waits, and there is no deadlock', async () => {
    const csv = `date,label,amount\n${Array.from({ length: 50 }, (_, at) => `2025-01-01,ACHAT ${at},-${at + 1}`).join('\n')}\n`
    const { id } = await importFile({ userId }, current, { name: 'x', bytes: new TextEncoder().encode(csv) }, null)
    const key = (at: number) => `import:${id}:${at}`
    const outcome = await withAccountLock({ userId, accountId: current }, async tx => {
      const heldLine = { accountId_key: { accountId: current, key: key(49) } }
      await tx.transaction.update({ where: heldLine, data: { category: 'other' } })
      const undone = Promise.allSettled([undoImport({ userId }, id)])
      await somebodyWaits()
      await tx.transaction.deleteMany({ where: { userId, accountId: current, key: key(0) } })
      return { undone }
    })
    expect(await outcome.undone).toMatchObject([{ status: 'fulfilled' }])
    expect(await db().transaction.count({ where: { userId } })).toBe(0)
  })

  test('undone and imported again in parallel: its transactions exist once, and belong to the second import', async () => {
    const csv = `date,label,amount\n${Array.from({ length: 50 }, (_, at) => `2025-01-01,ACHAT ${at},-${at + 1}`).join('\n')}\n`
    const file = { name: 'x', bytes: new TextEncoder().encode(csv) }
    for (let round = 0; round < 8; round++) {
      const { id } = await importFile({ userId }, current, file, null)
      const [, again] = await Promise.all([undoImport({ userId }, id), importFile({ userId }, current, file, null)])
      expect([0, 50]).toContain(again.added)
      expect(await db().transaction.count({ where: { userId, importId: again.id } })).toBe(50)
      await undoImport({ userId }, again.id)
      expect(await db().transaction.count({ where: { userId } })).toBe(0)
    }
  })

  test('what was paired with a transaction of an undone import counts again', async () => {
    await store(current, line('VIR SEPA EMIS LIVRET', -20_000, '2025-03-03', 'PMNT/ICDT/ESCT'))
    const bytes = new TextEncoder().encode('date,label,amount\n2025-03-03,VIR SEPA RECU COMPTE COURANT,200.00\n')
    const { id } = await importFile({ userId }, savings, { name: 'x', bytes }, null)
    const paired = { userId, pairAccountId: { not: null } }
    expect(await db().transaction.count({ where: paired })).toBe(2)
    await undoImport({ userId }, id)
    expect(await db().transaction.count({ where: paired })).toBe(0)
  })

  test('nobody imports into another person’s account', async () => {
    const other = await aPerson()
    const file = { name: 'x', bytes: new TextEncoder().encode('date,label,amount\n2026-11-01,a,-1\n') }
    await expect(previewImport(other, current, file, null)).rejects.toMatchObject({ code: 'not_found' })
    await expect(importFile(other, current, file, null)).rejects.toMatchObject({ code: 'not_found' })
    const { id } = await importFile({ userId }, current, file, null)
    await expect(undoImport(other, id)).rejects.toMatchObject({ code: 'not_found' })
    const text = new TextDecoder().decode(
      await read(
        await exportTransactions(other, {
          ...wish,
          format: 'json',
          filter: { ...noFilter, accounts: [current] },
        }),
      ),
    )
    expect(JSON.parse(text)).toMatchObject({ accounts: [], transactions: [] })
  })
})
