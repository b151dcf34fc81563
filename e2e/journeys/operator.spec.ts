import type { Page } from '@playwright/test'
import { expectReadable } from '#testing/browser/accessible.ts'
import { expect, looksOf, type Member, openWithoutScripts, signIn, test } from '#testing/browser/guichet.ts'
import { appUrl } from '#testing/browser/stack-settings.ts'
import { words } from '#testing/browser/words.ts'

const pages = [
  'banks',
  'banks/19870',
  'banks/new',
  'merchants',
  'payments',
  'unusual',
  'calls',
  'certificates',
  'registrations',
  'audit',
] as const

async function enter(page: Page, member: Member, database: import('pg').Client, next?: string) {
  await database.query(`UPDATE "User" SET role = 'operator' WHERE id = $1`, [member.id])
  await signIn(page, member, next)
}

const desktop = { width: 1280, height: 900 }
const phone = { width: 390, height: 844 }

for (const [language, look] of looksOf('en', 'dark'))
  test.describe(`${language}, ${look}`, () => {
    test.use({ locale: language === 'fr' ? 'fr-FR' : 'en-GB', colorScheme: look })

    test('every page, on a phone and on a desktop, without a barrier', async ({ page, member, database }) => {
      const { shell } = words[language].operator
      await enter(page, member, database)
      for (const path of pages) {
        await page.goto(`${appUrl}/operator/${path}`)
        for (const size of [desktop, phone]) {
          await page.setViewportSize(size)
          await expect(
            page
              .getByRole('link', { name: shell.audit })
              .or(page.getByRole('link', { name: shell.auditShort }))
              .last(),
          ).toBeVisible()
          await expectReadable(page)
        }
      }
    })
  })

test('a bank’s entry: what is wrong is said at the field; what is right holds', async ({ page, member, database }) => {
  const say = words.fr.operatorForms.bank
  await enter(page, member, database, '/operator/banks/19874')
  const field = page.getByLabel(say.fields.maxConnections, { exact: true })
  await field.fill('9999')
  await page.getByRole('button', { name: say.save, exact: true }).click()
  await expect(page.getByText(say.faults.maxConnections).first()).toBeVisible()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await field.fill('12')
  await page.getByRole('button', { name: say.save, exact: true }).click()
  await expect(page.getByText(say.saved)).toBeVisible()
  await page.reload()
  await expect(field).toHaveValue('12')
})

test('the trail is verified at a press, once the script that does it runs, and says who did what', async ({
  page,
  member,
  database,
}) => {
  const { audit } = words.fr.operator
  await enter(page, member, database)
  const check = page.getByRole('button', { name: audit.check })
  await openWithoutScripts(page, '/operator/audit', () => expect(check).toBeDisabled())
  await check.click()
  await expect(page.getByText(audit.whole)).toBeVisible()
  await page.getByLabel(audit.filter.action).fill('session.opened')
  await page.getByRole('button', { name: words.fr.operator.filter.apply }).click()
  await expect(page).toHaveURL(/action=session\.opened/)
  await expect(page.getByRole('cell', { name: 'session.opened' }).first()).toBeVisible()
})
