import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { test as base, devices, expect, type Locator, type Page } from '@playwright/test'
import pg from 'pg'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import { ensurePostgres } from '#scripts/run/postgres.ts'
import { banks, type DeskCustomer, decide, newCustomer } from './bank.ts'
import { appUrl, mailboxUrl, settings } from './stack-settings.ts'
import { type Language, words } from './words.ts'

/** A journey's own Guichet account, so that journeys are independent. */
export type Member = { id: string; name: string; email: string; password: string }

export const test = base.extend<{ member: Member; database: pg.Client }>({
  database: async ({ locale: _ }, use) => {
    const postgres = await ensurePostgres(settings.dataDir, settings.postgresPort)
    const client = new pg.Client({ connectionString: postgres.urlOf('guichet') })
    await client.connect()
    await use(client)
    await client.end()
  },
  member: async ({ database, locale }, use) => {
    await use(await newMember(database, 'Ada Journée', locale))
  },
})
export { expect, type Language, words }

export async function newMember(database: pg.Client, name: string, locale = 'fr-FR'): Promise<Member> {
  const id = randomUUID()
  const member = { id, name, email: `ada-${id}@guichet.example`, password: 'un-mot-de-passe-de-parcours' }
  const passwordHash = await hash(member.password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  await database.query('INSERT INTO "User" (id, email, name, "passwordHash", locale) VALUES ($1, $2, $3, $4, $5)', [
    ...[id, member.email, name, passwordHash],
    locale.startsWith('en') ? 'en' : 'fr',
  ])
  return member
}

type SentMail = { subject: string; text: string; html: string; language: string }

/** What `find` finds among a person's mails: within two rounds of the worker, on a busy machine. */
export async function findMailed<T>(
  { email }: Pick<Member, 'email'>,
  find: (mails: readonly SentMail[]) => T | undefined,
): Promise<T> {
  let found: T | undefined
  const look = async () => {
    const answer = await fetch(`${mailboxUrl}/api/mails?to=${encodeURIComponent(email)}`)
    found = find((await answer.json()) as SentMail[])
    return found
  }
  await expect.poll(look, { message: 'a mail in the mailbox' }).toBeDefined()
  if (found === undefined) throw new Error('no mail')
  return found
}

/** `JOURNEYS=all` (npm run soak -- journeys): pages with accessibility checks in every language and appearance. */
export const isEveryLook = process.env.JOURNEYS === 'all'

/** A phone with one pixel per point: painting seven times as many proves nothing more. */
const { defaultBrowserType: _, ...pixel7 } = devices['Pixel 7']
export const pixel = { ...pixel7, deviceScaleFactor: 1 }

/** Desktop in light mode and phone in dark mode, one in each language. */
const variants = [
  { language: 'fr', locale: 'fr-FR', viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  { language: 'en', locale: 'en-GB', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const

type Variant = (typeof variants)[number] & { readonly say: (typeof words)[Language] }

/** Journeys in each variant; in the short form in that language's alone. */
export function inVariants(short: Language, define: (variant: Variant) => void): void {
  for (const variant of variants.filter(({ language }) => isWalked(language, short))) {
    const { language, locale, viewport, colorScheme } = variant
    test.describe(`${language}, ${viewport.width} pixels, ${colorScheme}`, () => {
      test.use({ locale, viewport, colorScheme })
      define({ ...variant, say: words[language] })
    })
  }
}

/** Whether a journey for both languages runs in this one: in the short form in one of them only. */
export const isWalked = (language: Language, short: Language) => isEveryLook || language === short

/** The same for journeys that check every page: each language in each appearance in the long form. */
export const looksOf = (language: Language, look: 'light' | 'dark') =>
  isEveryLook
    ? (['fr', 'en'] as const).flatMap(one => [[one, 'light'] as const, [one, 'dark'] as const])
    : [[language, look] as const]

/** A message with its `{placeholders}` replaced, for simple messages. */
export function fill(message: string, values: Record<string, string>): string {
  return message.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole)
}

type SignedUp = Pick<Member, 'email' | 'password'>

/** Signs a new person up by the form of the current page. */
export async function signUpHere(page: Page, language: Language): Promise<SignedUp> {
  const say = words[language].auth
  const [email, password] = [`new-${randomUUID()}@guichet.example`, 'une phrase de parcours']
  await page.getByLabel(say.name, { exact: true }).fill('Odile Parcours')
  await page.getByLabel(say.email).fill(email)
  await page.getByLabel(say.password, { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: say.signUp.submit }).click()
  await expect(page.getByRole('heading', { name: say.signUpSent.title })).toBeVisible()
  return { email, password }
}

/** The last link to that path among a person's mails. */
export const mailedLink = (to: Pick<Member, 'email'>, path: string) =>
  findMailed(to, mails =>
    mails.flatMap(({ text }) => new RegExp(`\\S+${path}\\?token=[\\w-]+`).exec(text)?.[0] ?? []).at(-1),
  )

/** Confirms the address by the mailed link, which signs the person in. */
export async function confirmAddress(page: Page, who: SignedUp, language: Language): Promise<void> {
  const say = words[language].auth.confirmEmail
  await page.goto(await mailedLink(who, '/email/confirm'))
  await page.getByRole('button', { name: say.submit }).click()
  await expect(page.getByRole('heading', { name: say.doneTitle })).toBeVisible()
}

/** Signs in by the form of the page. */
export async function signInByForm(page: Page, member: Member, language: Language = 'fr', next = '/home') {
  const say = words[language]
  await page.goto(`${appUrl}/signin?next=${encodeURIComponent(next)}`)
  await page.getByLabel(say.auth.email).fill(member.email)
  await page.getByLabel(say.auth.password, { exact: true }).fill(member.password)
  await page.getByRole('main').getByRole('button', { name: say.auth.signIn.submit, exact: true }).click()
  await page.waitForURL(url => url.pathname === next)
}

/**
 * Signs in, and opens a page if one is named. The form is sent without its page, because every page takes a browser a second
 * of CPU.
 */
export async function signIn(page: Page, { email, password }: Member, path?: string) {
  const next = path ?? '/home'
  const answer = await fetch(`${appUrl}/signin/start`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin', 'user-agent': await page.evaluate(() => navigator.userAgent) },
    body: new URLSearchParams({ email, password, next }),
  })
  expect(new URL(answer.headers.get('location') ?? '', appUrl).href).toBe(appUrl + next)
  const cookies = answer.headers.getSetCookie().map(cookie => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    // Chromium takes the __Host- prefix from https alone, and sends such a cookie to localhost as well.
    return {
      name,
      value,
      url: 'https://localhost',
      secure: true,
      httpOnly: /; httponly/i.test(cookie),
      sameSite: 'Lax' as const,
    }
  })
  await page.context().addCookies(cookies.filter(({ value }) => value !== ''))
  if (path !== undefined) await page.goto(appUrl + path)
}

/** From the directory to the bank's first screen, through the page before leaving. */
export async function leaveForBank(page: Page, bank: { code: string; name: string }, language: Language = 'fr') {
  await page.goto(`${appUrl}/link/${bank.code}`)
  await page.getByRole('button', { name: fill(words[language].link.before.start, nameBank(bank.name)) }).click()
  await page.waitForURL(url => url.hostname === `${bank.code}.sandbox.localhost`)
}

/** Consents to everything and waits for the first refresh. */
export async function allowEverything(page: Page, language: Language = 'fr') {
  const say = words[language]
  await page.waitForURL(/\/connections\/[^/]+\/consent$/)
  await page.getByRole('button', { name: say.consent.presets.all, exact: true }).click()
  await sendConsent(page, language)
  await waitUntilLoaded(page, language)
}

/** Signs a member in, and links all accounts of a new customer of Littoral. */
export async function linkAccounts(page: Page, member: Member): Promise<DeskCustomer> {
  const customer = await newCustomer()
  await signIn(page, member)
  await linkEverything(page, customer)
  return customer
}

/**
 * Links a customer of Littoral to whoever is signed in, shares everything and waits for the first refresh. Returns the connection's
 * id. Without the pages, which other journeys walk: they take a browser ten seconds of CPU.
 */
export async function linkEverything(page: Page, customer: DeskCustomer): Promise<string> {
  const connectionId = await linkBank(page, customer)
  const path = `/api/connections/${connectionId}/consent`
  const { rows, version } = (await ask(page, 'GET', path)) as { rows: { iban: string }[]; version: number }
  const kinds = { balances: true, transactions: true, owners: true, overdrafts: true }
  const choice = { accounts: rows.map(({ iban }) => ({ iban, ...kinds })), psuIdentity: true }
  const { hash } = (await ask(page, 'POST', `${path}/compare`, choice)) as { hash: string }
  await ask(page, 'PUT', path, { choice, hash, version })
  await ask(page, 'POST', `/api/connections/${connectionId}/refresh`, {})
  return connectionId
}

/** The same up to the choice of what to share. */
export async function linkBank(
  page: Page,
  { id }: Pick<DeskCustomer, 'id'>,
  bank: string = banks.littoral.code,
): Promise<string> {
  const arrived = await page.request.get(await decide(await startLink(page, bank), id), { maxRedirects: 0 })
  const [, connectionId = ''] = /\/connections\/([^/]+)\/consent$/.exec(arrived.headers().location ?? '') ?? []
  expect(connectionId, 'the choice of what to share').not.toBe('')
  return connectionId
}

/** Starts a link as whoever is signed in; returns the bank's address. */
export async function startLink(page: Page, bank: string = banks.littoral.code): Promise<string> {
  const headers = { 'sec-fetch-site': 'same-origin' }
  const started = await page.request.post(`${appUrl}/link/${bank}/start`, { headers, form: {}, maxRedirects: 0 })
  return started.headers().location ?? ''
}

async function ask(page: Page, method: 'GET' | 'POST' | 'PUT', path: string, data?: unknown): Promise<unknown> {
  const answer = await page.request.fetch(appUrl + path, {
    method,
    headers: { 'sec-fetch-site': 'same-origin' },
    ...(data === undefined ? {} : { data }),
  })
  expect(answer.ok(), `${method} ${path}: ${answer.status()}`).toBe(true)
  return answer.json()
}

export async function sendConsent(page: Page, language: Language = 'fr') {
  await page.getByRole('button', { name: words[language].consent.send }).click()
  await page.waitForURL(/\/connections\/[^/]+\/loading$/)
}

export async function waitUntilLoaded(page: Page, language: Language = 'fr') {
  await expect(page.getByRole('heading', { name: words[language].consent.loading.titleDone })).toBeVisible()
}

/** The connection's id in the page's address. */
export function connectionIdOf(page: Page): string {
  return /\/connections\/([^/]+)/.exec(page.url())?.[1] ?? ''
}

/** Presses Tab until an element has the focus. */
export async function tabTo(page: Page, target: Locator, atMost = 80) {
  for (let presses = 0; presses < atMost; presses++) {
    if (await target.evaluate(element => element === document.activeElement).catch(() => false)) return
    await page.keyboard.press('Tab')
  }
  await expect(target, `not reached with ${atMost} presses of Tab`).toBeFocused({ timeout: 1 })
}

/** Opens a page whose scripts are loaded only after `act`, as on a slow line. */
export async function openWithoutScripts(page: Page, path: string, act: () => Promise<void>) {
  const scripts = /\/_next\/static\/.*\.js/
  let letGo = () => {}
  const line = new Promise<void>(done => {
    letGo = done
  })
  await page.route(scripts, async route => {
    await line
    await route.continue()
  })
  await page.goto(`${appUrl}${path}`, { waitUntil: 'commit' })
  await act()
  letGo()
}

/** Waits until everything that only a script answers is answered. */
export async function waitForReact(page: Page) {
  await page.waitForLoadState()
  await expect(page.locator('[data-waits]')).toHaveCount(0)
}
