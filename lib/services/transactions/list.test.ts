import type { BankTransaction } from '@guichet/stet/terms/account-data.ts'
import { formatAmount } from '@guichet/values/money/minor.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { db, Prisma } from '#lib/db.ts'
import { noFilter } from '#lib/domain/accounts/transaction-query.ts'
import { nameCounterparty } from '#lib/services/accounts/own-names.ts'
import {
  createTransactionWriter,
  highestReference,
  replaceOpen,
  splitByReference,
  storeBooked,
} from '#lib/services/accounts/transaction-store.ts'
import { bookedAtBank, transactionCode } from '#testing/bank/booked.ts'
import { aBank } from '#testing/bank/of-directory.ts'
import { aPerson } from '#testing/people/a-person.ts'
import { aConnection, anAccount } from '#testing/people/an-account.ts'
import { listTransactions, searchTransactions } from './list.ts'

/** One account with 20,000 booked lines in 90 days, as the busiest person of the bank has. */
const total = 20_000
let owner: { userId: string; accountId: string }

beforeAll(async () => {
  owner = await newAccount()
  for (let from = 0; from < total; from += 1_000) {
    const lines = Array.from({ length: 1_000 }, (_, index) => booked(from + index))
    await storeBooked(db(), owner, lines, '2026-11-21')
  }
})

async function newAccount() {
  const { userId } = await aPerson()
  await aBank()
  return { userId, accountId: await anAccount({ userId, connectionId: await aConnection(userId) }) }
}

const line = (fields: Partial<BankTransaction>) =>
  bookedAtBank(-1_250, 'Café', { bookingDate: null, code: transactionCode(''), ...fields })

function booked(number: number): BankTransaction {
  const day = new Date(Date.UTC(2026, 7, 24) + Math.floor(number / 222) * 86_400_000).toISOString().slice(0, 10)
  return line({
    entryReference: String(number).padStart(8, '0'),
    bookingDate: day,
    amount: { amountMinor: BigInt(-(number % 9_000) - 100), currency: 'EUR' },
    remittance: [number % 500 === 0 ? 'PRLV Électricité de Provence' : `CARTE ${number} Boulangerie`],
  })
}

describe('transactions of an account', () => {
  test('are listed newest first, page by page, each once, to the last', async () => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await listTransactions(owner, owner.accountId, { cursor })
      expect(page.total).toBe(total)
      seen.push(...page.booked.map(({ key }) => key))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(seen).toHaveLength(total)
    expect(seen).toEqual([...new Set(seen)].sort().reverse())
  })

  test('are found without accents or case, by words in any order, and by amount', async () => {
    const find = (q: string) => listTransactions(owner, owner.accountId, { q })
    expect((await find('electricite')).total).toBe(total / 500)
    expect((await find('PROVENCE prlv')).total).toBe(total / 500)
    expect((await find('boulangerie 19999')).booked.map(({ key }) => key)).toEqual(['00019999'])
    expect((await find('20,99')).total).toBeGreaterThan(0)
    expect((await find('100% sure_')).total).toBe(0)
    const first = await find('boulangerie')
    expect(first).toMatchObject({ total: 2_000, more: true })
    expect(first.nextCursor).not.toBeNull()
    const next = await listTransactions(owner, owner.accountId, {
      q: 'boulangerie',
      cursor: first.nextCursor ?? undefined,
    })
    expect(next.booked[0]?.key).not.toBe(first.booked[0]?.key)
  })

  test('behind a figure are added up, however many there are', async () => {
    const { sums } = await searchTransactions(owner, { ...noFilter, counted: 'EUR', direction: 'out' })
    const where = { userId: owner.userId, booked: true, amountMinor: { lt: 0 } }
    const { _sum, _count } = await db().transaction.aggregate({ where, _sum: { amountMinor: true }, _count: true })
    expect(_count).toBeGreaterThan(2_000)
    const out = formatAmount({ amountMinor: _sum.amountMinor ?? 0n, currency: 'EUR' })
    expect(sums).toEqual([{ currency: 'EUR', in: '0.00', out, net: out, count: _count }])
  })

  test('are read from the index, however far the page', async () => {
    await db().$executeRaw`ANALYZE "Transaction"`
    const plan = await db().$queryRaw<{ 'QUERY PLAN': string }[]>`
      EXPLAIN SELECT "key" FROM "Transaction"
      WHERE "accountId" = ${owner.accountId}::uuid AND "userId" = ${owner.userId}::uuid AND "booked"
        AND ("day", "key") < ('2026-10-01'::date, '00009999')
      ORDER BY "day" DESC, "key" DESC LIMIT 101`
    const text = plan.map(row => row['QUERY PLAN']).join('\n')
    expect(text).toMatch(/Index (Only )?Scan using .*\n\s+Index Cond: .*ROW\("?day"?, "?key"?\) </)
    expect(text).not.toContain('Sort')
  })

  test('of somebody else are not found, and an invalid cursor is refused', async () => {
    const other = await newAccount()
    const { userId } = other
    await expect(listTransactions({ userId }, owner.accountId, {})).rejects.toMatchObject({ code: 'not_found' })
    await expect(listTransactions({ userId }, 'no-id', {})).rejects.toMatchObject({ code: 'not_found' })
    for (const cursor of ['x', Buffer.from('["2026-99-99","k"]').toString('base64url')]) {
      await expect(listTransactions({ userId }, other.accountId, { cursor })).rejects.toMatchObject({
        code: 'invalid_input',
        field: 'cursor',
      })
    }
  })
})

describe('transactions stored while more arrive', () => {
  const keptOf = async ({ userId, accountId }: typeof owner) =>
    (await db().transaction.findMany({ where: { userId, accountId }, orderBy: { key: 'asc' } })).map(({ key }) => key)

  test('are all stored if the reading stops, including waiting ones (R12)', async () => {
    const account = await newAccount()
    const writer = createTransactionWriter(account, '2026-11-21')
    for (const number of [1, 2, 3]) await writer.write([booked(number)])
    await writer.flush()
    expect(await keptOf(account)).toEqual(['00000001', '00000002', '00000003'])
  })

  test('at the end, waiting ones are returned with the last ones, and stored by nobody else', async () => {
    const account = await newAccount()
    const writer = createTransactionWriter(account, '2026-11-21')
    for (const number of [1, 2]) await writer.write([booked(number)])
    expect(await writer.finish([booked(3)])).toEqual([booked(2), booked(3)])
    expect(await keptOf(account)).toEqual(['00000001'])
  })

  test('report a failure at the next page and at the end', async () => {
    const nowhere = { ...(await newAccount()), userId: 'no uuid' }
    const broken = () => {
      const writer = createTransactionWriter(nowhere, '2026-11-21')
      return { writer, written: writer.write([booked(1)]) }
    }
    const [one, two] = [broken(), broken()]
    await Promise.all([one.written, two.written])
    await expect(one.writer.flush()).rejects.toThrow()
    await expect(one.writer.write([booked(2)])).rejects.toThrow()
    await expect(two.writer.finish([booked(2)])).rejects.toThrow()
  })
})

describe('the snapshot of transactions that are not booked', () => {
  test('is replaced as a whole, keeps equal ones apart, and leaves booked ones alone', async () => {
    const account = await newAccount()
    await storeBooked(db(), account, [booked(1)], '2026-11-21')
    const pending = line({ status: 'PDNG', expectedBookingDate: '2026-11-22' })
    const future = line({ status: 'FUTR', expectedBookingDate: '2026-11-25', remittance: ['Loyer'] })
    await replaceOpen(account, [pending, pending, future], '2026-11-21')
    const list = () => listTransactions(account, account.accountId, {})
    expect((await list()).upcoming.map(({ status }) => status)).toEqual(['PDNG', 'PDNG', 'FUTR'])
    await replaceOpen(account, [future], '2026-11-21')
    expect(await list()).toMatchObject({ total: 2, upcoming: [{ label: 'Loyer' }], booked: [{ key: '00000001' }] })
  })

  test('is in the order of the days it is shown under: of the purchase, else when it is expected', async () => {
    const account = await newAccount()
    const bought = (day: string, expected: string, label: string) =>
      line({ status: 'PDNG', transactionDate: day, expectedBookingDate: expected, remittance: [label] })
    const due = line({ status: 'FUTR', expectedBookingDate: '2026-11-25', remittance: ['Loyer'] })
    const open = [bought('2026-11-21', '2026-11-23', 'b'), due, bought('2026-11-20', '2026-11-30', 'a')]
    await replaceOpen(account, open, '2026-11-21')
    const { upcoming } = await listTransactions(account, account.accountId, {})
    expect(upcoming.map(({ label }) => label)).toEqual(['a', 'b', 'Loyer'])
  })

  test('is not stored for an account whose transactions may not be read', async () => {
    const account = await newAccount()
    await db().account.update({ where: { id: account.accountId }, data: { mayTransactions: false } })
    await storeBooked(db(), account, [booked(1)], '2026-11-21')
    await replaceOpen(account, [line({ status: 'PDNG' })], '2026-11-21')
    expect((await listTransactions(account, account.accountId, {})).total).toBe(0)
  })

  test('becomes booked without a reference of the bank: one transaction, no longer pending', async () => {
    const account = await newAccount()
    const pending = line({ status: 'PDNG', bookingDate: null, expectedBookingDate: '2026-11-22' })
    await replaceOpen(account, [pending], '2026-11-21')
    await replaceOpen(account, [{ ...pending, status: 'BOOK' }], '2026-11-21')
    const { total, upcoming } = await listTransactions(account, account.accountId, {})
    expect({ total, upcoming: upcoming.length }).toEqual({ total: 1, upcoming: 0 })
  })

  test('is not changed if the state of the reading can’t be stored', async () => {
    const account = await newAccount()
    await replaceOpen(account, [line({ status: 'PDNG' })], '2026-11-21')
    const nothing = Prisma.sql`
      UPDATE "Account" SET "syncedRows" = 9 WHERE "id" = ${account.accountId}::uuid AND "lastReference" = 'another'
      RETURNING "id", "userId"`
    await replaceOpen(account, [line({ status: 'FUTR' })], '2026-11-21', nothing)
    const { upcoming } = await listTransactions(account, account.accountId, {})
    expect(upcoming.map(({ status }) => status)).toEqual(['PDNG'])
  })

  test('contains everything without a reference', () => {
    const [reference, bare, pending] = [booked(1), line({}), line({ status: 'PDNG', entryReference: '7' })]
    expect(splitByReference([reference, bare, pending])).toEqual({ settled: [reference], open: [bare, pending] })
  })
})

test('the highest reference is that of the highest number, whatever its length', () => {
  expect(highestReference(['9', '10', null, '8'])).toBe('10')
  expect(highestReference(['A2', 'A10'])).toBe('A2')
  expect(highestReference([])).toBeNull()
})

describe('words that no transaction contains', () => {
  test('are replaced by the nearest words of transactions, on every page', async () => {
    const first = await listTransactions(owner, owner.accountId, { q: 'boulangrie 9 carte' })
    expect(first).toMatchObject({ corrected: 'boulangerie 9 carte' })
    expect(first.total).toBeGreaterThan(1_000)
    expect(first.booked[0]?.name).toBe('Boulangerie')
    const cursor = first.nextCursor ?? ''
    const second = await listTransactions(owner, owner.accountId, { q: 'boulangrie 9 carte', cursor })
    expect(second).toMatchObject({ corrected: 'boulangerie 9 carte', total: first.total })
    expect(second.booked).toHaveLength(100)
    expect((await listTransactions(owner, owner.accountId, { q: 'electricte' })).corrected).toBe('electricite')
  })

  test('find nothing if none is near, and are not replaced if they are found', async () => {
    const none = await listTransactions(owner, owner.accountId, { q: 'pharmacie' })
    expect(none).toMatchObject({ corrected: null, total: 0 })
    expect((await listTransactions(owner, owner.accountId, { q: 'oulanger' })).corrected).toBeNull()
  })

  test('are searched with the trigram index', async () => {
    // Entries that were just added wait outside of the index, which makes it look more expensive than it is.
    await db().$executeRaw`VACUUM ANALYZE "Transaction"`
    const plan = await db().$transaction(async tx => {
      await tx.$executeRaw`SET LOCAL enable_seqscan = off`
      await tx.$queryRaw`SELECT set_config('pg_trgm.word_similarity_threshold', '0.45', true)`
      return tx.$queryRaw<{ 'QUERY PLAN': string }[]>`
        EXPLAIN SELECT "searchText" FROM "Transaction"
        WHERE 'electricte' <% "searchText" AND "userId" = ${owner.userId}::uuid LIMIT 500`
    })
    expect(plan.map(row => row['QUERY PLAN']).join('\n')).toContain('Transaction_searchText_trgm')
  })
})

describe('a person’s own name for a counterparty', () => {
  test('is shown on all its transactions and found, also misspelt; when removed, the label names it again', async () => {
    const { userId, accountId } = await newAccount()
    const bakery = ['CARTE 21/11 BOULANGERIE PAUL LYON 3', 'CARTE 22/11 BOULANGERIE PAUL LYON 3']
    const of = (remittance: string, key: string) =>
      line({ entryReference: key, bookingDate: '2026-11-20', remittance: [remittance] })
    const said = [...bakery, 'CARTE 20/11 FNAC LYON'].map((text, at) => of(text, `0${at}`))
    await storeBooked(db(), { userId, accountId }, said, '2026-11-21')
    const names = async (q?: string) =>
      (await listTransactions({ userId }, accountId, { q })).booked.map(({ name, named }) => `${name} ${named}`)
    expect(await names()).toEqual(['Fnac false', 'Boulangerie Paul false', 'Boulangerie Paul false'])

    const chosen = { accountId, key: '00', name: 'Pain du matin' }
    expect(await nameCounterparty({ userId }, chosen)).toEqual({ name: 'Pain du matin', named: true })
    await storeBooked(db(), { userId, accountId }, [of('CARTE 23/11 BOULANGERIE PAUL LYON 3', '04')], '2026-11-21')
    expect(await names('matin')).toEqual(Array(3).fill('Pain du matin true'))
    expect(await names('matni pain')).toEqual(Array(3).fill('Pain du matin true'))
    expect(await names('paul boulangerie')).toHaveLength(3)
    expect(await names('lyon')).toHaveLength(4)

    expect(await nameCounterparty({ userId }, { ...chosen, name: null })).toEqual({
      name: 'Boulangerie Paul',
      named: false,
    })
    expect(await names('matin')).toEqual([])
  })

  test('is only for one’s own transactions, and for counterparties that a label names', async () => {
    const { userId, accountId } = await newAccount()
    await storeBooked(
      db(),
      { userId, accountId },
      [line({ entryReference: '1', remittance: ['CHEQUE 12'] })],
      '2026-11-21',
    )
    await listTransactions({ userId }, accountId, {})
    const input = { accountId, key: '1', name: 'x' }
    await db().transaction.updateMany({ where: { userId }, data: { counterparty: '' } })
    await expect(nameCounterparty({ userId }, input)).rejects.toMatchObject({ code: 'invalid_input', field: 'name' })
    await expect(nameCounterparty(owner, input)).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('120 searches a minute are answered for a person, and any number of pages without a search', async () => {
  const key = `searches:${owner.userId}`
  const find = (q: string) => listTransactions(owner, owner.accountId, { q })
  await db().rateLimit.deleteMany({ where: { key } })
  await db().rateLimit.create({ data: { key, count: 119, windowStart: new Date() } })
  await find('café')
  await expect(find('café')).rejects.toMatchObject({ code: 'too_many_tries' })
  await find('')
  await db().rateLimit.deleteMany({ where: { key } })
})
