import { expect, type Page, test } from '@playwright/test'
import { expectStill, openChance, openTour, ownChapters as told } from '#testing/browser/tour.ts'
import { words } from '#tour/words.ts'

/** Each walk presses this often, then goes to its chapter's end. */
const presses = 12
const walks = Number(process.env.TOUR_WALKS ?? 1)
const seed = Number(process.env.SOAK_SEED ?? 35)
const t = words.en

test.use({ viewport: { width: 1280, height: 720 } })

for (let walk = 1; walk <= walks; walk += 1) {
  test(`walk ${walk} of random presses gets to its chapter’s end, with nothing stuck`, async ({ page }) => {
    const chance = openChance(seed + walk)
    const failures: string[] = []
    page.on('pageerror', error => failures.push(error.message))
    const [first = told[0]] = told.slice(chance(told.length))
    await openTour(page, `chapter=${first?.id}`, 'en')
    for (let press = 0; press < presses; press += 1) {
      const name = await pressSomething(page, chance)
      // A press has changed the page before anything else could.
      await expect(page.locator('body'), name).toHaveAttribute('data-mode', /./)
      await page.waitForFunction(ms => new Promise(done => setTimeout(() => done(true), ms)), chance(600))
    }
    if ((await page.locator('#hand').getAttribute('aria-pressed')) === 'true')
      await page.getByRole('button', { name: t.giveBack }).click()
    if ((await page.locator('#play').getAttribute('aria-pressed')) === 'true')
      await page.getByRole('button', { name: t.pause }).click()
    await expectStill(page)
    for (let steps = 0; (await page.locator('body').getAttribute('data-mode')) !== 'over'; steps += 1) {
      expect(steps, 'presses of Next until the end').toBeLessThan(15)
      await page.getByRole('button', { name: t.next, exact: true }).click()
      await expectStill(page)
      const shown = await page.locator('body').getAttribute('data-shown')
      await expect(page.locator('#say h2').first()).toHaveText(new RegExp(`^${shown}\\. `))
    }
    await expect(page.locator('#say .notice')).toHaveCount(0)
    expect(failures).toEqual([])
  })
}

async function pressSomething(page: Page, chance: (below: number) => number): Promise<string> {
  const ids = ['next', 'next', 'next', 'back', 'play', 'again', 'hand', 'chapter']
  const id = ids[chance(ids.length)] ?? 'next'
  // What is pressed is drawn in the same turn of the browser.
  if (id === 'chapter')
    await page.locator(`#chapters [data-chapter="${told[chance(told.length)]?.id}"]`).dispatchEvent('click')
  else await page.locator(`#${id}`).dispatchEvent('click')
  return id
}
