import { statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { expect, test } from '@playwright/test'
import { chapters } from '#tour/chapters/all.ts'
import { words } from '#tour/words.ts'
import { expectAccessible } from './accessible.ts'
import { isEveryLook } from './guichet.ts'
import { languageOf, movesClocks, openTour, playChapter } from './tour.ts'

const short = ['first-link', 'lost-answer']

// All chapters are about one person of Guichet, so they run one after the other.
test.use({ viewport: { width: 1440, height: 900 } })

for (const chapter of chapters.filter(one => (isEveryLook && !movesClocks(one)) || short.includes(one.id))) {
  test(`the chapter ${chapter.id} plays to its end by itself`, async ({ page }) => {
    const t = words[languageOf(chapter)]
    await playChapter(page, chapter)
    if (chapter.id === 'first-link') {
      const sent = page.getByRole('listitem').filter({ hasText: 'PUT /consents' })
      await expect(sent).toContainText('201')
      await expect(page.getByRole('row', { name: /^Mot de passe de la banque non oui/ })).toBeVisible()
      await expect(page.getByRole('region', { name: t.bank }).getByRole('cell', { name: '✓' })).toHaveCount(4)
      await sent.locator('summary').first().click()
      await expect(sent.getByText('"psuIdentity": false')).toBeVisible()
      await expectAccessible(page)
    }
    if (chapter.id === 'lost-answer') {
      await expect(page.locator('.stages .on').last()).toContainText('ACSC')
      await expect(page.getByRole('listitem').filter({ hasText: '/o-confirmation' })).toHaveCount(1)
      await expectAccessible(page)
    }
  })
}

test('the address opens a chapter at its step, and keys go back and on', async ({ page }) => {
  const t = words.en
  await openTour(page, 'chapter=pay-a-shop&step=2', 'en')
  await expect(page.getByRole('heading', { name: /^3\. Request the payment/ })).toBeVisible()
  const fault = page.getByRole('button', { name: 'The bank takes three seconds' })
  await page.getByText('Interfere with the calls').click()
  await fault.click()
  await expect(page).toHaveURL(/&step=2&.*faults=slow/)
  await fault.click()
  await expect(fault).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('heading', { name: /^4\. / })).toBeVisible({ timeout: 20_000 })
  await page.keyboard.press('1')
  await page.keyboard.press('0')
  await expect(page.getByRole('link', { name: /Paying a shop/ })).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('button', { name: t.next, exact: true })).toBeEnabled({ timeout: 20_000 })
  await page.keyboard.press('1')
  await expect(page.getByRole('link', { name: /Linking a bank/ })).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('button', { name: t.next, exact: true })).toBeEnabled({ timeout: 20_000 })
})

test('a chapter is saved as one file, which shows it without a server', async ({ page, context }, info) => {
  const t = words.en
  const chapter = chapters.find(({ id }) => id === 'revoked-at-bank')
  await openTour(page, 'chapter=revoked-at-bank', 'en')
  const downloaded = page.waitForEvent('download', { timeout: 60_000 })
  await page.getByRole('button', { name: t.export }).click()
  const path = info.outputPath('chapter.html')
  await (await downloaded).saveAs(path)
  expect(statSync(path).size).toBeLessThan(2_000_000)

  const saved = await context.newPage()
  const asked: string[] = []
  saved.on('request', request => asked.push(request.url()))
  await saved.goto(pathToFileURL(path).href)
  for (const [at, step] of (chapter?.steps ?? []).entries()) {
    await expect(saved.getByRole('heading', { name: `${at + 1}. ${step.title.en}` })).toBeVisible()
    const screen = saved.getByTitle(t.person).filter({ visible: true }).contentFrame()
    await expect(screen.getByRole('heading', { level: 1 }).first()).toBeVisible()
    if (at < (chapter?.steps.length ?? 0) - 1) await saved.getByRole('button', { name: t.next }).click()
  }
  await expect(saved.getByRole('button', { name: t.next })).toBeDisabled()
  await expect(saved.locator('.checks .refused').filter({ visible: true }).first()).toContainText(/token/)
  await expectAccessible(saved)
  expect(asked.filter(url => !/^(file|data|about):/.test(url))).toEqual([])
})
