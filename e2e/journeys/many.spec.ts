import { expectAccessible } from '#testing/browser/accessible.ts'
import { banks } from '#testing/browser/bank.ts'
import { allowEverything, expect, linkBank, signIn, test, waitForReact, words } from '#testing/browser/guichet.ts'
import { linesOfCurrent, seedLines } from '#testing/browser/lines.ts'
import { appUrl } from '#testing/browser/stack-settings.ts'

test('45 accounts: one matrix, all of them arrive, totals are their sum', async ({ page, member }) => {
  await signIn(page, member)
  const connection = await linkBank(page, { id: 'monique-roux' }, banks.oleron.code)
  await page.goto(`${appUrl}/connections/${connection}/consent`)
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

test('20,000 transactions: the page stays light while it scrolls to lines far below', async ({
  page,
  member,
  database,
}) => {
  const { current } = await seedLines(database, member.id)
  const { rowCount } = await database.query(
    `INSERT INTO "Transaction" ("userId", "accountId", key, "entryReference", booked, status, "amountMinor", currency, day,
       "bookingDate", label, remittance, "codeDomain", "codeFamily", "codeSubFamily", "searchText")
     SELECT $1, $2, 'm' || n, 'm' || n, true, 'BOOK', -100 - n, 'EUR', current_date - n / 60, current_date - n / 60,
       'CARTE MARCHE', '{CARTE MARCHE}', 'PMNT', 'CCRD', 'POSD', 'carte marche' FROM generate_series(1, 20000) AS n`,
    [member.id, current],
  )
  await signIn(page, member)
  await page.goto(`${appUrl}/accounts/${current}`)
  const count = new Intl.NumberFormat('fr-FR').format((rowCount ?? 0) + linesOfCurrent)
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
