import { globSync, readFileSync, statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { expect, test } from '@playwright/test'
import { expectAccessible } from '#testing/browser/accessible.ts'
import { isEveryLook } from '#testing/browser/guichet.ts'
import { appUrl, tourUrl } from '#testing/browser/stack-settings.ts'
import { languageOf, movesClocks, openTour, playChapter } from '#testing/browser/tour.ts'
import { chapters } from '#tour/chapters/all.ts'
import { readFiles } from '#tour/files.ts'
import { words } from '#tour/words.ts'

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
  await page.route('**/fault', route => route.fulfill({ status: 502, json: { error: 'no bank' } }), { times: 1 })
  await fault.click()
  await expect(page.getByText(t.faultUnchanged)).toBeVisible()
  await expect(fault).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('heading', { name: /^4\. / })).toBeVisible()
  const chosen = page.getByRole('button', { name: t.chooseChapter })
  await page.keyboard.press('1')
  await page.keyboard.press('0')
  await expect(chosen).toContainText('A refused payment')
  await expect(page.getByRole('button', { name: t.next, exact: true })).toBeEnabled()
  await chosen.click()
  const chapter = page.getByRole('link', { name: /Saying no at the bank/ })
  await expect(page.getByRole('heading', { name: t.themes.trouble })).toBeVisible()
  await expectAccessible(page)
  await chapter.click()
  await expect(chapter).toBeHidden()
  await expect(chosen).toContainText('Saying no at the bank')
  await expect(page.getByRole('button', { name: t.next, exact: true })).toBeEnabled()
})

test('plays when pressed early, leaves the frame at once, and says when another page takes over', async ({
  browser,
  page,
}) => {
  const { fr, en } = words
  await openTour(page, 'chapter=first-link', 'fr')
  await page.getByRole('button', { name: fr.again }).click()
  await page.getByRole('button', { name: fr.play, exact: true }).click()
  await expect(page.getByRole('heading', { name: /^3\. / })).toBeVisible()
  await page.getByRole('button', { name: fr.letMe }).click()
  await page.getByRole('button', { name: fr.giveBack }).click()
  await expect(page.getByRole('button', { name: fr.next, exact: true })).toBeEnabled()
  const context = await browser.newContext({ locale: 'en-GB' })
  const other = await context.newPage()
  await openTour(other, 'chapter=first-link', 'en')
  await expect(page.getByText(fr.takenOver)).toBeVisible()
  await expect(page.getByRole('button', { name: fr.next, exact: true })).toBeDisabled()
  await page.getByRole('button', { name: fr.play, exact: true }).click()
  await expect(other.getByText(en.takenOver)).toBeVisible()
  await expect(page.getByRole('heading', { name: /^3\. / })).toBeVisible()
  await context.close()
})

for (const language of ['fr', 'en'] as const) {
  test(`a browser that refuses cookies in the frame is told before anything plays, ${language}`, async ({
    page,
    playwright,
  }) => {
    const t = words[language]
    await page.route(`${appUrl}/**`, async (route, request) => {
      // With no cookies of its own, and none for the browser, which adds these headers only after this.
      const asIfFramed = {
        'sec-fetch-dest': request.isNavigationRequest() ? 'iframe' : 'empty',
        'sec-fetch-site': 'same-origin',
      }
      const elsewhere = await playwright.request.newContext({ ignoreHTTPSErrors: true })
      const answer = await elsewhere.fetch(request, {
        maxRedirects: 0,
        headers: { ...request.headers(), ...asIfFramed },
      })
      const { 'set-cookie': _, ...headers } = answer.headers()
      await route.fulfill({ response: answer, headers })
      await elsewhere.dispose()
    })
    // Chromium lets such an answer load nothing from this machine.
    await page.route(`${tourUrl}/hand.js`, route =>
      route.fulfill({ body: String(readFiles().all.get('hand.js')?.body) }),
    )
    await page.goto(`${tourUrl}/?lang=${language}`)
    await expect(page.locator('#say .notice')).toHaveText(`${t.unreachable} ${t.noCookies}`)
    await expect(page.getByRole('button', { name: t.next, exact: true })).toBeDisabled()
    await expectAccessible(page)
  })
}

test('a browser that does not trust the application’s certificate is told before anything plays', async ({ page }) => {
  const t = words.en
  await page.route(`${appUrl}/certificates/none`, route => route.abort('connectionfailed'))
  await page.goto(`${tourUrl}/?lang=en`)
  await expect(page.locator('#say .notice')).toHaveText(`${t.unreachable} ${t.untrusted.replace('{address}', appUrl)}`)
  await expect(page.getByRole('button', { name: t.next, exact: true })).toBeDisabled()
})

test('whoever watches takes over, and gives back: the tour goes on from where they are', async ({ page }) => {
  const t = words.en
  const frame = page.frameLocator('#frame')
  await openTour(page, 'chapter=saying-no&step=3', 'en')
  await expect(page.getByRole('heading', { name: /^4\. Identify/ })).toBeVisible()
  await page.getByRole('button', { name: t.letMe }).click()
  await expect(page.getByText(t.yourTurn)).toBeVisible()
  // On the bank's screens of a demonstration, one click types what the person knows.
  await frame.getByRole('button', { name: /Odile/ }).first().click()
  await frame
    .getByRole('button', { name: /password/i })
    .first()
    .click()
  await expect(page.getByRole('region', { name: t.phone }).locator('.code')).toHaveText(/\d{6}/)
  await page.getByRole('button', { name: t.giveBack }).click()
  await expect(page.getByRole('button', { name: t.letMe })).toBeVisible()
  await page.getByRole('button', { name: t.play, exact: true }).click()
  await expect(page.getByRole('heading', { name: t.over })).toBeVisible()
  // The story has typed into fields of the frame; the keys are the tour's again.
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('heading', { name: /^6\. Refuse/ })).toBeVisible()
})

test('a code that somebody used before is refused, and Guichet says so', async ({ page }) => {
  await openTour(page, 'chapter=first-link&step=5', 'en')
  await page.getByText(words.en.interfere).click()
  await page.getByRole('button', { name: 'Use the code before Guichet does' }).click()
  await page.keyboard.press('ArrowRight')
  const exchange = page.getByRole('listitem').filter({ hasText: '/oauth/token' }).first()
  await expect(exchange).toContainText('400')
  await exchange.getByRole('button', { name: 'rule D7' }).click()
  await expect(exchange.getByRole('note')).toContainText('single use')
  await expect(page.frameLocator('#frame').getByRole('heading', { level: 1 })).toBeVisible()
  await exchange.locator('summary').first().click()
  await exchange.getByRole('button', { name: 'curl' }).click()
  await expect(exchange.locator('pre').first()).toContainText('#!/bin/sh')
  await exchange.getByRole('button', { name: 'packages/stet' }).click()
  await expect(exchange.getByText(words.en.noForm.stet)).toBeVisible()
})

test('nothing of the tour is in the application’s build', () => {
  const files = ['static', 'server']
    .flatMap(folder => globSync(`.next/${folder}/**/*.{js,css,html,json,rsc}`))
    .filter(file => statSync(file).isFile())
  expect(files.length).toBeGreaterThan(100)
  const parts = ['tour.localhost', '/hand.js', '__Host-tour', 'TOUR_ORIGIN', '/demonstration/clock']
  expect(
    files.flatMap(file => {
      const text = readFileSync(file, 'utf8')
      return parts.filter(part => text.includes(part)).map(part => `${file}: ${part}`)
    }),
  ).toEqual([])
})

test('a chapter is saved as one file, which shows it without a server', async ({ page, context }, info) => {
  const t = words.en
  const chapter = chapters.find(({ id }) => id === 'revoked-at-bank')
  await openTour(page, 'chapter=revoked-at-bank', 'en')
  const downloaded = page.waitForEvent('download')
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
