import { randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { POST } from '#app/(merchant)/merchant/switch/route.ts'
import { POST as create } from '#app/api/merchant/organisations/route.ts'
import { organisationCookie } from '#app/current-organisation.ts'
import { db } from '#lib/db.ts'
import { createOrder } from '#lib/services/payments/orders.ts'
import type { CurrentSession } from '#lib/session.ts'
import { aPerson, sessionOf } from '#testing/people/a-person.ts'
import { aShop } from '#testing/people/a-shop.ts'
import { walkRoutes } from '#testing/routes/tree.ts'
import { checkoutOrder } from '#testing/shop/checkout-order.ts'

/** C29 for merchants' plain forms and files, requested by a member of another organisation. */
const signedIn = vi.hoisted((): { session: CurrentSession | null } => ({ session: null }))
vi.mock(import('#lib/session.ts'), async original => ({
  ...(await original()),
  currentSession: async () => signedIn.session,
  ownPath: () => null,
}))
const jar = vi.hoisted(() => new Map<string, string>())
vi.mock('next/headers', () => ({
  cookies: async () => ({ set: (name: string, value: string) => jar.set(name, value), get: () => undefined }),
}))

type Shop = { session: CurrentSession; organisationId: string; orderId: string; linkId: string }

const files = globSync('app/(merchant)/**/[[]id[]]/**/route.ts').sort()
const routes = await walkRoutes(files, ['GET', 'POST'])

let owner: Shop
let other: Shop
beforeAll(async () => {
  owner = await newShop()
  other = await newShop()
})

async function newShop(): Promise<Shop> {
  const member = await aPerson()
  const { userId } = member
  const { organisationId } = await aShop({ member })
  const { id: orderId } = await createOrder(organisationId, checkoutOrder())
  const link = { organisationId, slug: randomUUID(), title: 'Link', createdByUserId: userId, createdAt: new Date() }
  const { id: linkId } = await db().paymentLink.create({ data: link })
  return { session: sessionOf(member), organisationId, orderId, linkId }
}

function ask({ file, method, handler }: (typeof routes)[number], as: Shop | null, organisationId: string) {
  signedIn.session = as?.session ?? null
  const id = file.includes('/links/') ? owner.linkId : owner.orderId
  const headers = { 'sec-fetch-site': 'same-origin', 'x-guichet-peer': '203.0.113.7 40000' }
  const body = method === 'POST' ? { body: new URLSearchParams({ organisation: organisationId, reason: 'DS02' }) } : {}
  const url = `http://localhost:3000/x?organisation=${organisationId}`
  return handler(new Request(url, { method, headers, ...body }), { params: Promise.resolve({ id }) })
}

const refused = (response: Response) =>
  response.status === 404 || (response.headers.get('location') ?? '').endsWith('error=not_found')

describe.each(routes)('$method $file', route => {
  test('is not found for another organisation, whichever it names', async () => {
    expect(refused(await ask(route, other, owner.organisationId))).toBe(true)
    expect(refused(await ask(route, other, other.organisationId))).toBe(true)
    const order = await db().paymentOrder.findUniqueOrThrow({ where: { id: owner.orderId } })
    expect(order).toMatchObject({ status: 'open', cancelledAt: null })
    expect((await db().paymentLink.findUniqueOrThrow({ where: { id: owner.linkId } })).closedAt).toBeNull()
  })

  test('needs a session', async () => {
    const response = await ask(route, null, owner.organisationId)
    expect(response.status === 401 || (response.headers.get('location') ?? '').startsWith('/signin')).toBe(true)
  })
})

test('a form posted by another site changes nothing', async () => {
  const route = routes.find(({ file }) => file.includes('withdraw'))
  if (!route) throw new Error('no route to withdraw')
  signedIn.session = owner.session
  const headers = { 'sec-fetch-site': 'cross-site' }
  const body = new URLSearchParams({ organisation: owner.organisationId })
  const request = new Request('http://localhost:3000/x', { method: 'POST', headers, body })
  const response = await route.handler(request, { params: Promise.resolve({ id: owner.orderId }) })
  expect(response.headers.get('location')).toContain('error=invalid_input')
  expect((await db().paymentOrder.findUniqueOrThrow({ where: { id: owner.orderId } })).status).toBe('open')
})

test('the owner withdraws', async () => {
  const route = routes.find(({ file }) => file.includes('withdraw'))
  if (!route) throw new Error('no route to withdraw')
  const response = await ask(route, owner, owner.organisationId)
  expect(response.headers.get('location')).toBe(`/payments/${owner.orderId}`)
  expect((await db().paymentOrder.findUniqueOrThrow({ where: { id: owner.orderId } })).status).toBe('cancelled')
})

describe('the current organisation', () => {
  async function choose(session: CurrentSession, organisation: string) {
    jar.clear()
    signedIn.session = session
    const headers = { 'sec-fetch-site': 'same-origin' }
    const body = new URLSearchParams({ organisation })
    const { status } = await POST(
      new Request('http://localhost:3000/merchant/switch', { method: 'POST', headers, body }),
    )
    return { status, chosen: jar.get(organisationCookie.name) ?? null }
  }

  test('is one that the person is in', async () => {
    expect(await choose(owner.session, owner.organisationId)).toEqual({ status: 303, chosen: owner.organisationId })
  })

  test('is the one that was just created', async () => {
    jar.clear()
    signedIn.session = owner.session
    const details = {
      legalName: 'Fleurs SAS',
      registrationNumber: '',
      email: 'a@fleurs.example',
      website: '',
      addressLines: [],
    }
    const body = JSON.stringify({ name: 'Fleurs', ...details, country: 'FR', locale: 'fr' })
    const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
    const url = 'http://localhost:3000/api/merchant/organisations'
    const { id } = await (await create(new Request(url, { method: 'POST', headers, body }))).json()
    expect(jar.get(organisationCookie.name)).toBe(id)
  })

  test('is never another one', async () => {
    expect(await choose(other.session, owner.organisationId)).toEqual({ status: 303, chosen: null })
  })

  test('is null for a person without any', async () => {
    const { userId } = await aPerson()
    expect(await choose({ ...owner.session, userId }, owner.organisationId)).toEqual({ status: 303, chosen: null })
  })
})
