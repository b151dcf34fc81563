import { beforeEach, expect, test } from 'vitest'
import { setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { bookedAtBank } from '#testing/bank/booked.ts'
import { aBank } from '#testing/bank/of-directory.ts'
import { aPerson } from '#testing/people/a-person.ts'
import { aConnection, anAccount } from '#testing/people/an-account.ts'
import { codeOf } from '#testing/refusal-of.ts'
import { categoriseNew } from './categorise.ts'
import { importFile } from './imports.ts'
import { readAccount } from './read.ts'
import { followContents } from './renumbered.ts'
import { dismissTakenBack } from './taken-back.ts'
import { type Gathered, replaceOpen, storeBooked } from './transaction-store.ts'

const leaseId = '018f0000-0000-7000-8000-00000000000a'
let userId: string
let accountId: string

beforeEach(async () => {
  setClock(new Date('2026-11-21T10:00:00Z'))
  await aBank()
  userId = (await aPerson()).userId
  accountId = await anAccount({ userId, connectionId: await aConnection(userId, { syncLeaseId: leaseId }) })
})

type Row = {
  readonly key?: string | null
  readonly day?: string
  readonly label: string
  readonly minor: number
  readonly resource?: string | null
  readonly nth?: number
}

const toLine = ({ key = null, day = '2026-11-10', label, minor, resource = null, ...nth }: Row) =>
  bookedAtBank(minor, label, { ...nth, resourceId: resource, entryReference: key, bookingDate: day, valueDate: day })

/** As a complete reading of the days since `dateFrom` does. */
async function read(dateFrom: string | null, ...rows: readonly Row[]): Promise<void> {
  const owner = { userId, accountId }
  const firstDay = rows.map(({ day }) => day ?? '2026-11-10').sort()[0] ?? null
  const gathered: Gathered = { given: new Map(), choices: [], unfiled: false, dateFrom, firstDay }
  const { completeAt } = await db().account.findUniqueOrThrow({ where: { id: accountId } })
  const absent = await replaceOpen(owner, rows.map(toLine), '2026-11-21', undefined, gathered)
  await db().$executeRaw`
    UPDATE "Account" SET "completeAt" = clock_timestamp(), "pageDigests" = ${['x']} WHERE "id" = ${accountId}::uuid`
  await followContents(owner, { ...gathered, absent, completeAt, leaseId })
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

test('two purchases of one reference are two at every reading, also while their pages part', async () => {
  const [one, other] = [
    { ...coffee, key: '1' },
    { ...coffee, key: '1', nth: 2 },
  ]
  await read(null, one, other)
  await choose('CAFE', 'children')
  for (const rows of [
    [one, other],
    [one, one],
    [one, other],
  ])
    await read(null, ...rows)
  expect(await stored()).toEqual(['CAFE -250 children', 'CAFE -250 children'])
  expect(await storeBooked(db(), { userId, accountId }, [one, other].map(toLine), '2026-11-21')).toBe(0)
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

test('one reference for all keeps what was stored before the days read, and a whole reading finds each once', async () => {
  const one = (label: string, minor: number, day: string) => ({ label, minor, day, key: 'NOTPROVIDED' })
  const [old, last, next] = [
    one('LOYER', -70_000, '2026-11-01'),
    one('CAFE', -250, '2026-11-10'),
    one('PAIN', -120, '2026-11-11'),
  ]
  await read(null, old, last)
  await choose('LOYER', 'children')
  const kept = ['LOYER -70000 children', 'CAFE -250', 'PAIN -120']
  for (const lines of [
    [last, next],
    [next, last],
  ]) {
    await read('2026-11-07', ...lines)
    expect(await stored()).toEqual(kept)
  }
  for (const lines of [
    [old, last, next],
    [next, last, old],
  ]) {
    await read(null, ...lines)
    await read(null, ...lines)
    expect(await stored()).toEqual(kept)
  }
  expect(await noted()).toEqual([])
})

test('numbers that begin again, as each year, keep the transactions that had them', async () => {
  const [first, second] = [
    { key: '1', label: 'JANVIER', minor: -100, day: '2026-01-02' },
    { key: '1', label: 'JANVIER', minor: -100, day: '2026-11-15' },
  ]
  await read(null, first, { ...coffee, key: '2' })
  await choose('JANVIER', 'children')
  for (const since of ['2026-11-07', null, '2026-11-07']) {
    await read(since, { ...coffee, key: '2' }, second)
    expect(await stored()).toEqual(['JANVIER -100 children', 'CAFE -250', 'JANVIER -100'])
  }
  expect(await noted()).toEqual([])
})

test('two purchases of one reference, amount and day are two, in any order', async () => {
  const one = (label: string, resource: string | null) => ({ label, minor: -250, key: '0', resource })
  const lines = [one('CAFE', 'r1'), one('CAFE', 'r2'), one('PAIN', null), one('THE', null)]
  for (const given of [lines, lines, lines.toReversed(), lines.toReversed()]) {
    await read(null, ...given)
    expect(await stored()).toEqual(['CAFE -250', 'CAFE -250', 'PAIN -250', 'THE -250'])
  }
  expect(await noted()).toEqual([])
})

const noted = async () => (await readAccount({ userId }, accountId)).takenBack
const whatIs = async () => (await noted()).map(({ label, amount, currency, day }) => [label, amount, currency, day])

test('what two readings in a row lack goes, with a note, except where a file has it and outside the days read', async () => {
  await read(null, { ...coffee, key: '1', day: '2026-11-01' }, { ...coffee, key: '2' }, { ...rent, key: '3' })
  await read('2026-11-08', { ...rent, key: '3' })
  expect(await stored()).toEqual(['CAFE -250', 'CAFE -250', 'LOYER -70000'])
  // The next reading must look, though the bank's answer may be the same.
  expect(await db().account.findUniqueOrThrow({ where: { id: accountId } })).toMatchObject({ pageDigests: [] })
  expect(await whatIs()).toEqual([])
  await read('2026-11-08', { ...rent, key: '3' })
  expect(await stored()).toEqual(['CAFE -250', 'LOYER -70000'])
  expect(await whatIs()).toEqual([['CAFE', '-2.50', 'EUR', '2026-11-10']])
  const bytes = new TextEncoder().encode('date,label,amount\n2026-11-10,LOYER,-700.00\n')
  await importFile({ userId }, accountId, { name: 'x.csv', bytes }, null)
  await read('2026-11-08', { label: 'PAIN', minor: -120, key: '4' })
  await read('2026-11-08', { label: 'PAIN', minor: -120, key: '4' })
  expect(await stored()).toEqual(['CAFE -250', 'LOYER -70000', 'PAIN -120'])
  // An answer without any is no withdrawal of all.
  await read('2026-11-08')
  await read('2026-11-08')
  expect(await stored()).toHaveLength(3)
  expect(await noted()).toHaveLength(1)
})

test('what only one reading lacks stays, with what a person chose, however often', async () => {
  const all = [
    { ...coffee, key: '2' },
    { ...rent, key: '3' },
  ]
  await read(null, { ...coffee, key: '1', day: '2026-11-01' }, ...all)
  await choose('LOYER', 'children')
  for (let times = 0; times < 3; times += 1) {
    await read('2026-11-08', { ...coffee, key: '2' })
    await read('2026-11-08', ...all)
  }
  expect(await stored()).toEqual(['CAFE -250', 'CAFE -250', 'LOYER -70000 children'])
  expect(await noted()).toEqual([])
})

test('one of two equal ones taken back is not the other under a new reference', async () => {
  await read(null, { ...rent, key: '0', day: '2026-11-01' }, { ...coffee, key: '1' }, { ...coffee, key: '2' })
  await read('2026-11-08', { ...coffee, key: '2' })
  expect(await stored()).toEqual(['LOYER -70000', 'CAFE -250', 'CAFE -250'])
  await read('2026-11-08', { ...coffee, key: '2' })
  expect(await stored()).toEqual(['LOYER -70000', 'CAFE -250'])
  expect(await noted()).toHaveLength(1)
})

test('a note is there for thirty days, or until it was read', async () => {
  const bread = { label: 'PAIN', minor: -120, key: '4' }
  await read(null, { ...coffee, key: '1' }, { ...rent, key: '2' }, bread)
  for (const rows of [[{ ...rent, key: '2' }, bread], [bread]]) {
    await read('2026-11-08', ...rows)
    await read('2026-11-08', ...rows)
  }
  const [newest, oldest] = await noted()
  expect([newest?.label, oldest?.label]).toEqual(['LOYER', 'CAFE'])
  await dismissTakenBack({ userId }, accountId, [oldest?.id ?? ''])
  expect(await noted()).toEqual([newest])
  expect(await codeOf(dismissTakenBack({ userId: (await aPerson()).userId }, accountId, [newest?.id ?? '']))).toBe(
    'not_found',
  )
  setClock(new Date('2026-12-20T10:00:00Z'))
  expect(await noted()).toHaveLength(1)
  setClock(new Date('2026-12-22T10:00:00Z'))
  expect(await noted()).toEqual([])
})

test('of all that a bank gives the first day may be a part', async () => {
  await read(
    null,
    { ...coffee, key: '1' },
    { ...rent, key: '2' },
    { label: 'PAIN', minor: -120, key: '3', day: '2026-11-11' },
  )
  const rest = [
    { ...rent, key: '2' },
    { label: 'BAR', minor: -300, key: '4', day: '2026-11-11' },
  ]
  await read(null, ...rest)
  await read(null, ...rest)
  expect(await stored()).toEqual(['CAFE -250', 'LOYER -70000', 'BAR -300'])
})

test('all under other references are there once, on the first day too, and a pair stays one', async () => {
  const connection = await db().account.findUniqueOrThrow({ where: { id: accountId } })
  const { id: _, takenBack: __, completeAt: ___, owners: ____, overdraft: _____, ...row } = connection
  const other = await db().account.create({ data: { ...row, resourceId: 'r2', pageDigests: [] } })
  await read(null, { ...coffee, key: '1' }, { ...rent, key: '2' })
  const pair = { pairAccountId: accountId, pairKey: '2' }
  const received = { key: 'x', booked: true, status: 'BOOK', amountMinor: 70_000n, currency: 'EUR', label: 'VIREMENT' }
  const line = { ...received, day: new Date('2026-11-10'), remittance: [], searchText: '', category: 'other' }
  await db().transaction.create({ data: { userId, accountId: other.id, ...line, ...pair } })
  const half = { pairAccountId: other.id, pairKey: 'x' }
  await db().transaction.updateMany({ where: { accountId, key: '2' }, data: half })
  await read(null, { ...coffee, key: '11' }, { ...rent, key: '12' })
  expect(await db().transaction.count({ where: { accountId } })).toBe(2)
  const [left, right] = await db().transaction.findMany({
    where: { pairKey: { not: null } },
    orderBy: { amountMinor: 'asc' },
  })
  expect([left?.key, left?.entryReference, left?.pairKey, right?.pairKey]).toEqual(['12', '12', 'x', '12'])
})

test('two of one amount under each other’s references keep what was chosen for each', async () => {
  const [tea, bread] = [
    { label: 'THE', minor: -250 },
    { label: 'PAIN', minor: -250 },
  ]
  await read(null, { ...tea, key: '1' }, { ...bread, key: '2' })
  await choose('PAIN', 'children')
  const file = { userId, accountId, contentType: 'application/pdf', size: 5, content: Buffer.from('%PDF-') }
  await db().attachment.createMany({ data: ['1', '2'].map(key => ({ ...file, key, fileName: `${key}.pdf` })) })
  const fileOf = async (label: string) =>
    (await db().attachment.findFirst({ where: { transaction: { label } } }))?.fileName
  await read('2026-11-08', { ...bread, key: '1' }, { ...tea, key: '2' })
  expect(await stored()).toEqual(['PAIN -250 children', 'THE -250'])
  expect([await fileOf('THE'), await fileOf('PAIN')]).toEqual(['1.pdf', '2.pdf'])
  await choose('THE', 'leisure')
  await read('2026-11-08', { ...tea, key: '1' }, { ...bread, key: '2' })
  expect(await stored()).toEqual(['PAIN -250 children', 'THE -250 leisure'])
})

test('a text completed later is the same transaction', async () => {
  await read(null, { label: 'CARTE', minor: -250, resource: 'r' })
  await read('2026-11-08', { label: 'CARTE 10/11 CAFE', minor: -250, resource: 'r' })
  expect(await stored()).toEqual(['CARTE 10/11 CAFE -250'])
})
