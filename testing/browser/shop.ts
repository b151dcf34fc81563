import { randomBytes, randomUUID } from 'node:crypto'
import { structuredReference } from '@guichet/values/money/structured-reference.ts'
import { expect, type Page } from '@playwright/test'
import type pg from 'pg'
import { askDesk } from '#testing/bank/desk.ts'
import { banks, type Decision, type DeskCustomer, giveCode, giveIdentifier, givePassword, newCustomer } from './bank.ts'
import { fill, type Language, linkAccounts, type Member, words } from './guichet.ts'
import { appUrl, settings } from './stack-settings.ts'

/** A journey's own shop, its orders and links, and payers who complete their bank's screens. */

export const bank = banks.littoral
export const payee = { name: 'Librairie du Port', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' }
/** An account at a bank of the sandbox: a payer may see it in a test, unlike that of the payee above. */
export const testIban = 'FR7619870000000000000471106'
/** The shop's return address, on another site than ours; `showShop` answers there. */
export const shopUrl = 'https://shop.example/back?basket=7'

/** The shop's site, in this browser only. */
export async function showShop(page: Page): Promise<void> {
  await page.route('https://shop.example/**', route => route.fulfill({ contentType: 'text/html', body: 'Shop' }))
}

export const newPayer = (life?: string) => newCustomer('Payeuse', life)

type Order = {
  amountMinor?: number
  /** Of the payee's account. */
  iban?: string
  returnUrl?: string | null
  expiresAt?: Date
  cancelledAt?: Date | null
  /** The organisation that is paid; absent: one without details. */
  ownerId?: string
}

type Organisation = { userId?: string; name?: string; iban?: string; home?: string; locale?: Language }

/** Creates an organisation, owned by that account; returns its id. */
export async function newOrganisation(database: pg.Client, organisation: Organisation = {}): Promise<string> {
  const { userId, name = payee.name, iban = payee.iban, home, locale = 'fr' } = organisation
  const id = randomUUID()
  await database.query(
    `INSERT INTO "Organisation" (id, name, "legalName", email, "beneficiaryName", "beneficiaryIban", "beneficiaryBic",
       "returnUrls", locale) VALUES ($1, $2, $2, 'shop@guichet.example', $2, $3, $4, $5, $6)`,
    [id, name, iban, iban === payee.iban ? payee.bic : null, home === undefined ? [] : [home], locale],
  )
  if (userId !== undefined)
    await database.query(`INSERT INTO "Membership" ("organisationId", "userId", role) VALUES ($1, $2, 'owner')`, [
      id,
      userId,
    ])
  return id
}

/** Makes two links from a table, one of which has a fault at first; returns the batch's id. */
export async function makeBatch(page: Page, language: Language): Promise<string> {
  const t = words[language].batches
  await page.goto(`${appUrl}/links/batches`)
  const send = async (amount: string) => {
    const text = `Nom;E-mail;Libellé;Montant;Échéance\nJade Roux;jade@exemple.fr;Loyer;650,00;31/12/2099\nMax Noir;;Loyer;${amount};\n`
    await page.getByLabel(t.file).setInputFiles({ name: 'loyers.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await page.getByRole('button', { name: t.check }).click()
  }
  await send('x')
  await expect(page.getByText(fill(t.issue, { line: '3', field: t.fields.amount }))).toBeVisible()
  await send('1 200,50')
  await expect(page.getByRole('table')).toContainText('Max Noir')
  await page.getByRole('button', { name: /2/ }).click()
  await page.waitForURL(/\/links\/batches\/[0-9a-f-]{36}$/)
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

/** Keys an amount in at the till; returns the sale's id once its code is shown. */
export async function sellAtTill(page: Page, amount: string, language: Language): Promise<string> {
  const t = words[language].till
  await page.goto(`${appUrl}/till`)
  for (const key of amount) await page.getByRole('button', { name: key, exact: true }).click()
  await page.getByRole('button', { name: t.ask }).click()
  await page.waitForURL(/\/till\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('img', { name: t.code })).toBeVisible()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

/** Creates an order of a shop and returns its public id. */
export async function newOrder(database: pg.Client, order: Order = {}) {
  const { amountMinor = 1250, iban = payee.iban, returnUrl = null, cancelledAt = null } = order
  const expiresAt = order.expiresAt ?? new Date(Date.now() + 86_400_000)
  const publicId = randomBytes(16).toString('base64url')
  const [id, ownerId] = [randomUUID(), order.ownerId ?? randomUUID()]
  const body = String(randomBytes(6).readUIntBE(0, 6) % 1e14).padStart(14, '0')
  const status = cancelledAt === null ? 'open' : 'cancelled'
  await database.query(
    `INSERT INTO "PaymentOrder" (id, "ownerId", "ownerKind", kind, "publicId", reference, "structuredReference",
       "amountMinor", "creditorName", "creditorIban", "creditorBic", "categoryPurpose", instructions, "returnUrl",
       "expiresAt", "cancelledAt", status, metadata)
     VALUES ($1, $2, 'organisation', 'checkout', $3, 'Commande 4711', $4, $5, $6, $7, $8, 'DVPM', $9, $10, $11, $12, $13, $14)`,
    [
      id,
      ownerId,
      publicId,
      structuredReference(body),
      amountMinor,
      payee.name,
      iban,
      iban === payee.iban ? payee.bic : null,
      JSON.stringify([{ amountMinor: String(amountMinor), remittance: ['Commande 4711'] }]),
      returnUrl,
      expiresAt,
      cancelledAt,
      status,
      JSON.stringify({ basket: 'secret-basket' }),
    ],
  )
  return { id, publicId, url: `${appUrl}/pay/${publicId}` }
}

type Link = { amountMinor?: number | null; closedAt?: Date | null; expiresAt?: Date | null }

/** Creates a shop with a link and returns its address. */
export async function newLink(
  database: pg.Client,
  { amountMinor = null, closedAt = null, expiresAt = null }: Link = {},
) {
  const [organisationId, slug] = [await newOrganisation(database), randomBytes(16).toString('base64url')]
  await database.query(
    `INSERT INTO "PaymentLink" (id, "organisationId", slug, title, "amountMinor", "minMinor", "isReusable",
       "createdByUserId", "createdAt", "closedAt", "expiresAt")
     VALUES ($1, $2, $3, 'Don à la bibliothèque', $4, $5, false, $1, now(), $6, $7)`,
    [randomUUID(), organisationId, slug, amountMinor, amountMinor === null ? 500 : null, closedAt, expiresAt],
  )
  return { url: `${appUrl}/l/${slug}` }
}

export const orderStatus = async (database: pg.Client, id: string): Promise<string> =>
  (await database.query('SELECT status FROM "PaymentOrder" WHERE id = $1', [id])).rows[0].status

export const attemptStatuses = async (database: pg.Client, id: string): Promise<string[]> =>
  (
    await database.query('SELECT status FROM "PaymentAttempt" WHERE "orderId" = $1 ORDER BY "createdAt"', [id])
  ).rows.map(row => row.status)

export const atBank = (url: URL) => url.hostname === `${bank.code}.sandbox.localhost`

/** From the payment page to the bank's first screen. */
export async function leaveToPay(page: Page, button: string) {
  await page.getByRole('radio', { name: new RegExp(bank.name) }).check()
  await page.getByRole('button', { name: button }).click()
  await page.waitForURL(atBank)
}

/** Completes the bank's screens until the redirect. */
export async function payAtBank(page: Page, payer: DeskCustomer, language: 'fr' | 'en' = 'fr') {
  await giveIdentifier(page, payer, language)
  await givePassword(page, payer, language)
  await giveCode(page, language)
  await page.getByRole('radio').first().check()
  await goOn(page)
  await giveCode(page, language)
  await page.getByRole('main').getByRole('button').first().click()
}

/** The button of the account selection. */
function goOn(page: Page) {
  const buttons = page.getByRole('main').getByRole('button')
  return buttons
    .filter({ hasText: /Contin/ })
    .first()
    .click()
}

/** Submits the form of a payment page without a browser; returns where it redirects. */
export async function startWithoutHands(page: Page, publicId: string): Promise<string> {
  const answer = await page.request.post(`${appUrl}/pay/${publicId}/start`, {
    form: { bank: bank.code },
    headers: { 'sec-fetch-site': 'same-origin' },
    maxRedirects: 0,
  })
  return answer.headers().location ?? ''
}

/** Answers as the bank's customer without a browser; returns where the bank redirects. */
export async function walk(consentUrl: string, payer: DeskCustomer, decision: Decision = 'approve') {
  const wish = { consentUrl, personId: payer.id, decision, account: 1 }
  const { callbackUrl } = await askDesk(settings, 'POST', '/customer/payment', wish)
  return String(callbackUrl)
}

/** Pays at the bank without its screens, and comes back from it. */
export async function comeBackPaid(page: Page, { publicId }: { publicId: string }, payer: DeskCustomer): Promise<void> {
  // Whoever is at the bank has left our page, which would follow the payment and lead on by itself.
  await page.goto('about:blank')
  await page.goto(await walk(await startWithoutHands(page, publicId), payer))
}

/** A member with their linked account, and an organisation with that beneficiary account. */
export async function openShop(page: Page, member: Member, database: pg.Client, language: Language) {
  const customer = await linkAccounts(page, member)
  const [account] = (
    await database.query(`SELECT iban FROM "Account" WHERE "userId" = $1 AND kind = 'account' ORDER BY ordinal`, [
      member.id,
    ])
  ).rows
  const iban = String(account.iban)
  const organisation = { userId: member.id, name: 'Atelier Odile', iban, locale: language }
  return { organisationId: await newOrganisation(database, organisation), iban, customer }
}

type Ordered = { ownerId: string; iban: string; reference: string; amountMinor: number }

/** An order with a given payee. */
export async function orderFor(database: pg.Client, { ownerId, iban, reference, amountMinor }: Ordered) {
  const made = await newOrder(database, { amountMinor, returnUrl: null })
  await database.query(
    `UPDATE "PaymentOrder" SET "ownerId" = $2, "creditorIban" = $3, "creditorBic" = NULL, reference = $4 WHERE id = $1`,
    [made.id, ownerId, iban, reference],
  )
  return made
}

/** Pays it at the payer's bank without a browser, and waits until it is executed. */
export async function pay(page: Page, database: pg.Client, { id, publicId }: { id: string; publicId: string }) {
  const back = await walk(await startWithoutHands(page, publicId), await newPayer())
  await page.request.get(back)
  await expect.poll(() => orderStatus(database, id)).toBe('executed')
}
