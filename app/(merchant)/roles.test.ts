import { randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import { afterAll, expect, test, vi } from 'vitest'
import { closeDb, db } from '#lib/db.ts'
import { type MemberRole, memberRoles } from '#lib/domain/merchant/membership.ts'
import type { CurrentSession } from '#lib/session.ts'
import { walkRoutes } from '#testing/routes/tree.ts'

/** What each role may ask of each route that merchants' pages use: a table to read, because the code derives it from three others. */
const signedIn = vi.hoisted((): { session: CurrentSession | null } => ({ session: null }))
vi.mock('#lib/session.ts', () => ({ currentSession: async () => signedIn.session, ownPath: () => null }))

const everybody = 'owner admin developer accountant viewer'
const sellers = 'owner admin developer accountant'
const treasurers = 'owner admin accountant'
const developers = 'owner admin developer'
const managers = 'owner admin'

const table: Readonly<Record<string, string>> = {
  'GET /invoices/[id]/pdf': everybody,
  'GET /links/[id]/qr': everybody,
  'GET /payments/export': treasurers,
  'POST /payments/[id]/cancel/start': sellers,
  'POST /payments/[id]/withdraw': sellers,
  'GET /reconciliation/export': treasurers,
  'POST /reconciliation/[id]/match': treasurers,
  'POST /reconciliation/[id]/note': treasurers,
  'POST /reconciliation/[id]/undo': treasurers,
  'POST /reconciliation/account': treasurers,
  'POST /reconciliation/account/unlink': everybody,
  'POST /reconciliation/run': treasurers,
  'POST /refunds/[id]/start': treasurers,
  'POST /refunds/[id]/withdraw': treasurers,
  'POST /refunds/new/[paymentId]/create': treasurers,
  'GET /settlement/export': treasurers,
  'POST /api/merchant/activation': 'owner',
  'POST /api/merchant/activation/account': 'owner',
  'POST /api/merchant/activation/documents': managers,
  'DELETE /api/merchant/activation/documents/[id]': managers,
  'PUT /api/merchant/activation/representative': managers,
  'POST /api/merchant/deliveries/[id]': developers,
  'DELETE /api/merchant/invitations/[id]': managers,
  'POST /api/merchant/invoices': sellers,
  'PUT /api/merchant/invoices/[id]': sellers,
  'DELETE /api/merchant/invoices/[id]': sellers,
  'POST /api/merchant/invoices/[id]/credit': sellers,
  'POST /api/merchant/invoices/[id]/mail': sellers,
  'POST /api/merchant/invoices/[id]/send': sellers,
  'PUT /api/merchant/invoices/settings': managers,
  'GET /api/merchant/keys': developers,
  'POST /api/merchant/keys': developers,
  'PUT /api/merchant/keys/[id]': developers,
  'DELETE /api/merchant/keys/[id]': developers,
  'POST /api/merchant/keys/[id]/holder': 'owner',
  'POST /api/merchant/links': sellers,
  'PUT /api/merchant/links/[id]': sellers,
  'DELETE /api/merchant/links/[id]': sellers,
  'POST /api/merchant/links/[id]/mail': sellers,
  'POST /api/merchant/members': managers,
  // The last owner may not leave.
  'DELETE /api/merchant/members': 'admin developer accountant viewer',
  'PUT /api/merchant/members/[id]': managers,
  'DELETE /api/merchant/members/[id]': managers,
  'GET /api/merchant/payments/[id]': everybody,
  'PUT /api/merchant/settings': managers,
  'PUT /api/merchant/settings/beneficiary': 'owner',
  'DELETE /api/merchant/settings/beneficiary': 'owner',
  'POST /api/merchant/settings/beneficiary/verify': 'owner',
  'PUT /api/merchant/settings/brand': managers,
  'POST /api/merchant/settings/logo': managers,
  'DELETE /api/merchant/settings/logo': managers,
  'PUT /api/merchant/settings/return-urls': managers,
  'GET /api/merchant/webhooks': developers,
  'POST /api/merchant/webhooks': developers,
  'PUT /api/merchant/webhooks/[id]': developers,
  'DELETE /api/merchant/webhooks/[id]': developers,
  'POST /api/merchant/webhooks/[id]/secret': developers,
  'POST /api/merchant/webhooks/[id]/test': developers,
}

/** Not for one organisation: these choose, join, list or found one. */
const ofNoOrganisation = [
  'POST /invitation/[token]/accept',
  'POST /merchant/switch',
  'POST /api/merchant/organisations',
]

const routes = await walkRoutes(globSync(['app/(merchant)/**/route.ts', 'app/api/merchant/**/route.ts']).sort())
const nameOf = ({ method, file }: (typeof routes)[number]) =>
  `${method} ${file.replace(/^app(\/\(merchant\))?/, '').replace('/route.ts', '')}`
const rows = routes.filter(route => !ofNoOrganisation.includes(nameOf(route)))

afterAll(closeDb)

type Member = { readonly session: CurrentSession; readonly organisationId: string }

/** Alone in an organisation, which one of the routes leaves. */
async function newMember(role: MemberRole): Promise<Member> {
  const email = `${randomUUID()}@guichet.example`
  const { id: userId } = await db().user.create({ data: { email, name: 'Name', passwordHash: 'none' } })
  const memberships = { create: { userId, role } }
  const organisation = { name: 'Shop', legalName: 'Shop', email, memberships }
  const { id: organisationId } = await db().organisation.create({ data: organisation })
  const session = { userId, sessionId: randomUUID(), name: 'Name', email, authenticatedAt: new Date() }
  return { session: { ...session, locale: 'fr', isConfirmed: true }, organisationId }
}

/** Sends nothing but ids that nobody has, so that whoever is allowed is told so, or that the input is wrong. */
async function isAllowed({ file, method, handler }: (typeof routes)[number], role: MemberRole): Promise<boolean> {
  const member = await newMember(role)
  signedIn.session = member.session
  const isForm = method === 'POST' && file.startsWith('app/(merchant)')
  const type = isForm ? {} : { 'content-type': 'application/json' }
  const body = isForm ? new URLSearchParams({ organisation: member.organisationId }) : '{}'
  const request = new Request(`http://localhost:3000/x?organisation=${member.organisationId}`, {
    method,
    headers: { 'sec-fetch-site': 'same-origin', 'x-guichet-peer': '203.0.113.7 40000', ...type },
    ...(method === 'GET' || method === 'DELETE' ? {} : { body }),
  })
  const id = randomUUID()
  const response = await handler(request, { params: Promise.resolve({ id, paymentId: id }) })
  expect(response.status, `${method} ${file} as ${role}`).toBeLessThan(500)
  if (response.status === 303) return !(response.headers.get('location') ?? '').endsWith('error=not_allowed')
  return !(response.status === 403 && (await response.text()).includes('"not_allowed"'))
}

test('the table has every route', () => {
  expect(rows.map(nameOf).sort()).toEqual(Object.keys(table).sort())
})

test.each(rows.map(route => [nameOf(route), route] as const))('%s', async (name, route) => {
  const allowed: string[] = []
  for (const role of memberRoles) if (await isAllowed(route, role)) allowed.push(role)
  expect(allowed.join(' ')).toBe(table[name])
})
