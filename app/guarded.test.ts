import { globSync, readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type ActName, actOf, acts } from '#lib/domain/acts.ts'
import { freshMs } from '#lib/services/people/reauthenticate.ts'
import type { CurrentSession } from '#lib/session.ts'
import { operations } from '#lib/views/v1/operations.ts'
import { type TreeRoute, walkRoutes } from '#testing/routes/tree.ts'

/**
 * Compares the table of acts with the route tree (C53): a route that changes something without naming an act fails, and so does
 * an act without a route. The database only counts queries: a refused request makes none.
 */
const world = vi.hoisted((): { session: CurrentSession | null; touched: number } => ({ session: null, touched: 0 }))
vi.mock('#lib/session.ts', async original => ({
  ...(await original<object>()),
  currentSession: async () => world.session,
  readSessionToken: async () => null,
  rememberTyped: async () => {},
}))
// next-auth needs Next's module loader.
vi.mock('next-auth/providers/credentials', () => ({ default: () => ({}) }))
vi.mock('next-auth', () => {
  const handler = async () => new Response(null, { status: 204 })
  const handlers = { GET: handler, POST: async () => handler() }
  return { CredentialsSignin: class extends Error {}, default: () => ({ handlers, signIn: async () => {} }) }
})
vi.mock('#lib/db.ts', async original => ({
  ...(await original<object>()),
  db: () => {
    world.touched += 1
    throw new Error('the database was asked')
  },
}))

const changing = ['POST', 'PUT', 'PATCH', 'DELETE']
const routes = await walkRoutes(globSync('app/**/route.ts').sort(), ['GET', 'HEAD', ...changing])
const isAct = (name: string | null): name is ActName => name !== null && Object.hasOwn(acts, name)
const changes = Object.keys(acts).filter(name => isAct(name) && !actOf(name).reads)

beforeEach(() => {
  world.touched = 0
})

test.each(routes.filter(({ method }) => changing.includes(method)))('$method $file names its act', ({ act }) => {
  expect(changes).toContain(act)
})

test('every change of the table has a route', () => {
  const done = new Set(routes.map(({ act }) => act))
  expect(changes.filter(name => !done.has(name))).toEqual([])
})

test('only routes change anything: there are no server actions', () => {
  const sources = globSync(['app/**/*.{ts,tsx}', 'components/**/*.{ts,tsx}']).filter(file => !file.includes('.test.'))
  expect(sources.filter(file => /^\s*['"]use server['"]/m.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('an API key can do exactly what the table allows', () => {
  for (const { file, method, act } of routes.filter(route => route.file.startsWith('app/api/v1/'))) {
    if (changing.includes(method)) expect(isAct(act) && actOf(act).scope, `${method} ${file}`).toMatch(/:write$/)
  }
})

test('an organisation’s act for members and keys states its role and scope', () => {
  const keyActs = Object.values(operations).flatMap(({ verb }) => (isAct(verb) ? [verb] : []))
  const withScope = Object.keys(acts).filter(name => isAct(name) && actOf(name).scope !== undefined)
  expect([...new Set(keyActs)].toSorted()).toEqual(withScope.toSorted())
  for (const name of withScope) expect(isAct(name) && actOf(name).role, name).toBeDefined()
})

const params = { id: '7', token: 't', orderId: '7', paymentId: '7', code: '19870', platform: 'sandbox' }
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
const sessionFrom = (authenticatedAt: Date): CurrentSession => ({
  userId: '00000000-0000-7000-8000-000000000001',
  sessionId: '00000000-0000-7000-8000-000000000002',
  name: 'Name',
  email: 'name@guichet.example',
  locale: 'fr',
  isConfirmed: true,
  isOperator: false,
  authenticatedAt,
})
const ask = ({ method, handler }: TreeRoute, isForm: boolean) => {
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  const headers = { 'sec-fetch-site': 'same-origin', 'content-type': type, 'x-guichet-peer': '203.0.113.7 40000' }
  const body = method === 'GET' ? {} : { body: isForm ? 'organisation=00000000-0000-7000-8000-000000000003' : '{}' }
  const request = new Request(`http://localhost:3000${isForm ? '' : '/api'}/x`, { method, headers, ...body })
  return handler(request, { params: Promise.resolve(params) })
}
const isForm = (file: string) => !file.startsWith('app/api/')

describe('an act that needs a fresh password', () => {
  // Never for an API key: whoever created the key gave the password.
  const asking = routes.filter(
    ({ act, file }) => isAct(act) && actOf(act).freshPassword === 'always' && !file.startsWith('app/api/v1/'),
  )
  test.each(asking)('$method $file: a session of three hours is refused, and nothing is done', async route => {
    world.session = sessionFrom(hoursAgo(3))
    const response = await ask(route, isForm(route.file))
    expect(world.touched).toBe(0)
    if (isForm(route.file)) {
      expect(response.status).toBe(303)
      const next = new URL(response.headers.get('location') ?? '', 'http://localhost').searchParams.get('next') ?? ''
      expect(response.headers.get('location')).toMatch(/^\/settings\/confirm\?next=/)
      expect(next).not.toContain('[')
      expect(globSync(`app/(*)${next.replace(/\/(7|t)(?=\/|$)/g, '/[[]*[]]')}/{page.tsx,route.ts}`)).not.toEqual([])
    } else {
      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({ code: 'reauthentication_required' })
    }
  })

  test.each(asking)('$method $file: a session of just under five minutes is accepted', async route => {
    world.session = sessionFrom(new Date(Date.now() - freshMs + 60_000))
    const response = await ask(route, isForm(route.file)).catch(() => null)
    expect(response?.headers.get('location') ?? '').not.toContain('/settings/confirm')
    if (!isForm(route.file)) expect(await response?.text()).not.toContain('reauthentication_required')
  })
})

describe('an act that needs a confirmed address', () => {
  const asking = routes.filter(
    ({ act, file }) =>
      isAct(act) && !actOf(act).reads && actOf(act).address === undefined && !file.startsWith('app/api/v1/'),
  )

  test.each(asking)('$method $file: an unconfirmed one is refused, and nothing is done', async route => {
    world.session = { ...sessionFrom(new Date()), isConfirmed: false }
    const response = await ask(route, isForm(route.file))
    expect(world.touched).toBe(0)
    if (isForm(route.file)) expect(response.headers.get('location')).toBe('/email/confirm')
    else expect(await response.json()).toMatchObject({ code: 'address_not_confirmed', status: 403 })
  })
})

test('nobody without a session is asked for a password', async () => {
  world.session = null
  const invite = routes.find(({ act }) => act === 'member.invite')
  const request = new Request('http://localhost:3000/x', {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect((await invite?.handler(request, { params: Promise.resolve({}) }))?.status).toBe(401)
})
