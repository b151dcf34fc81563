import { groupIban } from '@guichet/values/money/iban-text.ts'
import type { Page } from '@playwright/test'
import type pg from 'pg'
import { askDesk } from '#testing/bank/desk.ts'
import { expectReadable } from '#testing/browser/accessible.ts'
import { banks, type DeskCustomer, newCustomer, sendAndStay } from '#testing/browser/bank.ts'
import {
  confirmAddress,
  expect,
  fill,
  findMailed,
  type Language,
  linkEverything,
  looksOf,
  newMember,
  signIn,
  signUpHere,
  test,
  words,
} from '#testing/browser/guichet.ts'
import { attemptStatuses, walk } from '#testing/browser/shop.ts'
import { appUrl, settings } from '#testing/browser/stack-settings.ts'

const { activation: frActivation, operatorMerchants: frOperator, pay: frPay } = words.fr
const { activation: enActivation, operatorMerchants: enOperator, pay: enPay } = words.en

/** From sign-up to the first live payment, by the account's bank or by an operator; and an organisation that stays refused. */

const say = {
  fr: { activation: frActivation, operator: frOperator, pay: frPay },
  en: { activation: enActivation, operator: enOperator, pay: enPay },
}
const sizes = { light: { width: 1440, height: 900 }, dark: { width: 390, height: 844 } } as const
const company = {
  name: 'Atelier Parcours',
  legalName: 'Odile Parcours',
  registrationNumber: '732 829 320',
  addressLines: '12 quai Duperré\n17000 La Rochelle',
}

/** A number with its check digit that nobody else has. */
function newSiren(): string {
  const digits = String(Math.floor(10_000_000 + Math.random() * 89_999_999))
  const sum = [...digits].reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

async function makeOrganisation(page: Page, language: Language, details: Partial<typeof company>) {
  const t = words[language].merchant
  await page.goto(`${appUrl}/organisation/new`)
  for (const name of ['name', 'legalName', 'registrationNumber'] as const) {
    await page.getByLabel(t.org[name], { exact: true }).fill(details[name] ?? '')
  }
  await page.getByLabel(t.org.addressLines, { exact: true }).fill(details.addressLines ?? '')
  await page.getByRole('button', { name: t.new.make }).click()
  await page.waitForURL(`${appUrl}/merchant`)
}

/** Names the account; what its bank answers about the holder stands in the way of nobody. */
async function nameAccount(page: Page, language: Language, holder: string, iban: string) {
  const t = words[language].merchant.account
  await page.goto(`${appUrl}/organisation`)
  await page.getByLabel(t.name, { exact: true }).fill(holder)
  await page.getByLabel(t.iban, { exact: true }).fill(iban)
  await page.getByRole('button', { name: t.set }).click()
  const anyway = page.getByRole('button', { name: words[language].verification.save })
  const shown = page.getByText(groupIban(iban.replaceAll(' ', '')), { exact: true })
  await expect(anyway.or(shown).first()).toBeVisible()
  if (await anyway.isVisible()) await anyway.click()
  await expect(shown).toBeVisible()
}

/** Names the representative, says what is sold and accepts the contract. */
async function nameRepresentative(page: Page, language: Language) {
  const { business, contract, representative: t } = say[language].activation
  await page.goto(`${appUrl}/activation`)
  await page.getByLabel(business.activity, { exact: true }).fill('Livres et cartes')
  await page.locator('#business').getByRole('button', { name: business.save, exact: true }).click()
  await expect(page.locator('#business').getByText('Livres et cartes')).toBeVisible()
  await page.getByRole('button', { name: contract.accept }).click()
  await expect(page.getByRole('button', { name: contract.accept })).toHaveCount(0)
  await page.locator('#representative-name').fill('Odile Parcours')
  await page.getByLabel(t.role, { exact: true }).fill('Gérante')
  await page.getByRole('button', { name: t.save }).click()
  await expect(page.getByText('Odile Parcours, Gérante')).toBeVisible()
}

/** The answer to a live key or link, asked for past the page. */
async function askLive(page: Page, what: 'keys' | 'links') {
  const body = what === 'keys' ? { name: 'Shop', mode: 'live', scopes: ['payments:write'] } : liveLink
  const headers = { 'sec-fetch-site': 'same-origin' }
  const answer = await page.request.post(`${appUrl}/api/merchant/${what}?mode=live`, { data: body, headers })
  return { status: answer.status(), body: (await answer.json()) as { code?: string; missing?: string[] } }
}
const liveLink = { mode: 'live', title: 'Don', amount: '12.50', isReusable: true }

const badge = (page: Page, text: string) => page.getByRole('main').getByText(text, { exact: true }).first()

/** Moves a bank out of the sandbox's platform, with our registration there, so that it takes live payments and no others. */
async function openLiveBank(database: pg.Client) {
  const { code, name } = banks.oleron
  await database.query(
    `INSERT INTO "Registration" (platform, "clientId", "keyId", "certificateFingerprint", registered, "updatedAt")
     SELECT 'live', "clientId", "keyId", "certificateFingerprint", registered, now() FROM "Registration"
     WHERE platform = 'sandbox' ON CONFLICT DO NOTHING`,
  )
  const move = (platform: string) => database.query('UPDATE "Bank" SET platform = $1 WHERE code = $2', [platform, code])
  await move('live')
  const payer: DeskCustomer = await askDesk(settings, 'POST', '/people', {
    bankCode: code,
    firstName: 'Odile',
    lastName: 'Payeuse',
    life: 'student',
  })
  const close = async () => {
    await move('sandbox')
    await database.query(`DELETE FROM "Registration" WHERE platform = 'live'`)
  }
  return { name, payer, close }
}

for (const [language, scheme] of looksOf('fr', 'dark'))
  test.describe(`${language}, ${scheme}`, () => {
    test.use({
      locale: language === 'fr' ? 'fr-FR' : 'en-GB',
      colorScheme: scheme,
      viewport: sizes[scheme],
    })
    const t = say[language]

    test('from sign-up to the first live payment, by the bank of the account', async ({ page, database }) => {
      test.slow()
      await page.goto(`${appUrl}/signup`)
      const who = await signUpHere(page, language)
      const { email } = who
      await confirmAddress(page, who, language)
      await page.context().clearCookies()
      await signIn(page, { id: '', name: '', ...who })
      await makeOrganisation(page, language, { ...company, registrationNumber: '732 829 321' })
      await page.goto(`${appUrl}/activation`)
      await expect(badge(page, t.activation.states.test_only)).toBeVisible()
      await expect(page.getByText(t.activation.company.wrong)).toBeVisible()
      await expectReadable(page)
      const refused = await askLive(page, 'keys')
      expect(refused).toMatchObject({ status: 403, body: { code: 'organisation_not_activated' } })
      expect(refused.body.missing).toEqual(['company', 'business', 'representative', 'account', 'contract', 'review'])

      const org = words[language].merchant.org
      await page.goto(`${appUrl}/organisation#identity`)
      await page.getByLabel(org.registrationNumber, { exact: true }).fill(newSiren())
      await page.locator('#identity').getByRole('button', { name: org.save }).click()
      await expect(page.getByText(org.saved)).toBeVisible()
      await nameRepresentative(page, language)

      await linkEverything(page, await newCustomer())
      const { rows } = await database.query(
        `SELECT a.iban FROM "Account" a JOIN "User" u ON u.id = a."userId" WHERE u.email = $1 AND a.kind = 'account' ORDER BY a.ordinal`,
        [email],
      )
      // Linking may take longer than a password stays fresh on a busy machine.
      await database.query(
        `UPDATE "Session" SET "authenticatedAt" = now() FROM "User" u WHERE u.id = "userId" AND u.email = $1`,
        [email],
      )
      await nameAccount(page, language, company.legalName, rows[0].iban)
      await page.goto(`${appUrl}/activation`)
      await expect(page.getByText(t.activation.account.linked)).toBeVisible()
      await expect(page.getByText(t.activation.review.self)).toBeVisible()
      await expectReadable(page)
      await page.getByRole('button', { name: t.activation.review.ask }).click()
      await expect(badge(page, t.activation.states.active)).toBeVisible()
      await expectReadable(page)

      const bank = await openLiveBank(database)
      try {
        const { status, body } = await askLive(page, 'links')
        expect(status, JSON.stringify(body)).toBe(200)
        const link = body as { url?: string }
        await page.goto(link.url ?? '')
        await page.getByRole('main').getByRole('button').first().click()
        await page.waitForURL(/\/pay\//)
        const publicId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
        await page.getByRole('radio', { name: new RegExp(bank.name) }).check()
        const go = page.getByRole('button', { name: t.pay.choose.pay })
        await page.request.get(await walk(await sendAndStay(page, go), bank.payer))
        await page.waitForURL(/\/result/)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.pay.result.stages.paid.title)
        const [order] = (await database.query(`SELECT id, mode FROM "PaymentOrder" WHERE "publicId" = $1`, [publicId]))
          .rows
        expect(order.mode).toBe('live')
        expect(await attemptStatuses(database, order.id)).toEqual(['executed'])
      } finally {
        await bank.close()
      }
    })

    test('by an operator, with documents; suspended, its payers read why', async ({
      page,
      browser,
      member,
      database,
    }) => {
      await signIn(page, member)
      await makeOrganisation(page, language, { ...company, name: 'Librairie Parcours', legalName: 'Parcours SARL' })
      await nameAccount(page, language, 'Parcours SARL', 'DE89 3704 0044 0532 0130 00')
      await nameRepresentative(page, language)
      for (const kind of ['registration', 'bank_details'] as const) {
        await page.getByLabel(t.activation.documents.kind, { exact: true }).selectOption(kind)
        await page
          .getByLabel(t.activation.documents.file, { exact: true })
          .setInputFiles({ name: `${kind}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') })
        await page.getByRole('button', { name: t.activation.documents.upload, exact: true }).click()
        const list = page.getByRole('list', { name: t.activation.documents.list })
        await expect(list.getByText(t.activation.documents.short[kind])).toBeVisible()
      }
      await expectReadable(page)
      await page.getByRole('button', { name: t.activation.review.ask }).click()
      await expect(badge(page, t.activation.states.in_review)).toBeVisible()
      expect((await askLive(page, 'keys')).body.missing).toEqual(['review'])

      const desk = await (await browser.newContext({ ...sizesOf(language, scheme) })).newPage()
      const operator = await newMember(database, 'Olivia Opération', language === 'fr' ? 'fr-FR' : 'en-GB')
      await database.query(`UPDATE "User" SET role = 'operator' WHERE id = $1`, [operator.id])
      await signIn(desk, operator, '/operator/merchants')
      await expectReadable(desk)
      await desk.goto(`${appUrl}/operator/merchants?queue=in_review`)
      await desk.getByRole('link', { name: 'Librairie Parcours' }).first().click()
      await expect(desk.getByText(t.operator.merchant.compareText)).toBeVisible()
      await expectReadable(desk)
      const href = await desk
        .getByRole('link', { name: fill(t.operator.merchant.download, { name: 'registration.pdf' }) })
        .getAttribute('href')
      const file = await desk.request.get(`${appUrl}${href}`)
      expect(file.headers()['content-disposition']).toBe('attachment; filename="registration.pdf"')
      expect(await page.request.get(`${appUrl}${href}`).then(answer => answer.status())).toBe(404)

      const reason = 'Votre extrait a plus de trois mois.'
      await desk.getByLabel(t.operator.decision.reason).first().fill(reason)
      await desk.getByRole('button', { name: t.operator.decision.decline, exact: true }).click()
      await expect(desk.getByText(t.operator.decision.done)).toBeVisible()
      await findMailed(member, mails => mails.find(({ text }) => text.includes(reason)))
      await page.goto(`${appUrl}/activation`)
      await expect(page.getByText(fill(t.activation.status.declined.text, { reason }))).toBeVisible()
      await expectReadable(page)
      await page.getByRole('button', { name: t.activation.review.ask }).click()
      await expect(badge(page, t.activation.states.in_review)).toBeVisible()
      await desk.reload()
      await desk.getByRole('button', { name: t.operator.decision.approve }).click()
      await desk.getByLabel(t.operator.decision.approveReason).fill('Extrait et RIB concordent.')
      await desk.getByRole('button', { name: t.operator.decision.approveYes }).click()
      await expect(desk.getByText(t.operator.decision.faults.documents)).toBeVisible()
      for (const one of await desk.getByRole('link', { name: /\.pdf/ }).all()) {
        await desk.request.get(`${appUrl}${await one.getAttribute('href')}`)
      }
      // The question is still open, with its reason.
      await desk.getByRole('button', { name: t.operator.decision.approveYes }).click()
      await expect(desk.getByText(t.operator.decision.done)).toBeVisible()
      await page.goto(`${appUrl}/activation`)
      await expect(badge(page, t.activation.states.active)).toBeVisible()
      const made = await askLive(page, 'links')
      expect(made.status).toBe(200)

      await desk.getByRole('button', { name: t.operator.suspension.suspend }).click()
      await expect(desk.getByText(t.operator.suspension.ask)).toBeVisible()
      await desk.locator('#suspension-reason').fill('Plusieurs payeurs signalent une fraude.')
      await desk.getByRole('button', { name: t.operator.suspension.yes }).click()
      await expect(desk.getByRole('button', { name: t.operator.suspension.resume })).toBeVisible()
      await page.goto((made.body as { url?: string }).url ?? '')
      await expect(page.getByText(t.pay.stopped.title)).toBeVisible()
      await expectReadable(page)
      await page.goto(`${appUrl}/links`)
      await expect(page.getByText(t.activation.note.suspended)).toBeVisible()
      for (const path of ['payments?q=Don', 'unusual']) {
        await desk.goto(`${appUrl}/operator/${path}`)
        await expectReadable(desk)
      }
      await desk.context().close()
    })
  })

/** A context of its own looks like the journey's. */
function sizesOf(language: Language, colorScheme: keyof typeof sizes) {
  const locale = language === 'fr' ? 'fr-FR' : 'en-GB'
  return { locale, colorScheme, viewport: sizes[colorScheme], reducedMotion: 'reduce' as const }
}
