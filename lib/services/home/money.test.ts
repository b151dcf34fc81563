import { addDays } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { parseAmount } from '@guichet/values/money/minor.ts'
import { expect, test } from 'vitest'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { noFilter } from '#lib/domain/accounts/transaction-query.ts'
import { findAccounts } from '#lib/services/accounts/view.ts'
import { searchTransactions } from '#lib/services/transactions/list.ts'
import { people } from '#testing/bank/customers.ts'
import { openStack } from '#testing/stack/open.ts'
import { newRead } from '#testing/stack/start.ts'
import { readHomeMoney } from './money.ts'
import { readHome } from './read.ts'

openStack()

const minor = (amount: string) => parseAmount(amount, 'EUR')?.amountMinor ?? 0n
const sum = (amounts: readonly string[]) => amounts.reduce((all, amount) => all + minor(amount), 0n)

test.each([
  ['Camille', people.camille],
  ['Léa', people.lea],
  ['Monique', people.monique],
] as const)('%s: every figure of home is the sum of the list behind it', async (_, who) => {
  const { userId } = await newRead(who)
  const home = await readHome({ userId })
  const { glance } = await readHomeMoney({ userId }, await findAccounts({ userId }, {}))
  if (!glance) throw new Error('no glance')
  const { currency, today, spent, payday, coming, chart } = glance
  const filter = { ...noFilter, direction: 'out', from: spent.from, to: today, counted: currency } as const
  const lines: string[] = []
  let cursor: string | undefined
  do {
    const page = await searchTransactions({ userId }, filter, cursor)
    lines.push(...page.booked.map(({ amount }) => amount.amount))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  expect(minor(spent.amount)).toBe(sum(lines))
  for (const { rows, rest, sum: shown } of coming)
    expect(sum([...rows.map(({ amount }) => amount), rest?.amount ?? '0'])).toBe(minor(shown))
  const total = home.totals.find(one => one.currency === currency)
  const due = coming.find(({ kind }) => kind === 'due')
  expect(due?.rows.every(({ amount }) => minor(amount) < 0n) ?? true).toBe(true)
  if (payday) expect(minor(payday.left)).toBe(minor(total?.amount ?? '') + minor(due?.sum ?? '0'))
  if (chart.past.length > 0) expect(chart.past.at(-1)).toEqual({ day: today, amount: total?.amount })
})

test('a total says how much of it is old, since when, and when the rest was read', async () => {
  const { userId } = await newRead(people.camille)
  const [total] = (await readHome({ userId })).totals
  expect(total).toMatchObject({ stale: null, readAt: expect.any(String) })
  const account = await db().account.findFirstOrThrow({
    where: { userId, kind: 'account', balances: { some: { current: true } } },
    include: { balances: { where: { current: true, type: 'OTHR' } } },
  })
  const day = addDays(parisDay(now()), -11)
  const readAt = new Date(`${day}T12:00:00Z`)
  await db().balance.updateMany({ where: { userId, accountId: account.id }, data: { readAt } })
  await db().account.update({ where: { id: account.id }, data: { lastSyncedAt: readAt } })
  const [older] = (await readHome({ userId })).totals
  expect(older).toMatchObject({ stale: { day }, amount: total?.amount, readAt: expect.any(String) })
  expect(minor(older?.stale?.amount ?? '')).toBe(account.balances[0]?.amountMinor)
  await db().balance.updateMany({ where: { userId }, data: { readAt } })
  await db().account.updateMany({ where: { userId }, data: { lastSyncedAt: readAt } })
  expect((await readHome({ userId })).totals[0]).toMatchObject({ stale: null, readAt: readAt.toISOString() })
})
