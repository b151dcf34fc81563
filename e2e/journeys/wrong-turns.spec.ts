import type { Page } from '@playwright/test'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import { expectAccessible } from '#testing/browser/accessible.ts'
import {
  approve,
  approveButton,
  authenticate,
  banks,
  customers,
  holdCallback,
  newCustomer,
  refuse,
  runOutOfTime,
} from '#testing/browser/bank.ts'
import {
  connectionIdOf,
  expect,
  fill,
  leaveForBank,
  signIn,
  signInByForm,
  test,
  words,
} from '#testing/browser/guichet.ts'
import { appUrl } from '#testing/browser/stack-settings.ts'

const { fr } = words

test('refused at the bank: said plainly, nothing kept, retry offered', async ({ page, member, database }) => {
  await signIn(page, member)
  await leaveForBank(page, banks.littoral)
  await authenticate(page, customers.lea)
  await refuse(page)
  await page.waitForURL(/\/link\/result\//)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(fr.linkFailures.refused_by_person.title)
  await expectAccessible(page)
  const { rows } = await database.query('SELECT 1 FROM "Connection" WHERE "userId" = $1', [member.id])
  expect(rows).toEqual([])
  await page.getByRole('link', { name: fill(fr.link.result.retry, nameBank(banks.littoral.name)) }).click()
  await page.waitForURL(/\/link\/19870$/)
})

test('timed out on a screen of the bank: the page says so and whose clock it was', async ({ page, member }) => {
  await signIn(page, member)
  await leaveForBank(page, banks.littoral)
  await runOutOfTime(page)
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
  await leaveForBank(page, banks.vallees)
  await authenticate(page, customers.sophie)
  const callback = await holdCallback(page, approveButton(page))

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

test('two tabs, finished in reverse order: both banks are linked', async ({ page, context, member }) => {
  const customer = await newCustomer()
  await signIn(page, member)
  const second = await context.newPage()
  await leaveForBank(page, banks.littoral)
  await leaveForBank(second, banks.vallees)
  await authenticate(second, customers.camilleAtVallees)
  await approve(second)
  await second.waitForURL(/\/connections\/[^/]+\/consent$/)
  await authenticate(page, customer)
  await approve(page)
  await page.waitForURL(/\/connections\/[^/]+\/consent$/)
  expect(connectionIdOf(page)).not.toBe(connectionIdOf(second))
  await expect(page.getByText(banks.littoral.name).first()).toBeVisible()
  await expect(second.getByText(banks.vallees.name).first()).toBeVisible()
})

test('the callback arrives twice at once: one token call, both browsers see the same', async ({
  page,
  member,
  database,
}) => {
  await signIn(page, member)
  await leaveForBank(page, banks.littoral)
  await authenticate(page, customers.thomas)
  const callback = await holdCallback(page, approveButton(page))
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
