import type { Page } from '@playwright/test'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import { expectAccessible } from '#testing/browser/accessible.ts'
import { banks, decide, newCustomer, sendAndStay } from '#testing/browser/bank.ts'
import { connectionIdOf, expect, fill, pixel, signIn, test, words } from '#testing/browser/guichet.ts'
import { appUrl } from '#testing/browser/stack-settings.ts'

const { phone: phoneFr } = words.fr

const bank = banks.littoral
const name = nameBank(bank.name)
const startOn = (phone: Page) => phone.getByRole('button', { name: fill(phoneFr.onPhone.start, name) })

/** The address in the QR code, as shown to a person without a camera. */
async function addressOn(page: Page, manual: string): Promise<string> {
  await page.getByText(manual).click()
  return (await page.locator('details p').textContent()) ?? ''
}

test('from a computer to a phone that nobody is signed in to, and back by the code it shows', async ({
  page,
  browser,
  member,
}) => {
  const customer = await newCustomer()
  await signIn(page, member)
  await page.goto(`${appUrl}/link/${bank.code}`)
  await page.getByRole('button', { name: phoneFr.offerAction }).click()
  await page.waitForURL(/\/phone\/[^/]+$/)
  await expect(page.getByRole('img', { name: phoneFr.qrLabel })).toBeVisible()
  await expectAccessible(page)
  const address = await addressOn(page, phoneFr.manual)

  const phone = await (await browser.newContext({ ...pixel, locale: 'fr-FR' })).newPage()
  await phone.goto(address)
  await expect(phone.getByText(member.email)).toHaveCount(0)
  await expectAccessible(phone)
  const authorizeUrl = await sendAndStay(phone, startOn(phone))
  await expect(page.getByText(fill(phoneFr.status.at_bank.title, name))).toBeVisible()
  await phone.goto(await decide(authorizeUrl, customer.id))
  await phone.waitForURL(/\/link\/resume\//)
  const code = (await phone.locator('code').textContent()) ?? ''
  expect(code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
  await expectAccessible(phone)

  const field = page.getByLabel(phoneFr.codeLabel)
  await expect(field).toBeFocused()
  await expectAccessible(page)
  await field.fill('2222 2222')
  await page.getByRole('button', { name: phoneFr.codeSubmit }).click()
  await expect(page.getByText(words.fr.failures.refusals.wrong_code.title)).toBeVisible()
  await page.getByLabel(phoneFr.codeLabel).fill(code.toLowerCase())
  await page.getByRole('button', { name: phoneFr.codeSubmit }).click()
  await page.waitForURL(/\/connections\/[^/]+\/consent$/)
  expect(connectionIdOf(page)).not.toBe('')
  await phone.goto(address)
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(phoneFr.onPhone.goneTitle)
  await phone.context().close()
})
