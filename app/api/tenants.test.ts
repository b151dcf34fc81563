import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { closeDb, db } from '#lib/db.ts'
import { createOrder } from '#lib/services/payments/payment-orders.ts'
import type { CurrentSession } from '#lib/session.ts'

/**
 * C29 as a matrix: every route that exists, asked for what belongs to another person. The route tree is walked, so a new
 * route is in the matrix the day it is written; one with an unknown kind of id fails until it says whose id that is.
 */
const signedIn = vi.hoisted((): { session: CurrentSession | null } => ({ session: null }))
vi.mock('#lib/session.ts', () => ({ currentSession: async () => signedIn.session }))

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>
type Person = {
  session: CurrentSession
  connectionId: string
  accountId: string
  noticeId: string
  handoffId: string
  ruleId: string
  categoryId: string
  importId: string
  payeeId: string
  transferId: string
  iban: string
  /** Of the household: an invitation of theirs, who lives with them, and what that one shows them. */
  inviteId: string
  partnerId: string
  shareId: string
  /** What belongs to the organisation that this person owns. */
  merchant: { organisationId: string; orderId: string; linkId: string; invitationId: string } & Wiring
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
/** next-auth's own, which has no ids of ours. */
const files = globSync('app/api/**/route.ts')
  // The API v1 has keys instead of sessions, and a matrix of its own beside it.
  .filter(file => !file.startsWith('app/api/auth/') && !file.startsWith('app/api/v1/'))
  .sort()
const openToAll = ['app/api/health/route.ts', 'app/api/ready/route.ts']
/** The cockpit: for operators alone, whoever’s id it is. */
const isCockpit = (file: string) => file.startsWith('app/api/operator/')
/** The payment page's: for whoever has the unguessable address of a payment, signed in or not. */
const isPayPage = (file: string) => file.startsWith('app/api/pay/')

let owner: Person
let other: Person
const routes: { file: string; method: string; handler: Handler }[] = []
for (const file of files) {
  const path = `#root/${file}`
  const module: Partial<Record<string, Handler>> = await import(/* @vite-ignore */ path)
  for (const method of methods) {
    const handler = module[method]
    if (handler) routes.push({ file, method, handler })
  }
}

beforeAll(async () => {
  const bank = { code: '19870', name: 'Bank', group: 'G', bic: 'B', baseUrl: 'https://b.example', brandColor: '#000' }
  await db().bank.create({ data: { ...bank, screensUrl: 'https://b.example', initials: 'B', supports: [] } })
  owner = await newPerson('FR7619870000010000000000138')
  other = await newPerson('FR7619870000010000000000235')
})
afterAll(closeDb)

async function newPerson(iban: string): Promise<Person> {
  const email = `${randomUUID()}@guichet.example`
  const { id: userId } = await db().user.create({ data: { email, name: 'Name', passwordHash: 'none' } })
  const tomorrow = new Date(Date.now() + 86_400_000)
  const { id: sessionId } = await db().session.create({
    data: { tokenHash: randomUUID(), userId, idleExpiresAt: tomorrow, absoluteExpiresAt: tomorrow },
  })
  const { id: connectionId } = await db().connection.create({
    data: { userId, bankCode: '19870', status: 'active', expiresAt: tomorrow },
  })
  const { id: accountId } = await db().account.create({
    data: {
      ...{ userId, connectionId, resourceId: 'r', kind: 'account', iban, currency: 'EUR', cashAccountType: 'CACC' },
      ...{ name: `Account of ${userId}`, features: [], mayBalances: true, mayTransactions: true },
    },
  })
  const session = { userId, sessionId, name: 'Name', email, locale: 'fr', authenticatedAt: new Date() } as const
  const { id: noticeId } = await db().notice.create({
    data: { userId, connectionId, kind: 'revoked', key: 'x', facts: { bankName: 'Bank' }, createdAt: new Date() },
  })
  const { id: handoffId } = await db().linkHandoff.create({
    data: { userId, sessionId, bankCode: '19870', tokenHash: randomUUID(), expiresAt: tomorrow },
  })
  const filing = { ...(await newFiling(userId, accountId)), ...(await newSending(userId)) }
  const home = await newHousehold(userId)
  const merchant = await newMerchant(userId)
  return { session, connectionId, accountId, noticeId, handoffId, iban, merchant, ...filing, ...home }
}

async function newHousehold(userId: string) {
  const at = new Date()
  const email = `${randomUUID()}@guichet.example`
  const { id: partnerId } = await db().user.create({ data: { email, name: `Of ${userId}`, passwordHash: 'none' } })
  const { id: householdId } = await db().household.create({ data: { createdAt: at } })
  await db().householdMember.createMany({
    data: [userId, partnerId].map(id => ({ userId: id, householdId, joinedAt: at })),
  })
  const { id: connectionId } = await db().connection.create({
    data: { userId: partnerId, bankCode: '19870', status: 'active' },
  })
  const account = { userId: partnerId, connectionId, resourceId: 'r', kind: 'account', currency: 'EUR', features: [] }
  const { id: accountId } = await db().account.create({
    data: { ...account, cashAccountType: 'CACC', name: `Shared with ${userId}`, mayBalances: true },
  })
  const { id: shareId } = await db().accountShare.create({
    data: { userId: partnerId, viewerId: userId, accountId, level: 'balances', createdAt: at },
  })
  const { id: inviteId } = await db().householdInvitation.create({
    data: {
      userId,
      householdId,
      email: `for-${userId}@x.example`,
      tokenHash: randomUUID(),
      createdAt: at,
      expiresAt: at,
    },
  })
  return { inviteId, partnerId, shareId }
}

async function newMerchant(userId: string) {
  const { id: organisationId } = await db().organisation.create({
    data: {
      ...{ name: `Shop of ${userId}`, legalName: 'Shop', email: 'shop@guichet.example' },
      ...{ beneficiaryName: 'Shop', beneficiaryIban: 'DE89370400440532013000' },
      memberships: { create: { userId, role: 'owner' } },
    },
  })
  const order = { ownerId: organisationId, ownerKind: 'organisation', kind: 'checkout', publicId: randomUUID() }
  const { id: orderId } = await db().paymentOrder.create({
    data: {
      ...{ ...order, reference: `Order of ${userId}`, structuredReference: randomUUID(), amountMinor: 100n },
      ...{ creditorName: 'Shop', creditorIban: 'DE89370400440532013000', categoryPurpose: 'DVPM' },
      instructions: [{ amountMinor: '100', remittance: [] }],
    },
  })
  const made = { organisationId, createdByUserId: userId, createdAt: new Date() }
  const link = await db().paymentLink.create({ data: { ...made, slug: randomUUID(), title: `Link of ${userId}` } })
  const invited = { organisationId, invitedByUserId: userId, createdAt: new Date(), expiresAt: new Date(2100, 0, 1) }
  const invitation = await db().invitation.create({
    data: { ...invited, email: `${randomUUID()}@guichet.example`, role: 'viewer', tokenHash: randomUUID() },
  })
  const wiring = await newWiring(organisationId, userId)
  return { organisationId, orderId, linkId: link.id, invitationId: invitation.id, ...wiring }
}

/** Keys and webhooks of an organisation. */
type Wiring = { keyId: string; endpointId: string; deliveryId: string }

async function newWiring(organisationId: string, createdByUserId: string): Promise<Wiring> {
  const at = { createdAt: new Date() }
  const place = { organisationId, mode: 'test', ...at }
  const key = await db().apiKey.create({
    data: { ...place, name: 'Shop', hash: randomUUID(), last4: 'abcd', createdByUserId },
  })
  const secret = { secretSealed: 'x', secretCreatedAt: new Date() }
  const endpoint = await db().webhookEndpoint.create({
    data: { ...place, ...secret, url: 'https://shop.example/hooks' },
  })
  const message = await db().webhookMessage.create({ data: { ...place, type: 'endpoint.test', payload: '{}' } })
  const delivery = await db().webhookDelivery.create({
    data: { organisationId, messageId: message.id, endpointId: endpoint.id, ...at },
  })
  return { keyId: key.id, endpointId: endpoint.id, deliveryId: delivery.id }
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
  const { id: transferId } = await createOrder(userId, {
    ...{
      ownerKind: 'person',
      kind: 'transfer',
      mode: 'test',
      currency: 'EUR',
      categoryPurpose: 'CASH',
      expiresAt: null,
    },
    ...{ reference: `Transfer of ${userId}`, creditor: { ...payee, bic: null } },
    instructions: [{ amountMinor: 100n, remittance: [] }],
  })
  return { payeeId, transferId }
}

/** Whose id stands in a path, by the folder that it stands in. */
function paramsOf(file: string, person: Person): Record<string, string> {
  const ids: Record<string, string> = {
    'accounts/[id]': person.accountId,
    'connections/[id]': person.connectionId,
    'sessions/[id]': person.session.sessionId,
    'rules/[id]': person.ruleId,
    'categories/[id]': person.categoryId,
    'imports/[id]': person.importId,
    'notices/[id]': person.noticeId,
    'handoffs/[id]': person.handoffId,
    'payments/[id]': person.merchant.orderId,
    'links/[id]': person.merchant.linkId,
    'members/[id]': person.session.userId,
    'invitations/[id]': person.merchant.invitationId,
    'keys/[id]': person.merchant.keyId,
    'webhooks/[id]': person.merchant.endpointId,
    'deliveries/[id]': person.merchant.deliveryId,
    'payees/[id]': person.payeeId,
    'transfers/[id]': person.transferId,
    'invites/[id]': person.inviteId,
    'people/[id]': person.partnerId,
    'shares/[id]': person.shareId,
  }
  if (isCockpit(file)) return { code: '19870', platform: 'sandbox', id: person.connectionId }
  const found = [...file.matchAll(/(\w+\/\[(\w+)\])/g)].map(([, place = '', name = '']): [string, string] => {
    const id = ids[place]
    if (id === undefined) throw new Error(`${file}: say in this test whose id ${place} is`)
    return [name, id]
  })
  return Object.fromEntries(found)
}

const shop = {
  ...{ name: 'Shop', legalName: '', registrationNumber: '', addressLines: [], country: 'FR' },
  ...{ email: 'shop@guichet.example', website: '', locale: 'fr' },
}

/** A body that is sound for its owner, so that a refusal is about whose it is. */
function bodyOf(file: string, { iban }: Person): unknown {
  const choice = {
    accounts: [{ iban, balances: true, transactions: false, owners: false, overdrafts: false }],
    psuIdentity: false,
  }
  if (file.includes('/people/')) return { shares: [] }
  if (file.includes('/compare/')) return choice
  if (file.includes('/locale/')) return { locale: 'fr' }
  if (file.includes('/links/[id]/mail/')) return { email: 'payer@guichet.example' }
  if (file.includes('/members/[id]/')) return { role: 'viewer' }
  if (file.endsWith('/merchant/members/route.ts')) return { email: 'new@guichet.example', role: 'viewer' }
  if (file.includes('/beneficiary/')) return { name: 'Shop', iban: 'DE89370400440532013000', bic: '' }
  if (file.includes('/return-urls/')) return { urls: [] }
  if (file.endsWith('/merchant/links/[id]/route.ts')) return { title: 'A link', description: '', expiresOn: null }
  if (file.endsWith('/merchant/links/route.ts')) return { mode: 'test', title: 'A link', isReusable: true }
  if (file.endsWith('/merchant/keys/route.ts')) return { mode: 'test', name: 'Shop', scopes: ['events:read'] }
  if (file.endsWith('/merchant/webhooks/route.ts')) return { mode: 'test', url: 'https://shop.example/hooks' }
  if (file.includes('/webhooks/[id]/route.ts')) return { isEnabled: false }
  if (file.endsWith('/merchant/settings/route.ts')) return shop
  if (file.includes('/rules/')) return { pattern: 'loyer', category: 'housing' }
  if (file.includes('/payees/')) return { name: 'Mine', iban: 'DE89370400440532013000', bic: '' }
  if (file.includes('/categories/')) return { name: 'Mine', icon: 'tag', tone: 'brand' }
  return { choice, hash: 'x', version: 0 }
}

async function ask(
  { file, method, handler }: (typeof routes)[number],
  as: Person | null,
  about: Person,
): Promise<{ status: number; text: string; headers: Headers }> {
  signedIn.session = as?.session ?? null
  const headers = {
    'sec-fetch-site': 'same-origin',
    'x-guichet-peer': '203.0.113.7 40000',
    'content-type': 'application/json',
  }
  const body = method === 'GET' || method === 'DELETE' ? {} : { body: JSON.stringify(bodyOf(file, about)) }
  const request = new Request('http://localhost:3000/api/x', { method, headers, ...body })
  const response = await handler(request, { params: Promise.resolve(paramsOf(file, about)) })
  return { status: response.status, text: await response.text(), headers: response.headers }
}

const cockpit = routes.filter(({ file }) => isCockpit(file))
const payPages = routes.filter(({ file }) => isPayPage(file))
const withIds = routes.filter(({ file }) => file.includes('[') && !isCockpit(file) && !isPayPage(file))
const withoutIds = routes.filter(({ file }) => !file.includes('[') && !openToAll.includes(file) && !isCockpit(file))

test('the matrix has every route', () => {
  expect(files.length).toBeGreaterThanOrEqual(14)
  expect(new Set(routes.map(({ file }) => file)).size).toBe(files.length)
})

describe('a payment page', () => {
  test.each(payPages)('$method $file: an address that is none is 404, for anybody', async route => {
    for (const publicId of ['', 'x', "'; --", 'A'.repeat(22), owner.accountId]) {
      signedIn.session = null
      const request = new Request('http://localhost:3000/api/x', { headers: { 'x-guichet-peer': '203.0.113.7 40000' } })
      const response = await route.handler(request, { params: Promise.resolve({ publicId }) })
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ code: 'not_found' })
    }
  })

  test.each(payPages)('$method $file: shows nothing of the payee’s or of other payers', async ({ handler }) => {
    const { publicId, secrets } = await newPaidOrder()
    for (const session of [null, other.session]) {
      signedIn.session = session
      const request = new Request('http://localhost:3000/api/x', { headers: { 'x-guichet-peer': '203.0.113.7 40000' } })
      const response = await handler(request, { params: Promise.resolve({ publicId }) })
      expect(response.status).toBe(200)
      const text = await response.text()
      for (const secret of secrets) expect(text).not.toContain(secret)
    }
  })
})

/** Somebody paid, and did not agree that the payee sees the account. */
async function newPaidOrder() {
  const [ownerId, id, attemptId] = [randomUUID(), randomUUID(), randomUUID()]
  const publicId = randomUUID().replaceAll('-', '').slice(0, 22)
  const place = { id, ownerId, ownerKind: 'organisation', kind: 'checkout', publicId, chosenAttemptId: attemptId }
  const debtorIban = owner.iban
  const attempt = {
    ...{ id: attemptId, ownerId, bankCode: '19870', status: 'executed', executionDate: new Date(), debtorIban },
    ...{ paymentInformationId: randomUUID(), requestId: randomUUID(), reportHash: randomUUID() },
    ...{ reportSealed: 'sealed-report', authorisedAt: new Date(), expiresAt: new Date() },
  }
  await db().paymentOrder.create({
    data: {
      ...{ ...place, reference: 'Order', structuredReference: 'RF18539007547034', amountMinor: 100n },
      ...{ creditorName: 'Shop', creditorIban: 'DE89370400440532013000', categoryPurpose: 'DVPM', status: 'executed' },
      instructions: [{ amountMinor: '100', remittance: [] }],
      metadata: { basket: 'kept-by-the-shop' },
      payerUserId: owner.session.userId,
      attempts: { create: attempt },
    },
  })
  const secrets = [
    ownerId,
    id,
    attemptId,
    debtorIban.slice(-8),
    'kept-by-the-shop',
    'sealed-report',
    owner.session.userId,
  ]
  return { publicId, secrets }
}

describe('somebody else’s', () => {
  test.each(withIds)('$method $file: 404, with nothing in it', async route => {
    const { status, text } = await ask(route, other, owner)
    expect(status).toBe(404)
    expect(JSON.parse(text)).toMatchObject({ code: 'not_found' })
    for (const secret of [owner.accountId, owner.connectionId, owner.session.userId, owner.iban.slice(-8)]) {
      expect(text).not.toContain(secret)
    }
  })

  test.each(withIds)('$method $file: an id that is none is 404 too', async route => {
    const nobody = {
      ...owner,
      ...{ ruleId: '1', categoryId: 'x', importId: '%00', inviteId: 'x', partnerId: '1', shareId: '%00' },
      accountId: 'x',
      merchant: {
        ...{ organisationId: 'x', orderId: '1', linkId: "'; --", invitationId: 'x' },
        ...{ keyId: 'x', endpointId: '1', deliveryId: "'; --" },
      },
      noticeId: 'x',
      handoffId: 'x',
      connectionId: "'; --",
      session: { ...owner.session, sessionId: '1' },
    }
    expect((await ask(route, other, nobody)).status).toBe(404)
  })

  test.each(withIds.filter(({ method }) => method === 'GET'))('$method $file: the owner gets it', async route => {
    expect((await ask(route, owner, owner)).status).toBe(200)
  })

  test.each(withoutIds.filter(({ method }) => method === 'GET'))(
    '$method $file: is not in one’s own list',
    async route => {
      const { status, text } = await ask(route, other, owner)
      expect(status).toBe(200)
      for (const secret of [owner.accountId, owner.connectionId, owner.session.sessionId, owner.session.userId]) {
        expect(text).not.toContain(secret)
      }
    },
  )

  test('is still there afterwards', async () => {
    const { userId, sessionId } = owner.session
    expect(await db().connection.count({ where: { userId, status: 'active' } })).toBe(1)
    expect(await db().account.count({ where: { userId } })).toBe(1)
    expect(await db().accountShare.count({ where: { viewerId: userId } })).toBe(1)
    expect(await db().householdInvitation.count({ where: { userId, answer: null } })).toBe(1)
    expect(await db().notice.count({ where: { userId, dismissedAt: null } })).toBe(1)
    expect(await db().session.count({ where: { id: sessionId, revokedAt: null } })).toBe(1)
  })
})

describe('another organisation', () => {
  const named = routes.filter(({ file }) => file.startsWith('app/api/merchant/') && !file.includes('['))

  test.each(named.filter(({ file }) => !file.includes('/organisations/')))(
    '$method $file: 404 for who is not in it',
    async ({ file, method, handler }) => {
      signedIn.session = other.session
      const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: JSON.stringify(bodyOf(file, owner)) }
      const url = `http://localhost:3000/api/x?organisation=${owner.merchant.organisationId}`
      const response = await handler(new Request(url, { method, headers, ...body }), { params: Promise.resolve({}) })
      expect(response.status).toBe(404)
      expect(await response.text()).not.toContain(owner.session.userId)
    },
  )

  test('its pages ask who is there and for which organisation, every one of them', () => {
    const pages = globSync('app/(merchant)/**/page.tsx')
    expect(pages.length).toBeGreaterThanOrEqual(11)
    for (const page of pages) {
      const isForAnybody = page.includes('/organisation/new/') || page.includes('/invitation/')
      expect(readFileSync(page, 'utf8'), page).toMatch(isForAnybody ? /requireSession\(\)/ : /requireMember\(/)
    }
  })
})

describe('the cockpit', () => {
  test.each(cockpit)('$method $file: there is nothing for who is no operator', async route => {
    const { status, text } = await ask(route, other, owner)
    expect(status).toBe(404)
    expect(JSON.parse(text)).toMatchObject({ code: 'not_found' })
  })

  test('its pages ask who is there, every one of them', () => {
    const pages = globSync('app/(operator)/**/page.tsx')
    expect(pages.length).toBeGreaterThanOrEqual(8)
    for (const page of pages) expect(readFileSync(page, 'utf8'), page).toContain('await requireOperator()')
  })

  test('a role that is taken away is gone at the next request', async () => {
    const list = cockpit.find(({ file, method }) => file.endsWith('operator/banks/route.ts') && method === 'GET')
    if (!list) throw new Error('no list of banks')
    const { userId } = other.session
    await db().user.update({ where: { id: userId }, data: { role: 'operator' } })
    expect((await ask(list, other, owner)).status).toBe(200)
    await db().user.update({ where: { id: userId }, data: { role: 'person' } })
    expect((await ask(list, other, owner)).status).toBe(404)
  })
})

test.each([...withIds, ...withoutIds, ...cockpit])(
  '$method $file: 401 for nobody, never stored by a cache (C36)',
  async route => {
    const { status, headers } = await ask(route, null, owner)
    expect(status).toBe(401)
    expect(headers.get('cache-control')).toBe('private, no-store')
  },
)

test.each(routes.filter(({ method }) => method !== 'GET'))(
  '$method $file: refused for a foreign origin',
  async route => {
    signedIn.session = owner.session
    const headers = { 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' }
    const request = new Request('http://localhost:3000/api/x', { method: route.method, headers })
    const response = await route.handler(request, { params: Promise.resolve(paramsOf(route.file, owner)) })
    expect(response.status).toBe(422)
  },
)
