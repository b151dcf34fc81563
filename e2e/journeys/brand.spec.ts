import { expectAccessible } from '#testing/browser/accessible.ts'
import { expect, signIn, test } from '#testing/browser/guichet.ts'
import { newOrder, newOrganisation, payee, shopUrl, testIban } from '#testing/browser/shop.ts'
import { appUrl } from '#testing/browser/stack-settings.ts'
import { words } from '#testing/browser/words.ts'

const { merchant, pay } = words.fr

const say = merchant.brand
test.use({ locale: 'fr-FR' })

/** A red square. */
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#c8143c"/></svg>'

test('a merchant’s logo, colour and address reach its payers', async ({ page, member, database }) => {
  const ownerId = await newOrganisation(database, { userId: member.id, home: shopUrl })
  const order = await newOrder(database, { ownerId })
  await signIn(page, member, '/organisation')
  const file = page.getByLabel(say.logo, { exact: true })
  const logo = page.locator('#brand img[src^="/images/merchants/"]')
  await file.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg><script/></svg>') })
  await page.getByRole('button', { name: say.upload }).click()
  await expect(page.locator('#brand').getByText(say.faults.type).first()).toBeVisible()
  await file.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) })
  await page.getByRole('button', { name: say.upload }).click()
  await expect(logo.first()).toBeAttached()
  await page.getByLabel(say.colour, { exact: true }).fill('#c8143c')
  await page.getByRole('button', { name: say.saveColour }).click()
  const form = page.locator('form').filter({ has: page.getByLabel(say.colour, { exact: true }) })
  await expect(form.getByText(say.saved)).toBeVisible()

  await page.goto(order.url)
  const mark = page.locator('header img[src^="/images/merchants/"]')
  expect(await mark.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(160)
  await expect(page.getByText(payee.name, { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'shop@guichet.example' })).toBeVisible()
  await expect(page.getByRole('button', { name: pay.choose.pay })).toHaveCSS('background-color', 'rgb(200, 20, 60)')
  await expectAccessible(page)
})

test('on a phone the banks are in the first screen, and each value of a transfer is copied and announced', async ({
  browser,
  database,
}) => {
  const context = await browser.newContext({
    locale: 'fr-FR',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await context.newPage()
  const order = await newOrder(database, { iban: testIban })
  await page.goto(order.url)
  await expect(page.getByRole('radio').first()).toBeInViewport()
  await page.goto(`${order.url}/transfer`)
  await expect(page.getByRole('img', { name: pay.transfer.qrLabel })).toHaveCount(0)
  const label = pay.transfer.copy.replace('{what}', pay.transfer.iban)
  await page.getByRole('button', { name: label }).click()
  await expect(page.getByRole('status').getByText(pay.transfer.copied)).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(testIban)
  await page.getByText(pay.transfer.qrShow).click()
  await expect(page.getByRole('img', { name: pay.transfer.qrLabel })).toBeVisible()
  expect((await page.request.get(`${appUrl}/api/pay/${order.publicId}/transfer/qr`)).headers()['content-type']).toBe(
    'image/svg+xml',
  )
  await context.close()
})
