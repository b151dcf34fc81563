import { expect, type Page, test } from '@playwright/test'
import { expectStill, hasten, openChance, openTour, ownChapters as told } from '#testing/browser/tour.ts'
import { faults } from '#tour/faults.ts'

/** Each walk presses this often, then goes to its chapter's end. */
const presses = 12
const walks = Number(process.env.TOUR_WALKS ?? 1)
const seed = Number(process.env.SOAK_SEED ?? 35)

test.use({ viewport: { width: 1280, height: 720 } })

for (let walk = 1; walk <= walks; walk += 1) {
  test(`walk ${walk} of random presses gets to its chapter’s end, with nothing stuck or unsaid`, async ({ page }) => {
    const chance = openChance(seed + walk)
    const failures: string[] = []
    page.on('pageerror', error => failures.push(error.message))
    await page.addInitScript(watchSilence)
    await page.exposeFunction('tellSilence', (at: string) => failures.push(`nothing said for 8 s: ${at}`))
    const [first = told[0]] = told.slice(chance(told.length))
    await openTour(page, `chapter=${first?.id}`, 'en')
    for (let press = 0; press < presses; press += 1) {
      const name = await pressSomething(page, chance)
      // A press has changed the page before anything else could.
      await expect(page.locator('body'), name).toHaveAttribute('data-mode', /./)
      await page.waitForFunction(ms => new Promise(done => setTimeout(() => done(true), ms)), chance(600))
    }
    // In one turn of the browser: a chapter that plays may end between a look and a press.
    await page.evaluate(() => {
      for (const one of document.querySelectorAll<HTMLElement>(':is(#hand, #play, [data-fault])[aria-pressed=true]'))
        one.click()
    })
    await expectStill(page)
    for (let steps = 0; (await page.locator('body').getAttribute('data-mode')) !== 'over'; steps += 1) {
      expect(steps, 'presses of Next until the end').toBeLessThan(15)
      await page.locator('#next').click()
      await expectStill(page)
      const shown = await page.locator('body').getAttribute('data-shown')
      await expect(page.locator('#say h2').first()).toHaveText(new RegExp(`^${shown}\\. `))
    }
    await expect(page.locator('#say .notice')).toHaveCount(0)
    expect(failures).toEqual([])
  })
}

/** In the page: tells when a step runs for eight seconds without a word about what is waited for. */
function watchSilence() {
  if (window !== window.top) return
  let since = Date.now()
  let reached = ''
  setInterval(() => {
    const { mode = '', shown = '', goal } = document.body.dataset
    const isSilent = /acting|waiting|replaying/.test(mode) && !document.querySelector('#say .notice')
    if (!isSilent || shown !== reached) since = Date.now()
    reached = shown
    if (Date.now() - since < 8_000) return
    since = Date.now()
    Object(window).tellSilence(`${location.search} ${mode} ${shown} ${goal}`)
  }, 200)
}

async function pressSomething(page: Page, chance: (below: number) => number): Promise<string> {
  const ids = ['next', 'next', 'next', 'back', 'play', 'again', 'hand', 'chapter']
  // The one walk of every run is a short one.
  if (walks > 1) ids.push('next', 'fault', 'fault', 'language')
  const id = ids[chance(ids.length)] ?? 'next'
  const chapter = told[chance(told.length)]?.id ?? ''
  const fault = id === 'fault' ? (faults[chance(faults.length)]?.id ?? '') : ''
  if (id === 'language') {
    await page.goto(new URL((await page.locator('#language').getAttribute('href')) ?? '', page.url()).href)
    await hasten(page)
    return id
  }
  // What is pressed is drawn in the same turn of the browser. After its end Next opens the chapter that follows, which may be one of everybody's.
  await page.evaluate(
    ([pressed, other, switched]) => {
      const isOver = pressed === 'next' && document.body.dataset.mode === 'over'
      const named: Readonly<Record<string, string>> = { fault: `[data-fault=${switched}]` }
      const isChapter = pressed === 'chapter' || isOver
      const selector = isChapter ? `#chapters [data-chapter="${other}"]` : (named[pressed] ?? `#${pressed}`)
      document.querySelector<HTMLElement>(selector)?.click()
    },
    [id, chapter, fault] as const,
  )
  return `${id} ${fault}`
}
