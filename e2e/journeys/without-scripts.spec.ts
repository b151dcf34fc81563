import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, signIn, signInByForm, test } from '#testing/browser/guichet.ts'
import { seedLines } from '#testing/browser/lines.ts'
import { newOrganisation, shopUrl } from '#testing/browser/shop.ts'
import { appUrl } from '#testing/browser/stack-settings.ts'
import { words } from '#testing/browser/words.ts'

const { shell, transactions: say } = words.fr

/** A browser without scripts opens every page of merchants and operators. Linking, paying and sending have their own journeys. */
test.use({ javaScriptEnabled: false, locale: 'fr-FR' })

/** The first in the browser, the others as it receives them: they have the same frame. */
async function readEach(page: Page, [first = '', ...others]: readonly string[]): Promise<void> {
  await page.goto(`${appUrl}${first}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('noscript p').first()).toHaveText(shell.noScript)
  await expect(page.locator('noscript p').first()).toBeVisible()
  for (const path of others) {
    const answer = await page.request.get(`${appUrl}${path}`)
    expect(answer.status(), path).toBe(200)
    const html = await answer.text()
    // What is streamed after its page stays hidden without scripts.
    const [before = '', heading] = html.split('<h1', 2)
    expect(heading, path).toBeDefined()
    expect(before.includes('<div hidden id="S:'), path).toBe(false)
    const inside = [...html.matchAll(/<noscript>(.*?)<\/noscript>/gs)].map(([, text]) => text)
    expect(inside.join(), path).toContain(shell.noScript)
  }
}

test('a merchant’s pages can be read, and one that is not there is not found', async ({ page, member, database }) => {
  await newOrganisation(database, { userId: member.id, home: shopUrl })
  await signInByForm(page, member)
  const sections = [
    '/merchant',
    '/till',
    '/payments',
    '/links',
    '/links/new',
    '/links/batches',
    '/reconciliation',
    '/settlement',
    '/refunds',
    '/keys',
    '/webhooks',
  ]
  await readEach(page, [...sections, '/organisation', '/organisation/members'])
  for (const path of ['/payments', '/refunds', '/links', '/webhooks'])
    expect((await page.request.get(`${appUrl}${path}/${randomUUID()}`)).status(), path).toBe(404)
})

test('the till is a form, whose code is there without a script', async ({ page, member, database }) => {
  const t = words.fr.till
  await newOrganisation(database, { userId: member.id })
  await signInByForm(page, member)
  await page.goto(`${appUrl}/till`)
  await page.getByRole('button', { name: t.ask }).click()
  await expect(page.getByText(t.faults.amount)).toBeVisible()
  await page.getByLabel(t.amount).fill('4,50')
  await page.getByRole('button', { name: t.ask }).click()
  await expect(page.getByRole('img', { name: t.code })).toBeVisible()
  await page.getByRole('button', { name: t.cancel }).click()
  await expect(page.getByRole('heading', { name: t.states.cancelled.title })).toBeVisible()
})

test('an operator’s pages can be read, and one that is not there is not found', async ({ page, member, database }) => {
  await database.query(`UPDATE "User" SET role = 'operator' WHERE id = $1`, [member.id])
  await signIn(page, member)
  const sections = ['banks', 'banks/19870', 'banks/new', 'calls', 'certificates', 'registrations', 'audit']
  await readEach(
    page,
    sections.map(path => `/operator/${path}`),
  )
  expect((await page.request.get(`${appUrl}/operator/banks/00000`)).status()).toBe(404)
})

test('a row of an account leads to its own page, which takes a note, and a search keeps the conditions', async ({
  page,
  member,
  database,
}) => {
  const { current } = await seedLines(database, member.id)
  await signInByForm(page, member)
  await page.goto(`${appUrl}/accounts/${current}`)
  await page
    .getByRole('link', { name: /Chez Ninkasi/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/transactions\/[\w-]{30,}$/)
  await page.getByLabel(say.yours.note, { exact: true }).fill('avec Zoé')
  await page.getByLabel(say.yours.tags, { exact: true }).fill('x'.repeat(200))
  await page.getByRole('button', { name: say.yours.save, exact: true }).click()
  await expect(page.getByText(say.yours.wrong.tags)).toBeVisible()
  await expect(page.getByLabel(say.yours.note, { exact: true })).toHaveValue('avec Zoé')
  expect(page.url()).not.toContain('xxx')

  await page.goto(`${appUrl}/transactions?direction=out`)
  await page.getByRole('searchbox').fill('ninkasi')
  await page.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL(/\?q=ninkasi&direction=out$/)
})
