import { addDays } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { beforeAll, expect, test } from 'vitest'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { toPast } from '#lib/services/home/money.ts'
import { readHome } from '#lib/services/home/read.ts'
import { listTransactions } from '#lib/services/transactions/list.ts'
import { people } from '#testing/bank/customers.ts'
import { openStack } from '#testing/stack/open.ts'
import { newRead, newVisitor } from '#testing/stack/start.ts'
import { readDaySums } from './booked-balance.ts'
import { heldOnce } from './counted.ts'
import { readAccountMoney } from './day-balances.ts'
import { findAccounts } from './view.ts'

/** Charts and totals with a real database and the sandbox bank: numbers shown on different pages agree. */
openStack()
let userId: string

beforeAll(async () => {
  userId = (await newRead()).userId
})

test('curves end with the balance shown, announced debits with the amount after them, and the totals of home with theirs', async () => {
  const home = await readHome({ userId })
  const shown = home.accounts.filter(({ kind, may }) => kind === 'account' && may.balances && may.transactions)
  expect(shown.length).toBeGreaterThan(1)
  for (const { id, mainBalance } of shown) {
    const { curve, closing, upcoming } = await readAccountMoney({ userId }, id)
    expect(curve?.past.at(-1)).toEqual({ day: parisDay(now()), amount: mainBalance?.amount.amount })
    if (upcoming && upcoming.count > 0) expect(curve?.future.at(-1)?.amount).toBe(upcoming.after.amount)
    else expect(curve?.future).toEqual([])
    expect(closing?.currency).toBe(mainBalance?.amount.currency)
  }
  const held = heldOnce(await findAccounts({ userId }, {}))
  const today = parisDay(now())
  for (const { amount, currency } of home.totals) {
    const ours = held.filter(({ main }) => main.amount.currency === currency)
    const from = addDays(today, -30)
    const points = toPast({ currency, today, from }, ours, await readDaySums(userId, from))
    expect(points).toHaveLength(31)
    expect(points.at(-1)).toEqual({ day: today, amount })
  }
})

test('the balance after the newest transaction is the accounting balance plus what was booked after its day', async () => {
  const { id } = await db().account.findFirstOrThrow({
    where: { userId, kind: 'account', balances: { some: { type: 'CLBD', current: true } } },
  })
  const { booked } = await listTransactions({ userId }, id, {})
  const balance = await db().balance.findFirstOrThrow({ where: { accountId: id, type: 'CLBD', current: true } })
  const day = balance.referenceDate?.toISOString().slice(0, 10) ?? ''
  const later = booked.filter(line => line.day > day).map(({ amount }) => BigInt(amount.amount.replace('.', '')))
  const { closing } = await readAccountMoney({ userId }, id)
  expect(BigInt(closing?.amount.replace('.', '') ?? '')).toBe(
    later.reduce((sum, one) => sum + one, balance.amountMinor),
  )
})

test('a card has no curve, and another person’s account is not found', async () => {
  const sophie = await newRead(people.sophie)
  const card = await db().account.findFirstOrThrow({ where: { userId: sophie.userId, kind: 'card' } })
  expect(await readAccountMoney(sophie, card.id)).toEqual({ curve: null, closing: null, upcoming: null })
  const { userId: other } = await newVisitor()
  await expect(readAccountMoney({ userId: other }, card.id)).rejects.toMatchObject({ code: 'not_found' })
})
