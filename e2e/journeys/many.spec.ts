import { expectAccessible } from '#testing/browser/accessible.ts'
import { approve, authenticate, banks, customers } from '#testing/browser/bank.ts'
import { allowEverything, expect, leaveForBank, signIn, test, waitForReact, words } from '#testing/browser/guichet.ts'
import { appUrl } from '#testing/browser/stack-settings.ts'

test('45 accounts: one matrix, all of them arrive, totals are their sum', async ({ page, member }) => {
  await signIn(page, member)
  await leaveForBank(page, banks.oleron)
  await authenticate(page, customers.monique)
  await approve(page)
  await page.waitForURL(/\/consent$/)
  await expect(page.getByRole('group').filter({ has: page.getByRole('checkbox') })).not.toHaveCount(0)
  await expectAccessible(page)
  await allowEverything(page)
  const home = (await (await page.request.get(`${appUrl}/api/home`)).json()) as {
    accounts: { kind: string; currency: string; mainBalance: { amount: { amount: string } } | null }[]
    totals: { amount: string; currency: string }[]
  }
  const accounts = home.accounts.filter(({ kind }) => kind === 'account')
  expect(accounts.length).toBe(45)
  const cents = accounts.map(({ mainBalance }) => BigInt((mainBalance?.amount.amount ?? '').replace('.', '')))
  const total = home.totals.find(({ currency }) => currency === 'EUR')?.amount ?? ''
  expect(BigInt(total.replace('.', ''))).toBe(cents.reduce((sum, amount) => sum + amount, 0n))

  await page.goto(`${appUrl}/transfers/new`)
  const sources = page.locator('a[href*="/transfers/new?from="]')
  await expect(sources).toHaveCount(45)
  await waitForReact(page)
  await page.getByLabel(words.fr.transfers.source.search).fill('vendome 45')
  await expect(sources.filter({ visible: true })).toHaveCount(1)
  await expectAccessible(page)
})

test('20,000 transactions: the page stays light while it scrolls to lines far below', async ({ page, member }) => {
  await signIn(page, member)
  await leaveForBank(page, banks.cormoran)
  await authenticate(page, customers.antoine)
  await approve(page)
  await page.waitForURL(/\/consent$/)
  await allowEverything(page)
  await page.goto(`${appUrl}/home`)
  const [connection] = (await (await page.request.get(`${appUrl}/api/connections`)).json()) as {
    accounts: { id: string; transactionCount: number }[]
  }[]
  const market = connection?.accounts.find(({ transactionCount }) => transactionCount >= 20_000)
  expect(market, 'an account with 20,000 lines').toBeDefined()
  await page.goto(`${appUrl}/accounts/${market?.id}`)
  const count = new Intl.NumberFormat('fr-FR').format(market?.transactionCount ?? 0)
  await expect(page.getByText(`${count} opérations`).first()).toBeVisible()
  let pages = 0
  page.on('response', response => {
    if (/\/transactions\?/.test(response.url()) && response.ok()) pages++
  })
  await page.keyboard.press('End')
  await expect.poll(() => pages).toBeGreaterThan(0)
  await expect(page.getByRole('button', { name: words.fr.accounts.transactions.loadMore, exact: true })).toBeVisible()
  expect(pages, 'who is no longer near the end gets no further page').toBe(1)
  const further = expect.poll(
    async () => {
      await page.keyboard.press('End')
      return pages
    },
    { intervals: [100] },
  )
  await further.toBeGreaterThanOrEqual(12)
  const rows = await page.locator('main *').count()
  expect(rows, 'only what is seen is in the page').toBeLessThan(4_000)
})
