import { expect, type Locator, type Page } from '@playwright/test'
import { askDesk } from '#testing/bank/desk.ts'
import { appUrl, settings } from './stack-settings.ts'

/** The bank's customers in journeys; each journey has its own, because a bank login has one connection. */
export const banks = {
  littoral: { code: '19870', name: 'Banque du Littoral' },
  vallees: { code: '19871', name: 'Caisse des Vallées' },
  /** Taken down by the emergency journey, so no other journey may use it. */
  rives: { code: '19872', name: 'Crédit des Deux Rives' },
  cormoran: { code: '19873', name: 'Banque Cormoran' },
  oleron: { code: '19874', name: 'Comptoir d’Oléron' },
} as const

export const customers = {
  lea: { bank: banks.littoral, identifier: '10020001', password: '246810' },
  camille: { bank: banks.littoral, identifier: '10020002', password: '135790' },
  thomas: { bank: banks.littoral, identifier: '10020003', password: '112233' },
  ines: { bank: banks.littoral, identifier: '10020004', password: '000111' },
  sophie: { bank: banks.vallees, identifier: '10030001', password: '445566' },
  camilleAtVallees: { bank: banks.vallees, identifier: '10030002', password: '135790' },
  julien: { bank: banks.rives, identifier: '10040001', password: '778899' },
  karim: { bank: banks.cormoran, identifier: '20050001-01', password: 'Atelier-2026' },
  antoine: { bank: banks.cormoran, identifier: '20050002-01', password: 'Marche-20000' },
  monique: { bank: banks.oleron, identifier: '10060001', password: '314159' },
} as const
export type Customer = { readonly identifier: string; readonly password: string }
export type DeskCustomer = Customer & { readonly id: string }

/** A customer of Littoral made by the bank's desk for one journey, because a bank login has one grant. */
export function newCustomer(lastName = 'Parcours', life = 'student'): Promise<DeskCustomer> {
  const wish = { bankCode: banks.littoral.code, firstName: 'Odile', lastName, life }
  return askDesk(settings, 'POST', '/people', wish)
}

export const words = {
  fr: {
    identifier: 'Identifiant',
    next: 'Continuer',
    password: 'Mot de passe',
    enter: 'Se connecter',
    code: 'Code reçu',
    confirm: 'Valider le code',
    approve: 'Autoriser',
  },
  en: {
    identifier: 'Customer ID',
    next: 'Continue',
    password: 'Password',
    enter: 'Sign in',
    code: 'Code received',
    confirm: 'Confirm the code',
    approve: 'Allow',
  },
} as const
type Language = keyof typeof words

export async function giveIdentifier(page: Page, customer: Customer, language: Language = 'fr') {
  await page.getByLabel(words[language].identifier, { exact: true }).fill(customer.identifier)
  await page.getByRole('button', { name: words[language].next, exact: true }).click()
}

export async function givePassword(page: Page, customer: Customer, language: Language = 'fr') {
  const say = words[language]
  if (customer.identifier.includes('-')) await page.getByLabel(say.password, { exact: true }).fill(customer.password)
  else for (const digit of customer.password) await page.getByRole('button', { name: digit, exact: true }).click()
  await page.getByRole('button', { name: say.enter, exact: true }).click()
}

export async function giveCode(page: Page, language: Language = 'fr') {
  const say = words[language]
  const code = ((await page.getByTestId('otp-code').textContent()) ?? '').replace(/\D/g, '')
  await page.getByLabel(say.code, { exact: true }).fill(code)
  await page.getByRole('button', { name: say.confirm, exact: true }).click()
}

/** Identifier, password, one-time code: up to the last question. */
export async function authenticate(page: Page, customer: Customer, language: Language = 'fr') {
  await giveIdentifier(page, customer, language)
  await givePassword(page, customer, language)
  await giveCode(page, language)
  await expect(page.getByRole('button', { name: words[language].approve, exact: true })).toBeVisible()
}

/** Completes the bank's screens until the browser is redirected. */
export async function agreeAtBank(page: Page, customer: Customer, language: Language) {
  const identifier = page.getByLabel(words[language].identifier, { exact: true })
  const enter = page.getByRole('button', { name: words[language].enter, exact: true })
  const isBack = () => new URL(page.url()).origin === appUrl
  for (let screens = 0; screens < 8 && !isBack(); screens += 1) {
    const before = await page.content()
    if (await identifier.isVisible()) await giveIdentifier(page, customer, language)
    else if (await enter.isVisible()) await givePassword(page, customer, language)
    else if (await page.getByTestId('otp-code').isVisible()) await giveCode(page, language)
    else await page.locator('button.primary').first().click()
    await expect.poll(async () => isBack() || (await page.content()) !== before).toBe(true)
  }
  await page.waitForURL(url => url.origin === appUrl)
}

export function approveButton(page: Page, language: Language = 'fr') {
  return page.getByRole('button', { name: words[language].approve, exact: true })
}

export async function approve(page: Page, language: Language = 'fr') {
  await approveButton(page, language).click()
}

/**
 * Submits the button's form like this browser, without following the redirect; returns its address. (A browser can't stop a
 * redirect after a form.)
 */
export async function sendAndStay(page: Page, button: Locator): Promise<string> {
  const { action, form } = await button.evaluate((element: HTMLButtonElement) => {
    const sent = new FormData(element.form ?? undefined, element)
    return {
      action: new URL(element.form?.getAttribute('action') ?? '', location.href).href,
      form: Object.fromEntries([...sent].map(([name, value]) => [name, String(value)])),
    }
  })
  const headers = { 'sec-fetch-site': 'same-origin' }
  return (await page.request.post(action, { form, headers, maxRedirects: 0 })).headers().location ?? ''
}

/** Decides as the bank's customer without its screens, which journeys of their own walk; returns where the bank redirects. */
export async function decide(authorizeUrl: string, personId: string, decision: Decision = 'approve'): Promise<string> {
  const wish = { authorizeUrl, personId, decision }
  return String((await askDesk(settings, 'POST', '/customer/authorization', wish)).callbackUrl)
}
export type Decision = 'approve' | 'refuse' | 'time_out'
