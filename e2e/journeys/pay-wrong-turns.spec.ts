import { nameBank } from '#lib/domain/bank/french-name.ts'
import { expectAccessible } from '#testing/browser/accessible.ts'
import { giveIdentifier } from '#testing/browser/bank.ts'
import { expect, fill, test } from '#testing/browser/guichet.ts'
import {
  atBank,
  attemptStatuses,
  bank,
  comeBackPaid,
  leaveToPay,
  newOrder,
  newPayer,
  startWithoutHands,
  walk,
} from '#testing/browser/shop.ts'
import { appUrl } from '#testing/browser/stack-settings.ts'
import { words } from '#testing/browser/words.ts'

const { pay: say } = words.fr

const heading = { level: 1 } as const

test('the bank’s link opened twice: the bank says no, our page begins anew (P6)', async ({
  page,
  browser,
  database,
}) => {
  const payer = await newPayer()
  const order = await newOrder(database)
  const consentUrl = await startWithoutHands(page, order.publicId)
  await page.goto(consentUrl)
  const other = await (await browser.newContext({ locale: 'fr-FR' })).newPage()
  await other.goto(consentUrl)
  await expect(other.getByRole('radio')).toHaveCount(0)
  await other.goto(`${order.url}/result`)
  await expect(other.getByRole('heading', heading)).toHaveText(say.result.stages.waiting.title)
  await other.getByRole('link', { name: say.result.retry }).click()
  await expect(other.getByText(fill(say.choose.waitingTitle, nameBank(bank.name)))).toBeVisible()
  await expectAccessible(other)
  await comeBackPaid(other, order, payer)
  await expect(other.getByRole('heading', heading)).toHaveText(say.result.stages.paid.title)
  expect(await attemptStatuses(database, order.id)).toEqual(['abandoned', 'executed'])
  await other.context().close()
})

test('a bank that takes its time: the payer on the way there is not called back', async ({ page, database }) => {
  const order = await newOrder(database)
  await page.goto(order.url)
  await page.route(`${order.url}/start`, async route => {
    const answer = await route.fetch({ maxRedirects: 0 })
    // The page learns of this try before the browser gets the redirect.
    await page.waitForResponse(`${appUrl}/api/pay/${order.publicId}`)
    await route.fulfill({ response: answer })
  })
  await leaveToPay(page, say.choose.pay)
  expect(await attemptStatuses(database, order.id)).toEqual(['redirected'])
})

test('a press before the scripts run, and a bank that takes its time: the payer still gets there', async ({
  page,
  database,
}) => {
  const order = await newOrder(database)
  await page.route(`${order.url}/start`, async route => {
    const answer = await route.fetch({ maxRedirects: 0 })
    // Only now the page's scripts begin to run: they see the end of the loading, and this try.
    scripts.resolve()
    await page.waitForResponse(`${appUrl}/api/pay/${order.publicId}`)
    await page.waitForResponse(`${appUrl}/api/pay/${order.publicId}`)
    await route.fulfill({ response: answer })
  })
  const scripts = Promise.withResolvers<void>()
  await page.route(/\/_next\/static\/.*\.js/, async route => {
    await scripts.promise
    await route.continue()
  })
  await page.goto(order.url, { waitUntil: 'commit' })
  await leaveToPay(page, say.choose.pay)
  expect(await attemptStatuses(database, order.id)).toEqual(['redirected'])
})

test('the back button from the bank: what waits is said, and paying again pays once', async ({ page, database }) => {
  const payer = await newPayer()
  const order = await newOrder(database)
  await page.goto(order.url)
  await leaveToPay(page, say.choose.pay)
  await page.goBack()
  await expect(page.getByText(fill(say.choose.waitingTitle, nameBank(bank.name)))).toBeVisible()
  // The last bank is now the first: a browser that restores a form by places would tick another.
  await expect(page.getByRole('radio').first()).toHaveAccessibleName(new RegExp(bank.name))
  await expect(page.getByRole('radio').first()).toBeChecked()
  await comeBackPaid(page, order, payer)
  await page.goto(order.url)
  await page.waitForURL(`${order.url}/result`)
  await expect(page.getByRole('heading', heading)).toHaveText(say.result.stages.paid.title)
  expect(await attemptStatuses(database, order.id)).toEqual(['abandoned', 'executed'])
})

test('a double click on the button: one bank page that asks who one is, one payment', async ({ page, database }) => {
  const order = await newOrder(database)
  await page.goto(order.url)
  await page.getByRole('radio', { name: new RegExp(bank.name) }).check()
  await page.getByRole('button', { name: say.choose.pay }).dblclick()
  await page.waitForURL(atBank)
  await giveIdentifier(page, await newPayer())
  const statuses = await attemptStatuses(database, order.id)
  expect(statuses.filter(status => status !== 'abandoned')).toEqual(['redirected'])
})

test('two tabs at the bank: the older one is not paid, the newer one is, both say the truth', async ({
  page,
  context,
  database,
}) => {
  const payer = await newPayer()
  const order = await newOrder(database)
  const first = await startWithoutHands(page, order.publicId)
  const second = await startWithoutHands(page, order.publicId)
  const tab = await context.newPage()
  await tab.goto(await walk(first, payer))
  await tab.waitForURL(`${order.url}/result?try=1`)
  await expect(tab.getByRole('heading', heading)).toHaveText(say.result.stages.replaced.title)
  await expectAccessible(tab)
  await page.goto(await walk(second, payer))
  await expect(page.getByRole('heading', heading)).toHaveText(say.result.stages.paid.title)
  await expect(tab.getByRole('heading', heading)).toHaveText(say.result.stages.paid.title)
  expect(await attemptStatuses(database, order.id)).toEqual(['abandoned', 'executed'])
})
