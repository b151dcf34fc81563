import { devices } from '@playwright/test'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import { expectAccessible, expectFocusInView } from '#testing/browser/accessible.ts'
import {
  approve,
  authenticate,
  banks,
  customers,
  giveCode,
  giveIdentifier,
  newCustomer,
} from '#testing/browser/bank.ts'
import {
  allowEverything,
  connectionIdOf,
  expect,
  fill,
  leaveForBank,
  openWithoutScripts,
  signIn,
  signInByForm,
  tabTo,
  test,
  waitUntilLoaded,
  words,
} from '#testing/browser/guichet.ts'
import { appUrl } from '#testing/browser/stack-settings.ts'

const { fr } = words

test('a person links a bank, sees the truth, narrows the consent and leaves', async ({ page, member }) => {
  await test.step('finds the bank in the directory with the keyboard', async () => {
    await signInByForm(page, member)
    await expectAccessible(page)
    await page.goto(`${appUrl}/link`)
    const search = page.getByLabel(fr.link.directory.searchLabel)
    await expect(search, 'one can type at once').toBeFocused()
    await page.keyboard.type('littoral')
    await expect(page.getByRole('link', { name: /Banque du Littoral/ })).toBeVisible()
    await expect(page.getByRole('link', { name: /Banque Cormoran/ })).toBeHidden()
    await expectAccessible(page)
    await page.getByRole('link', { name: /Banque du Littoral/ }).click()
    await page.waitForURL(/\/link\/19870$/)
  })

  await test.step('reads what will happen before leaving', async () => {
    await expect(page.getByText('19870.sandbox.localhost').first()).toBeVisible()
    await expect(page.getByText('PSDFR-ACPR-17843').first()).toBeVisible()
    await expect(page.getByText(/180\s+jours/).first()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: fill(fr.link.before.start, nameBank(banks.littoral.name)) }).click()
  })

  await test.step('authenticates on the bank’s own screens and approves', async () => {
    await page.waitForURL(/^https:\/\/19870\.sandbox\.localhost/)
    await expectAccessible(page)
    await authenticate(page, customers.camille)
    await expectAccessible(page)
    await approve(page)
  })

  await test.step('comes back to an empty matrix: nothing is ticked for them', async () => {
    await page.waitForURL(/\/connections\/[^/]+\/consent$/)
    expect(page.url()).not.toMatch(/code=|state=/)
    await expect(page.getByText(banks.littoral.name).first()).toBeVisible()
    const boxes = page.getByRole('checkbox')
    expect(await boxes.count()).toBeGreaterThan(8)
    for (const box of await boxes.all()) await expect(box).not.toBeChecked()
    await expectAccessible(page)
    const nothing = page.getByRole('button', { name: fr.consent.sendNothing, exact: true })
    await expect(nothing).toBeVisible()
    await expect(page.getByRole('button', { name: fr.consent.send, exact: true })).toBeDisabled()
    await test.step('at 200 % zoom nothing covers the box that has the focus', async () => {
      const size = page.viewportSize() ?? { width: 1280, height: 900 }
      await page.setViewportSize({ width: size.width / 2, height: size.height / 2 })
      await expectFocusInView(page, boxes)
      await page.setViewportSize(size)
    })
    const ofAccounts = page.getByRole('checkbox', { disabled: false })
    await openWithoutScripts(page, new URL(page.url()).pathname, async () => {
      await expect(boxes.first(), 'a column needs the script').toBeDisabled()
      await ofAccounts.first().check()
    })
    await expect(nothing, 'a box ticked before the scripts have come counts').toBeHidden()
    await expect(boxes.first(), 'and its column').toBeEnabled()
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1)
  })
  const connectionId = connectionIdOf(page)

  await test.step('allows everything and watches it arrive', async () => {
    await allowEverything(page)
    await expectAccessible(page)
    await page.reload()
    await waitUntilLoaded(page)
  })

  await test.step('sees all accounts at home', async () => {
    await page.goto(`${appUrl}/home`)
    await expect(page.getByText(/\d\s€/).first()).toBeVisible()
    await expectAccessible(page)
    expect(await page.content(), 'no full IBAN in a list').not.toMatch(/FR\d{2}(\s?\d{4}){4}/)
  })

  await test.step('opens an account, finds a transaction', async () => {
    await page.getByRole('main').getByRole('link').filter({ hasText: /•/ }).first().click()
    await page.waitForURL(/\/accounts\/[^/]+$/)
    await expect(page.getByText(/FR\d{2}\s\d{4}/).first()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('searchbox').fill('prlv')
    await expect(page.getByRole('status').filter({ hasText: /trouvées?$/ })).toBeVisible()
    await page
      .getByRole('region', { name: fr.accounts.transactions.title, exact: true })
      .getByRole('listitem')
      .getByRole('link')
      .first()
      .click()
    await expect(page.getByRole('dialog').getByText(/^PRLV SEPA/)).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox').fill('zzz-introuvable')
    await expect(page.getByRole('heading', { name: fr.accounts.transactions.emptySearchTitle })).toBeVisible()
  })

  await test.step('narrows the consent after seeing the difference', async () => {
    await page.goto(`${appUrl}/connections/${connectionId}/consent`)
    await page.getByRole('button', { name: fr.consent.presets.balances_only, exact: true }).click()
    await page.getByRole('button', { name: fr.consent.review }).click()
    await expect(page.getByText(fr.consent.diff.removedTitle)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: fr.consent.diff.confirmPurge }).click()
    await page.waitForURL(new RegExp(`/connections/${connectionId}(/loading)?$`))
    const stored = await page.request.get(`${appUrl}/api/connections`)
    const connections = (await stored.json()) as {
      id: string
      accounts: { id: string; may: { transactions: boolean; balances: boolean } }[]
    }[]
    const { accounts } = connections.find(({ id }) => id === connectionId) ?? { accounts: [] }
    expect(accounts.length).toBeGreaterThan(1)
    for (const { id, may } of accounts) {
      expect(may.transactions).toBe(false)
      const left = await page.request.get(`${appUrl}/api/transactions?accounts=${id}`)
      expect(await left.json(), 'unticked data is purged').toMatchObject({ total: 0 })
    }
  })

  await test.step('reads who looked, then disconnects', async () => {
    await page.goto(`${appUrl}/connections/${connectionId}`)
    await expect(page.getByRole('list', { name: fr.connections.log.caption })).toBeVisible()
    await expectAccessible(page)
    await page
      .getByRole('button', { name: fill(fr.connections.detail.disconnect, nameBank(banks.littoral.name)) })
      .or(page.getByRole('link', { name: fill(fr.connections.detail.disconnect, nameBank(banks.littoral.name)) }))
      .click()
    await expect(page.getByText(fr.connections.disconnect.keptTitle)).toBeVisible()
    await expectAccessible(page)
    await page
      .getByRole('button', {
        name: fill(fr.connections.disconnect.confirm, nameBank(banks.littoral.name)),
        exact: true,
      })
      .click()
    await expect(page.getByText(fill(fr.connections.disconnect.doneTitle, nameBank(banks.littoral.name)))).toBeVisible()
    await page.goto(`${appUrl}/home`)
    await expect(page.getByText(/\d\s€/)).toHaveCount(0)
  })
})

test.describe('in English on a phone', () => {
  const { userAgent } = devices['Pixel 7']
  test.use({ locale: 'en-GB', viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, userAgent })

  test('a professional links a bank', async ({ page, member }) => {
    const { en } = words
    await signIn(page, member, '/home')
    await expectAccessible(page)
    await page.goto(`${appUrl}/link`)
    await expect(page.getByLabel(en.link.directory.searchLabel), 'no keyboard jumps up').not.toBeFocused()
    await expect(page.getByText(en.link.directory.searchKeys)).toBeHidden()
    await leaveForBank(page, banks.cormoran, 'en')
    await expectAccessible(page)
    await authenticate(page, customers.karim, 'en')
    await approve(page, 'en')
    await page.waitForURL(/\/consent$/)
    await expectAccessible(page)
    await expectFocusInView(page, page.getByRole('checkbox'))
    await allowEverything(page, 'en')
    await page.getByRole('link', { name: en.consent.loading.home }).click()
    await page.waitForURL(/\/home$/)
    await expect(page.getByText(/€\d/).first()).toBeVisible()
    await test.step('wrong name at the bank: asked about, answered, and not asked again', async () => {
      const asked = page.getByRole('link', { name: new RegExp(en.home.attention.other_name.action) })
      await asked.click()
      await page.waitForURL(/\/connections\/[^/]+$/)
      await expect(page.getByText(/Karim Haddad\. Is it yours\?$/i)).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: en.connections.holder.not_theirs }).click()
      await expect(page.getByText(en.connections.holder.deniedTitle)).toBeVisible()
      await page.getByRole('button', { name: en.connections.holder.correct }).click()
      await expect(page.getByText(en.connections.holder.deniedTitle)).toBeHidden()
      await page.goto(`${appUrl}/home`)
      await expect(page.getByText(/€\d/).first()).toBeVisible()
      await expect(asked).toBeHidden()
    })
    await expectAccessible(page)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, 'nothing sticks out of a phone').toBe(0)
  })
})

test('with the keyboard alone, from sign-in to the new account', async ({ page, member }) => {
  await page.goto(`${appUrl}/signin?next=/link/19870`)
  await tabTo(page, page.getByLabel(fr.auth.email))
  await page.keyboard.press('Enter')
  await expect(page.getByText(fr.common.checks.fill).first(), 'what is missing, in the page’s language').toBeVisible()
  await expect(page.getByLabel(fr.auth.email)).toBeFocused()
  await expect(page.getByLabel(fr.auth.email)).toHaveAccessibleDescription(fr.common.checks.fill)
  await page.keyboard.type(member.email)
  await tabTo(page, page.getByLabel(fr.auth.password, { exact: true }))
  await page.keyboard.type(member.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/link\/19870$/)
  await tabTo(page, page.getByRole('button', { name: fill(fr.link.before.start, nameBank(banks.littoral.name)) }))
  await page.keyboard.press('Enter')
  await page.waitForURL(/^https:\/\/19870\.sandbox\.localhost/)

  await tabTo(page, page.getByLabel('Identifiant', { exact: true }))
  await page.keyboard.type(customers.ines.identifier)
  await page.keyboard.press('Enter')
  for (const digit of customers.ines.password) {
    await tabTo(page, page.getByRole('button', { name: digit, exact: true }))
    await page.keyboard.press('Enter')
  }
  await tabTo(page, page.getByRole('button', { name: 'Se connecter', exact: true }))
  await page.keyboard.press('Enter')
  const code = ((await page.getByTestId('otp-code').textContent()) ?? '').replace(/\D/g, '')
  await tabTo(page, page.getByLabel('Code reçu', { exact: true }))
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Autoriser', exact: true }))
  await page.keyboard.press('Enter')

  await page.waitForURL(/\/connections\/[^/]+\/consent$/)
  await tabTo(page, page.getByRole('checkbox').first())
  await page.keyboard.press('Space')
  await expect(page.getByRole('checkbox').first()).toBeChecked()
  await tabTo(page, page.getByRole('button', { name: fr.consent.send }))
  await page.keyboard.press('Enter')
  await waitUntilLoaded(page)
})

test('without JavaScript: linked, chosen box by box, looked at once more, narrowed, left', async ({
  browser,
  member,
}) => {
  const customer = await newCustomer('Sansscript')
  const context = await browser.newContext({ locale: 'fr-FR', javaScriptEnabled: false })
  const page = await context.newPage()
  await signIn(page, member)
  await page.goto(`${appUrl}/link`)
  await expect(page.getByLabel(fr.link.directory.searchLabel), 'one can type at once').toBeFocused()
  await leaveForBank(page, banks.littoral)
  await giveIdentifier(page, customer)
  // Without scripts the bank's keypad is hidden, and the field is typed into.
  await page.locator('#password').fill(customer.password)
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click()
  await giveCode(page)
  await approve(page)
  await page.waitForURL(/\/connections\/[^/]+\/consent$/)
  const review = page.getByRole('button', { name: fr.consent.noScriptReview })
  const rows = page.locator('fieldset', { has: page.locator('input[name=balances]') })
  await rows.getByLabel(fr.consent.kinds.balances).first().check()
  await rows.getByLabel(fr.consent.kinds.transactions).first().check()
  await review.click()
  await expect(page.getByRole('heading', { name: fr.consent.diff.addedTitle })).toBeVisible()
  expect(page.url(), 'no IBAN in an address').not.toMatch(/FR\d\d/)
  await page.getByRole('link', { name: fr.consent.back }).click()
  await expect(rows.getByLabel(fr.consent.kinds.transactions).first()).toBeChecked()
  await review.click()
  await page.getByRole('button', { name: fill(fr.consent.diff.confirm, nameBank(banks.littoral.name)) }).click()
  await page.waitForURL(/\/loading$/)

  await page.goto(`${appUrl}/connections/${connectionIdOf(page)}/consent`)
  await expect(rows.getByLabel(fr.consent.kinds.transactions).first()).toBeChecked()
  await rows.getByLabel(fr.consent.kinds.transactions).first().uncheck()
  await review.click()
  await expect(page.getByRole('heading', { name: fr.consent.diff.removedTitle })).toBeVisible()
  await page.getByRole('button', { name: /Envoyer/ }).click()
  await page.waitForURL(/\/connections\/[^/]+$/)

  await page.goto(`${page.url()}/disconnect`)
  await page
    .getByRole('button', { name: fill(fr.connections.disconnect.confirm, nameBank(banks.littoral.name)) })
    .click()
  await expect(page.getByText(fr.connections.states.disconnected.sentence)).toBeVisible()
  await context.close()
})
