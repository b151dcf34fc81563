import type { BankTransaction } from '@guichet/stet/terms/account-data.ts'
import { beforeEach, expect, test } from 'vitest'
import { setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import type { GivenKeys } from '#lib/domain/accounts/transaction.ts'
import { aBank } from '#testing/bank/of-directory.ts'
import { aPerson } from '#testing/people/a-person.ts'
import { categoriseNew } from './categorise.ts'
import { importFile } from './imports.ts'
import { followContents, readChoices } from './renumbered.ts'
import { storeBooked } from './transaction-store.ts'

const leaseId = '018f0000-0000-7000-8000-00000000000a'
let userId: string
let accountId: string

beforeEach(async () => {
  setClock(new Date('2026-11-21T10:00:00Z'))
  await aBank()
  userId = (await aPerson()).userId
  const connection = await db().connection.create({
    data: { userId, bankCode: '19870', status: 'active', syncLeaseId: leaseId },
  })
  const what = { resourceId: 'r1', name: 'Compte', kind: 'account' as const, currency: 'EUR', cashAccountType: 'CACC' }
  const may = { features: [], mayTransactions: true, mayBalances: true }
  accountId = (await db().account.create({ data: { userId, connectionId: connection.id, ...what, ...may } })).id
})

type Row = {
  readonly key?: string
  readonly day?: string
  readonly label: string
  readonly minor: number
  readonly resource?: string
}

const toLine = ({ key, day = '2026-11-10', label, minor, resource }: Row): BankTransaction => ({
  resourceId: resource ?? null,
  entryReference: key ?? null,
  status: 'BOOK',
  bookingDate: day,
  valueDate: day,
  transactionDate: null,
  expectedBookingDate: null,
  amount: { amountMinor: BigInt(minor), currency: 'EUR' },
  remittance: [label],
  endToEndId: null,
  code: { domain: 'PMNT', family: 'CCRD', subFamily: 'POSD', code: null, issuer: null },
})

/** As a complete reading of the days since `dateFrom` does. */
async function read(dateFrom: string | null, ...rows: readonly Row[]): Promise<void> {
  const owner = { userId, accountId }
  const choices = await readChoices(owner)
  const given: GivenKeys = new Map()
  await storeBooked(db(), owner, rows.map(toLine), '2026-11-21', given)
  await followContents(owner, { given, dateFrom, choices, leaseId })
  await categoriseNew(userId)
}

const stored = async () => {
  const rows = await db().transaction.findMany({ where: { userId }, orderBy: [{ day: 'asc' }, { label: 'asc' }] })
  return rows.map(({ label, amountMinor, category, categorySource }) =>
    [label, amountMinor, ...(categorySource === 'person' ? [category] : [])].join(' '),
  )
}
const choose = (label: string, category: string) =>
  db().transaction.updateMany({ where: { userId, label }, data: { category, categorySource: 'person' } })

const [coffee, rent] = [
  { label: 'CAFE', minor: -250 },
  { label: 'LOYER', minor: -70_000 },
]

test('booked ones that come back under other references are there once, with what a person chose', async () => {
  await read(null, { ...coffee, key: '1', day: '2026-11-01' }, { ...coffee, key: '2' }, { ...rent, key: '3' })
  await choose('LOYER', 'children')
  await read('2026-11-08', { ...coffee, key: '12' }, { ...rent, key: '13' })
  expect(await stored()).toEqual(['CAFE -250', 'CAFE -250', 'LOYER -70000 children'])
})

test('a day whose references are given anew: a category chosen by hand stays with its purchase', async () => {
  await read(null, { ...coffee, key: '1' }, { ...rent, key: '2' })
  await choose('LOYER', 'children')
  await read('2026-11-08', { ...rent, key: '1' }, { ...coffee, key: '2' })
  expect(await stored()).toEqual(['CAFE -250', 'LOYER -70000 children'])
})

test('one reference for two transactions keeps both, in either order', async () => {
  await read(null, { ...coffee, key: '1' }, { ...rent, key: '1' })
  expect(await stored()).toEqual(['CAFE -250', 'LOYER -70000'])
  await read('2026-11-08', { ...rent, key: '1' }, { ...coffee, key: '1' })
  expect(await stored()).toEqual(['CAFE -250', 'LOYER -70000'])
})

test('what the bank took back goes, except where a file has it and outside the days that were read', async () => {
  await read(null, { ...coffee, key: '1', day: '2026-11-01' }, { ...coffee, key: '2' }, { ...rent, key: '3' })
  await read('2026-11-08', { ...rent, key: '3' })
  expect(await stored()).toEqual(['CAFE -250', 'LOYER -70000'])
  const bytes = new TextEncoder().encode('date,label,amount\n2026-11-10,LOYER,-700.00\n')
  await importFile(userId, accountId, { name: 'x.csv', bytes }, null)
  await read('2026-11-08', { label: 'PAIN', minor: -120, key: '4' })
  expect(await stored()).toEqual(['CAFE -250', 'LOYER -70000', 'PAIN -120'])
  // An answer without any is no withdrawal of all.
  await read('2026-11-08')
  expect(await stored()).toHaveLength(3)
})

test('of all that a bank gives the first day may be a part', async () => {
  await read(
    null,
    { ...coffee, key: '1' },
    { ...rent, key: '2' },
    { label: 'PAIN', minor: -120, key: '3', day: '2026-11-11' },
  )
  await read(null, { ...rent, key: '2' }, { label: 'BAR', minor: -300, key: '4', day: '2026-11-11' })
  expect(await stored()).toEqual(['CAFE -250', 'LOYER -70000', 'BAR -300'])
})

test('a text completed later is the same transaction', async () => {
  await read(null, { label: 'CARTE', minor: -250, resource: 'r' })
  await read('2026-11-08', { label: 'CARTE 10/11 CAFE', minor: -250, resource: 'r' })
  expect(await stored()).toEqual(['CARTE 10/11 CAFE -250'])
})
