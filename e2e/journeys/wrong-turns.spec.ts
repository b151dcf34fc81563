import { appUrl } from '#e2e/house-settings.ts'
import { approve, authenticate, banks, customers, giveIdentifier, refuse } from './bank.ts'
import { connectionIdOf, expect, expectAccessible, fill, leaveForBank, signIn, test, words } from './guichet.ts'

const { fr } = words

test('refused at the bank: said plainly, nothing kept, retry offered', async ({ page, member, database }) => {
  await signIn(page, member)
  await leaveForBank(page, banks.littoral)
  await authenticate(page, customers.lea)
  await refuse(page)
  await page.waitForURL(/\/link\/result\//)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(fr.failures.linkFailures.refused_by_person.title)
  await expectAccessible(page)
  const { rows } = await database.query('SELECT 1 FROM "Connection" WHERE "userId" = $1', [member.id])
  expect(rows).toEqual([])
  await page.getByRole('link', { name: fill(fr.link.result.retry, { bank: banks.littoral.name }) }).click()
  await page.waitForURL(/\/link\/19870$/)
})

test('timed out on a screen of the bank: the page says so and whose clock it was', async ({ page, member }) => {
  await signIn(page, member)
  await leaveForBank(page, banks.littoral)
  await giveIdentifier(page, customers.lea)
  // The house of these journeys gives a customer twenty seconds; the bank's own page goes back when they are over.
  await page.waitForURL(/\/link\/result\//, { timeout: 45_000 })
  await expect(page.getByRole('heading', { level: 1 })).toContainText(fr.failures.linkFailures.timed_out_at_bank.title)
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
  const callback = await holdCallback(page, () => approve(page))

  const elsewhere = await (await browser.newContext({ locale: 'fr-FR' })).newPage()
  await elsewhere.goto(callback)
  await elsewhere.waitForURL(/\/link\/resume\//)
  await expect(elsewhere.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(elsewhere)
  const { rows: none } = await database.query('SELECT 1 FROM "Connection" WHERE "userId" = $1', [member.id])
  expect(none, 'no connection before the person has confirmed').toEqual([])

  await page.goto(elsewhere.url())
  await expectAccessible(page)
  await page.getByRole('button', { name: fr.link.resume.claim }).click()
  await page.waitForURL(/\/connections\/[^/]+\/consent$/)
  await elsewhere.context().close()
})

test('two tabs, finished in reverse order: both banks are linked', async ({ page, context, member }) => {
  await signIn(page, member)
  const second = await context.newPage()
  await leaveForBank(page, banks.rives)
  await leaveForBank(second, banks.vallees)
  await authenticate(second, customers.camilleAtVallees)
  await approve(second)
  await second.waitForURL(/\/connections\/[^/]+\/consent$/)
  await authenticate(page, customers.julien)
  await approve(page)
  await page.waitForURL(/\/connections\/[^/]+\/consent$/)
  expect(connectionIdOf(page)).not.toBe(connectionIdOf(second))
  await expect(page.getByText(banks.rives.name).first()).toBeVisible()
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
  const callback = await holdCallback(page, () => approve(page))
  const [one, other] = await Promise.all([
    page.request.get(callback, { maxRedirects: 0 }),
    page.request.get(callback, { maxRedirects: 0 }),
  ])
  expect(one.status()).toBe(303)
  expect(other.headers().location).toBe(one.headers().location)
  expect(one.headers().location).toMatch(/\/connections\/[^/]+\/consent$/)
  expect(one.headers()['referrer-policy']).toBe('no-referrer')
  const { rows } = await database.query(`SELECT 1 FROM "BankCall" WHERE "userId" = $1 AND operation LIKE 'token%'`, [
    member.id,
  ])
  expect(rows.length, 'one token call').toBe(1)
  await page.goto(callback)
  await expect(page).toHaveURL(/\/connections\/[^/]+(\/consent)?$/)
})

test('a link that never was, and one of another bank, get their own page', async ({ page, member }) => {
  await signIn(page, member)
  await page.goto(`${appUrl}/callback/19870?code=x&state=nobody-ever-began-this`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(fr.failures.linkFailures.unknown_link.title)
  await expectAccessible(page)
  await page.goto(`${appUrl}/callback/19870`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

/** Lets the bank answer but keeps the browser from following: the address it would have gone to. */
async function holdCallback(page: import('@playwright/test').Page, act: () => Promise<void>): Promise<string> {
  const pattern = `${appUrl}/callback/**`
  const caught = new Promise<string>(done => {
    void page.route(pattern, async route => {
      done(route.request().url())
      await route.fulfill({ status: 204 })
    })
  })
  await act()
  const url = await caught
  await page.unroute(pattern)
  return url
}
