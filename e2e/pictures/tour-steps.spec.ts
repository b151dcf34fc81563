import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { languageOf, movesClocks, openTour } from '#testing/browser/tour.ts'
import { chapters } from '#tour/chapters/all.ts'
import type { Chapter } from '#tour/story.ts'
import { words } from '#tour/words.ts'
import { type Picture, writeContactSheets } from './contact-sheet.ts'

const folder = join('.data', 'pictures-of-chapters')
const languages = ['fr', 'en'] as const
const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

// The last of the pictures: it moves the clocks of the whole stack.
test.use({ viewport: desktop })

test('a picture of every step of the tour, and of each chapter’s end in each language, width and colour scheme', async ({
  page,
  browser,
}) => {
  const pictures: Picture[] = []
  // The clocks stay where a chapter has moved them.
  for (const chapter of chapters.toSorted((one, other) => Number(movesClocks(one)) - Number(movesClocks(other)))) {
    const language = languageOf(chapter)
    await openTour(page, `chapter=${chapter.id}`, language)
    for (const [index] of chapter.steps.entries()) {
      await page.getByRole('button', { name: words[language].next, exact: true }).click({ timeout: 60_000 })
      await expectReached(page, index + 1)
      pictures.push(await take(page, `steps-${language}`, `${chapter.id}-${String(index + 1).padStart(2, '0')}`))
    }
    pictures.push(...(await takeLooks(page, chapter, language)))
    const other = languages.find(one => one !== language) ?? language
    await openTour(page, `chapter=${chapter.id}&step=${chapter.steps.length}`, other)
    pictures.push(...(await takeLooks(page, chapter, other)))
  }
  const sheets = await writeContactSheets(browser, folder, pictures)
  console.log(JSON.stringify({ pictures: pictures.length, sheets: sheets.length, folder }))
})

/** Every act of the step is done, and nothing went wrong. */
async function expectReached(page: Page, step: number): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`[?&]step=${step}(&|$)`), { timeout: 60_000 })
  await expect(page.locator('#say .notice')).toBeHidden()
}

async function takeLooks(page: Page, { id }: Chapter, language: string): Promise<Picture[]> {
  const pictures: Picture[] = []
  for (const viewport of [desktop, phone]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme })
      pictures.push(await take(page, `${language}-${viewport.width}-${colorScheme}`, id))
    }
  }
  await page.setViewportSize(desktop)
  await page.emulateMedia({ colorScheme: 'light' })
  return pictures
}

async function take(page: Page, look: string, name: string): Promise<Picture> {
  mkdirSync(join(folder, look), { recursive: true })
  const file = `${name}.png`
  await page.screenshot({ path: join(folder, look, file), fullPage: true })
  return { look, file, caption: name }
}
