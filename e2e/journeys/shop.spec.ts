import { type ChildProcess, spawn } from 'node:child_process'
import type { Page } from '@playwright/test'
import { freePort } from '#scripts/run/postgres.ts'
import { expectReadable } from '#testing/browser/accessible.ts'
import { expect, inVariants, signIn, test } from '#testing/browser/guichet.ts'
import { newOrganisation, newPayer, startWithoutHands, walk } from '#testing/browser/shop.ts'
import { apiUrl, appUrl } from '#testing/browser/stack-settings.ts'
import { words } from '#testing/browser/words.ts'

const { keys: frKeys, webhooks: frHooks } = words.fr
const { keys: enKeys, webhooks: enHooks } = words.en

/** The example shop: a key and an endpoint made manually, a checkout, the bank, and the webhook that reports "paid". */

const main = (page: Page) => page.getByRole('main')
const shown = (page: Page) => main(page).locator('code.select-all')

async function open(page: Page, path: string) {
  await page.goto(`${appUrl}${path}`)
  await expectReadable(page)
}

inVariants('en', ({ language }) => {
  const [say, hooks] = language === 'fr' ? [frKeys, frHooks] : [enKeys, enHooks]
  let shop: ChildProcess | null = null
  test.afterEach(() => void shop?.kill())

  test('from the shop to paid, by key and webhook', async ({ page, member, database }) => {
    const port = await freePort()
    const home = `http://localhost:${port}/`
    await newOrganisation(database, { userId: member.id, home })
    await signIn(page, member)

    await open(page, '/keys')
    await page.getByLabel(say.name, { exact: true }).fill('Boutique')
    await page.getByRole('button', { name: say.create }).click()
    const key = (await shown(page).textContent()) ?? ''
    expect(key).toMatch(/^gk_test_[\w-]{43}$/)
    await expectReadable(page)
    await page.reload()
    await expect(page.getByText(key)).toHaveCount(0)
    await expect(main(page).getByText(`gk_test_…${key.slice(-4)}`)).toBeVisible()

    await open(page, '/docs/api')
    await expect(page.getByRole('heading', { name: say.reference.schemas })).toBeVisible()
    await expect(main(page).getByText(`"return_url": "${home}"`)).toBeVisible()
    await page.getByRole('button', { name: say.reference.steps.makeKey }).click()
    await expect(shown(page)).toHaveText(new RegExp(`^export GUICHET_ORIGIN=${apiUrl} GUICHET_KEY=gk_test_[\\w-]{43}$`))
    await expectReadable(page)

    await open(page, '/webhooks')
    await page.getByLabel(hooks.url, { exact: true }).fill('https://10.0.0.1/hooks')
    await page.getByRole('button', { name: hooks.create }).click()
    await expect(page.getByText(hooks.urlFaults.ip_literal).first()).toBeVisible()
    await page.getByLabel(hooks.url, { exact: true }).fill(`${home}hooks`)
    await page.getByRole('button', { name: hooks.create }).click()
    const secret = (await shown(page).textContent()) ?? ''
    expect(secret).toMatch(/^whsec_/)
    await expectReadable(page)

    shop = spawn(process.execPath, ['examples/shop/shop.ts'], {
      env: {
        ...process.env,
        GUICHET_ORIGIN: apiUrl,
        GUICHET_KEY: key,
        GUICHET_SECRET: secret,
        SHOP_PORT: String(port),
      },
      stdio: 'inherit',
    })
    const ask = () =>
      page.request.get(home).then(
        answer => answer.text(),
        () => 'not there yet',
      )
    await expect.poll(ask).toContain('A book')

    // The buyer has their own window, because the page follows the payment by itself and the merchant navigates.
    const shopper = await page.context().newPage()
    await shopper.goto(home)
    await shopper.getByRole('button', { name: 'Buy' }).click()
    await shopper.waitForURL(/\/pay\/[\w-]{22}$/)
    const publicId = shopper.url().split('/').at(-1) ?? ''
    const back = await walk(await startWithoutHands(shopper, publicId), await newPayer())
    await page.request.get(back)
    await expect(shopper.getByRole('heading', { level: 1 })).toHaveText('A book, 24.90 EUR: paid')
    await shopper.close()

    await page.goto(`${appUrl}/webhooks`)
    await main(page)
      .getByRole('link', { name: new RegExp(`:${port}/hooks`) })
      .click()
    await expect(main(page).getByText('payment.executed', { exact: false }).first()).toBeVisible()
    await expect(main(page).getByText(hooks.statuses.delivered).first()).toBeVisible()
    await page.getByRole('button', { name: hooks.test }).click()
    await expect(main(page).getByRole('heading', { name: 'endpoint.test' })).toBeVisible()
    await expectReadable(page)

    await page.goto(`${appUrl}/keys`)
    await main(page).getByRole('link', { name: 'Boutique' }).click()
    await page.getByRole('button', { name: say.revokeOf.replace('{name}', 'Boutique') }).click()
    await page.getByRole('button', { name: say.revoke, exact: true }).click()
    await expect(main(page).getByText(say.revoked, { exact: true })).toBeVisible()
    const refused = await page.request.get(`${appUrl}/api/v1/payments`, {
      headers: { authorization: `Bearer ${key}` },
    })
    expect(refused.status()).toBe(401)
  })
})
