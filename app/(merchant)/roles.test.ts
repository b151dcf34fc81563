import { randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { actOf, acts, type Verb } from '#lib/domain/acts.ts'
import { type MemberRole, may, memberRoles } from '#lib/domain/merchant/membership.ts'
import type { CurrentSession } from '#lib/session.ts'
import { aPerson, sessionOf } from '#testing/people/a-person.ts'
import { aShop } from '#testing/people/a-shop.ts'
import { walkRoutes } from '#testing/routes/tree.ts'

const signedIn = vi.hoisted((): { session: CurrentSession | null } => ({ session: null }))
vi.mock(import('#lib/session.ts'), async original => ({
  ...(await original()),
  currentSession: async () => signedIn.session,
  ownPath: () => null,
}))

/** Not for one organisation: these choose, join, list or found one. */
const ofNoOrganisation = [
  'POST /invitation/[token]/accept',
  'POST /merchant/switch',
  'POST /api/merchant/organisations',
]

const routes = await walkRoutes(globSync(['app/(merchant)/**/route.ts', 'app/api/merchant/**/route.ts']).sort())
const nameOf = ({ method, file }: (typeof routes)[number]) =>
  `${method} ${file.replace(/^app(\/\(merchant\))?/, '').replace('/route.ts', '')}`
const isVerb = (act: string | null): act is Verb => act !== null && 'role' in (acts[act as Verb] ?? {})
const rows = routes.filter(route => !ofNoOrganisation.includes(nameOf(route)))

type Member = { readonly session: CurrentSession; readonly organisationId: string }

/** Alone in an organisation, which one of the routes leaves. */
async function newMember(role: MemberRole): Promise<Member> {
  const member = await aPerson()
  const { organisationId } = await aShop({ member, role })
  return { session: sessionOf(member), organisationId }
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

test.each(rows.map(route => [nameOf(route), route] as const))('%s', async (name, route) => {
  expect(isVerb(route.act)).toBe(true)
  if (!isVerb(route.act)) return
  const { role: wanted, keyOnly } = actOf(route.act)
  const allowed: MemberRole[] = []
  for (const role of memberRoles) if (await isAllowed(route, role)) allowed.push(role)
  // The last owner may not leave.
  const mayNot = (role: MemberRole) => keyOnly || (name === 'DELETE /api/merchant/members' && role === 'owner')
  expect(allowed).toEqual(memberRoles.filter(role => may(role, wanted) && !mayNot(role)))
})
