import { catalogue } from '@guichet/sandbox/people/catalogue.ts'
import { dayOf, isoOf } from '@guichet/sandbox/people/days.ts'
import { entriesBetween, type LivedEntry, upcomingAt } from '@guichet/sandbox/people/live.ts'
import { operations } from '@guichet/sandbox/people/operations.ts'
import { addDays, addMonths } from '@guichet/values/calendar/day.ts'
import { formatAmount, parseAmount } from '@guichet/values/money/minor.ts'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { now, setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { isBudgetCategory } from '#lib/domain/accounts/budget.ts'
import { isForeseen } from '#lib/domain/accounts/open-line.ts'
import { noFilter } from '#lib/domain/accounts/transaction-query.ts'
import { isToCome } from '#lib/domain/accounts/upcoming.ts'
import { mondayAfter } from '#lib/domain/people/weekly-summary.ts'
import { readHomeMoney } from '#lib/services/home/money.ts'
import { readHome } from '#lib/services/home/read.ts'
import { readWeeklySummary } from '#lib/services/home/weekly-summary.ts'
import { listShared } from '#lib/services/household/shared-accounts.ts'
import { readSharedBudgets } from '#lib/services/household/shared-budgets.ts'
import { exportTransactions } from '#lib/services/transactions/exports.ts'
import { searchTransactions } from '#lib/services/transactions/list.ts'
import { readTransaction } from '#lib/services/transactions/one.ts'
import type { TransactionView } from '#lib/views/banking.ts'
import type { GlanceView } from '#lib/views/home.ts'
import type { InsightView } from '#lib/views/insight.ts'
import { bookedAtBank, transactionCode } from '#testing/bank/booked.ts'
import { aBank } from '#testing/bank/of-directory.ts'
import { aPerson } from '#testing/people/a-person.ts'
import { aConnection, anAccount } from '#testing/people/an-account.ts'
import { livesSince } from '#testing/people/lives.ts'
import { listBudgets } from './budgets.ts'
import { readCategoryMonths } from './category-months.ts'
import { heldOnce } from './counted.ts'
import { importFile } from './imports.ts'
import { readInsights } from './insights.ts'
import { addRule, previewRule } from './rules.ts'
import { replaceOpen, storeBooked } from './transaction-store.ts'
import { findAccounts } from './view.ts'

/** Every figure of insights, budgets, home, the weekly mail, a household and a transaction's page is the sum of the list behind its link. */

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
    const connectionId = await aConnection(userId)
    const lastSyncedAt = new Date(Date.UTC(2026, 10, 21, 9, at))
    ids.push(await anAccount({ userId, connectionId, resourceId: `r${at}`, ...account, lastSyncedAt }))
  }
})

const labels = [
  'CARTE CARREFOUR',
  'VIR SEPA RECU CAF',
  'VIR SEPA EMIS LIVRET A',
  'RETRAIT EPARGNE',
  'PRLV SEPA EDF',
  'PRLV SEPA SNCF',
  'PRLV SEPA VINCI',
  'VIR INCONNU',
]
const Line = fc.record({
  /** The last is a partner's. */
  account: fc.nat(accounts.length),
  label: fc.constantFrom(...labels),
  minor: fc.constantFrom(-4_000, -500, -1, 1, 500, 4_000),
  back: fc.nat(70),
  /** Of which one more part is made. */
  part: fc.option(fc.constantFrom('groceries', 'savings', 'rent', 'salary', 'transport', 'fuel')),
  leftOut: fc.boolean(),
})

/** Every page of a list. */
async function readList(userId: string, filter: Partial<typeof noFilter>) {
  const first = await searchTransactions({ userId }, { ...noFilter, ...filter })
  const lines = [...first.booked, ...first.upcoming]
  for (let { nextCursor } = first; nextCursor !== null; ) {
    const page = await searchTransactions({ userId }, { ...noFilter, ...filter }, nextCursor)
    lines.push(...page.booked)
    nextCursor = page.nextCursor
  }
  return { lines, sums: first.sums }
}

const text = (amountMinor: bigint, currency: string) => formatAmount({ amountMinor, currency })
const minorOf = ({ amount, currency }: { readonly amount: string; readonly currency: string }) =>
  parseAmount(amount, currency)?.amountMinor ?? 0n
const sumOf = (minors: readonly bigint[]) => minors.reduce((sum, minor) => sum + minor, 0n)

async function sumOfList(
  userId: string,
  currency: string,
  filter: Partial<typeof noFilter>,
): Promise<{ amount: string; count: number }> {
  const { lines } = await readList(userId, { ...filter, counted: currency })
  return { amount: text(sumOf(lines.map(({ amount }) => minorOf(amount))), currency), count: lines.length }
}

const spanOf = (month: string) => ({ from: `${month}-01`, to: addDays(addMonths(`${month}-01`, 1, 1), -1) })

/** Of insights of a month, in a currency: with what the lists behind them have. */
async function expectFigures(userId: string, currency: string, month: string): Promise<void> {
  const view = await readInsights({ userId }, { currency, month })
  if (view.currency !== currency) return
  const span = spanOf(month)
  const { from, to, in: into, out, saved } = view.year
  expect((await sumOfList(userId, currency, { from, to, direction: 'in' })).amount).toBe(into)
  expect((await sumOfList(userId, currency, { from, to, direction: 'out' })).amount).toBe(out)
  expect(minus((await sumOfList(userId, currency, { from, to, categories: ['savings'] })).amount)).toBe(saved)
  for (const { category, direction, amount, count } of view.categories) {
    expect(await sumOfList(userId, currency, { ...span, categories: [category], direction })).toEqual({ amount, count })
  }
  expect(await sumOfList(userId, currency, { ...span, categories: ['savings'] })).toEqual(view.savings)
  for (const direction of ['in', 'out'] as const) {
    const { amount } = await sumOfList(userId, currency, { ...span, direction })
    expect(amount).toBe(view.totals[direction])
    const shown = view.months.find(one => one.month === month)
    if (shown) expect(amount).toBe(shown[direction])
    const { sums } = await searchTransactions({ userId }, { ...noFilter, ...span, direction })
    // Not of thousands.
    if (sums !== null) expect(sums.find(sum => sum.currency === currency)?.net ?? '0.00').toBe(amount)
  }
}

const minus = (amount: string) => (/[1-9]/.test(amount) ? `-${amount}`.replace('--', '') : amount)

type Which = { category: string; direction: 'in' | 'out'; currency: string; month: string }

/** The page of a category shows the same figure, its months theirs, and its merchants sum to it, each by its list. */
async function expectCategory(userId: string, which: Which, shown: { amount: string; count: number }): Promise<void> {
  const { category, direction, currency, month } = which
  const page = await readCategoryMonths({ userId }, which)
  expect(page).toMatchObject(shown)
  const part = { categories: [category], direction }
  for (const { category: sub, amount, count } of page.subs) {
    expect(await sumOfList(userId, currency, { ...spanOf(month), categories: [sub], direction })).toEqual({
      amount,
      count,
    })
    expect(await readCategoryMonths({ userId }, { ...which, category: sub })).toMatchObject({ amount, count, subs: [] })
  }
  for (const one of page.months) {
    expect((await sumOfList(userId, currency, { ...spanOf(one.month), ...part })).amount).toBe(one.amount)
  }
  for (const { counterparty, amount, count } of page.merchants) {
    if (counterparty === '') continue
    expect(await sumOfList(userId, currency, { ...spanOf(month), ...part, counterparty })).toEqual({ amount, count })
  }
  expect(page.merchants.reduce((all, { count }) => all + count, 0)).toBe(shown.count)
}

/** All from the merchant of a line: the list, its sum, and the average of its lines. */
async function expectMerchant(userId: string, line: TransactionView): Promise<void> {
  const id = Buffer.from(`${line.accountId} ${line.key}`).toString('base64url')
  const { others } = await readTransaction({ userId }, id)
  if (others === null) return
  const { currency } = line.amount
  const { direction } = others
  const { amount, count } = await sumOfList(userId, currency, { counterparty: line.counterparty, direction })
  expect({ sum: others.sum, count: others.count }).toEqual({ sum: amount, count })
  expect(Math.abs(Number(others.average) * count - Number(amount))).toBeLessThanOrEqual(0.005 * count + 1e-9)
}

type Regular = Pick<InsightView, 'recurring' | 'regularly'>

/** What recurs sums to its cost, and each was paid, last on its day, in the list behind it. */
async function expectRegular(userId: string, currency: string, { recurring, regularly }: Regular): Promise<void> {
  const minor = (amount: string) => minorOf({ amount, currency })
  const going = recurring.filter(
    one => one.nextDay !== null && one.amount.startsWith('-') && one.category !== 'savings',
  )
  expect(text(sumOf(going.map(({ yearly }) => minor(yearly))), currency)).toBe(regularly.yearly)
  expect(text(minor(regularly.yearly) / 12n, currency)).toBe(regularly.monthly)
  for (const { counterparty, accountId, amount, lastDay, category } of recurring) {
    const direction = amount.startsWith('-') ? ('out' as const) : ('in' as const)
    // Savings go in both directions.
    const which = category === 'savings' ? { counterparty } : { counterparty, direction }
    const { lines } = await readList(userId, { ...which, accounts: [accountId] })
    expect(lines.find(({ booked }) => booked)?.day, counterparty).toBe(lastDay)
  }
}

/** Home's sums of what comes are those of its rows, and the calendar has each of them. */
function expectComing(glance: GlanceView, upcoming: InsightView['upcoming'], total: bigint): void {
  const { currency, coming, payday, today } = glance
  const sumOfPart = ({ rows, rest }: GlanceView['coming'][number]) =>
    sumOf([...rows, ...(rest ? [rest] : [])].map(({ amount }) => minorOf({ amount, currency })))
  for (const part of coming) expect(text(sumOfPart(part), currency)).toBe(part.sum)
  const due = coming.filter(({ kind }) => kind === 'due')
  if (payday) expect(text(total + sumOf(due.map(sumOfPart)), currency)).toBe(payday.left)
  expect(due.flatMap(({ rows }) => rows).every(({ amount }) => amount.startsWith('-'))).toBe(true)
  const days = upcoming.map(({ day, amount, label }) => `${day} ${amount} ${label}`)
  const rows = coming.flatMap(part => part.rows.filter(({ cards }) => cards === null))
  for (const { day, amount, label } of rows) expect(days).toContain(`${day} ${amount} ${label}`)
  expect(rows.every(({ day }) => day !== null && day >= today)).toBe(true)
}

/** What is spent of each, and what the month before leaves. */
async function expectBudgets(isKnown: boolean): Promise<void> {
  const limit = { amountMinor: 100_000n, currency: 'EUR', carriesFrom: new Date('2026-10-01') }
  const budgets = ['groceries', 'transport', 'fuel', 'all'].map(category => ({ userId, category, ...limit }))
  await db().budget.createMany({ data: budgets, skipDuplicates: true })
  for (const { category, spent, carried } of await listBudgets(userId)) {
    const filter = category === 'all' ? { direction: 'out' as const } : { categories: [category] }
    const [now, before] = await Promise.all(
      ['2026-11', '2026-10'].map(month => sumOfList(userId, 'EUR', { ...spanOf(month), ...filter })),
    )
    const spentOf = (list: typeof now) => Math.max(0, -Number(list?.amount))
    expect(Number(spent), category).toBe(spentOf(now))
    // Of a month of which nothing is known nothing is left.
    expect(Number(carried), category).toBeCloseTo(isKnown ? 1_000 - spentOf(before) : 0, 2)
  }
}

/** The weekly mail: home's totals, by how much the week's list changed them, and the largest of what counts. */
async function expectWeek(userId: string, today: string): Promise<void> {
  const { totals: shown = [], largest = [] } = (await readWeeklySummary(userId, mondayAfter(today)))?.lines ?? {}
  const { totals } = await readHome({ userId })
  const from = addDays(today, -6)
  const held = heldOnce(await findAccounts({ userId }, {})).map(({ row }) => row.id)
  const { lines } = await readList(userId, { accounts: held, from, status: 'booked' })
  const expected = totals.map(({ amount, currency }) => {
    const own = lines.flatMap(line => (line.amount.currency === currency ? minorOf(line.amount) : []))
    return { value: { amount, currency }, change: { amount: text(sumOf(own), currency), currency } }
  })
  expect(shown).toMatchObject(expected)
  const { lines: counted } = await readList(userId, { from, counted: totals[0]?.currency ?? '' })
  const sizeOf = (said: unknown) => Number(/\d[\d.]*/.exec(JSON.stringify(said))?.[0])
  const sizes = counted.map(({ amount }) => sizeOf(amount)).toSorted((one, other) => other - one)
  expect(largest.map(({ value }) => sizeOf(value))).toEqual(sizes.slice(0, 5))
}

/** Of two people who show each other these accounts: budgets and balances that both see, each with its list. */
async function expectHousehold(members: readonly string[]): Promise<void> {
  for (const member of members) {
    const person = { userId: member }
    const { budgets } = await readSharedBudgets(person)
    expect(budgets).toHaveLength(3)
    for (const { category, spent, shared } of budgets) {
      const filter = category === 'all' ? { direction: 'out' as const } : { categories: [category] }
      const accounts = [...(shared?.accounts ?? [])]
      const { amount } = await sumOfList(member, 'EUR', { ...spanOf('2026-11'), ...filter, accounts })
      expect([category, Number(spent)]).toEqual([category, Math.max(0, -Number(amount))])
    }
    for (const { id, mainBalance } of await listShared(person)) {
      const { userId } = await db().account.findUniqueOrThrow({ where: { id } })
      const { accounts } = await readHome({ userId })
      expect(mainBalance).toEqual(accounts.find(one => one.id === id)?.mainBalance)
      const [seen, own] = await Promise.all([member, userId].map(reader => readList(reader, { accounts: [id] })))
      expect(seen?.lines.map(({ key, amount }) => [key, amount])).toEqual(
        own?.lines.map(({ key, amount }) => [key, amount]),
      )
    }
  }
}

/** Somebody with a login of their own for the joint account, in one household: both show each other what is in euros. */
async function moveIn(): Promise<string> {
  const { userId: partner } = await aPerson()
  const connectionId = await aConnection(partner)
  const own = { userId: partner, connectionId, resourceId: 'r0', lastSyncedAt: now() }
  ids.push(await anAccount({ ...own, ...accounts[0] }))
  const joinedAt = now()
  const members = { create: [userId, partner].map(member => ({ userId: member, joinedAt })) }
  await db().household.create({ data: { createdAt: joinedAt, members } })
  const common = { level: 'transactions' as const, createdAt: joinedAt }
  for (const [at, accountId] of ids.entries()) {
    const owner = at < accounts.length ? userId : partner
    const viewerId = owner === userId ? partner : userId
    const balance = { type: 'CLBD', name: 'Solde', amountMinor: 10_000n, currency: accounts[at]?.currency ?? 'EUR' }
    const referenceDate = new Date('2026-11-21')
    await db().balance.create({ data: { userId: owner, accountId, ...balance, readAt: now(), referenceDate } })
    if (at !== 2) await db().accountShare.create({ data: { userId: owner, accountId, viewerId, ...common } })
  }
  const limit = { userId: partner, shared: true, amountMinor: 100_000n, currency: 'EUR' }
  await db().budget.createMany({ data: ['groceries', 'transport', 'all'].map(category => ({ ...limit, category })) })
  return partner
}

test('whatever a person’s transactions, and what they share with another', async () => {
  const partner = await moveIn()
  await fc.assert(
    fc.asyncProperty(fc.array(Line, { minLength: 1, maxLength: 30 }), async lines => {
      await db().transaction.deleteMany({ where: { userId: { in: [userId, partner] } } })
      for (const [at, { account, label, minor, back, part, leftOut }] of lines.entries()) {
        const day = addDays('2026-11-21', -back)
        const line = bookedAtBank(minor, label, {
          amount: { amountMinor: BigInt(minor), currency: accounts[account]?.currency ?? 'EUR' },
          bookingDate: day,
          valueDate: day,
          entryReference: `${at}`,
          code: transactionCode(`PMNT/${minor < 0 ? 'ICDT' : 'RCDT'}/ESCT`),
        })
        const owner = account < accounts.length ? userId : partner
        await storeBooked(db(), { userId: owner, accountId: ids[account] ?? '' }, [line], day)
        const [one, other] = [Math.trunc(minor / 4), minor - Math.trunc(minor / 4)].map(String)
        const parts = [
          { category: part, amountMinor: one },
          { category: 'other', amountMinor: other },
        ]
        const data = {
          leftOut,
          firstSeenAt: new Date('2026-11-21'),
          ...(part === null || one === '0' ? {} : { parts }),
        }
        await db().transaction.updateMany({ where: { userId: owner, key: `${at}` }, data })
      }
      for (const currency of ['EUR', 'USD']) {
        for (const month of ['2026-10', '2026-11']) {
          await expectFigures(userId, currency, month)
          const { categories, currency: shown } = await readInsights({ userId }, { currency, month })
          for (const { amount, count, ...which } of categories) {
            await expectCategory(userId, { ...which, currency: shown ?? '', month }, { amount, count })
          }
        }
      }
      for (const line of (await readList(userId, {})).lines) await expectMerchant(userId, line)
      await expectBudgets(lines.some(({ account }) => accounts[account]?.currency === 'EUR'))
      await expectWeek(userId, '2026-11-21')
      await expectHousehold([userId, partner])
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 3) },
  )
})

test('a joint account of two logins is spent from once, in insights and budgets', async () => {
  const line = bookedAtBank(-2_500, 'CARTE CARREFOUR', { entryReference: '1' })
  for (const accountId of ids.slice(0, 2)) await storeBooked(db(), { userId, accountId }, [line], '2026-11-21')
  await db().budget.create({ data: { userId, category: 'groceries', amountMinor: 10_000n, currency: 'EUR' } })
  const { totals, categories } = await readInsights({ userId })
  expect(totals.out).toBe('-25.00')
  expect(categories).toMatchObject([{ category: 'groceries', count: 1 }])
  expect(await listBudgets(userId)).toMatchObject([{ spent: '25.00' }])
  // What only the older row has, from before the newer one begins, counts too.
  const before = { ...line, bookingDate: '2026-11-02', entryReference: '0' }
  await storeBooked(db(), { userId, accountId: ids[0] ?? '' }, [before], '2026-11-21')
  expect((await readInsights({ userId })).totals.out).toBe('-50.00')
})

test('a file imported into one login of an account hides nothing of the other, and doubles nothing', async () => {
  const [older = '', newer = ''] = ids
  const line = (minor: number, bookingDate: string) =>
    bookedAtBank(minor, 'CARTE CARREFOUR', { bookingDate, entryReference: bookingDate })
  await storeBooked(
    db(),
    { userId, accountId: older },
    [line(-100, '2026-02-10'), line(-300, '2026-03-10')],
    '2026-11-21',
  )
  await storeBooked(db(), { userId, accountId: newer }, [line(-200, '2026-06-10')], '2026-11-21')
  const csv = 'Date;Libellé;Montant\n25/01/2025;CARTE LECLERC;-4,00\n10/02/2026;CARTE CARREFOUR;-1,00\n'
  await importFile({ userId }, newer, { name: 'old.csv', bytes: new TextEncoder().encode(csv) }, null)
  const shown = async () => (await searchTransactions({ userId }, noFilter)).booked.map(({ amount }) => amount.amount)
  expect(await shown()).toEqual(['-2.00', '-3.00', '-1.00', '-4.00'])
  expect((await searchTransactions({ userId }, { ...noFilter, from: '2025-01-01' })).sums).toMatchObject([
    { out: '-10.00' },
  ])
  const { latest } = await readHomeMoney({ userId }, await findAccounts({ userId }, {}))
  expect(latest.map(({ amount }) => amount.amount)).toEqual(['-2.00', '-3.00', '-1.00', '-4.00'])
})

test('a joint account of two logins is there once: in lists, what comes, exports, the total and the curve', async () => {
  const [older = '', newer = ''] = ids
  const line = bookedAtBank(-2_500, 'CARTE CARREFOUR')
  const announced = { ...line, status: 'FUTR', bookingDate: null, expectedBookingDate: '2026-11-25' }
  for (const accountId of [older, newer]) {
    const owner = { userId, accountId }
    await storeBooked(db(), owner, [{ ...line, entryReference: '1' }], '2026-11-21')
    await replaceOpen(owner, [announced], '2026-11-21')
  }
  // Only the login read first gives balances.
  const balance = { type: 'CLBD', name: 'Solde', amountMinor: 10_000n, currency: 'EUR', readAt: new Date(0) }
  await db().balance.create({ data: { userId, accountId: older, ...balance, referenceDate: new Date('2026-11-20') } })
  const page = await searchTransactions({ userId }, noFilter)
  expect([page.booked, page.upcoming].map(lines => lines.map(({ accountId }) => accountId))).toEqual([[newer], [newer]])
  expect(await searchTransactions({ userId }, { ...noFilter, accounts: [older] })).toMatchObject({ total: 2 })
  expect(await searchTransactions({ userId }, { ...noFilter, accounts: [older, newer] })).toMatchObject({ total: 2 })
  const { glance } = await readHomeMoney({ userId }, await findAccounts({ userId }, {}))
  expect(glance?.coming.flatMap(({ rows }) => rows)).toHaveLength(1)
  expect((await readHome({ userId })).totals).toMatchObject([{ amount: '100.00', currency: 'EUR' }])
  const { balances, upcoming } = await readInsights({ userId })
  expect(balances.map(({ accountId, points }) => [accountId, points.at(-1)?.amount])).toEqual([[older, '100.00']])
  expect(upcoming).toHaveLength(1)
  const wish = { filter: noFilter, format: 'ofx', locale: 'en', categoryNames: new Map() } as const
  let file = ''
  for await (const part of (await exportTransactions({ userId }, wish)).parts) file += part
  expect(file.match(/<STMTTRN>/g)).toHaveLength(1)
  // The forecast too knows what the other login announced.
  const early = { ...line, bookingDate: '2026-08-01', entryReference: '0' }
  await storeBooked(db(), { userId, accountId: older }, [early], '2026-11-21')
  expect((await readInsights({ userId })).forecast).toMatchObject({ known: 1 })
  // Rules count what the list shows.
  const none = { counterparty: null, direction: null, min: null, max: null, currency: null, accountId: null }
  const rule = { ...none, pattern: 'carrefour', category: 'leisure' }
  const { total } = await searchTransactions({ userId }, { ...noFilter, q: 'carrefour' })
  expect([total, (await previewRule({ userId }, rule)).matches]).toEqual([3, 3])
  expect((await addRule({ userId }, rule)).rule.lineCount).toBe(total)
})

const today = '2026-11-28'
const since = '2026-09-20'

/** The market trader has 20,000 entries in three months, which only the long form reads (`npm run soak -- random`). */
const longestLife = process.env.FUZZ_RUNS === undefined ? 1_500 : Number.POSITIVE_INFINITY

/** A Guichet user who links what these customers of the bank have, each by a login of their own. */
async function linkCustomers(customerIds: readonly string[]): Promise<string> {
  const { userId } = await aPerson()
  for (const customerId of customerIds) {
    const own = livesSince(since).filter(({ plan }) => plan.holders.some(({ personId }) => personId === customerId))
    const connectionId = await aConnection(userId)
    for (const { plan, living } of new Map(own.map(one => [one.plan.key, one])).values()) {
      const { key, name, number, currency = 'EUR', backing, usage = null } = plan
      const card = { kind: 'card' as const, cardId: number, iban: null, linkedResourceId: backing ?? null }
      const account = { kind: 'account' as const, iban: `FR${number}`, linkedResourceId: null }
      const what = { userId, connectionId, resourceId: key, name, currency, usage, lastSyncedAt: now() }
      const id = await anAccount({ ...what, ...(backing === undefined ? account : card) })
      const entries = entriesBetween(living, dayOf(since), dayOf(today)).slice(-longestLife)
      const dates = { valueDate: null, transactionDate: null, resourceId: null, endToEndId: null }
      const toLine = ({ operation, lines, amountMinor }: LivedEntry) => {
        const { domain, family, subFamily } = operations[operation]
        const code = { domain, family, subFamily, code: null, issuer: null }
        return { ...dates, amount: { amountMinor, currency }, remittance: lines, code }
      }
      const booked = entries.map((entry, at) => {
        const bookingDate = isoOf(entry.bookedOn)
        return { ...toLine(entry), status: 'BOOK', bookingDate, expectedBookingDate: null, entryReference: `${at}` }
      })
      await storeBooked(db(), { userId, accountId: id }, booked, today)
      const open = upcomingAt(living, dayOf(today)).map(entry => {
        const expectedBookingDate = isoOf(entry.bookedOn)
        return { ...toLine(entry), status: entry.status, bookingDate: null, expectedBookingDate, entryReference: null }
      })
      await replaceOpen({ userId, accountId: id }, open, today)
      const amountMinor = plan.openingMinor === 0 ? 1n : BigInt(plan.openingMinor)
      const balance = { type: 'CLBD', name: 'Solde', amountMinor, currency, readAt: now() }
      await db().balance.create({ data: { userId, accountId: id, ...balance, referenceDate: new Date(today) } })
    }
  }
  return userId
}

// Camille's three logins reach the joint account twice.
const couple = ['camille-bernard', 'thomas-bernard', 'camille-bernard-vallees']
const everybody = [couple, ...catalogue.map(({ id }) => [id])].filter(ids =>
  livesSince(since).some(({ plan }) => plan.holders.some(({ personId }) => ids.includes(personId))),
)

test.each(everybody)('whatever %s receives and pays', async (...ids: string[]) => {
  setClock(new Date(`${today}T10:00:00Z`))
  const person = await linkCustomers(ids)
  const insights = await readInsights({ userId: person })
  const { currencies, currency, categories, upcoming } = insights
  for (const one of currencies) {
    for (const month of ['2026-10', '2026-11']) await expectFigures(person, one, month)
  }
  for (const { category, direction, amount, count } of categories.slice(0, 3)) {
    await expectCategory(person, { category, direction, currency: currency ?? '', month: '2026-11' }, { amount, count })
  }
  // Budgets.
  const spending = categories.filter(({ category, direction }) => direction === 'out' && isBudgetCategory(category))
  if (currency === 'EUR') {
    const budget = { userId: person, amountMinor: 10_000n, currency }
    await db().budget.createMany({ data: spending.map(({ category }) => ({ ...budget, category })) })
    for (const { category, spent } of await listBudgets(person)) {
      const { amount } = await sumOfList(person, 'EUR', { ...spanOf('2026-11'), categories: [category] })
      const out = -minorOf({ amount, currency })
      expect([category, spent]).toEqual([category, text(out > 0n ? out : 0n, 'EUR')])
    }
  }
  // The calendar: what the list announces, unless the balance includes it.
  const cards = await db().account.findMany({ where: { userId: person, kind: 'card' }, select: { id: true } })
  const accounts = heldOnce(await findAccounts({ userId: person }, {}))
  const typeOf = (id: string) => accounts.find(({ ids }) => ids.includes(id))?.main.type ?? ''
  const listed = (await searchTransactions({ userId: person }, noFilter)).upcoming.filter(
    line =>
      isForeseen(line) &&
      line.amount.currency === currency &&
      !cards.some(({ id }) => id === line.accountId) &&
      isToCome(line, typeOf(line.accountId), today),
  )
  const announced = upcoming.filter(({ source }) => source === 'bank')
  expect(announced.map(({ day, amount }) => `${day} ${amount}`).toSorted()).toEqual(
    listed.map(({ day, amount }) => `${day < today ? today : day} ${amount.amount}`).toSorted(),
  )
  // Home: what was spent, and each account once.
  const { glance } = await readHomeMoney({ userId: person }, await findAccounts({ userId: person }, {}))
  if (glance) {
    const spent = { from: glance.spent.from, to: today, direction: 'out' as const }
    const { amount } = await sumOfList(person, glance.currency, spent)
    expect(amount).toBe(glance.spent.amount)
    const held = heldOnce(await findAccounts({ userId: person }, {})).map(({ main }) => main.amount)
    const total = sumOf(held.flatMap(one => (one.currency === glance.currency ? one.amountMinor : [])))
    if (glance.currency === currency) expectComing(glance, upcoming, total)
  }
  await expectRegular(person, currency ?? '', insights)
  await expectWeek(person, today)
  const { booked } = await searchTransactions({ userId: person }, noFilter)
  const merchants = [...Map.groupBy(booked, ({ counterparty }) => counterparty).values()]
  for (const [line] of merchants.slice(0, 12)) if (line) await expectMerchant(person, line)
  const home = await readHome({ userId: person })
  const shown = home.accounts.filter(({ kind, mainBalance }) => kind === 'account' && mainBalance !== null)
  const rows = await db().account.findMany({ where: { userId: person }, select: { id: true, iban: true } })
  const ibanOf = new Map(rows.map(({ id, iban }) => [id, iban]))
  const once = [...Map.groupBy(shown, ({ id, currency: code }) => `${ibanOf.get(id)} ${code}`).values()]
  for (const { amount, currency: code } of home.totals) {
    const minors = once.flatMap(([first]) =>
      first?.mainBalance?.amount.currency === code ? [first.mainBalance.amount] : [],
    )
    expect([code, text(sumOf(minors.map(minorOf)), code)]).toEqual([code, amount])
  }
})
