import { randomUUID } from 'node:crypto'
import { addDays } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { InvoiceContent } from '#lib/domain/invoices/content.ts'
import { createOrder } from '#lib/services/payments/orders.ts'
import { sealWebhookSecret } from '#lib/services/webhooks/secrets.ts'
import type { CurrentSession } from '#lib/session.ts'
import { seal } from '#lib/vault.ts'
import { aPerson, sessionOf, storeSession } from '#testing/people/a-person.ts'
import { aShop, company } from '#testing/people/a-shop.ts'
import { aConnection, anAccount } from '#testing/people/an-account.ts'
import { checkoutOrder, transferOrder } from '#testing/shop/checkout-order.ts'

/** People with one of everything, for tests that request every route. They need a bank 19870. */

/** A person's ids, by the names of path parameters. */
export type Person = {
  session: CurrentSession
  connectionId: string
  accountId: string
  noticeId: string
  handoffId: string
  ruleId: string
  categoryId: string
  importId: string
  payeeId: string
  passkeyId: string
  transferId: string
  iban: string
  /** Of the household: their invitation, their member, and what is shared. */
  inviteId: string
  partnerId: string
  shareId: string
  sharedId: string
  /** Ids of the organisation that this person owns. */
  merchant: {
    organisationId: string
    orderId: string
    linkId: string
    invoiceId: string
    invitationId: string
    publicId: string
    saleId: string
    batchId: string
    slug: string
  } & Wiring
}

/** A person with a session, a connection, categories, a household and an organisation. */
export async function newPerson(iban: string): Promise<Person> {
  const person = await aPerson()
  const { userId } = person
  const tomorrow = new Date(Date.now() + 86_400_000)
  const sessionId = await storeSession(userId)
  const connectionId = await aConnection(userId, { expiresAt: tomorrow })
  const accountId = await anAccount({ userId, connectionId, iban, name: `Account of ${userId}` })
  const session = { ...sessionOf(person), name: 'Name', sessionId }
  const { id: noticeId } = await db().notice.create({
    data: { userId, connectionId, kind: 'revoked', key: 'x', facts: { bankName: 'Bank' }, createdAt: new Date() },
  })
  const { id: handoffId } = await db().linkHandoff.create({
    data: { userId, sessionId, bankCode: '19870', tokenHash: randomUUID(), expiresAt: tomorrow },
  })
  const filing = { ...(await newFiling(userId, accountId)), ...(await newSending(userId)) }
  const home = await newHousehold(userId)
  const merchant = await newMerchant(userId)
  const { id: passkeyId } = await db().passkey.create({
    data: {
      userId,
      credentialId: randomUUID(),
      publicKey: Uint8Array.of(1),
      counter: 0,
      transports: [],
      backedUp: false,
      name: 'Key',
      createdAt: new Date(),
    },
  })
  return { session, connectionId, accountId, noticeId, handoffId, passkeyId, iban, merchant, ...filing, ...home }
}

async function newHousehold(userId: string) {
  const at = new Date()
  const { userId: partnerId } = await aPerson({ name: `Of ${userId}` })
  const { id: householdId } = await db().household.create({ data: { createdAt: at } })
  await db().householdMember.createMany({
    data: [userId, partnerId].map(id => ({ userId: id, householdId, joinedAt: at })),
  })
  const connectionId = await aConnection(partnerId)
  const shared = { name: `Shared with ${userId}` }
  const accountId = await anAccount({ userId: partnerId, connectionId, ...shared })
  const { id: shareId } = await db().accountShare.create({
    data: { userId: partnerId, viewerId: userId, accountId, level: 'transactions', createdAt: at },
  })
  const sent = { email: `for-${userId}@x.example`, tokenHash: randomUUID(), createdAt: at, expiresAt: at }
  const { id: inviteId } = await db().householdInvitation.create({ data: { userId, householdId, ...sent } })
  return { inviteId, partnerId, shareId, sharedId: accountId }
}

const invoiceContent = InvoiceContent.parse({
  language: 'fr',
  customerAddress: ['1 rue de la Paix'],
  customerNumber: null,
  customerVatNumber: null,
  supplies: 'goods',
  suppliedOn: null,
  lines: [{ description: 'Book', quantity: '1', unitPrice: '1.00', vatRate: '0' }],
  vatNote: null,
  note: null,
})

async function newMerchant(userId: string) {
  const { organisationId } = await aShop({ name: `Shop of ${userId}`, member: { userId, email: '' } })
  const order = checkoutOrder(100n, { reference: `Order of ${userId}`, expiresAt: null })
  const { id: orderId, publicId } = await createOrder(organisationId, order)
  const { id: saleId } = await createOrder(organisationId, { ...order, soldByUserId: userId })
  const made = { organisationId, createdByUserId: userId, createdAt: new Date() }
  const batch = { ...made, mode: 'test', fileName: `${userId}.csv`, fileHash: userId } as const
  const { id: batchId } = await db().linkBatch.create({ data: batch })
  const link = await db().paymentLink.create({ data: { ...made, slug: randomUUID(), title: `Link of ${userId}` } })
  const { id: invoiceId } = await db().invoice.create({
    data: {
      ...made,
      mode: 'test',
      customerName: `Customer of ${userId}`,
      customerEmail: 'customer@guichet.example',
      content: invoiceContent,
      amountMinor: 100n,
      dueOn: new Date('2100-01-01'),
    },
  })
  const invited = { organisationId, invitedByUserId: userId, createdAt: new Date(), expiresAt: new Date(2100, 0, 1) }
  const invitation = await db().invitation.create({
    data: { ...invited, email: `${randomUUID()}@guichet.example`, role: 'viewer', tokenHash: randomUUID() },
  })
  const wiring = await newWiring(organisationId, userId)
  const { slug } = link
  const money = { orderId, publicId, saleId, linkId: link.id, slug, batchId, invoiceId }
  return { organisationId, ...money, invitationId: invitation.id, ...wiring }
}

/** Keys and webhooks of an organisation. */
type Wiring = { keyId: string; endpointId: string; deliveryId: string; documentId: string }

async function newWiring(organisationId: string, createdByUserId: string): Promise<Wiring> {
  const at = { createdAt: new Date() }
  const scope = { organisationId, mode: 'test' as const, ...at }
  const key = await db().apiKey.create({
    data: { ...scope, name: 'Shop', hash: randomUUID(), last4: 'abcd', createdByUserId },
  })
  const endpointId = randomUUID()
  const secretSealed = await sealWebhookSecret(endpointId, 'secretSealed', 'whsec_c2VjcmV0')
  const secret = { secretSealed, secretCreatedAt: new Date() }
  await db().webhookEndpoint.create({
    data: { id: endpointId, ...scope, ...secret, url: 'https://shop.example/hooks' },
  })
  const message = await db().webhookMessage.create({ data: { ...scope, type: 'endpoint.test', payload: '{}' } })
  const delivery = await db().webhookDelivery.create({
    data: { organisationId, messageId: message.id, endpointId, ...at },
  })
  const documentId = randomUUID()
  const contentSealed = await seal(Buffer.from('%PDF-').toString('base64'), {
    row: documentId,
    column: 'OrganisationDocument.contentSealed',
  })
  const file = { kind: 'identity', name: 'card.pdf', mediaType: 'application/pdf', bytes: 5, contentSealed } as const
  await db().organisationDocument.create({
    data: { id: documentId, organisationId, ...file, uploadedByUserId: createdByUserId, ...at },
  })
  return { keyId: key.id, endpointId, deliveryId: delivery.id, documentId }
}

async function newFiling(userId: string, accountId: string) {
  const category = await db().category.create({ data: { userId, name: 'Own', icon: 'tag', tone: 'brand' } })
  const rule = await db().categoryRule.create({
    data: { userId, position: 0, pattern: `of ${userId}`, category: category.id },
  })
  const brought = await db().transactionImport.create({
    data: { userId, accountId, format: 'csv', fileName: `${userId}.csv`, added: 0, doubles: 0 },
  })
  return { ruleId: rule.id, categoryId: category.id, importId: brought.id }
}

async function newSending(userId: string) {
  const payee = { name: `Payee of ${userId}`, iban: 'DE89370400440532013000' }
  const at = new Date()
  const { id: payeeId } = await db().payee.create({ data: { userId, ...payee, createdAt: at, updatedAt: at } })
  const transfer = transferOrder(100n, { reference: `Transfer of ${userId}`, creditor: { ...payee, bic: null } })
  const { id: transferId } = await createOrder(userId, transfer)
  return { payeeId, transferId }
}

/** Valid values of the parameters of a path, by its folders and their names. Throws where nobody stated here whose id it is. */
export function paramsOf(file: string, person: Person): Readonly<Record<string, string>> {
  const { merchant } = person
  const ids: Readonly<Record<string, string>> = {
    accounts: file.startsWith('app/api/household/') ? person.sharedId : person.accountId,
    connections: person.connectionId,
    sessions: person.session.sessionId,
    rules: person.ruleId,
    categories: person.categoryId,
    imports: person.importId,
    notices: person.noticeId,
    handoffs: person.handoffId,
    payees: person.payeeId,
    passkeys: person.passkeyId,
    transfers: person.transferId,
    invites: person.inviteId,
    people: person.partnerId,
    shares: person.shareId,
    members: person.session.userId,
    keys: merchant.keyId,
    payments: merchant.orderId,
    links: merchant.linkId,
    'link-batches': merchant.batchId,
    till: merchant.saleId,
    invoices: merchant.invoiceId,
    invitations: merchant.invitationId,
    webhooks: merchant.endpointId,
    deliveries: merchant.deliveryId,
    documents: merchant.documentId,
    merchants: merchant.organisationId,
    'webhook-endpoints': merchant.endpointId,
    'payment-links': merchant.linkId,
    'checkout-sessions': merchant.orderId,
  }
  const others: Readonly<Record<string, string>> = {
    orderId: person.transferId,
    paymentId: merchant.orderId,
    bank: '19870',
    code: '19870',
    platform: 'sandbox',
    serial: 'A1B2',
    handoffId: person.handoffId,
    flowId: person.connectionId,
    documentId: merchant.documentId,
    draftId: person.transferId,
    publicId: merchant.publicId,
    slug: merchant.slug,
    token: 'A'.repeat(43),
    report: 'A'.repeat(43),
    name: 'seal-1',
    path: 'x',
  }
  // Of what has no owner here, any id will do.
  const isOfNobody = /^app\/(?!api\/)|^app\/api\/(operator|v1|auth)\//.test(file)
  const found = Array.from(file.matchAll(/([^/]*)\/\[(?:\.\.\.)?(\w+)\]/g), ([, folder = '', name = '']) => {
    const value = others[name] ?? ids[folder] ?? (isOfNobody ? person.connectionId : null)
    if (value === null) throw new Error(`${file}: say here whose id ${folder}/[${name}] is`)
    return [name, value]
  })
  return Object.fromEntries(found)
}

const invoice = () => ({
  ...invoiceContent,
  customerName: 'Somebody',
  customerEmail: 'customer@guichet.example',
  customerNumber: '',
  customerVatNumber: '',
  purchaseOrder: '',
  vatNote: '',
  note: '',
  dueOn: addDays(parisDay(now()), 30),
})

/** A body that is valid for its owner, so that a refusal is about access. */
export function bodyOf(file: string, { iban }: Person, method = 'POST'): unknown {
  const choice = {
    accounts: [{ iban, balances: true, transactions: false, owners: false, overdrafts: false }],
    psuIdentity: false,
  }
  if (file.includes('/people/')) return { shares: [] }
  if (file.includes('/compare/')) return choice
  if (file.includes('/locale/')) return { locale: 'fr' }
  if (file.includes('/links/[id]/mail/')) return { email: 'payer@guichet.example' }
  if (file.includes('/members/[id]/')) return method === 'DELETE' ? { keys: 'revoke' } : { role: 'viewer' }
  if (file.endsWith('/merchant/members/route.ts')) return { email: 'new@guichet.example', role: 'viewer' }
  if (file.includes('/beneficiary/')) return { name: 'Shop', iban: 'DE89370400440532013000', bic: '' }
  if (file.includes('/representative/')) return { name: 'Somebody', role: 'Manager' }
  if (file.includes('/return-urls/')) return { urls: [] }
  if (file.endsWith('/merchant/links/[id]/route.ts')) return { title: 'A link', description: '', expiresOn: null }
  if (file.endsWith('/merchant/till/route.ts')) return { amount: '5', locale: 'fr' }
  if (file.endsWith('/merchant/links/route.ts')) return { mode: 'test', title: 'A link', isReusable: true }
  if (file.endsWith('/merchant/invoices/route.ts')) return { ...invoice(), mode: 'test' }
  if (file.endsWith('/merchant/invoices/[id]/route.ts')) return invoice()
  if (file.endsWith('/merchant/invoices/[id]/credit/route.ts')) return { lines: null }
  if (file.includes('/invoices/settings/')) {
    return { prefix: 'F', vatNumber: '', companyDetails: '', paymentDays: 30, taxOnDebits: false }
  }
  if (file.includes('/merchant/books/')) return {}
  if (file.endsWith('/merchant/keys/route.ts')) return { mode: 'test', name: 'Shop', scopes: ['events:read'] }
  if (file.endsWith('/merchant/keys/[id]/route.ts')) return { name: 'Shop' }
  if (file.endsWith('/merchant/webhooks/route.ts')) return { mode: 'test', url: 'https://shop.example/hooks' }
  if (file.endsWith('/webhooks/[id]/route.ts')) return { isEnabled: false }
  if (file.endsWith('/webhooks/[id]/secret/route.ts')) return {}
  if (file.endsWith('/merchant/settings/route.ts')) return company
  if (file.includes('/rules/')) return { pattern: 'loyer', category: 'housing' }
  if (file.includes('/payees/')) return { name: 'Mine', iban: 'DE89370400440532013000', bic: '' }
  if (file.includes('/passkeys/[id]/')) return { name: 'Mine' }
  if (file.includes('/categories/')) return { name: 'Mine', icon: 'tag', tone: 'brand' }
  return { choice, hash: 'x', version: 0 }
}
