import { globSync, readFileSync, statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from '#testing/browser/accessible.ts'
import { isEveryLook } from '#testing/browser/guichet.ts'
import { appUrl, tourUrl } from '#testing/browser/stack-settings.ts'
import { expectStill, languageOf, movesClocks, openTour, playChapter } from '#testing/browser/tour.ts'
import { chapters } from '#tour/chapters/all.ts'
import { readFiles } from '#tour/files.ts'
import { words } from '#tour/words.ts'

const short = ['first-link', 'lost-answer']

test.use({ viewport: { width: 1440, height: 900 } })

for (const chapter of chapters.filter(one => (isEveryLook && !movesClocks(one)) || short.includes(one.id))) {
  test(`the chapter ${chapter.id} plays to its end by itself`, async ({ page, context }) => {
    const t = words[languageOf(chapter)]
    const leave = chapter.id === 'first-link' ? await standElsewhere(page, await context.newPage()) : undefined
    await playChapter(page, chapter)
    await leave?.()
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
  await expect(page.getByRole('heading', { name: /^2\. Choose the bank/ })).toBeVisible()
  await expect(page.getByText('3. Request the payment')).toBeVisible()
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
  // The words of a step stay until somebody goes on, and gain what came of it.
  await expect(page.getByRole('heading', { name: /^3\. Request the payment/ })).toBeVisible()
  await expect(page.locator('#say .result')).toContainText(/\d calls?, /)
  await expect(page.getByText(/^Next4\. /)).toBeVisible()
  const chosen = page.getByRole('button', { name: t.chooseChapter })
  await page.keyboard.press('1')
  await page.keyboard.press('0')
  await expect(chosen).toContainText('A refused payment')
  await expectStill(page)
  await chosen.click()
  const chapter = page.getByRole('link', { name: /Saying no at the bank/ })
  await expect(page.getByRole('heading', { name: t.themes.trouble })).toBeVisible()
  await expectAccessible(page)
  await chapter.click()
  await expect(chapter).toBeHidden()
  await expect(chosen).toContainText('Saying no at the bank')
  await expectStill(page)
})

test('plays when pressed early, and leaves the frame at once', async ({ page }) => {
  const { fr } = words
  await openTour(page, 'chapter=first-link', 'fr')
  // At a pace at which the words of each step stand long enough to be seen.
  await page.getByLabel(fr.speed).selectOption(fr.speeds.fast)
  await page.getByRole('button', { name: fr.again }).click()
  await page.getByRole('button', { name: fr.play, exact: true }).click()
  await expect(page.getByRole('heading', { name: /^[3-9]\. / })).toBeVisible()
  await page.getByRole('button', { name: fr.letMe }).click()
  await page.getByRole('button', { name: fr.giveBack }).click()
  await expectStill(page)
})

/** Two windows of one browser never meet: each has people, calls and faults of its own. Returns the check at the end of the first. */
async function standElsewhere(page: Page, other: Page): Promise<() => Promise<void>> {
  const t = words.en
  for (const one of [other, page]) await openTour(one, 'chapter=first-link&step=2', 'en')
  // At work in the same second, each sees the one call that has sent its own browser to the bank.
  await Promise.all([other, page].map(one => one.getByRole('button', { name: t.next, exact: true }).click()))
  for (const one of [other, page]) {
    await expectStill(one)
    await expect(one.locator('.call')).toHaveCount(1)
  }
  for (const one of [other, page]) await one.getByText(t.interfere).click()
  await other.getByRole('button', { name: 'Ask for another account' }).click()
  return async () => {
    await expect(page.locator('.call.refused')).toHaveCount(0)
    await expect(page.locator('.call').first()).toBeVisible()
    // The other window still stands where it was, with its fault, and nothing of this one.
    await expect(other.getByRole('heading', { name: /^3\. / })).toBeVisible()
    await expect(other.getByRole('button', { name: 'Ask for another account' })).toHaveAttribute('aria-pressed', 'true')
    await expect(other.locator('.call')).toHaveCount(1)
    await other.close()
  }
}

test('a browser that refuses cookies in the frame is told before anything plays', async ({ page, playwright }) => {
  const t = words.fr
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
  await page.route(`${tourUrl}/hand.js`, route => route.fulfill({ body: String(readFiles().all.get('hand.js')?.body) }))
  await page.goto(`${tourUrl}/?lang=fr`)
  await expect(page.locator('#say .notice')).toHaveText(`${t.unreachable} ${t.noCookies}`)
  await expect(page.locator('body[data-mode=idle]')).toBeVisible()
  await expectAccessible(page)
})

test('a browser that does not trust the application’s certificate is told before anything plays', async ({ page }) => {
  const t = words.en
  await page.route(`${appUrl}/certificates/none`, route => route.abort('connectionfailed'))
  await page.goto(`${tourUrl}/?lang=en`)
  await expect(page.locator('#say .notice')).toHaveText(`${t.unreachable} ${t.untrusted.replace('{address}', appUrl)}`)
  await expect(page.locator('body[data-mode=idle]')).toBeVisible()
})

test('whoever watches takes over, and gives back: the tour goes on from where they are', async ({ page }) => {
  const t = words.en
  const frame = page.frameLocator('#frame')
  await openTour(page, 'chapter=saying-no&step=3', 'en')
  await expect(page.getByText('4. Identify')).toBeVisible()
  await page.getByRole('button', { name: t.letMe }).click()
  await expect(page.getByRole('heading', { name: /^4\. Identify/ })).toBeVisible()
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
  await expect(page.getByRole('heading', { name: /^5\. / })).toBeVisible()
})

test('goes on as soon as the page in the frame can be asked, however long its script took', async ({ page }) => {
  const t = words.en
  await openTour(page, 'chapter=saying-no&step=3', 'en')
  await page.getByRole('button', { name: t.letMe }).click()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/hand.js', route => released.then(() => route.continue()))
  const asked = page.waitForRequest('**/hand.js')
  await page
    .frameLocator('#frame')
    .locator('body')
    .evaluate(() => location.reload())
  await asked
  await page.getByRole('button', { name: t.next, exact: true }).click()
  await expect(page.locator('#say .notice')).toHaveText(t.waits.page)
  release()
  await expect(page.locator('#say .result')).toBeVisible()
  await expect(page.getByRole('heading', { name: /^4\. / })).toBeVisible()
})

test('waits for the page that somebody has asked for by hand, and fills in what they left out', async ({ page }) => {
  const t = words.en
  await openTour(page, 'chapter=pay-a-shop&step=1', 'en')
  await page.getByRole('button', { name: t.letMe }).click()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let asks = 0
  await page.route('**/l/*/open', route => {
    asks += 1
    return released.then(() => route.continue())
  })
  const asked = page.waitForRequest('**/l/*/open')
  await page.frameLocator('#frame').locator('main form button[type=submit]').click()
  await asked
  await page.getByRole('button', { name: t.next, exact: true }).click()
  await expect(page.locator('#say .notice')).toHaveText(t.waits.page)
  release()
  await expectStill(page)
  await expect(page.getByRole('heading', { name: /^2\. / })).toBeVisible()
  await page.getByRole('button', { name: t.next, exact: true }).click()
  await expect(page.locator('#say .result')).toContainText('accepted by the bank')
  await expect(page.getByRole('heading', { name: /^3\. / })).toBeVisible()
  expect(asks, 'asks for the page again').toBe(1)
})

test('a step that runs is left at once: back, start again, another chapter, and the story goes on', async ({
  page,
}) => {
  const t = words.en
  await openTour(page, 'chapter=first-link&step=3', 'en')
  await page.getByLabel(t.speed).selectOption(t.speeds.slow)
  const shown = (name: RegExp) => expect(page.getByRole('heading', { name })).toBeVisible()
  await page.getByRole('button', { name: t.next, exact: true }).click()
  await shown(/^4\. /)
  // Back from step 4 is step 3, not the start.
  await page.getByRole('button', { name: t.back }).click()
  await shown(/^3\. /)
  await expectStill(page)
  await shown(/^3\. Leave/)
  for (const _ of [1, 2]) await page.keyboard.press('ArrowRight')
  await shown(/^4\. /)
  await page.getByRole('button', { name: t.again }).click()
  await shown(/^Linking a bank/)
  await page.keyboard.press('3')
  await shown(/^Unticking a box/)
  await page.keyboard.press('ArrowRight')
  await expectStill(page)
  await shown(/^1\. /)
  await expect(page.locator('#say .result')).toBeVisible()
})

test('a fault has its ending in words, at once, and Next goes on without it', async ({ page }) => {
  const t = words.en
  await openTour(page, 'chapter=first-link&step=7', 'en')
  await page.getByText(t.interfere).click()
  await page.getByRole('button', { name: 'Change one byte' }).click()
  await page.getByRole('button', { name: t.next, exact: true }).click()
  await expect(page.locator('#say .notice')).toHaveText(
    /^The signature no longer fits the body\. The bank refuses: 4\d\d\. Nothing was recorded, nothing was read\.$/,
  )
  await expectStill(page)
  await expect(page.getByRole('heading', { name: /^8\. Send the consent/ })).toBeVisible()
  await expect(page.locator('.call.refused')).toHaveCount(1)
  await page.getByRole('button', { name: t.next, exact: true }).click()
  await expect(page.locator('#say .result')).toContainText('all accepted by the bank')
  await expect(page.getByRole('heading', { name: /^8\. Send the consent/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change one byte' })).toHaveAttribute('aria-pressed', 'false')
})

test('fits a small projector, and the keys are the tour’s whatever has the focus', async ({ page }) => {
  const t = words.en
  await page.setViewportSize({ width: 1280, height: 720 })
  await openTour(page, 'chapter=first-link&step=3', 'en')
  const isWhole = () =>
    page.evaluate(() => {
      const { scrollHeight, clientHeight, scrollWidth, clientWidth, scrollTop } = document.documentElement
      return scrollHeight <= clientHeight && scrollWidth <= clientWidth && scrollTop === 0
    })
  expect(await isWhole()).toBe(true)
  await expect(page.getByRole('button', { name: t.next, exact: true })).toBeInViewport()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: t.play, exact: true })).toBeFocused()
  // At a pace at which the keypad, which goes when it has been used, stands long enough to be seen.
  await page.getByLabel(t.speed).selectOption(t.speeds.slow)
  // The step types into fields of the frame, and Space still pauses.
  await page.locator('#calls').click()
  await page.keyboard.press(' ')
  await expect(page.getByRole('heading', { name: /^4\. / })).toBeVisible()
  await expect(page.frameLocator('#frame').locator('button[data-digit]').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: t.play, exact: true })).toBeVisible()
  await expectStill(page)
  expect(await isWhole()).toBe(true)
  await page.getByRole('button', { name: t.shortcuts }).click()
  await page.locator('#calls').click()
  await page.keyboard.press('5')
  await expect(page.getByRole('heading', { name: /^4\. / })).toBeVisible()
  expect(page.frames()).toHaveLength(2)
  for (const frame of page.frames()) await expectAccessible(page, frame)
})

test('the first minute: the room tries to rob Odile, and each attack ends at one check of the bank', async ({
  page,
}) => {
  const t = words.en
  await page.goto(`${tourUrl}/?lang=en`)
  await expect(page.getByRole('heading', { name: t.opening.title })).toBeVisible()
  await page.getByRole('button', { name: t.opening.rob }).click()
  await expect(page.locator('#attacks button')).toHaveCount(5)
  await page.getByRole('button', { name: 'Turn €42 into €4,200' }).click()
  await expect(page.locator('#score')).toHaveText(t.opening.scoreOne)
  await expect(page.locator('#attacks')).toContainText(
    /The amount changed on the way.*The bank refuses: 4\d\d\. No payment was filed\./,
  )
  await expect(page.locator('.call.refused')).toHaveCount(1)
  await expectAccessible(page)
  await page.getByRole('button', { name: t.again }).click()
  await expect(page.getByRole('heading', { name: t.opening.title })).toBeHidden()
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
  await expect(exchange.getByText(words.en.noForm.curl)).toBeVisible()
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

test('the room edits a call, shares it and hears it in two voices; the presenter has a window of notes', async ({
  page,
  context,
}) => {
  const t = words.en
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openTour(page, 'chapter=first-link&step=8', 'en')
  const edit = async (one: Page) => {
    const sent = one.locator('.call').filter({ hasText: 'PUT /consents' }).first()
    await expect(sent.getByLabel(t.edit.body)).toBeVisible()
    return sent
  }
  const consent = page.locator('.call').filter({ hasText: 'PUT /consents' }).first()
  await consent.locator('summary').first().click()
  await consent.getByRole('button', { name: t.edit.open }).click()
  await edit(page)
  await expectAccessible(page)
  await consent.getByLabel(t.edit.body).fill('{"balances":[]}')
  await consent.getByRole('button', { name: t.edit.send }).click()
  const refused = page.locator('.call').last()
  await expect(refused).toContainText('401')
  await expect(refused.locator('.checks .refused')).toContainText('Digest is not that of the body that arrived')
  // It is no part of the step's result.
  await expect(page.locator('#say .result')).toContainText('all accepted')
  await consent.getByLabel(t.edit.again.digest).check()
  await consent.getByLabel(t.edit.again.signature).check()
  await consent.getByRole('button', { name: t.edit.send }).click()
  await expect(page.locator('.call').last()).toContainText('400 FF01')
  await consent.getByRole('button', { name: t.edit.share }).click()
  await expect(consent.getByRole('button', { name: t.copied })).toBeVisible()
  const other = await context.newPage()
  await other.goto(await page.evaluate(() => navigator.clipboard.readText()))
  await expect((await edit(other)).getByLabel(t.edit.body)).toHaveValue('{"balances":[]}')
  await other.close()

  await expect(page.locator('#say .rule')).toContainText('STET')
  await page.keyboard.press('v')
  await expect(page.locator('#say .board')).toContainText('two proofs for an auditor')
  await expect(page.locator('#say .rule')).toHaveCount(0)
  const opened = page.waitForEvent('popup')
  await page.keyboard.press('n')
  const notes = await opened
  await expect(notes.locator('#elapsed')).toHaveText(/^\d+:\d\d$/)
  await expect(notes.getByRole('heading', { name: t.sayNext })).toBeVisible()
  await expectAccessible(notes)
  await notes.getByRole('button', { name: t.next, exact: true }).click()
  await expect(page.getByRole('heading', { name: /^9\. / })).toBeVisible()
  // Its choices and keys are the page's too, and it goes on in the other language, with the step that runs and the voice.
  await notes.getByLabel(t.speed).selectOption(t.speeds.slow)
  await expect(page.getByLabel(t.speed)).toHaveValue('1400')
  await notes.getByRole('link', { name: t.language }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await expectStill(page)
  await expect(notes.getByRole('heading', { name: words.fr.sayNext })).toBeVisible()
  await notes.keyboard.press('l')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expectStill(page)
  await expect(page.getByRole('heading', { name: /^9\. / })).toBeVisible()
  // A cell of who knows what leads to the member that says so.
  await page.locator('#knows [data-fact=balances][data-proof]:not([data-proof=books])').click()
  await expect(page.locator('.call .member.proof').first()).toContainText(/balance/)
  await page.locator('#knows [data-fact=token][data-who=guichet]').click()
  await expect(page.locator('#stored')).toHaveText(/^Connection\.accessSealedeyJ[\w-]+….+Connection\.refreshSealedeyJ/)
  await page.locator('#knows [data-fact=token][data-who=bank]').click()
  await expect(page.locator('#stored')).toHaveText(/^token_pairs\.access_hash[\w-]{43,}$/)
  // Keys that are one letter long can be switched off.
  await page.getByRole('button', { name: t.shortcuts }).click()
  await page.keyboard.press('v')
  await expect(page.locator('#say .board')).toBeVisible()
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
  const complaints: string[] = []
  saved.on('request', request => asked.push(request.url()))
  // A trace (JOURNEYS=all) puts a script of its own into every frame, and a recorded screen runs none.
  const isOfTrace = (text: string) => text.startsWith("Blocked script execution in 'about:")
  saved.on('console', message => {
    if (message.type() === 'error' && !(isEveryLook && isOfTrace(message.text()))) complaints.push(message.text())
  })
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
  expect(complaints).toEqual([])
  const image = saved.getByTitle(t.person).filter({ visible: true }).contentFrame().locator('svg image').first()
  await expect(image).toHaveAttribute('href', /^data:image/)
  await saved.getByLabel(t.home.name).fill('Ada')
  await expect(saved.getByText('npx @guichet/sandbox keys --org PSDFR-ACPR-12345 --name "Ada"')).toBeVisible()
  const taken = saved.waitForEvent('download')
  await saved.getByRole('button', { name: t.home.save.replace('{file}', 'chapter_test.py') }).click()
  const program = readFileSync(await (await taken).path(), 'utf8')
  expect(program).toContain('--name "Ada"')
  expect(program).toContain('["GET","/accounts",200]')
})
