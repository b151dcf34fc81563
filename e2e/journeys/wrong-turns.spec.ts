import type { Page } from '@playwright/test'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import { expectAccessible } from '#testing/browser/accessible.ts'
import { banks, decide, newCustomer } from '#testing/browser/bank.ts'
import { expect, fill, signIn, signInByForm, startLink, test, words } from '#testing/browser/guichet.ts'
import { appUrl } from '#testing/browser/stack-settings.ts'

const { fr } = words

test('refused at the bank: said plainly, nothing kept, retry offered', async ({ page, member, database }) => {
  await signIn(page, member)
  await page.goto(await decide(await startLink(page), (await newCustomer()).id, 'refuse'))
  await page.waitForURL(/\/link\/result\//)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(fr.linkFailures.refused_by_person.title)
  await expectAccessible(page)
  const { rows } = await database.query('SELECT 1 FROM "Connection" WHERE "userId" = $1', [member.id])
  expect(rows).toEqual([])
  await page.getByRole('link', { name: fill(fr.link.result.retry, nameBank(banks.littoral.name)) }).click()
  await page.waitForURL(/\/link\/19870$/)
})

test('timed out at the bank: the page says so and whose clock it was', async ({ page, member }) => {
  await signIn(page, member)
  await page.goto(await decide(await startLink(page), (await newCustomer()).id, 'time_out'))
  await page.waitForURL(/\/link\/result\//)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(fr.linkFailures.timed_out_at_bank.title)
  await expectAccessible(page)
})

test('back in another browser: kept aside until the one who began confirms', async ({
  page,
  browser,
  member,
  database,
}) => {
  await signIn(page, member)
  const callback = await decide(await startLink(page), (await newCustomer()).id)

  const elsewhere = await (await browser.newContext({ locale: 'fr-FR' })).newPage()
  await elsewhere.goto(callback)
  await elsewhere.waitForURL(/\/link\/resume\//)
  await expect(elsewhere.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(elsewhere)
  const { rows: none } = await database.query('SELECT 1 FROM "Connection" WHERE "userId" = $1', [member.id])
  expect(none, 'no connection before the person has confirmed').toEqual([])

  await page.goto(elsewhere.url())
  const claim = (at: Page) => at.getByRole('button', { name: fr.link.resume.claim })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(claim(page), 'who did not bring the code cannot claim it').toHaveCount(0)

  await signInByForm(elsewhere, member, 'fr', new URL(elsewhere.url()).pathname)
  await expectAccessible(elsewhere)
  await claim(elsewhere).click()
  await elsewhere.waitForURL(/\/connections\/[^/]+\/consent$/)
  await elsewhere.context().close()
})

test('the callback arrives twice at once: one token call, both browsers see the same', async ({
  page,
  member,
  database,
}) => {
  await signIn(page, member)
  const callback = await decide(await startLink(page), (await newCustomer()).id)
  const guesses = [{ 'sec-purpose': 'prefetch;prerender' }, { purpose: 'prefetch' }, { 'next-router-prefetch': '1' }]
  for (const headers of guesses)
    expect((await page.request.get(callback, { headers, maxRedirects: 0 })).status()).toBe(204)
  expect((await page.request.head(callback, { maxRedirects: 0 })).status(), 'loading ahead costs nothing (C7)').toBe(
    405,
  )
  const [one, other] = await Promise.all([
    page.request.get(callback, { maxRedirects: 0 }),
    page.request.get(callback, { maxRedirects: 0 }),
  ])
  expect(one.status()).toBe(303)
  expect(other.headers().location).toBe(one.headers().location)
  expect(one.headers().location).toMatch(/\/connections\/[^/]+\/consent$/)
  expect(one.headers()['referrer-policy']).toBe('no-referrer')
  const { rows } = await database.query(
    `SELECT 1 FROM "BankCall" WHERE "userId" = $1 AND operation = 'oauth.exchange'`,
    [member.id],
  )
  expect(rows.length, 'one token call').toBe(1)
  await page.goto(callback)
  await expect(page).toHaveURL(/\/connections\/[^/]+(\/consent)?$/)
})

test('a link that never was, and one of another bank, get their own page', async ({ page, member }) => {
  await signIn(page, member)
  await page.goto(`${appUrl}/callback/19870?code=x&state=nobody-ever-began-this`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(fr.linkFailures.unknown_link.title)
  await expectAccessible(page)
  await page.goto(`${appUrl}/callback/19870`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
