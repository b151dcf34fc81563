import { beforeEach, describe, expect, test } from 'vitest'
import { setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { attachmentLimits } from '#lib/domain/accounts/attachment.ts'
import { seenWords } from '#lib/domain/accounts/split.ts'
import { noFilter } from '#lib/domain/accounts/transaction-query.ts'
import { addCategory, removeCategory } from '#lib/services/accounts/categories.ts'
import { readInsights } from '#lib/services/accounts/insights.ts'
import { storeBooked } from '#lib/services/accounts/transaction-store.ts'
import { bookedAtBank } from '#testing/bank/booked.ts'
import { aBank } from '#testing/bank/of-directory.ts'
import { aPerson } from '#testing/people/a-person.ts'
import { aConnection, anAccount } from '#testing/people/an-account.ts'
import { addAttachment, readAttachment, removeAttachment } from './attachments.ts'
import { exportTransactions } from './exports.ts'
import { searchTransactions } from './list.ts'
import { changeMany, listTags, readTransaction, saveSplit, saveWords } from './one.ts'

let userId: string
let accountId: string
let ids: string[]

const line = (key: string, minor: bigint, label = 'CARTE CARREFOUR') =>
  bookedAtBank(minor, label, { entryReference: key })
const store = (...lines: ReturnType<typeof line>[]) => storeBooked(db(), { userId, accountId }, lines, '2026-11-21')

beforeEach(async () => {
  setClock(new Date('2026-11-21T10:00:00Z'))
  userId = (await aPerson()).userId
  await aBank()
  accountId = await anAccount({ userId, connectionId: await aConnection(userId) })
  await store(line('1', -5_000n), line('2', -1_001n), line('3', -2_000n, 'CARTE FNAC'))
  const { booked } = await searchTransactions({ userId }, noFilter)
  ids = booked.map(({ id }) => id).reverse()
})

const untouched = seenWords({ note: null, tags: [], leftOut: false })

const [one, other] = [
  { category: 'groceries', amount: '30.00' },
  { category: 'children', amount: '' },
]

describe('a transaction', () => {
  test('has an address, with what the person added and the others of its counterparty', async () => {
    const [id = ''] = ids
    await saveWords({ userId }, id, { note: '  for  Zoé ', tags: 'Gifts, été', leftOut: false, seen: untouched })
    await saveSplit({ userId }, id, [one, other])
    expect(await readTransaction({ userId }, id)).toMatchObject({
      isOwn: true,
      line: {
        id,
        amount: { amount: '-50.00' },
        whole: null,
        note: 'for Zoé',
        tags: ['Gifts', 'été'],
        parts: [
          { category: 'groceries', amount: '-30.00' },
          { category: 'children', amount: '-20.00' },
        ],
      },
      others: { direction: 'out', count: 2, sum: '-60.01', average: '-30.01' },
      tags: ['Gifts', 'été'],
    })
    await saveSplit({ userId }, id, [])
    const stale = { note: 'from another window', tags: '', leftOut: false, seen: untouched }
    await expect(saveWords({ userId }, id, stale)).rejects.toMatchObject({ field: 'note.changed' })
    const seen = seenWords({ note: 'for Zoé', tags: ['Gifts', 'été'], leftOut: false })
    await saveWords({ userId }, id, { note: '', tags: '', leftOut: true, seen })
    expect(await readTransaction({ userId }, id)).toMatchObject({
      line: { note: null, tags: [], parts: null, leftOut: true },
      others: { count: 1, sum: '-10.01' },
    })
  })

  test('counts by its parts, and lists show the parts that they are about', async () => {
    await saveSplit({ userId }, ids[0] ?? '', [one, other])
    const list = await searchTransactions({ userId }, { ...noFilter, categories: ['children'] })
    expect(list).toMatchObject({
      booked: [{ amount: { amount: '-20.00' }, whole: { amount: '-50.00' } }],
      sums: [{ in: '0.00', out: '-20.00', net: '-20.00' }],
    })
    const { categories } = await readInsights({ userId })
    expect(categories.map(({ category, amount }) => `${category} ${amount}`)).toEqual([
      'groceries -40.01',
      expect.stringContaining('-20.00'),
      expect.stringContaining('-20.00'),
    ])
    // The bank's own, in a file.
    const wish = {
      filter: noFilter,
      format: 'csv',
      locale: 'en',
      categoryNames: new Map([['children', 'Kids']]),
    } as const
    let file = ''
    for await (const part of (await exportTransactions({ userId }, wish)).parts) file += part
    expect(file).toContain('-50.00')
    expect(file).toContain('groceries -30.00 | Kids -20.00')
  })

  test('keeps parts that make up its amount only: another amount under its reference has none', async () => {
    await saveSplit({ userId }, ids[0] ?? '', [one, other])
    await store(line('1', -6_000n))
    expect((await readTransaction({ userId }, ids[0] ?? '')).line.parts).toBeNull()
  })

  test('keeps a part whose category was removed, uncategorised', async () => {
    const { id: category } = await addCategory({ userId }, { name: 'Hens', icon: 'tag', tone: 'brand' })
    await saveSplit({ userId }, ids[0] ?? '', [one, { category, amount: '20' }])
    await removeCategory({ userId }, category)
    expect((await readTransaction({ userId }, ids[0] ?? '')).line.parts).toEqual(
      expect.arrayContaining([{ category: 'to_file', amount: '-20.00' }]),
    )
  })

  test('of categories that were removed one after the other is no split', async () => {
    const add = async (name: string) => (await addCategory({ userId }, { name, icon: 'tag', tone: 'brand' })).id
    const [hens, ducks] = [await add('Hens'), await add('Ducks')]
    await saveSplit({ userId }, ids[0] ?? '', [
      { category: hens, amount: '30.00' },
      { category: ducks, amount: '' },
    ])
    for (const category of [hens, ducks]) await removeCategory({ userId }, category)
    expect((await readTransaction({ userId }, ids[0] ?? '')).line.parts).toBeNull()
  })

  test.each([
    [
      'note',
      () => saveWords({ userId }, ids[0] ?? '', { note: 'x'.repeat(501), tags: '', leftOut: false, seen: untouched }),
    ],
    [
      'tags',
      () => saveWords({ userId }, ids[0] ?? '', { note: '', tags: 'x'.repeat(31), leftOut: false, seen: untouched }),
    ],
    ['category', () => saveSplit({ userId }, ids[0] ?? '', [one, { category: 'nowhere', amount: '' }])],
    ['parts.sum', () => saveSplit({ userId }, ids[0] ?? '', [one, { ...other, amount: '30' }])],
    ['parts.count', () => saveSplit({ userId }, ids[0] ?? '', [{ ...one, amount: '50' }])],
    ['parts.amount', () => saveSplit({ userId }, ids[0] ?? '', [one, { ...other, amount: 'none' }])],
  ])('refuses %s', async (field, save) => {
    await expect(save()).rejects.toMatchObject({ code: 'invalid_input', field })
  })

  test('is not found by somebody else, nor under an address that is none', async () => {
    const stranger = (await aPerson()).userId
    const [id = ''] = ids
    const nothing = { note: '', tags: '', leftOut: true, seen: untouched }
    for (const work of [
      () => readTransaction({ userId: stranger }, id),
      () => readTransaction({ userId }, 'x'),
      () => readTransaction({ userId }, Buffer.from(`${accountId} 9`).toString('base64url')),
      () => saveWords({ userId: stranger }, id, nothing),
      () => saveSplit({ userId: stranger }, id, [one, other]),
      () => addAttachment({ userId: stranger }, id, { name: 'a.pdf', bytes: Uint8Array.from(Buffer.from('%PDF-1.7')) }),
    ]) {
      await expect(work()).rejects.toMatchObject({ code: 'not_found' })
    }
    expect(await changeMany({ userId: stranger }, [id], { category: 'other', tags: '', leftOut: null })).toBe(0)
  })
})

test('many at once: a category, more tags, left out; the list finds them by their tag', async () => {
  await saveWords({ userId }, ids[0] ?? '', { note: '', tags: 'Gifts', leftOut: false, seen: untouched })
  const two = ids.slice(0, 2)
  expect(await changeMany({ userId }, two, { category: 'leisure', tags: 'mer, gifts', leftOut: null })).toBe(2)
  const { booked } = await searchTransactions({ userId }, { ...noFilter, tags: ['mer'] })
  expect(booked.map(({ category, categorySource }) => [category, categorySource])).toEqual(
    Array(2).fill(['leisure', 'person']),
  )
  expect(await listTags({ userId })).toEqual(['Gifts', 'mer'])
  expect(await changeMany({ userId }, two, { category: '', tags: '', leftOut: true })).toBe(2)
  expect(await searchTransactions({ userId }, { ...noFilter, tags: ['mer'] })).toMatchObject({
    total: 2,
    sums: [{ in: '0.00', out: '0.00', net: '0.00' }],
  })
  const wrong: [string, Parameters<typeof changeMany>[1], Parameters<typeof changeMany>[2]][] = [
    ['id', [], { category: 'other', tags: '', leftOut: null }],
    ['change', two, { category: '', tags: '', leftOut: null }],
    ['category', two, { category: 'nowhere', tags: '', leftOut: null }],
    ['tags', two, { category: '', tags: '1,2,3,4,5,6,7,8,9', leftOut: null }],
  ]
  for (const [field, some, change] of wrong) {
    await expect(changeMany({ userId }, some, change)).rejects.toMatchObject({ code: 'invalid_input', field })
  }
})

test('a receipt is what its bytes are, follows its transaction and goes with it', async () => {
  const [id = ''] = ids
  const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1])
  await addAttachment({ userId }, id, { name: '../Reçu "déjà".pdf', bytes: png })
  const { attachments } = await readTransaction({ userId }, id)
  expect(attachments).toMatchObject([{ fileName: 'Reçu _déjà_.png', size: 9 }])
  const attachmentId = attachments[0]?.id ?? ''
  expect(await readAttachment({ userId }, attachmentId)).toMatchObject({ type: 'image/png', content: png })
  await expect(readAttachment({ userId: (await aPerson()).userId }, attachmentId)).rejects.toMatchObject({
    code: 'not_found',
  })
  const page = { name: 'a.png', bytes: Uint8Array.from(Buffer.from('<html><script>')) }
  await expect(addAttachment({ userId }, id, page)).rejects.toMatchObject({ field: 'file.type' })
  for (let count = 1; count < attachmentLimits.each; count += 1)
    await addAttachment({ userId }, id, { name: 'x', bytes: png })
  await expect(addAttachment({ userId }, id, { name: 'x', bytes: png })).rejects.toMatchObject({ field: 'file.count' })
  await removeAttachment({ userId }, attachmentId)
  await db().transaction.updateMany({ where: { userId, key: '1' }, data: { key: '7' } })
  expect(await db().attachment.count({ where: { userId, key: '7' } })).toBe(attachmentLimits.each - 1)
  await db().transaction.deleteMany({ where: { userId, key: '7' } })
  expect(await db().attachment.count({ where: { userId } })).toBe(0)
})
