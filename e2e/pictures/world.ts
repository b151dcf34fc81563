import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import type pg from 'pg'
import { hashOf, newSecret } from '#lib/base/secrets.ts'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import { askedByApp, shareWithApp } from '#testing/browser/apps.ts'
import { agreeAtBank, approve, authenticate, banks, customers, decide, newCustomer } from '#testing/browser/bank.ts'
import {
  allowEverything,
  connectionIdOf,
  expect,
  fill,
  leaveForBank,
  type Member,
  signIn,
  startLink,
  words,
} from '#testing/browser/guichet.ts'
import { bank, makeBatch, newLink, openShop, orderFor, pay, sellAtTill } from '#testing/browser/shop.ts'
import { apiUrl, appUrl } from '#testing/browser/stack-settings.ts'
import type { Scene, World } from './scenes.ts'

const {
  keys: frKeys,
  merchant: frMerchant,
  phone: frPhone,
  reconciliation: frReconciliation,
  webhooks: frHooks,
} = words.fr

const { fr } = words
type Prepared = { readonly page: Page; readonly browser: Browser; readonly database: pg.Client }

/** A person with two banks who has sent money, was refused by a third and is invited to a household and an organisation. */
export async function prepareWorld({ page, browser, database }: Prepared, people: People): Promise<World> {
  const connections = await linkTwoBanks(page, people.person)
  const one = async (text: string, values: readonly unknown[]): Promise<string> =>
    (await database.query<{ id: string }>(text, [...values])).rows[0]?.id ?? ''
  const accountId = await one(
    `SELECT id FROM "Account" WHERE "userId" = $1 AND kind = 'account' AND "connectionId" = $2 ORDER BY ordinal LIMIT 1`,
    [people.person.id, connections.littoral],
  )
  const transfers = await sendMoney(page, accountId)
  const apps = await shareWithApps(page)
  const flows = await leaveFlowsOpen(page, browser)
  const householdToken = await invite(database, people, accountId)
  const erasureId = await recordErasure(database)
  await page.context().clearCookies()
  const shop = await runShop(page, database, people.merchant)
  const invitationToken = await inviteToOrganisation(database, people, shop.organisationId)
  await database.query(`UPDATE "User" SET role = 'operator' WHERE id = $1`, [people.operator.id])
  // The first reading has ended by now.
  const key = await one(
    `SELECT key AS id FROM "Transaction" WHERE "accountId" = $1 AND booked AND counterparty <> '' ORDER BY day DESC LIMIT 1`,
    [accountId],
  )
  return {
    ...shop,
    ...flows,
    ...transfers,
    ...apps,
    connectionId: connections.littoral,
    accountId,
    sharedAccountId: accountId,
    transactionId: Buffer.from(`${accountId} ${key}`).toString('base64url'),
    householdToken,
    erasureId,
    invitationToken,
  }
}

export type People = { readonly person: Member; readonly merchant: Member; readonly operator: Member }

/** One app that waits for its token to be used, and one whose choice is being reviewed. */
async function shareWithApps(page: Page) {
  const idIn = () => new URL(page.url()).pathname.split('/')[3] ?? ''
  await shareWithApp(page, 'fr')
  const appId = idIn()
  await page.goto(`${appUrl}/settings/apps/new`)
  await page.getByLabel(fr.apps.form.name).fill('Firefly III')
  await page.getByRole('checkbox', { name: fr.apps.grants.balances }).first().check()
  await page.getByRole('button', { name: fr.apps.form.next }).click()
  await page.waitForURL(/\/review$/)
  const proposedAppId = idIn()
  const { clientId, path } = await askedByApp()
  return { appId, proposedAppId, authorizePath: path, appClientId: clientId }
}

async function linkTwoBanks(page: Page, person: Member) {
  await signIn(page, person)
  await leaveForBank(page, banks.littoral)
  await authenticate(page, customers.camille)
  await approve(page)
  await allowEverything(page)
  const littoral = connectionIdOf(page)
  await leaveForBank(page, banks.vallees)
  await authenticate(page, customers.sophie)
  await approve(page)
  await allowEverything(page)
  return { littoral }
}

/** One executed transfer, one for next week, and one that is only a summary. */
async function sendMoney(page: Page, accountId: string) {
  const say = fr.transfers
  const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  const write = async () => {
    await page.goto(`${appUrl}/transfers/new?from=${accountId}`)
    const other = page.getByRole('radio', { name: say.form.toNew })
    if (await other.isVisible()) await other.check()
    await page.getByLabel(say.form.name).fill('Garage Lenoir')
    await page.getByLabel(say.form.iban, { exact: true }).fill('DE89 3704 0044 0532 0130 00')
    await page.getByLabel(say.form.amount).first().fill('182,40')
    await page.getByLabel(say.form.remittance).fill('Facture 2026-118')
  }
  const summarise = async () => {
    await page.getByRole('button', { name: say.form.next }).last().click()
    await page.waitForURL(/\/transfers\/new\/[0-9a-f-]{36}/)
    return new URL(page.url()).pathname.split('/').at(-1) ?? ''
  }
  const send = async () => {
    await page.getByRole('button', { name: fill(say.summary.go, nameBank(bank.name)) }).click()
    await agreeAtBank(page, customers.camille, 'fr')
    await page.waitForURL(/\/transfers\/[0-9a-f-]{36}/)
    return new URL(page.url()).pathname.split('/').at(-1) ?? ''
  }
  await write()
  await summarise()
  const transferId = await send()
  await expect(page.getByText(say.states.executed.title)).toBeVisible({ timeout: 30_000 })
  await page.goto(`${appUrl}/transfers/${transferId}/receipt`)
  const receipt = await page.locator('a[href*="/receipts/"]').first().getAttribute('href')
  const receiptPath = new URL(receipt ?? '').pathname
  await write()
  await page.getByLabel(say.form.later).check()
  await page.getByLabel(say.form.firstDate).fill(inAWeek)
  await summarise()
  const laterTransferId = await send()
  await write()
  return { transferId, receiptPath, laterTransferId, draftId: await summarise() }
}

/** A flow that the PSU refused at the bank, one that returned in another browser, and one offered to a phone. */
async function leaveFlowsOpen(page: Page, browser: Browser) {
  const customer = await newCustomer()
  await page.goto(await decide(await startLink(page), customer.id, 'refuse'))
  await page.waitForURL(/\/link\/result\//)
  const failedFlowId = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  const callback = await decide(await startLink(page), customer.id)
  const elsewhere = await (await browser.newContext({ locale: 'fr-FR' })).newPage()
  await elsewhere.goto(callback)
  await elsewhere.waitForURL(/\/link\/resume\//)
  const quarantinedFlowId = new URL(elsewhere.url()).pathname.split('/').at(-1) ?? ''
  await elsewhere.context().close()

  await page.goto(`${appUrl}/link/${banks.littoral.code}`)
  await page.getByRole('button', { name: frPhone.offerAction }).click()
  await page.waitForURL(/\/phone\/[^/]+$/)
  await page.getByText(frPhone.manual).click()
  const address = (await page.locator('details p').textContent()) ?? ''
  const handoff = {
    id: new URL(page.url()).pathname.split('/').at(-1) ?? '',
    token: address.trim().split('/').at(-1) ?? '',
  }
  return { failedFlowId, quarantinedFlowId, handoff }
}

/** The person shares an account with the merchant, and is invited to a household by somebody else. */
async function invite(database: pg.Client, { person, merchant, operator }: People, accountId: string): Promise<string> {
  const [shared, other, token] = [randomUUID(), randomUUID(), newSecret()]
  await database.query('INSERT INTO "Household" (id, "createdAt") VALUES ($1, now()), ($2, now())', [shared, other])
  await database.query(
    `INSERT INTO "HouseholdMember" ("userId", "householdId", "joinedAt") VALUES ($1, $2, now()), ($3, $2, now()), ($4, $5, now())`,
    [person.id, shared, merchant.id, operator.id, other],
  )
  await database.query(
    `INSERT INTO "AccountShare" (id, "userId", "accountId", "viewerId", level, "createdAt")
     VALUES ($1, $2, $3, $4, 'transactions', now())`,
    [randomUUID(), person.id, accountId, merchant.id],
  )
  await database.query(
    `INSERT INTO "HouseholdInvitation" (id, "userId", "householdId", email, "tokenHash", "createdAt", "expiresAt")
     VALUES ($1, $2, $3, $4, $5, now(), now() + interval '7 days')`,
    [randomUUID(), operator.id, other, person.email, hashOf(token)],
  )
  return token
}

async function inviteToOrganisation(database: pg.Client, { person, merchant }: People, organisationId: string) {
  const token = newSecret()
  await database.query(
    `INSERT INTO "Invitation" (id, "organisationId", email, role, "tokenHash", "invitedByUserId", "createdAt", "expiresAt")
     VALUES ($1, $2, $3, 'viewer', $4, $5, now(), now() + interval '7 days')`,
    [randomUUID(), organisationId, person.email, hashOf(token), merchant.id],
  )
  return token
}

async function recordErasure(database: pg.Client): Promise<string> {
  const id = randomUUID()
  const known = { bankName: banks.littoral.name, revokedAt: new Date().toISOString(), revocationId: null }
  await database.query(
    `INSERT INTO "ErasureRecord" (id, "erasedAt", "emailHash", banks, deleted) VALUES ($1, now(), $2, $3, $4)`,
    [
      id,
      hashOf('someone@guichet.example'),
      JSON.stringify([{ ...known, bankCode: banks.littoral.code, outcome: 'revoked' }]),
      JSON.stringify(erased),
    ],
  )
  return id
}
const erased = {
  ...{ connections: 1, consents: 2, accounts: 3, balances: 6, transactions: 812, transfers: 2 },
  ...{ bankCalls: 140, sessions: 1, notices: 3, auditEvents: 58 },
}

/** A draft, and an invoice that was sent. */
async function makeInvoices(page: Page, database: pg.Client, organisationId: string) {
  await database.query(
    `UPDATE "Organisation" SET "registrationNumber" = '732829320', "addressLines" = '{12 rue des Tanneurs,37000 Tours}' WHERE id = $1`,
    [organisationId],
  )
  await database.query(
    `INSERT INTO "InvoiceSettings" ("organisationId", "vatNumber", "soleTrader") VALUES ($1, 'FR44732829320', true)`,
    [organisationId],
  )
  const post = async (path: string, data: object) => {
    const headers = { 'sec-fetch-site': 'same-origin' }
    const answer = await page.request.post(`${appUrl}/api/merchant/invoices${path}`, { data, headers })
    expect(answer.ok(), await answer.text()).toBe(true)
    return (await answer.json()) as { id: string }
  }
  const { id: draftInvoiceId } = await post('', invoice)
  const { id: sentInvoiceId } = await post('', invoice)
  await post(`/${sentInvoiceId}/send`, {})
  return { draftInvoiceId, sentInvoiceId }
}
const invoice = {
  mode: 'test',
  language: 'fr',
  customerName: 'Librairie des Halles',
  customerEmail: 'compta@guichet.example',
  customerAddress: ['8 place des Halles', '37000 Tours'],
  supplies: 'goods',
  dueOn: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
  lines: [
    { description: 'Reliure pleine toile', quantity: '12', unitPrice: '38.50', vatRate: '20' },
    { description: 'Livraison', quantity: '1', unitPrice: '14.90', vatRate: '20' },
  ],
}

/** A shop with the merchant's own account: one payment open, one paid and matched, partly refunded. */
async function runShop(page: Page, database: pg.Client, merchant: Member) {
  const shop = await openShop(page, merchant, database, 'fr')
  const payee = { ownerId: shop.organisationId, iban: shop.iban }
  const paid = await orderFor(database, { ...payee, reference: 'Commande A-1', amountMinor: 4_250 })
  const open = await orderFor(database, { ...payee, reference: 'Facture B-2', amountMinor: 12_900 })
  await page.goto(`${appUrl}/reconciliation`)
  await page.getByRole('button', { name: frReconciliation.account.connect }).click()
  await expect(page.getByText(frReconciliation.done.linked)).toBeVisible()
  await pay(page, database, paid)
  await page.getByRole('button', { name: frReconciliation.account.run }).click()
  await expect(page.getByText('Commande A-1')).toBeVisible()
  const credit = page.getByRole('listitem').filter({ hasText: 'Commande A-1' })
  await credit.getByRole('link').first().click()
  await page.waitForURL(/\/reconciliation\/[0-9a-f-]{36}/)
  const creditId = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  await page.goto(`${appUrl}/refunds/new/${paid.id}`)
  await page.getByLabel(frReconciliation.refunds.amount).fill('5,00')
  await page.getByLabel(frReconciliation.refunds.name).fill('Odile Payeuse')
  await page.getByRole('button', { name: frReconciliation.refunds.start }).click()
  await agreeAtBank(page, shop.customer, 'fr')
  await page.waitForURL(/\/refunds\/[0-9a-f-]{36}$/)
  const refundId = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  await page.goto(`${appUrl}/links/new`)
  await page.getByLabel(frMerchant.linkForm.name, { exact: true }).fill('Atelier de reliure')
  await page.getByLabel(frMerchant.linkForm.amount, { exact: true }).fill('35,00')
  await page.getByRole('button', { name: frMerchant.linkForm.make }).click()
  await page.waitForURL(/\/links\/[0-9a-f-]{36}$/)
  const linkId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const batchId = await makeBatch(page, 'fr')
  const saleId = await sellAtTill(page, '4,50', 'fr')
  const { url } = await newLink(database)
  const invoices = await makeInvoices(page, database, shop.organisationId)

  await page.goto(`${appUrl}/webhooks`)
  await page.getByLabel(frHooks.url, { exact: true }).fill(`${apiUrl}/hooks`)
  await page.getByRole('button', { name: frHooks.create }).click()
  await expect(page.getByText(/whsec_/)).toBeVisible()
  const webhookId =
    (await database.query('SELECT id FROM "WebhookEndpoint" WHERE "organisationId" = $1', [shop.organisationId]))
      .rows[0]?.id ?? ''

  await page.goto(`${appUrl}/keys`)
  await page.getByLabel(frKeys.name, { exact: true }).fill('Boutique')
  await page.getByRole('button', { name: frKeys.create }).click()
  const key = (await page.getByText(/^gk_test_[\w-]{43}$/).textContent()) ?? ''
  await page.request.get(`${appUrl}/api/v1/payments`, { headers: { authorization: `Bearer ${key}` } })
  const logged = async () =>
    (await database.query('SELECT id, "keyId" FROM "ApiRequest" WHERE "organisationId" = $1', [shop.organisationId]))
      .rows
  await expect.poll(logged).toHaveLength(1)
  const [{ id: apiRequestId = '', keyId = '' } = {}] = await logged()
  return {
    organisationId: shop.organisationId,
    keyId,
    apiRequestId,
    creditId,
    refundId,
    linkId,
    batchId,
    saleId,
    ...invoices,
    slug: url.split('/').at(-1) ?? '',
    webhookId,
    openPayment: open.publicId,
    paidPayment: paid,
  }
}

/** The payee's bank has said this of the organisation's account, and of the account of each of its orders. */
export const answerOfPayee = (database: pg.Client, organisationId: string, answer: NonNullable<Scene['payee']>) =>
  database.query(
    `INSERT INTO "PayeeVerification" ("ownerId", "ownerKind", iban, name, answer, "matchedName", source, "verifiedAt")
     SELECT DISTINCT $1::uuid, 'organisation'::"OwnerKind", iban, name, $2::"PayeeAnswer",
       CASE $2 WHEN 'close_match' THEN 'Atelier Odile SARL' END, 'bank'::"PayeeSource", now()
     FROM (SELECT "beneficiaryIban", "beneficiaryName" FROM "Organisation" WHERE id = $1::uuid
       UNION SELECT "creditorIban", "creditorName" FROM "PaymentOrder" WHERE "ownerId" = $1::uuid AND kind <> 'refund') AS payee (iban, name)
     ON CONFLICT ("ownerId", iban, name) DO UPDATE SET answer = excluded.answer, "matchedName" = excluded."matchedName"`,
    [organisationId, answer],
  )
