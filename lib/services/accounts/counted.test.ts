import { addDays, addMonths } from '@guichet/values/calendar/day.ts'
import { formatAmount, parseAmount } from '@guichet/values/money/minor.ts'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { noFilter } from '#lib/domain/accounts/transaction-query.ts'
import { readHomeMoney } from '#lib/services/home/money.ts'
import { readHome } from '#lib/services/home/read.ts'
import { exportTransactions } from '#lib/services/transactions/exports.ts'
import { searchTransactions } from '#lib/services/transactions/list.ts'
import { aBank } from '#testing/bank/of-directory.ts'
import { aPerson } from '#testing/people/a-person.ts'
import { listBudgets } from './budgets.ts'
import { readInsights } from './insights.ts'
import { replaceOpen, storeBooked } from './transaction-store.ts'

/** Every figure of insights and budgets is the sum of the list behind its link. */

const joint = 'FR7619870000010000000000138'
const accounts = [
  { name: 'Compte joint', iban: joint, currency: 'EUR' },
  { name: 'Compte joint', iban: joint, currency: 'EUR' },
  { name: 'Compte joint', iban: joint, currency: 'USD' },
  { name: 'Livret A', iban: null, currency: 'EUR' },
] as const

let userId: string
let ids: string[]

beforeEach(async () => {
  setClock(new Date('2026-11-21T10:00:00Z'))
  userId = (await aPerson()).userId
  await aBank()
  ids = []
  for (const [at, account] of accounts.entries()) {
    // Two logins: the first two are one account.
    const connection = await db().connection.create({ data: { userId, bankCode: '19870', status: 'active' } })
    const data = { userId, connectionId: connection.id, resourceId: `r${at}`, kind: 'account' as const, features: [] }
    const may = { mayTransactions: true, mayBalances: true, cashAccountType: 'CACC', lastSyncedAt: new Date(at) }
    ids.push((await db().account.create({ data: { ...data, ...account, ...may } })).id)
  }
})

const labels = [
  'CARTE CARREFOUR',
  'VIR SEPA RECU CAF',
  'VIR SEPA EMIS LIVRET A',
  'RETRAIT EPARGNE',
  'PRLV SEPA EDF',
  'VIR INCONNU',
]
const Line = fc.record({
  account: fc.nat(accounts.length - 1),
  label: fc.constantFrom(...labels),
  minor: fc.constantFrom(-4_000, -500, -1, 1, 500, 4_000),
  back: fc.nat(70),
  /** Of which one more part is made. */
  part: fc.option(fc.constantFrom('groceries', 'savings', 'rent', 'salary')),
  leftOut: fc.boolean(),
})

async function sumOfList(
  currency: string,
  filter: Partial<typeof noFilter>,
): Promise<{ amount: string; count: number }> {
  const { booked, upcoming } = await searchTransactions(userId, { ...noFilter, ...filter, counted: currency })
  const minors = [...booked, ...upcoming].map(({ amount }) => parseAmount(amount.amount, currency)?.amountMinor ?? 0n)
  return {
    amount: formatAmount({ amountMinor: minors.reduce((sum, minor) => sum + minor, 0n), currency }),
    count: minors.length,
  }
}

test('whatever a person’s transactions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Line, { minLength: 1, maxLength: 30 }), async lines => {
      await db().transaction.deleteMany({ where: { userId } })
      for (const [at, { account, label, minor, back, part, leftOut }] of lines.entries()) {
        const day = addDays('2026-11-21', -back)
        const dates = { bookingDate: day, valueDate: day, transactionDate: null, expectedBookingDate: null }
        const code = {
          domain: 'PMNT',
          family: minor < 0 ? 'ICDT' : 'RCDT',
          subFamily: 'ESCT',
          code: null,
          issuer: null,
        }
        const amount = { amountMinor: BigInt(minor), currency: accounts[account]?.currency ?? '' }
        const line = { ...dates, resourceId: null, status: 'BOOK', amount, remittance: [label], endToEndId: null, code }
        await storeBooked(db(), { userId, accountId: ids[account] ?? '' }, [{ ...line, entryReference: `${at}` }], day)
        const [one, other] = [Math.trunc(minor / 4), minor - Math.trunc(minor / 4)].map(String)
        const parts = [
          { category: part, amountMinor: one },
          { category: 'other', amountMinor: other },
        ]
        const data = { leftOut, ...(part === null || one === '0' ? {} : { parts }) }
        await db().transaction.updateMany({ where: { userId, key: `${at}` }, data })
      }
      for (const currency of ['EUR', 'USD']) {
        for (const month of ['2026-10', '2026-11']) {
          const view = await readInsights(userId, { currency, month })
          if (view.currency !== currency) continue
          const span = { from: `${month}-01`, to: addDays(addMonths(`${month}-01`, 1, 1), -1) }
          for (const { category, direction, amount, count } of view.categories) {
            expect(await sumOfList(currency, { ...span, categories: [category], direction })).toEqual({ amount, count })
          }
          expect(await sumOfList(currency, { ...span, categories: ['savings'] })).toEqual(view.savings)
          for (const direction of ['in', 'out'] as const) {
            const { amount } = await sumOfList(currency, { ...span, direction })
            expect(amount).toBe(view.totals[direction])
            const shown = view.months.find(one => one.month === month)
            if (shown) expect(amount).toBe(shown[direction])
            const { sums } = await searchTransactions(userId, { ...noFilter, ...span, direction })
            expect(sums?.find(sum => sum.currency === currency)?.net ?? '0.00').toBe(amount)
          }
        }
      }
    }),
    { numRuns: 12 },
  )
})

test('a joint account of two logins is spent from once, in insights and budgets', async () => {
  const code = { domain: 'PMNT', family: 'CCRD', subFamily: 'POSD', code: null, issuer: null }
  const dates = { bookingDate: '2026-11-10', valueDate: null, transactionDate: null, expectedBookingDate: null }
  const line = { ...dates, resourceId: null, status: 'BOOK', remittance: ['CARTE CARREFOUR'], endToEndId: null, code }
  const amount = { amountMinor: -2_500n, currency: 'EUR' }
  for (const accountId of ids.slice(0, 2)) {
    await storeBooked(db(), { userId, accountId }, [{ ...line, amount, entryReference: '1' }], '2026-11-21')
  }
  await db().budget.create({ data: { userId, category: 'groceries', amountMinor: 10_000n, currency: 'EUR' } })
  const { totals, categories } = await readInsights(userId)
  expect(totals.out).toBe('-25.00')
  expect(categories).toMatchObject([{ category: 'groceries', count: 1 }])
  expect(await listBudgets(userId)).toMatchObject([{ spent: '25.00' }])
  // What only the older row has, from before the newer one begins, counts too.
  const before = { ...line, bookingDate: '2026-11-02', amount, entryReference: '0' }
  await storeBooked(db(), { userId, accountId: ids[0] ?? '' }, [before], '2026-11-21')
  expect((await readInsights(userId)).totals.out).toBe('-50.00')
})

test('a joint account of two logins is there once: in lists, what comes, exports, the total and the curve', async () => {
  const [older = '', newer = ''] = ids
  const code = { domain: 'PMNT', family: 'CCRD', subFamily: 'POSD', code: null, issuer: null }
  const dates = { bookingDate: '2026-11-10', valueDate: null, transactionDate: null, expectedBookingDate: null }
  const line = { ...dates, resourceId: null, remittance: ['CARTE CARREFOUR'], endToEndId: null, code }
  const amount = { amountMinor: -2_500n, currency: 'EUR' }
  for (const accountId of [older, newer]) {
    const owner = { userId, accountId }
    await storeBooked(db(), owner, [{ ...line, status: 'BOOK', amount, entryReference: '1' }], '2026-11-21')
    const announced = { ...line, status: 'FUTR', amount, bookingDate: null, expectedBookingDate: '2026-11-25' }
    await replaceOpen(db(), owner, [{ ...announced, entryReference: null }], '2026-11-21')
  }
  // Only the login read first gives balances.
  const balance = { type: 'CLBD', name: 'Solde', amountMinor: 10_000n, currency: 'EUR', readAt: new Date(0) }
  await db().balance.create({ data: { userId, accountId: older, ...balance, referenceDate: new Date('2026-11-20') } })
  const page = await searchTransactions(userId, noFilter)
  expect([page.booked, page.upcoming].map(lines => lines.map(({ accountId }) => accountId))).toEqual([[newer], [newer]])
  expect(await searchTransactions(userId, { ...noFilter, accounts: [older] })).toMatchObject({ total: 2 })
  expect(await searchTransactions(userId, { ...noFilter, accounts: [older, newer] })).toMatchObject({ total: 2 })
  expect((await readHomeMoney(userId)).coming).toHaveLength(1)
  expect((await readHome(userId)).totals).toEqual([{ amount: '100.00', currency: 'EUR' }])
  const { balances, upcoming } = await readInsights(userId)
  expect(balances.map(({ accountId, points }) => [accountId, points.at(-1)?.amount])).toEqual([[older, '100.00']])
  expect(upcoming).toHaveLength(1)
  const wish = { filter: noFilter, format: 'ofx', locale: 'en', categoryNames: new Map() } as const
  let file = ''
  for await (const part of (await exportTransactions(userId, wish)).parts) file += part
  expect(file.match(/<STMTTRN>/g)).toHaveLength(1)
  // The forecast too knows what the other login announced.
  const early = { ...line, bookingDate: '2026-08-01', status: 'BOOK', amount, entryReference: '0' }
  await storeBooked(db(), { userId, accountId: older }, [early], '2026-11-21')
  expect((await readInsights(userId)).forecast).toMatchObject({ known: 1 })
})
