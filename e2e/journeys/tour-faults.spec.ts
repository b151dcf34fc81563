import { expect, type Page, test } from '@playwright/test'
import { expectStill, openTour } from '#testing/browser/tour.ts'
import { chapters } from '#tour/chapters/all.ts'
import { endingsIn } from '#tour/endings.ts'
import { faults } from '#tour/faults.ts'
import { words } from '#tour/words.ts'

// `npm run soak -- tour`: by its ids, or all of them. The clocks of the whole stack move.
const wished = new RegExp(process.env.TOUR_FAULTS ?? '(?!)')
const t = words.en

test.use({ viewport: { width: 1280, height: 720 } })
test.describe.configure({ mode: 'parallel' })

/** Calls that a fault meets which is about some alone, as their cards say them; any other meets all that are about somebody. */
const meets: Readonly<Record<string, RegExp>> = {
  twice: /^GET \/accounts\/\S*\/transactions/,
  date: /^\S+ (?!\S*(oauth|verifications|register))/,
  token: /^\S+ (?!\S*(oauth|verifications|register))/,
  account: /^\S+ \S*(accounts|payment-requests)\/[\w-]/,
  amount: /^POST \/payment-requests /,
  payee: /^POST \/payment-requests /,
  code: /^POST \/oauth\/token .*authorization_code/,
}
const ofSomebody = /^\S+ (?!\S*(authorize|register))(?!.*client_credentials)/

const causes = (fault: string) => {
  const own = Object.entries(endingsIn('en').causes).filter(([name]) => name.split(' ')[0] === fault)
  return new RegExp(own.map(([, text]) => text.replaceAll('.', '\\.')).join('|'))
}

for (const { id, steps } of chapters.filter(one => wished.test(one.id)))
  test(`every fault at every step of ${id} that it can meet ends in its own words`, async ({ page }) => {
    test.setTimeout(3_600_000)
    await openTour(page, `chapter=${id}`, 'en')
    for (const _ of steps) await goOn(page)
    const called = await readCalls(page)
    for (const { id: fault } of faults.filter(one => one.id !== 'doubled')) {
      const button = page.locator(`[data-fault=${fault}]`)
      const met = called.flatMap((calls, at) =>
        calls.some(call => (meets[fault] ?? ofSomebody).test(call)) ? [at] : [],
      )
      for (const at of met)
        await test.step(`${fault} at ${at + 1}`, async () => {
          await goTo(page, at)
          await button.dispatchEvent('click')
          await expect(page.locator('#waiting')).toContainText('waits for')
          const since = Date.now()
          await goOn(page)
          await expect(page.locator('#say')).toContainText(causes(fault))
          const said = (await page.locator('#say :is(.notice, .result)').allTextContents()).join(' ')
          console.log(JSON.stringify({ id, fault, step: at + 1, ms: Date.now() - since, said }))
          expect.soft(said, `${fault} at ${at + 1}`).not.toContain(t.failed)
          if ((await button.getAttribute('aria-pressed')) === 'true') await button.dispatchEvent('click')
        })
    }
  })

async function goTo(page: Page, at: number): Promise<void> {
  if (at === 0) await page.locator('#again').dispatchEvent('click')
  else await page.locator(`[data-step="${at - 1}"]`).dispatchEvent('click')
  await expectStill(page)
}

async function goOn(page: Page): Promise<void> {
  await page.locator('#next').dispatchEvent('click')
  await expectStill(page)
}

/** The calls of each step, as their cards say them, with the body. */
const readCalls = (page: Page) =>
  page.locator('#calls > li').evaluateAll(items => {
    const called: string[][] = []
    for (const item of items) {
      if (item.matches('.act')) called.push([])
      else {
        const said = ['.line', '.sides section:first-of-type pre'].map(
          part => item.querySelector(part)?.textContent ?? '',
        )
        called.at(-1)?.push(said.join(' ').replace(/\s+/g, ' '))
      }
    }
    return called
  })
