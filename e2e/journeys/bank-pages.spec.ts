import { pathOf, sections } from '@guichet/sandbox/desk/page-parts.ts'
import { paymentBody, paymentsPath } from '@guichet/sandbox/pis/test-payments.ts'
import { tokenPath } from '@guichet/sandbox/wire/test-application.ts'
import type { TestCall } from '@guichet/sandbox/wire/test-client.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from '#testing/browser/accessible.ts'
import { type Customer, customers, giveCode, giveIdentifier, givePassword } from '#testing/browser/bank.ts'
import { startOtherTpp } from '#testing/browser/bank-tpp.ts'
import { expect, isEveryLook, isWalked, type Language, test } from '#testing/browser/guichet.ts'
import { bankStartPage } from '#testing/browser/stack-settings.ts'

const bankHome = bankStartPage.replace('//', '//19870.')
const looks = [
  { colorScheme: 'light', width: 1280, height: 900, language: 'fr' },
  { colorScheme: 'dark', width: 390, height: 844, language: 'en' },
] as const

/**
 * Checks the current page on a desktop in light mode and a phone in dark mode: accessible, and no wider than the screen. axe
 * takes seconds for long pages, so the short form uses it for the desktop in French and the phone in English, the long one for
 * all four.
 */
async function expectGoodEverywhere(page: Page) {
  const language = await page.locator('html').getAttribute('lang')
  for (const { colorScheme, language: own, ...size } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize(size)
    if (isEveryLook || own === language) await expectAccessible(page)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `${page.url()} at ${size.width} px`).toBeLessThanOrEqual(0)
  }
}

/** Node's own resolver does not know names below localhost. */
async function askDesk(page: Page, path: string, json: unknown): Promise<void> {
  const answer = await page.evaluate(
    async ([address, body]) => {
      const { status } = await fetch(address, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
      return status
    },
    [`${bankStartPage}/desk/api${path}`, JSON.stringify(json)] as const,
  )
  expect(answer).toBe(201)
}

for (const [language, locale, organisation] of [
  ['fr', 'fr-FR', 55_510],
  ['en', 'en-GB', 55_520],
] as const) {
  test.describe(`the bank in ${language}`, () => {
    test.use({ locale })

    if (isWalked(language, 'en'))
      test('start page, home, phone: for everyone to read', async ({ page }) => {
        for (const address of [
          bankStartPage,
          bankHome,
          `${bankHome}/phone`,
          `${bankStartPage}/reference`,
          `${bankStartPage}/#call`,
        ]) {
          await page.goto(address)
          await expect(page.locator('html')).toHaveAttribute('lang', language)
          await expectGoodEverywhere(page)
        }
      })

    const references =
      language === 'fr' || isEveryLook ? ['account-information', 'payment-initiation', 'registration'] : []
    for (const name of references) {
      test(`the reference of ${name}`, async ({ page }) => {
        await page.goto(`${bankStartPage}/reference/${name}`)
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        await expectGoodEverywhere(page)
      })
    }

    if (isWalked(language, 'fr'))
      test('the desk, with something on it', async ({ page }) => {
        await page.goto(`${bankStartPage}/desk`)
        // At a bank that no other journey uses.
        await askDesk(page, '/faults', {
          fault: { kind: 'delay' },
          endpoint: 'GET /accounts/{id}/overdrafts',
          calls: 1,
        })
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        await expectGoodEverywhere(page)
        for (const section of sections.filter(name => name !== 'wire')) {
          await page.goto(`${bankStartPage}${pathOf(section)}?person=camille-bernard`)
          for (const drawer of await page.locator('details.drawer > summary').all()) await drawer.click()
          await expectGoodEverywhere(page)
        }
        await page.goto(`${bankStartPage}/desk`)
        const calls = page.locator('.calls details > summary')
        if ((await calls.count()) > 0) await calls.first().click()
        await expectGoodEverywhere(page)
      })

    if (isWalked(language, 'fr'))
      test('authorizing, to the last screen', async ({ page }, info) => {
        const tpp = await startOtherTpp(info.outputPath('tpp'), `PSDFR-ACPR-${organisation + 1}`)
        const query = new URLSearchParams({
          response_type: 'code',
          client_id: tpp.clientId,
          redirect_uri: tpp.tppOrigin,
          scope: 'aisp',
          state: 's',
        })
        await page.goto(`${bankHome}/stet/psd2/oauth/authorize?${query}`)
        await expectGoodEverywhere(page)
        await identifyEverywhere(page, language)
        await page.goto(`${bankHome}/stet/psd2/oauth/authorize?client_id=nobody`)
        await expectGoodEverywhere(page)
        await tpp.stop()
      })

    if (isWalked(language, 'en'))
      test('a payment: asked by a signed request, authorised on every screen, confirmed, executed', async ({
        page,
      }, info) => {
        const tpp = await startOtherTpp(info.outputPath('tpp'), `PSDFR-ACPR-${organisation + 2}`)
        const { clientId, tppOrigin } = tpp
        const token = async (fields: Record<string, string>) =>
          String((await tpp.form(tokenPath, { client_id: clientId, ...fields })).body.access_token)
        const asPisp = await token({ grant_type: 'client_credentials', scope: 'pisp' })
        const headers = { 'x-request-id': crypto.randomUUID() }
        const signed = (call: Partial<TestCall> & { path: string }) =>
          tpp.call({ keyId: 'seal-1', token: asPisp, headers, ...call })
        const order = paymentBody({ amount: '42.50' })
        const report = {
          successfulReportUrl: `${tppOrigin}/paid?order=7`,
          unsuccessfulReportUrl: `${tppOrigin}/not-paid`,
        }
        const body = JSON.stringify({ ...order, supplementaryData: { ...order.supplementaryData, ...report } })
        const asked = await signed({ method: 'POST', path: paymentsPath, body })
        expect(asked.status, asked.text).toBe(201)
        await page.goto(asked.body._links.consentApproval.href)
        await expectGoodEverywhere(page)
        await identifyEverywhere(page, language, customers.lea)
        await page.getByRole('radio').first().check()
        const next = { fr: /Continuer|Choisir/, en: /Continue|Choose/ }[language]
        await page.getByRole('main').getByRole('button').filter({ hasText: next }).first().click()
        // Amount and payee stand beside the code (dynamic linking).
        await expect(page.getByText(/42[.,]50/).first()).toBeVisible()
        await expect(page.getByText('Librairie du Port').first()).toBeVisible()
        await expectGoodEverywhere(page)
        await giveCode(page, language)
        await expectGoodEverywhere(page)
        await page.getByRole('main').getByRole('button').first().click()
        await page.waitForURL(url => url.origin === tppOrigin && url.pathname === '/paid')

        const callback = new URL(page.url())
        expect(callback.searchParams.get('order')).toBe('7')
        const confirming = await token({
          grant_type: 'authorization_code',
          code: callback.searchParams.get('code') ?? '',
          redirect_uri: report.successfulReportUrl,
        })
        const path = String(asked.headers.location ?? '').replace(/^https:\/\/[^/]+/, '')
        const status = async () => (await signed({ path })).body.paymentRequest.paymentInformationStatus
        expect(await status()).toBe('ACSP')
        const confirm = () =>
          tpp.call({ method: 'POST', path: `${path}/o-confirmation`, token: confirming, keyId: 'seal-1', body: '{}' })
        const confirmed = await confirm()
        expect(confirmed.status, confirmed.text).toBe(200)
        await expect.poll(status).toBe('ACSC')
        expect((await confirm()).status, 'a second confirmation (bank:D54)').toBe(409)
        // The nonce is used, so its link shows the bank's own page.
        await page.goto(asked.body._links.consentApproval.href)
        await expectGoodEverywhere(page)
        await tpp.stop()
      })

    if (isWalked(language, 'fr'))
      test('the online banking of the fallback mode', async ({ page }, info) => {
        const tpp = await startOtherTpp(info.outputPath('tpp'), `PSDFR-ACPR-${organisation + 3}`)
        const fields = { client_id: tpp.clientId, grant_type: 'client_credentials', scope: 'aisp' }
        const sent = await tpp.form(tokenPath, fields, { headers: { fallback: '1' } })
        expect(sent.status, sent.text).toBe(302)
        await page.goto(sent.headers.location ?? '')
        await expectGoodEverywhere(page)
        await giveIdentifier(page, customers.ines, language)
        await givePassword(page, customers.ines, language)
        await giveCode(page, language)
        await expectGoodEverywhere(page)
        await page.getByRole('main').getByRole('link').first().click()
        await expectGoodEverywhere(page)
        await tpp.stop()
      })
  })
}

/** Up to the question behind the strong authentication, with a look at every page on the way. */
async function identifyEverywhere(page: Page, language: Language, customer: Customer = customers.ines) {
  for (const give of [giveIdentifier, givePassword]) {
    await give(page, customer, language)
    await expectGoodEverywhere(page)
  }
  await giveCode(page, language)
  await expectGoodEverywhere(page)
}
