import type { Page } from '@playwright/test'
import { expectAccessible } from '#testing/browser/accessible.ts'
import { decide, newCustomer } from '#testing/browser/bank.ts'
import { expect, signIn, signInByForm, startLink, test, words } from '#testing/browser/guichet.ts'

const { fr } = words

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
