import { listAccounts, readTransactions } from '@guichet/stet/accounts.ts'
import { putConsent } from '@guichet/stet/consents.ts'
import { expect, test } from 'vitest'
import { people } from '#testing/bank/customers.ts'
import { openBank } from '#testing/bank/open.ts'
import { linkAs, presence } from '#testing/bank/start.ts'

const attended = { presence }
const at = openBank()

test('Antoine: 20,000 transactions of 90 days on 200 pages, in order, none twice, none unreadable', async () => {
  const bank = at.connect(people.antoine.bankCode)
  const { accessToken } = await linkAs(bank, at.running, people.antoine)
  const { accounts } = await listAccounts(bank, accessToken, attended)
  const everything = { balances: true, transactions: true, owners: true, overdrafts: true }
  const currencies = new Map(accounts.flatMap(({ iban, currency }) => (iban === null ? [] : [[iban, currency]])))
  const choice = [...currencies].map(([iban, currency]) => ({ iban, currency, ...everything }))
  await putConsent(bank, accessToken, { accounts: choice, psuIdentity: true }, attended)
  const account = accounts.find(({ kind }) => kind === 'account')?.resourceId ?? ''
  const seen = new Set<string | null>()
  let lines = 0
  let pages = 0
  for await (const page of readTransactions(bank, accessToken, { account }, attended)) {
    const { transactions, unreadable } = await page.read()
    pages += 1
    lines += transactions.length
    for (const { resourceId } of transactions) seen.add(resourceId)
    expect(unreadable).toEqual([])
    expect(page.page).toBe(pages)
  }
  expect(lines).toBeGreaterThanOrEqual(20_000)
  expect(seen.size).toBe(lines)
})
