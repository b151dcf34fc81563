import { nameBank } from '#lib/domain/bank/french-name.ts'
import { expectAccessible } from '#testing/browser/accessible.ts'
import { expect, fill, inVariants, openWithoutScripts, signIn, test, words } from '#testing/browser/guichet.ts'
import { newOrder, newOrganisation, bank as payerBank } from '#testing/browser/shop.ts'
import { appUrl } from '#testing/browser/stack-settings.ts'

const { keys: frKeys, pay: frPay } = words.fr
const { keys: enKeys, pay: enPay } = words.en

/** The first press on a page: what needs a script is disabled until it runs, the rest works before; the button is visible on a phone. */

inVariants('fr', ({ language }) => {
  const keys = language === 'fr' ? frKeys : enKeys
  test('on a merchant’s page: a form that only a script sends waits for it, is sent once, and nothing of it stands in the address', async ({
    page,
    member,
    database,
  }) => {
    await newOrganisation(database, { userId: member.id })
    await signIn(page, member)
    const name = page.getByLabel(keys.name, { exact: true })
    const create = page.getByRole('button', { name: keys.create })
    await openWithoutScripts(page, '/keys', async () => {
      await expect(name).toBeDisabled()
      await expect(create).toBeDisabled()
    })
    await name.fill('Caisse du matin')
    await create.dblclick()
    await expect(page.getByText(/gk_test_[\w-]{43}/)).toHaveCount(1)
    expect(page.url()).toBe(`${appUrl}/keys`)
    await expect(page.getByText('Caisse du matin', { exact: true })).toHaveCount(1)
  })
})

inVariants('en', ({ language, viewport }) => {
  const pay = language === 'fr' ? frPay : enPay
  test('on a payer’s page: the button is on the first screen, a bank looked for and chosen stays so', async ({
    page,
    database,
  }) => {
    const { publicId } = await newOrder(database)
    await page.setViewportSize({ width: viewport.width, height: Math.min(viewport.height, 664) })
    const others = page.getByRole('radio')
    const chosen = page.getByRole('radio', { name: payerBank.name })
    await openWithoutScripts(page, `/pay/${publicId}`, async () => {
      if (viewport.width < 1024)
        await expect(page.getByRole('button', { name: pay.choose.pay })).toBeInViewport({ ratio: 1 })
      await chosen.check()
      await page.getByRole('searchbox').pressSequentially('litt')
    })
    await expect(others).toHaveCount(1)
    await expect(chosen).toBeChecked()
    await page.getByRole('searchbox').fill('')
    await expect(others).not.toHaveCount(1)
    await expect(chosen).toBeChecked()
    await page.getByText(pay.legal.title).filter({ visible: true }).last().click()
    await expect(page.getByText(pay.legal.chargesText)).toBeVisible()
    await expectAccessible(page)
  })

  test('before leaving for a bank: the button is on the first screen, and every fact opens', async ({
    page,
    member,
  }) => {
    const say = words[language].link.before
    await page.setViewportSize({ width: viewport.width, height: Math.min(viewport.height, 740) })
    await signIn(page, member)
    await page.goto(`${appUrl}/link/${payerBank.code}`)
    const button = page.getByRole('button', { name: fill(say.start, nameBank(payerBank.name)) })
    await expect(button).toBeInViewport({ ratio: 1 })
    // It is not covered by the bar at the bottom of a phone either.
    await button.click({ trial: true })
    for (const title of [say.whatTitle, say.notTitle, say.lengthTitle, say.undoTitle, say.whoTitle]) {
      await page.getByText(title, { exact: true }).click()
    }
    for (const said of [say.what.list, say.not.payments, say.lengthFrequency, say.undo.change, say.authorisation]) {
      await expect(page.getByText(said, { exact: true })).toBeVisible()
    }
    await expectAccessible(page)
  })
})
