import type { Page } from '@playwright/test'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import { expectAccessible } from '#testing/browser/accessible.ts'
import { agreeAtBank, banks, giveCode, giveIdentifier, newCustomer, sendAndStay } from '#testing/browser/bank.ts'
import {
  expect,
  fill,
  inVariants,
  type Language,
  linkAccounts,
  signIn,
  tabTo,
  test,
  words,
} from '#testing/browser/guichet.ts'
import { walk } from '#testing/browser/shop.ts'
import { appUrl } from '#testing/browser/stack-settings.ts'

const bank = banks.littoral
const name = nameBank(bank.name)
const payee = { name: 'Garage Lenoir', iban: 'DE89 3704 0044 0532 0130 00' }

const isAtBank = (url: URL) => url.hostname === `${bank.code}.sandbox.localhost`
const isBack = (url: URL) => url.origin === appUrl

/** From the list to the form, with the first account that supports everything. */
async function openForm(page: Page, language: Language) {
  const say = words[language].transfers
  await page.goto(`${appUrl}/transfers/new`)
  await page
    .getByRole('link')
    .filter({ hasText: say.source.instant })
    .filter({ hasText: say.source.several })
    .first()
    .click()
  await page.waitForURL(/\/transfers\/new\?from=/)
}

async function typePayee(page: Page, language: Language) {
  const say = words[language].transfers.form
  const other = page.getByRole('radio', { name: say.toNew })
  if (await other.isVisible()) await other.check()
  await page.getByLabel(say.name).fill(payee.name)
  await page.getByLabel(say.iban, { exact: true }).fill(payee.iban)
}

const amounts = { fr: '12,34', en: '12.34' }

inVariants('fr', ({ language }) => {
  const say = words[language].transfers

  test('money is sent: single, instant, later, regularly; the later one is cancelled, one is refused', async ({
    page,
    member,
  }) => {
    const customer = await linkAccounts(page, member)

    await test.step('nothing yet; from which account', async () => {
      await page.goto(`${appUrl}/transfers`)
      await expect(page.getByText(say.emptyTitle)).toBeVisible()
      await expectAccessible(page)
      await page.goto(`${appUrl}/transfers/new`)
      await expectAccessible(page)
    })

    await test.step('faults are named beside their fields, and an IBAN is checked as it is typed', async () => {
      await openForm(page, language)
      await typePayee(page, language)
      await expect(page.getByText(/Allemagne|Germany/)).toBeVisible()
      await page.getByLabel(say.form.amount).fill('1.234.5')
      await page.getByRole('button', { name: say.form.next }).last().click()
      await page.waitForURL(/check=1/)
      await expect(page.getByRole('alert').getByText(say.faults.amount_not_a_number)).toBeVisible()
      await expect(page.getByLabel(say.form.name)).toHaveValue(payee.name)
      expect(page.url()).not.toContain('DE89')
      await expectAccessible(page)
    })

    await test.step('single: summary, bank, executed', async () => {
      await page.getByLabel(say.form.amount).fill(amounts[language])
      await page.getByLabel(say.form.remittance).fill('Facture 7')
      await page.getByRole('button', { name: say.form.next }).last().click()
      await expect(page.getByRole('heading', { level: 1, name: say.summary.title })).toBeVisible()
      await expect(page.getByText('DE89 3704 0044 0532 0130 00')).toBeVisible()
      await expect(page.getByText(say.summary.newTitle)).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: fill(say.summary.go, name) }).click()
      await page.waitForURL(isAtBank)
      await agreeAtBank(page, customer, language)
      await expect(page.getByText(say.states.executed.title)).toBeVisible()
      await expectAccessible(page)
    })

    const start = async (change: () => Promise<void>) => {
      await openForm(page, language)
      await page.getByRole('group', { name: say.form.to }).getByRole('radio').first().check()
      await page.getByLabel(say.form.amount).first().fill(amounts[language])
      await change()
      await page.getByRole('button', { name: say.form.next }).last().click()
      const go = page.getByRole('button', { name: fill(say.summary.go, name) })
      await page.goto(await walk(await sendAndStay(page, go), customer))
    }
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

    await test.step('instant, to somebody of the book', async () => {
      await start(() => page.getByLabel(say.form.instant).check())
      await expect(page.getByText(say.states.executed.title)).toBeVisible()
    })

    await test.step('later, then cancelled at the bank', async () => {
      await start(async () => {
        await page.getByLabel(say.form.later).check()
        await page.getByLabel(say.form.firstDate).fill(inDays(4))
      })
      await expect(page.getByText(say.states.scheduled.title)).toBeVisible()
      await page.getByRole('link', { name: say.result.cancel }).click()
      await expect(page.getByText(say.conditions.next_day)).toHaveCount(0)
      await expect(page.getByRole('button', { name: fill(say.cancel.go, name) })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: fill(say.cancel.go, name) }).click()
      await page.waitForURL(isAtBank)
      await agreeAtBank(page, customer, language)
      await expect(page.getByText(say.states.cancelled.title)).toBeVisible()
    })

    await test.step('regularly', async () => {
      await start(async () => {
        await page.getByLabel(say.form.regular).check()
        await page.getByLabel(say.form.firstDate).fill(inDays(3))
        await page.getByLabel(say.form.frequency).selectOption('QUTR')
      })
      await expect(page.getByText(say.states.standing.title)).toBeVisible()
      await page.goto(`${appUrl}/transfers`)
      await expect(page.getByRole('heading', { name: say.standingTitle })).toBeVisible()
      await expectAccessible(page)
    })
  })
})

test('in two tabs, without JavaScript; another browser is shown nothing', async ({ browser, member }) => {
  const say = words.fr.transfers
  const customer = await newCustomer()
  const context = await browser.newContext({ locale: 'fr-FR', javaScriptEnabled: false })
  const page = await context.newPage()
  await signIn(page, member)
  await page.goto(`${appUrl}/transfers/new?bank=${bank.code}`)
  await typePayee(page, 'fr')
  await page.getByLabel(say.form.amount).fill('12,34')
  await page.getByRole('button', { name: say.form.next }).last().click()
  await page.waitForURL(/\/transfers\/new\/[0-9a-f-]+$/)
  await page.goBack()
  await expect(page.getByLabel(say.form.amount), 'the browser’s own way back keeps what was typed').toHaveValue('12,34')
  await page.getByRole('button', { name: say.form.next }).last().click()
  await page.waitForURL(/\/transfers\/new\/[0-9a-f-]+$/)
  const second = await context.newPage()
  await second.goto(page.url())
  await page.getByRole('button', { name: fill(say.summary.go, name) }).click()
  await page.waitForURL(isAtBank, { waitUntil: 'commit' })
  await second.getByRole('button', { name: fill(say.summary.go, name) }).click()
  await second.waitForURL(isAtBank)
  // Two clicks in a row give one link, which is valid once: the first tab pays.
  await expect(second.getByRole('heading', { name: 'Ce lien a déjà servi' })).toBeVisible()
  await giveIdentifier(page, customer)
  // Without scripts the keypad is hidden, and the field is typed into.
  await page.locator('#password').fill(customer.password)
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click()
  await giveCode(page)
  await page.locator('button.primary').first().click()
  await giveCode(page)
  await page.locator('button.primary').first().click()
  await page.waitForURL(isBack)
  await expect(page.getByText(new RegExp(`${say.states.executed.title}|${say.states.accepted.title}`))).toBeVisible()
  await page.goto(`${appUrl}/transfers`)
  await expect(page.getByRole('link', { name: new RegExp(payee.name) }), 'one order of two tabs').toHaveCount(1)

  const orderPath = await page.getByRole('link', { name: new RegExp(payee.name) }).getAttribute('href')
  const stranger = await (await browser.newContext({ locale: 'fr-FR' })).newPage()
  await stranger.goto(`${appUrl}${orderPath}`)
  await expect(stranger.getByRole('heading', { level: 1, name: say.result.loginTitle })).toBeVisible()
  await expect(stranger.getByText(payee.name)).toHaveCount(0)
  await expectAccessible(stranger)
  await stranger.context().close()
  await context.close()
})

test('the payee book, by keyboard alone', async ({ page, member }) => {
  const say = words.fr.transfers
  await signIn(page, member)
  await page.goto(`${appUrl}/transfers/payees`)
  const add = page.getByRole('button', { name: say.book.add })
  await tabTo(page, add)
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByLabel(say.form.name))
  await page.keyboard.type('Zoé Lefèvre')
  await tabTo(page, page.getByLabel(say.form.iban, { exact: true }))
  await page.keyboard.type('DE89370400440532013001')
  await expect(page.getByText(say.iban.check_digits)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText(say.faults.iban_invalid)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Backspace')
  await page.keyboard.type('0')
  await page.keyboard.press('Enter')
  // We can ask no bank abroad: the person decides.
  await expect(page.getByRole('status').getByText(words.fr.verification.notTitle)).toBeVisible()
  const save = page.getByRole('button', { name: words.fr.verification.save })
  await tabTo(page, save)
  await page.keyboard.press('Enter')
  await expect(page.getByText(fill(say.book.saved, { name: 'Zoé Lefèvre' }))).toBeVisible()
  await page.getByLabel(say.book.search).fill('zoe')
  await expect(page.getByText('DE89 3704 0044 0532 0130 00')).toBeVisible()
  await page.getByLabel(say.book.search).fill('nobody')
  await expect(page.getByText('DE89 3704 0044 0532 0130 00')).toHaveCount(0)
  await page.getByLabel(say.book.search).fill('')
  await expectAccessible(page)
  await page.getByRole('button', { name: fill(say.book.remove, { name: 'Zoé Lefèvre' }) }).click()
  await page.getByRole('button', { name: say.book.confirmRemove }).click()
  await expect(page.getByText(say.book.empty)).toBeVisible()
})

inVariants('fr', ({ language }) => {
  test('a payee’s name is checked: the four answers in the book, and before a transfer', async ({ page, member }) => {
    const say = words[language].transfers
    const t = words[language].verification
    // Holder: Julien Mercier, at a bank where this person has no account.
    const iban = 'FR7619872001750025491006638'
    await linkAccounts(page, member)
    await page.goto(`${appUrl}/transfers/payees`)
    const add = async (name: string, to = iban) => {
      await page.getByRole('button', { name: say.book.add }).click()
      await page.getByLabel(say.form.name).fill(name)
      await page.getByLabel(say.form.iban, { exact: true }).fill(to)
      await page.getByRole('button', { name: say.book.save, exact: true }).click()
    }
    const remove = async (name: string) => {
      await page.getByRole('button', { name: fill(say.book.remove, { name }) }).click()
      await page.getByRole('button', { name: say.book.confirmRemove }).click()
      await expect(page.getByText(say.book.empty)).toBeVisible()
    }

    await test.step('match: saved at once', async () => {
      await add('Mercier Julien')
      await expect(page.getByText(fill(say.book.saved, { name: 'Mercier Julien' }))).toBeVisible()
      await expect(page.getByText(t.short.match)).toBeVisible()
      await remove('Mercier Julien')
    })

    await test.step('close match: the holder’s name is offered', async () => {
      await add('J. Mercier')
      await expect(page.getByText(t.bank.closeTitle)).toBeVisible()
      // Below the top bar nothing is half covered.
      await page.evaluate(() => window.scrollTo(0, 0))
      await expectAccessible(page)
      await page.getByRole('button', { name: fill(t.use, { name: 'JULIEN MERCIER' }) }).click()
      await expect(page.getByText(fill(say.book.saved, { name: 'JULIEN MERCIER' }))).toBeVisible()
      await remove('JULIEN MERCIER')
    })

    await test.step('not possible: saved all the same', async () => {
      await add('Garage Lenoir', payee.iban)
      await expect(page.getByText(t.notTitle)).toBeVisible()
      await page.getByRole('button', { name: t.save }).click()
      await expect(page.getByText(fill(say.book.saved, { name: 'Garage Lenoir' }))).toBeVisible()
      await remove('Garage Lenoir')
    })

    await test.step('no match: the holder stays unnamed; a change of the name asks again', async () => {
      await add('Apple Store')
      await expect(page.getByText(t.bank.noneTitle)).toBeVisible()
      await expect(page.getByText('JULIEN')).toHaveCount(0)
      await page.getByLabel(say.form.name).fill('Apple Stor')
      await expect(page.getByText(t.bank.noneTitle)).toHaveCount(0)
      await expect(page.getByRole('button', { name: say.book.save, exact: true })).toBeVisible()
    })

    await test.step('before a transfer: told in the summary, and the bank is one click away', async () => {
      await openForm(page, language)
      await page.getByLabel(say.form.name).fill('Apple Store')
      await page.getByLabel(say.form.iban, { exact: true }).fill(iban)
      await page.getByLabel(say.form.amount).fill(amounts[language])
      await page.getByRole('button', { name: say.form.next }).last().click()
      await expect(page.getByText(t.bank.noneTitle)).toBeVisible()
      await expect(page.getByRole('button', { name: fill(say.summary.go, name) })).toBeEnabled()
      await expectAccessible(page)
    })
  })
})
