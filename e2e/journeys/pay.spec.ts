import { expectAccessible } from '#testing/browser/accessible.ts'
import { expect, fill, isWalked, pixel, tabTo, test } from '#testing/browser/guichet.ts'
import {
  atBank,
  bank,
  comeBackPaid,
  leaveToPay,
  newLink,
  newOrder,
  newPayer,
  orderStatus,
  payAtBank,
  payee,
  shopUrl,
  showShop,
} from '#testing/browser/shop.ts'
import { appUrl } from '#testing/browser/stack-settings.ts'
import { words } from '#testing/browser/words.ts'

const { pay: frPay } = words.fr
const { pay: enPay } = words.en

const values = { payee: payee.name, bank: bank.name }

const looks = [
  { language: 'fr', say: frPay, locale: 'fr-FR', device: {}, scheme: 'light', amount: /12,50/ },
  { language: 'en', say: enPay, locale: 'en-GB', device: pixel, scheme: 'dark', amount: /12\.50/ },
] as const

for (const { language, say, locale, device, scheme, amount } of looks.filter(look => isWalked(look.language, 'en'))) {
  test.describe(`${language}, ${scheme}`, () => {
    test.use({ ...device, locale, colorScheme: scheme })

    test(`from the payment page to paid, back to the shop, and a receipt (${language})`, async ({ page, database }) => {
      const payer = await newPayer()
      const order = await newOrder(database, { returnUrl: shopUrl })
      await showShop(page)
      await page.goto(order.url)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(amount)
      await page.getByText(say.legal.title, { exact: true }).filter({ visible: true }).last().click()
      for (const item of ['who', 'data', 'charges', 'time', 'revoke', 'complain'] as const)
        await expect(page.getByText(say.legal[item], { exact: true })).toBeVisible()
      await page.getByText(say.choose.options, { exact: true }).click()
      await page.getByLabel(say.choose.iban).fill('FR76 1987 0000 0100 0000 0000 139')
      await page.getByLabel(say.choose.identifier).focus()
      await expect(page.getByText(say.iban.check_digits)).toBeVisible()
      await expect(page.getByLabel(say.choose.iban)).toHaveAccessibleDescription(new RegExp(say.iban.check_digits))
      await expectAccessible(page)
      await page.getByLabel(say.choose.iban).fill('')
      const search = page.getByLabel(say.choose.searchLabel)
      const banks = page.getByRole('radio')
      await search.fill('no such bank')
      await expect(banks).toHaveCount(0)
      await page.getByText(say.choose.leaving).scrollIntoViewIfNeeded()
      await page.getByRole('button', { name: say.choose.pay }).click()
      await expect(page.getByText(`${say.choose.bankTitle}.`)).toBeInViewport()
      await search.fill('littoral')
      await expect(banks).toHaveCount(1)
      // Nobody goes to a bank that they don't see.
      await search.fill('')
      await page.locator('input[name=bank]:not([value="19870"])').first().check()
      await search.fill('littoral')
      await expect(banks).toHaveCount(2)
      await page.locator('input[name=bank][value="19870"]').check()
      await search.fill('littora')
      await expect(banks).toHaveCount(1)
      await leaveToPay(page, say.choose.pay)
      await payAtBank(page, payer, language)
      // At once, without a click. The bank's page allows its form to lead to our site, and to no other.
      await page.waitForURL('https://shop.example/**')
      const back = new URL(page.url())
      expect(back.searchParams.get('payment_id')).toBe(order.id)
      expect(['confirmed', 'executed']).toContain(back.searchParams.get('status'))
      await page.goto(`${order.url}/result`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(say.result.stages.paid.title)
      expect(await orderStatus(database, order.id)).toBe('executed')
      await expectAccessible(page)
      await page.getByRole('link', { name: say.result.receipt }).click()
      await expect(page.getByText(say.receipt.truths.executed)).toBeVisible()
      await expectAccessible(page)
      await page.goBack()
      await expect(page.getByRole('link', { name: fill(say.result.goOn, values) })).toBeVisible()
    })
  })
}

test('a receipt prints on one sheet, without buttons, and is there as JSON without the payer’s account', async ({
  page,
  database,
}) => {
  const payer = await newPayer()
  const order = await newOrder(database)
  await comeBackPaid(page, order, payer)
  await page.waitForURL(`${order.url}/result`)
  await page.goto(`${order.url}/receipt`)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('link', { name: frPay.receipt.back })).toBeHidden()
  const pdf = await page.pdf({ format: 'A4' })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  const json = await (await page.request.get(`${appUrl}/api/pay/${order.publicId}/receipt`)).json()
  expect(json).toMatchObject({ truth: 'executed', payer: { iban: null }, charges: { amount: '0.00' } })
  expect(await page.content()).not.toContain('secret-basket')
})

test('without JavaScript: search, choice and the way to the bank; a wrong IBAN is said beside its field', async ({
  browser,
  database,
}) => {
  const context = await browser.newContext({ locale: 'fr-FR', javaScriptEnabled: false })
  const page = await context.newPage()
  const order = await newOrder(database)
  await page.goto(order.url)
  await page.getByLabel(frPay.choose.searchLabel).fill('littoral')
  await page.getByRole('button', { name: frPay.choose.searchSubmit }).click()
  await expect(page.getByRole('radio')).toHaveCount(1)
  await page.getByRole('radio').check()
  await page.getByText(frPay.choose.options, { exact: true }).click()
  await page.getByLabel(frPay.choose.iban).fill('FR76 1987')
  await page.getByRole('button', { name: frPay.choose.pay }).click()
  await expect(page.getByText(frPay.errors.debtorIban)).toBeVisible()
  expect(page.url()).not.toContain('1987+')
  await expect(page.getByRole('radio', { name: new RegExp(bank.name) })).toBeChecked()
  await page.getByRole('button', { name: frPay.choose.pay }).click()
  await page.waitForURL(atBank)
  await page.goto(`${order.url}/result`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(frPay.result.stages.waiting.title)
  await expect(page.getByRole('link', { name: frPay.result.refresh })).toBeVisible()
  await context.close()
})

test('by keyboard alone, and the bank is remembered without anything else', async ({ page, database, context }) => {
  const order = await newOrder(database)
  await page.goto(order.url)
  await tabTo(page, page.getByLabel(frPay.choose.searchLabel))
  await page.keyboard.type('littoral')
  await expect(page.getByRole('radio')).toHaveCount(1)
  await tabTo(page, page.getByRole('radio'))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('button', { name: frPay.choose.pay }))
  await page.keyboard.press('Enter')
  await page.waitForURL(atBank)
  const kept = (await context.cookies(`${appUrl}/pay`)).find(({ name }) => name === 'guichet_pay_bank')
  expect(kept).toMatchObject({ value: bank.code, httpOnly: true })
  await page.goto((await newOrder(database)).url)
  await expect(page.getByRole('radio', { name: new RegExp(bank.name) })).toBeChecked()
})

test('a link by QR: the amount is typed and checked, paid on the phone, and the desk’s page follows', async ({
  page,
  browser,
  database,
}) => {
  const payer = await newPayer()
  const link = await newLink(database)
  await page.goto(link.url)
  await expectAccessible(page)
  await page.getByLabel(frPay.link.amount).fill('1,00')
  await page.getByRole('button', { name: frPay.link.pay }).click()
  await expect(page.getByText(fill(frPay.errors.amount_too_small, { min: '5,00' }).replace(/\.$/, ''))).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel(frPay.link.amount).fill('1.234')
  await page.getByRole('button', { name: frPay.link.pay }).click()
  await expect(page.getByText(frPay.errors.amount_ambiguous)).toBeVisible()
  await page.getByLabel(frPay.link.amount).fill('7,5')
  await page.getByRole('button', { name: frPay.link.pay }).click()
  await page.waitForURL(/\/pay\//)
  const address = page.url()
  await page.getByText(frPay.phone.title).click()
  await expect(page.getByRole('img', { name: frPay.phone.label })).toBeVisible()

  const phone = await (await browser.newContext({ ...pixel, locale: 'fr-FR' })).newPage()
  await phone.goto(address)
  await leaveToPay(phone, frPay.choose.pay)
  await page.waitForURL(`${address}/result`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(frPay.result.stages.waiting.title)
  await payAtBank(phone, payer)
  await phone.waitForURL(`${address}/result`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(frPay.result.stages.paid.title)
  await expect(page.getByText(frPay.result.closeTab)).toBeVisible()
  await page.goto(link.url)
  await expect(page.getByText(frPay.link.states.used.title)).toBeVisible()
  await phone.context().close()
})
