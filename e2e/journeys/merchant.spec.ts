import { createServer } from 'node:http'
import type { Browser, Page } from '@playwright/test'
import { freePort } from '#scripts/run/postgres.ts'
import { expectAccessible, expectReadable } from '#testing/browser/accessible.ts'
import { expect, fill, findMailed, type Language, looksOf, signIn, test, words } from '#testing/browser/guichet.ts'
import { makeBatch, newPayer, payee, sellAtTill, walk } from '#testing/browser/shop.ts'
import { appUrl } from '#testing/browser/stack-settings.ts'

const { merchant: fr } = words.fr
const { merchant: en } = words.en

/** A merchant from the start to a paid link: organisation, account, link, payment, members, in both languages. */
const say = { fr, en }
const main = (page: Page) => page.getByRole('main')

async function makeOrganisation(page: Page, language: Language, name: string) {
  const t = say[language]
  await page.goto(`${appUrl}/merchant`)
  await page.waitForURL(`${appUrl}/organisation/new`)
  await page.getByLabel(t.org.name, { exact: true }).fill(name)
  await page.getByRole('button', { name: t.new.make }).click()
  await page.waitForURL(`${appUrl}/merchant`)
}

async function nameAccount(page: Page, language: Language) {
  const t = say[language].account
  await page.goto(`${appUrl}/organisation`)
  await page.getByLabel(t.iban, { exact: true }).fill('DE89 3704 0044 0532 0130 01')
  await page.getByRole('button', { name: t.set }).click()
  await expect(page.getByText(t.faults.iban_invalid).first()).toBeVisible()
  await page.getByLabel(t.iban, { exact: true }).fill('DE89 3704 0044 0532 0130 00')
  await page.getByLabel(t.bic, { exact: true }).fill('RIVLFRPP')
  await page.getByRole('button', { name: t.set }).click()
  await expect(page.getByText(t.faults.bic_other_country).first()).toBeVisible()
  const said = words[language].verification
  await page.getByLabel(t.bic, { exact: true }).fill('')
  await page.getByLabel(t.iban, { exact: true }).fill('FR7619872001750025491006638')
  await page.getByRole('button', { name: t.set }).click()
  await expect(page.getByText(said.bank.noneTitle)).toBeVisible()
  // Below the top bar nothing is half covered.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessible(page)
  await page.getByLabel(t.iban, { exact: true }).fill('DE89 3704 0044 0532 0130 00')
  await page.getByLabel(t.bic, { exact: true }).fill('COBADEFF')
  await page.getByRole('button', { name: t.set }).click()
  await expect(page.getByText(said.notTitle)).toBeVisible()
  await page.getByRole('button', { name: said.save }).click()
  await expect(page.getByText('DE89 3704 0044 0532 0130 00')).toBeVisible()
}

async function makeLink(page: Page, language: Language, title: string) {
  const t = say[language].linkForm
  await page.goto(`${appUrl}/links/new`)
  await page.getByLabel(t.name, { exact: true }).fill(title)
  await page.getByRole('button', { name: t.make }).click()
  await expect(page.getByText(t.faults.amount).first()).toBeVisible()
  await page.getByLabel(t.amount, { exact: true }).fill('12,50')
  await page.getByRole('button', { name: t.make }).click()
  await page.waitForURL(/\/links\/[0-9a-f-]{36}$/)
  return (await main(page).getByRole('link', { name: /\/l\// }).getAttribute('href')) ?? ''
}

async function payAt(page: Page, payPage: string) {
  const consent = await page.request.post(`${appUrl}${payPage}/start`, {
    form: { bank: '19870' },
    headers: { 'sec-fetch-site': 'same-origin' },
    maxRedirects: 0,
  })
  await page.request.get(await walk(consent.headers().location ?? '', await newPayer()))
}

/** As copied, on a site of another origin whose policy allows our script alone; without scripts it is a link. */
async function pressButtonElsewhere(browser: Browser, snippet: string, address: string) {
  const policy = `default-src 'none'; script-src ${appUrl}`
  const florist = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
    response.end(`<!doctype html><html lang="fr"><title>Florist</title><body>${snippet}</body></html>`)
  })
  const port = await freePort()
  await new Promise<void>(done => florist.listen(port, '127.0.0.1', done))
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ javaScriptEnabled })
    const site = await context.newPage()
    await site.goto(`http://florist.localhost:${port}/`)
    // Drawn by the script, in a shadow root.
    await expect(site.locator('guichet-pay svg')).toHaveCount(javaScriptEnabled ? 1 : 0)
    await site.getByRole('link').click()
    await site.waitForURL(url => url.pathname === new URL(address, appUrl).pathname)
    await context.close()
  }
  florist.close()
}

/** Shown as a code, paid before the cashier's eyes. */
async function payAtTill(page: Page, language: Language, pay: (saleId: string) => Promise<void>) {
  const t = words[language].till
  const saleId = await sellAtTill(page, language === 'fr' ? '4,5' : '4.5', language)
  await expect(page.getByRole('heading', { name: t.states.waiting.title })).toBeVisible()
  await expectReadable(page)
  await pay(saleId)
  await expect(page.getByRole('heading', { name: t.states.paid.title, exact: true })).toBeVisible()
  return `/till/${saleId}`
}

const sizes = { light: { width: 1280, height: 900 }, dark: { width: 390, height: 844 } } as const

for (const [language, look] of looksOf('fr', 'light'))
  test.describe(`${language}, ${look}`, () => {
    test.use({ locale: language === 'fr' ? 'fr-FR' : 'en-GB', colorScheme: look, viewport: sizes[look] })

    test('from nothing to a paid link, every page without a barrier', async ({ page, browser, member, database }) => {
      const t = say[language]
      await signIn(page, member)
      await makeOrganisation(page, language, payee.name)
      await nameAccount(page, language)
      const address = await makeLink(page, language, 'Atelier')
      const linkPage = new URL(page.url()).pathname
      const snippet = await main(page).locator('pre').textContent()
      await pressButtonElsewhere(browser, snippet ?? '', address)
      await page.goto(address)
      await page.getByRole('main').getByRole('button').first().click()
      await page.waitForURL(/\/pay\//)
      const [{ id }] = (
        await database.query(
          `SELECT o.id FROM "PaymentOrder" o JOIN "Membership" m ON m."organisationId" = o."ownerId" WHERE m."userId" = $1`,
          [member.id],
        )
      ).rows
      await page.goto(`${appUrl}/payments/${id}`)
      await expect(main(page).getByText(t.statuses.open, { exact: true })).toBeVisible()
      const publicId = (await main(page).getByRole('link', { name: t.payment.open }).getAttribute('href')) ?? ''
      await payAt(page, publicId)
      await expect(main(page).getByText(t.statuses.executed, { exact: true })).toBeVisible()
      await expect(main(page).getByText(t.events.attempt_executed)).toBeVisible()

      const batch = await makeBatch(page, language)
      const sale = await payAtTill(page, language, async saleId => {
        const { rows } = await database.query(`SELECT "publicId" FROM "PaymentOrder" WHERE id = $1`, [saleId])
        await payAt(page, `/pay/${rows[0].publicId}`)
      })

      const pages = [
        '/till',
        sale,
        '/merchant',
        '/payments',
        '/payments?status=executed&min=12,50',
        `/payments/${id}`,
        '/links',
        '/links/new',
        '/links/batches',
        `/links/batches/${batch}`,
        `/links/batches/${batch}/print`,
        linkPage,
        `${linkPage}/poster`,
        '/invoices',
        '/invoices/new',
        '/invoices/settings',
        '/activation',
        '/organisation',
        '/organisation/members',
        '/organisation/new',
      ]
      for (const path of pages) {
        await page.goto(`${appUrl}${path}`)
        await expectReadable(page)
      }
    })
  })

test('a member is invited, joins as another person, and sees what the role allows', async ({
  page,
  browser,
  member,
  database,
}) => {
  const t = fr
  await signIn(page, member)
  await makeOrganisation(page, 'fr', payee.name)
  const guestId = crypto.randomUUID()
  const email = `guest-${guestId}@guichet.example`
  await database.query(
    `INSERT INTO "User" (id, email, name, "passwordHash", locale) SELECT $1, $2, 'Gaël Invité', "passwordHash", 'fr' FROM "User" WHERE id = $3`,
    [guestId, email, member.id],
  )
  await page.goto(`${appUrl}/organisation/members`)
  await page.getByLabel(t.invite.email, { exact: true }).fill(email)
  await page.getByRole('button', { name: t.invite.send, exact: true }).click()
  await expect(page.getByText(fill(t.invite.mailed, { email }))).toBeVisible()
  const url = await findMailed({ email }, mails => /http\S+\/invitation\/[\w-]{43}/.exec(JSON.stringify(mails))?.[0])
  await expect(main(page)).not.toContainText(url)
  await page.goto(url)
  await expect(page.getByText(t.invitation.otherTitle)).toBeVisible()

  const guest = await (await browser.newContext({ locale: 'fr-FR' })).newPage()
  await guest.goto(url)
  await expect(guest.getByText(fill(words.fr.auth.invited, { inviter: member.name, name: payee.name }))).toBeVisible()
  await signIn(guest, { ...member, email }, new URL(url).pathname)
  await guest.getByRole('button', { name: t.invitation.accept }).click()
  await guest.waitForURL(`${appUrl}/merchant`)
  await guest.goto(`${appUrl}/links/new`)
  await expect(guest.getByText(fill(t.refused, { name: payee.name }))).toBeVisible()
  await guest.goto(url)
  await expect(guest.getByText(fill(t.invitation.joined, { name: payee.name }))).toBeVisible()

  await page.goto(`${appUrl}/organisation/members`)
  await page.getByRole('button', { name: fill(t.team.removeOf, { name: 'Gaël Invité' }) }).click()
  await page.getByRole('button', { name: t.team.removeYes }).click()
  await expect(page.getByText('Gaël Invité')).toHaveCount(0)
  await guest.goto(`${appUrl}/merchant`)
  await guest.waitForURL(`${appUrl}/organisation/new`)
  await page.getByRole('button', { name: fill(t.team.leave, { name: payee.name }) }).click()
  await page.getByRole('button', { name: t.team.leaveYes }).click()
  await expect(page.getByText(t.team.lastOwner)).toBeVisible()
  await guest.context().close()
})
