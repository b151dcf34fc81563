import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { db } from '#lib/db.ts'
import { createOrder } from '#lib/services/payments/orders.ts'
import type { CurrentSession } from '#lib/session.ts'
import { aBank } from '#testing/bank/of-directory.ts'
import { bodyOf, newPerson, type Person, paramsOf } from '#testing/people/with-everything.ts'
import { walkRoutes } from '#testing/routes/tree.ts'
import { attemptRow, checkoutOrder } from '#testing/shop/checkout-order.ts'

/**
 * C29 as a matrix: every route is requested for another person's data. The routes are found in the file tree, so that a new one
 * is included; one with an unknown kind of id fails until its owner is stated here.
 */
const signedIn = vi.hoisted((): { session: CurrentSession | null } => ({ session: null }))
vi.mock(import('#lib/session.ts'), async original => ({
  ...(await original()),
  currentSession: async () => signedIn.session,
}))

/** Answers unknown addresses below /api; tested in `error-answer.test.ts`. */
const notFound = 'app/api/[...path]/route.ts'
/** next-auth's own, without ids of ours. */
const files = globSync('app/api/**/route.ts')
  // The API v1 has keys instead of sessions, and its own matrix; the data API has an app's token, and its own tests.
  .filter(file => !/^app\/api\/(auth|v1|data)\//.test(file) && file !== notFound)
  .sort()
const openToAll = ['app/api/health/route.ts', 'app/api/ready/route.ts']
/** The operator console: for operators only, whoever owns the id. */
const isOperatorRoute = (file: string) => file.startsWith('app/api/operator/')
/** The payment page's: for anyone with the unguessable address of a payment, signed in or not. */
const isPayPage = (file: string) => file.startsWith('app/api/pay/')

let owner: Person
let other: Person
const routes = await walkRoutes(files)

beforeAll(async () => {
  await aBank()
  owner = await newPerson('FR7619870000010000000000138')
  other = await newPerson('FR7619870000010000000000235')
})

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
  const isBare = method === 'GET' || (method === 'DELETE' && !file.includes('/members/[id]/'))
  const body = isBare ? {} : { body: JSON.stringify(bodyOf(file, about, method)) }
  const request = new Request('http://localhost:3000/api/x', { method, headers, ...body })
  const response = await handler(request, { params: Promise.resolve(paramsOf(file, about)) })
  return { status: response.status, text: await response.text(), headers: response.headers }
}

const operatorRoutes = routes.filter(({ file }) => isOperatorRoute(file))
const payPages = routes.filter(({ file }) => isPayPage(file))
const withIds = routes.filter(({ file }) => file.includes('[') && !isOperatorRoute(file) && !isPayPage(file))
const withoutIds = routes.filter(
  ({ file }) => !file.includes('[') && !openToAll.includes(file) && !isOperatorRoute(file),
)

test('the matrix has every route', () => {
  expect(files.length).toBeGreaterThanOrEqual(14)
  expect(new Set(routes.map(({ file }) => file)).size).toBe(files.length)
})

describe('a payment page', () => {
  test.each(payPages)('$method $file: an unknown address is 404 for everybody', async route => {
    for (const publicId of ['', 'x', "'; --", 'A'.repeat(22), owner.accountId]) {
      signedIn.session = null
      const request = new Request('http://localhost:3000/api/x', { headers: { 'x-guichet-peer': '203.0.113.7 40000' } })
      const response = await route.handler(request, { params: Promise.resolve({ publicId }) })
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ code: 'not_found' })
    }
  })

  test.each(payPages)('$method $file: shows nothing of the payee’s or of other payers', async ({ handler, file }) => {
    const { publicId, secrets } = await newPaidOrder()
    for (const session of [null, other.session]) {
      signedIn.session = session
      const request = new Request('http://localhost:3000/api/x', { headers: { 'x-guichet-peer': '203.0.113.7 40000' } })
      const response = await handler(request, { params: Promise.resolve({ publicId }) })
      // A paid order can't be paid by hand any more.
      expect(response.status).toBe(file.includes('/transfer/') ? 404 : 200)
      const text = await response.text()
      for (const secret of secrets) expect(text).not.toContain(secret)
    }
  })
})

/** A paid order whose payer did not agree to show the account to the payee. */
async function newPaidOrder() {
  const ownerId = randomUUID()
  const order = await createOrder(ownerId, checkoutOrder(100n, { metadata: { basket: 'kept-by-the-shop' } }))
  const { id, publicId } = order
  const attempt = {
    orderId: id,
    ownerId,
    status: 'executed',
    debtorIban: owner.iban,
    reportSealed: 'sealed-report',
  } as const
  const { id: attemptId } = await db().paymentAttempt.create({
    data: attemptRow({ ...attempt, authorisedAt: new Date() }),
  })
  const paid = { status: 'executed', chosenAttemptId: attemptId, payerUserId: owner.session.userId } as const
  await db().paymentOrder.update({ where: { id, ownerId }, data: paid })
  const kept = ['kept-by-the-shop', 'sealed-report', owner.iban.slice(-8), owner.session.userId]
  return { publicId, secrets: [ownerId, id, attemptId, ...kept] }
}

describe('somebody else’s data', () => {
  test.each(withIds)('$method $file: 404, with nothing in it', async route => {
    const { status, text } = await ask(route, other, owner)
    expect(status).toBe(404)
    expect(JSON.parse(text)).toMatchObject({ code: 'not_found' })
    for (const secret of [owner.accountId, owner.connectionId, owner.session.userId, owner.iban.slice(-8)]) {
      expect(text).not.toContain(secret)
    }
  })

  test.each(withIds)('$method $file: an unknown id is 404 too', async route => {
    // Every id that there is, in turn as no id at all, as a number, and as what would end a statement.
    const wrong = ['x', '1', '%00', "'; --"]
    const spoilt = (some: object) =>
      Object.fromEntries(Object.keys(some).map((name, at) => [name, wrong[at % wrong.length] ?? 'x']))
    const { session, merchant, iban, ...ids } = owner
    const nobody = {
      ...owner,
      ...spoilt(ids),
      merchant: { ...merchant, ...spoilt(merchant) },
      session: { ...session, sessionId: '1' },
      iban,
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

  test('is unchanged afterwards', async () => {
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

  test('every page checks the member and the organisation', () => {
    const pages = globSync('app/(merchant)/**/page.tsx')
    expect(pages.length).toBeGreaterThanOrEqual(11)
    for (const page of pages) {
      const isForAnybody = page.includes('/organisation/new/') || page.includes('/invitation/')
      expect(readFileSync(page, 'utf8'), page).toMatch(isForAnybody ? /default userPage\(/ : /default memberPage\(/)
    }
  })
})

describe('the operator console', () => {
  test.each(operatorRoutes)('$method $file: not found for anyone but operators', async route => {
    const { status, text } = await ask(route, other, owner)
    expect(status).toBe(404)
    expect(JSON.parse(text)).toMatchObject({ code: 'not_found' })
  })

  test('every page checks the operator', () => {
    const pages = globSync('app/(operator)/**/page.tsx')
    expect(pages.length).toBeGreaterThanOrEqual(8)
    for (const page of pages) expect(readFileSync(page, 'utf8'), page).toContain('default operatorPage(')
  })

  test('a revoked role ends at the next request', async () => {
    const route = operatorRoutes.find(({ file }) => file.endsWith('operator/statistics/route.ts'))
    if (!route) throw new Error('no statistics')
    const { userId } = other.session
    await db().user.update({ where: { id: userId }, data: { role: 'operator' } })
    expect((await ask(route, other, owner)).status, 'let in, and asked for a quarter').toBe(422)
    await db().user.update({ where: { id: userId }, data: { role: 'person' } })
    expect((await ask(route, other, owner)).status).toBe(404)
  })
})

test.each([...withIds, ...withoutIds, ...operatorRoutes])(
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
