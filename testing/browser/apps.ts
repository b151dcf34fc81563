import { expect, type Page } from '@playwright/test'
import { appUrl } from './stack-settings.ts'
import { type Language, words } from './words.ts'

/** Shares the first account with a program for the usual time; returns the setup token, on the app’s page. */
export async function shareWithApp(
  page: Page,
  language: Language,
  look: (page: Page) => Promise<void> = async () => {},
): Promise<string> {
  const { apps } = words[language]
  await page.goto(`${appUrl}/settings/apps/new`)
  await page.getByLabel(apps.form.name).fill('Actual')
  await page.getByLabel(apps.grants.transactions).first().check()
  await page.getByRole('button', { name: apps.form.next }).click()
  await expect(page.getByRole('heading', { name: apps.review.title })).toBeVisible()
  await look(page)
  await page.getByRole('button', { name: apps.review.agree }).click()
  await expect(page.getByText(apps.agreed)).toBeVisible()
  await look(page)
  return (await page.locator('code').textContent()) ?? ''
}
