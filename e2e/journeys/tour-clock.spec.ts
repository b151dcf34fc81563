import { expect, type Page, test } from '@playwright/test'
import { isEveryLook } from '#testing/browser/guichet.ts'
import {
  expectStill,
  languageOf,
  movesClocks,
  openChance,
  openTour,
  ownChapters,
  playChapter,
} from '#testing/browser/tour.ts'
import { chapters } from '#tour/chapters/all.ts'
import { words } from '#tour/words.ts'

// After all other journeys (playwright.config.ts), because the clocks of the whole stack move.
test.use({ viewport: { width: 1440, height: 900 } })

for (const chapter of chapters.filter(one => movesClocks(one) && (isEveryLook || one.id === 'without-odile'))) {
  test(`the chapter ${chapter.id} plays to its end by itself`, async ({ page }) => {
    const t = words[languageOf(chapter)]
    await playChapter(page, chapter)
    const calls = page.getByRole('listitem')
    if (chapter.id === 'without-odile') {
      await expect(calls.filter({ hasText: '429 TMRQ' })).toHaveCount(1)
      await expect(page.locator('.quota').first()).toContainText(
        t.quotaOf.replace('{used}', '4').replace('{limit}', '4'),
      )
    }
    if (chapter.id === 'sent-link') {
      await expect(calls.filter({ hasText: '/oauth/revoke' })).toContainText('200')
      await expect(page.getByRole('region', { name: t.bank }).getByText(t.noTokens)).toBeVisible()
    }
    if (chapter.id === 'renewal') {
      const then = new Date(Date.now() + 180 * 86_400_000)
      await expect(page.locator('#now')).toContainText(String(then.getFullYear()))
      await expect(page.frameLocator('#frame').getByText('Active', { exact: true })).toBeVisible()
    }
  })
}

test('one control moves the time of Guichet and of the bank, and puts it back', async ({ page }) => {
  const t = words.en
  await openTour(page, 'chapter=first-link', 'en')
  const day = () => page.locator('#now').textContent()
  await expect(page.locator('#now')).not.toHaveText('')
  const today = await day()
  await page.getByText(t.time).click()
  await page.getByRole('button', { name: t.moves.expiry }).click()
  await expect(page.locator('#now')).not.toHaveText(today ?? '')
  await page.getByRole('button', { name: t.moves.now, exact: true }).click()
  await expect(page.locator('#now')).toHaveText(new RegExp(`^${today?.split(' at ')[0]}`))
})

test('after a day the story signs in again, and another window is told who moved the time', async ({
  page,
  context,
}) => {
  const t = words.en
  const other = await context.newPage()
  await openTour(other, 'chapter=first-link', 'en')
  await openTour(page, 'chapter=one-box-less&step=2', 'en')
  await page.getByText(t.time).click()
  await page.getByRole('button', { name: t.moves.day }).click()
  await expect(other.getByText(t.moved.clock)).toBeVisible()
  await expect(page.getByText(t.moved.clock)).toHaveCount(0)
  await page.getByRole('button', { name: t.next, exact: true }).click()
  await expectStill(page)
  await expect(page.getByRole('heading', { name: /^3\. / })).toBeVisible()
  await expect(page.locator('#say .result')).toBeVisible()
  // A visit at the bank ends too, which is said at once.
  await openTour(page, 'chapter=first-link&step=4', 'en')
  await page.getByText(t.time).click()
  await page.getByRole('button', { name: t.moves.hour }).click()
  await expect(page.locator('#moved')).toHaveText('')
  await page.getByRole('button', { name: t.next, exact: true }).click()
  await expect(page.getByText(t.expired)).toBeVisible()
  await expectStill(page)
  await expect(page.getByRole('heading', { name: /^5\. / })).toBeVisible()
  await expect(page.locator('#say .notice')).toHaveCount(0)
})

test('the line of 180 days goes forward as time does, and back by playing the chapter again', async ({ page }) => {
  const t = words.en
  await openTour(page, 'chapter=revoked-at-bank&step=2', 'en')
  await page.keyboard.press('t')
  const days = page.locator('#days')
  await days.getByRole('button', { name: t.events.expiry }).click()
  await expect(page.locator('#day-said')).toHaveText(t.dayOf.replace('{day}', '180'))
  await expect(page.getByRole('region', { name: t.bank }).getByText(/^authentication (valid|expired)/)).toBeVisible()
  await days.getByRole('button', { name: t.events.readings }).click()
  // At once, while the chapter is played again.
  const note = page.getByText(t.returning.replace('{day}', '1'))
  await expect(note).toBeVisible()
  await expect(page.getByText(/^The tour starts over and returns to step 2/)).toBeVisible()
  await expect(page.locator('#day-said')).toHaveText(t.dayOf.replace('{day}', '1'))
  await expect(note).toHaveCount(0)
  await expect(page.getByRole('heading', { name: /^2\. / })).toBeVisible()
  await expectStill(page)
  await page.getByRole('button', { name: t.moves.now, exact: true }).click()
})

// `npm run soak -- tour`.
const minutes = Number(process.env.TOUR_MINUTES ?? 0)
if (minutes > 0)
  test('two pages, each with its fault, and the clock: nothing is stuck, and no call is on both', async ({
    page,
    context,
  }) => {
    test.setTimeout((minutes + 4) * 60_000)
    const other = await context.newPage()
    const shown = await Promise.all([playUntil(page, 'body', 7), playUntil(other, 'lost', 99)])
    const [ofOne = new Set(), ofOther = new Set()] = shown
    expect(Math.min(ofOne.size, ofOther.size)).toBeGreaterThan(0)
    expect([...ofOne].filter(call => ofOther.has(call))).toEqual([])
    await page.locator('[data-clock=now]').dispatchEvent('click')
  })

/** Plays chapters with one fault each, and now and then an hour that goes by. Resolves with the ids of the calls that were shown. */
async function playUntil(page: Page, fault: string, seed: number): Promise<ReadonlySet<string>> {
  const chance = openChance(seed)
  const calls = new Set<string>()
  await openTour(page, 'chapter=first-link', 'en')
  const press = async (selector: string) => {
    await page.locator(selector).dispatchEvent('click')
    await expectStill(page)
    await expect(page.getByText(words.en.failed)).toHaveCount(0)
    for (const card of await page.locator('.call').all()) calls.add((await card.getAttribute('id')) ?? '')
  }
  for (const end = Date.now() + minutes * 60_000; Date.now() < end; ) {
    const { id, steps } = ownChapters[chance(ownChapters.length)] ?? { id: '', steps: [] }
    await press(`#chapters [data-chapter="${id}"]`)
    const [faultAt, hourAt] = [chance(steps.length), chance(steps.length * 3)]
    for (let at = 0; (await page.locator('body').getAttribute('data-mode')) !== 'over'; at += 1) {
      expect(at, 'presses until the end').toBeLessThan(25)
      if (at === faultAt) await page.locator(`[data-fault=${fault}]`).dispatchEvent('click')
      if (at === hourAt) await press('[data-clock=hour]')
      await press('#next')
    }
  }
  return calls
}
