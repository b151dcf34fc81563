import { createHash } from 'node:crypto'
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
  await page.getByRole('checkbox', { name: apps.grants.transactions }).first().check()
  await page.getByRole('button', { name: apps.form.next }).click()
  await expect(page.getByRole('heading', { name: apps.review.title })).toBeVisible()
  await look(page)
  await page.getByRole('button', { name: apps.review.agree }).click()
  await expect(page.getByText(apps.agreed)).toBeVisible()
  await look(page)
  return (await page.locator('code').textContent()) ?? ''
}

const redirectUri = 'http://127.0.0.1:4711/back'

/** A program that registers itself and asks: the page where the person chooses, and the exchange of what comes back. */
export async function askedByApp() {
  const post = (path: string, body: string, type: string) =>
    fetch(`${appUrl}${path}`, { method: 'POST', body, headers: { 'content-type': type } })
  const metadata = JSON.stringify({ client_name: 'Budget', redirect_uris: [redirectUri] })
  const { client_id } = await (await post('/oauth/register', metadata, 'application/json')).json()
  const verifier = 'v'.repeat(43)
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const asked = { client_id, redirect_uri: redirectUri, response_type: 'code', state: 'a-state' }
  const query = new URLSearchParams({ ...asked, code_challenge: challenge, code_challenge_method: 'S256' })
  const exchange = async (code: string) => {
    const form = new URLSearchParams({ grant_type: 'authorization_code', code, client_id, code_verifier: verifier })
    return (await post('/oauth/token', String(form), 'application/x-www-form-urlencoded')).json()
  }
  return { clientId: String(client_id), path: `/oauth/authorize?${query}`, redirectUri, exchange }
}
