import { statSync } from 'node:fs'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { freePort } from '#scripts/run/postgres.ts'
import { tlsOf } from '#scripts/run/settings.ts'
import { expect, type Language, linkAccounts, test, words } from '#testing/browser/guichet.ts'
import { appUrl, settings } from '#testing/browser/stack-settings.ts'
import { actualPassword, installActual, startActual } from '#testing/door/actual.ts'

/** Somebody with a linked bank, from “Share with an app” to their transactions in Actual’s own pages; its pictures are those of /docs/apps. */

const viewport = { width: 1280, height: 820 }
const longestMs = 180_000
const largestPicture = 60_000

async function take(page: Page, step: string, language: Language): Promise<void> {
  const file = `public/apps/${step}-${language}.webp`
  await sharp(await page.screenshot({ animations: 'disabled' }))
    .resize({ width: 1_000 })
    .webp({ quality: 60 })
    .toFile(file)
  expect(statSync(file).size, file).toBeLessThan(largestPicture)
}

/** As Actual says them in this version; half of its French is English. */
const actualWords = {
  fr: {
    add: 'Ajouter un compte',
    bankSync: 'Configurer la synchronisation bancaire',
    setUp: 'Configurer',
    token: 'Jeton',
    save: 'Enregistrer et continuer',
    create: 'Crée nouveau compte',
    link: 'Lier des comptes',
  },
  en: {
    add: 'Add account',
    bankSync: 'Set up bank sync',
    setUp: 'Set up',
    token: 'Token',
    save: 'Save and continue',
    create: 'Create new account',
    link: 'Link accounts',
  },
} as const
type ActualWords = (typeof actualWords)[Language]

test.beforeAll(() => {
  test.setTimeout(1_200_000)
  installActual()
})

for (const [language, locale] of [
  ['fr', 'fr-FR'],
  ['en', 'en-GB'],
] as const) {
  test.describe(language, () => {
    test.use({ locale, viewport, colorScheme: 'light' })

    test('the first sync is there within three minutes', async ({ page, member, context }) => {
      const { apps } = words[language]
      await linkAccounts(page, member)
      const actual = await startActual(await freePort(), tlsOf(settings).NODE_EXTRA_CA_CERTS ?? '')
      try {
        const budget = await openActual(await context.newPage(), actual.origin, actualWords[language])
        const began = performance.now()
        await page.bringToFront()
        await page.goto(`${appUrl}/settings/apps`)
        await page.getByRole('link', { name: apps.share }).click()
        await page.getByLabel(apps.form.name).fill('Actual')
        await page.getByRole('checkbox', { name: apps.grants.transactions }).first().check()
        await take(page, 'choose', language)
        await page.getByRole('button', { name: apps.form.next }).click()
        await page.getByRole('button', { name: apps.review.agree }).click()
        await expect(page.getByText(apps.agreed)).toBeVisible()
        await take(page, 'copy', language)
        const token = (await page.locator('code').textContent()) ?? ''
        await budget.bringToFront()
        await linkIn(budget, actualWords[language], token, step => take(budget, step, language))
        const seconds = Math.round((performance.now() - began) / 1_000)
        console.log(JSON.stringify({ language, secondsToTheFirstSync: seconds }))
        expect(seconds * 1_000).toBeLessThan(longestMs)
      } finally {
        await actual.stop()
      }
    })
  })
}

/** A budget of Actual’s, new. */
async function openActual(page: Page, origin: string, say: ActualWords): Promise<Page> {
  await page.goto(origin)
  await page.locator('input[type=password]').fill(actualPassword)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Start budgeting' }).click()
  await page.getByRole('button', { name: /^(Close|Fermer)$/ }).click()
  await page.getByRole('button', { name: say.add }).click()
  return page
}

/** What Actual’s pages ask for, up to the transactions. */
async function linkIn(page: Page, say: ActualWords, token: string, look: (step: string) => Promise<void>) {
  await page.getByRole('button', { name: say.bankSync }).click()
  await page.getByRole('button', { name: say.setUp, exact: true }).nth(1).click()
  await page.getByLabel(say.token).fill(token)
  await look('paste')
  await page.getByRole('button', { name: say.save }).click()
  await page.getByRole('button', { name: 'Link bank account' }).nth(1).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: say.bankSync }).click()
  await page.getByText(say.create, { exact: true }).click()
  await look('pick')
  await dialog.getByRole('button', { name: say.link }).click()
  await page.getByRole('link', { name: /Compte courant/ }).click()
  await expect.poll(() => page.getByTestId('transaction-table').getByTestId('row').count()).toBeGreaterThan(5)
  await page.mouse.move(viewport.width / 2, viewport.height - 1)
  await look('done')
}
