import { randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import { hash } from '@node-rs/argon2'
import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import { storeNothing } from '#lib/base/idempotent-result.ts'
import { db } from '#lib/db.ts'
import { apiScopes } from '#lib/domain/merchant/api-key.ts'
import { createApiKey } from '#lib/services/merchant/api-keys.ts'
import { createEndpoint } from '#lib/services/webhooks/endpoints.ts'
import type { CurrentSession } from '#lib/session.ts'
import { asMember } from '#testing/people/as-member.ts'
import { newPerson, type Person } from '#testing/people/with-everything.ts'
import { findFault } from '#testing/routes/answers.ts'
import { type FuzzedRequest, poisonedOf, requestsOf } from '#testing/routes/requests.ts'
import { routeMethods, type TreeRoute, walkRoutes } from '#testing/routes/tree.ts'
import { openStack } from '#testing/stack/open.ts'

/**
 * Every route, with arbitrary requests (C71): no answer is a fault of ours, and none contains internal data. FUZZ_RUNS is the
 * number of requests per method and route; FUZZ_SEED repeats a run.
 */
const runs = Number(process.env.FUZZ_RUNS ?? 2)
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2_147_483_647)

const world = vi.hoisted((): { session: CurrentSession | null; faults: string[]; jar: Map<string, string> } => ({
  session: null,
  faults: [],
  jar: new Map(),
}))
vi.mock('#lib/session.ts', async original => ({
  ...(await original<object>()),
  // A person who erased themselves has no session any more.
  currentSession: async () => world.session,
  readSessionToken: async () => world.jar.get('__Host-guichet.session') ?? null,
}))
vi.mock('#lib/services/operator/faults.ts', () => ({
  recordFault: (error: unknown) => {
    world.faults.push(error instanceof Error ? `${error.stack ?? error.message}` : String(error))
    return 'a-support-id'
  },
}))
vi.mock('next/headers', () => ({
  cookies: async () => ({
    get: (name: string) => (world.jar.has(name) ? { name, value: world.jar.get(name) } : undefined),
    has: (name: string) => world.jar.has(name),
    set: () => {},
  }),
  headers: async () => new Headers(),
}))
vi.mock('next-intl/server', () => ({ getLocale: async () => 'fr', getTranslations: async () => (key: string) => key }))
// next-auth needs Next's module loader; its forms are tested in the long form only.
vi.mock('next-auth/providers/credentials', () => ({ default: () => ({}) }))
vi.mock('next-auth', () => {
  const handler = async () => new Response(null, { status: 204 })
  return {
    CredentialsSignin: class extends Error {},
    default: () => ({ handlers: { GET: handler, POST: handler }, signIn: async () => {} }),
  }
})

openStack()
const all = await walkRoutes(globSync('app/**/route.ts').sort(), routeMethods)
/** Requests that delete come last, because the others need the data. */
const isEnd = ({ file, method }: TreeRoute) => method === 'DELETE' || /\/(erase|leave|disconnect)\//.test(file)
const routes = [...all.filter(route => !isEnd(route)), ...all.filter(isEnd)]
let owner: Person
let stranger: Person
let key: string

beforeEach(async () => {
  await db().organisation.updateMany({ data: { returnUrls: ['https://shop.example/thanks'] } })
  if (
    owner &&
    (await db().organisation.count({ where: { id: owner.merchant.organisationId } })) === 1 &&
    (await isThere(owner)) &&
    (await isThere(stranger))
  )
    return
  owner = await newPerson('FR7619870000010000000000138')
  stranger = await newPerson('FR7619870000010000000000235')
  // A valid hash of an unknown password.
  await db().user.updateMany({ data: { passwordHash: await hash(randomUUID()) } })
  const hooks = { mode: 'test' as const, url: 'https://shop.example/hooks', description: '', eventTypes: [] }
  const { userId } = owner.session
  const { endpoint } = await asMember(userId, owner.merchant.organisationId, 'webhook.create', actor =>
    createEndpoint(actor, hooks, storeNothing),
  )
  owner.merchant.endpointId = endpoint.id
  const fresh = { authenticatedAt: new Date() }
  const input = { mode: 'test' as const, name: 'Shop', scopes: [...apiScopes] }
  key = (
    await asMember(
      { userId: owner.session.userId, ...fresh },
      owner.merchant.organisationId,
      'key.create',
      createApiKey,
      input,
    )
  ).key
})

async function isThere({ session }: Person): Promise<boolean> {
  return (await db().user.count({ where: { id: session.userId } })) === 1
}

async function sessionOf(role: FuzzedRequest['role']): Promise<CurrentSession | null> {
  if (role === 'nobody') return null
  const person = role === 'stranger' ? stranger : owner
  return (await isThere(person)) ? { ...person.session, authenticatedAt: new Date() } : null
}

const roles = new Map<string, 'operator' | 'person'>()
async function giveRole(id: string, role: 'operator' | 'person'): Promise<void> {
  if (roles.get(id) === role) return
  await db().user.update({ where: { id }, data: { role } })
  roles.set(id, role)
}

async function ask({ file, method, handler }: TreeRoute, { role, params, query, headers, body }: FuzzedRequest) {
  world.session = await sessionOf(role)
  if (world.session) await giveRole(world.session.userId, role === 'operator' ? 'operator' : 'person')
  world.jar = new Map(
    (headers.cookie ?? '')
      .split(';')
      .map((pair): [string, string] => [pair.split('=')[0]?.trim() ?? '', pair.split('=')[1] ?? '']),
  )
  world.faults = []
  const path = file
    .slice('app'.length, -'/route.ts'.length)
    .replace(/\/\([^)]+\)/g, '')
    .replace(/\[[^\]]+\]/g, 'x')
  const request = new Request(`http://localhost:3000${path}?${query}`, {
    method,
    headers,
    ...(body === null ? {} : { body }),
  })
  try {
    const response = await handler(request, { params: Promise.resolve(params) })
    const text = response.body === null ? '' : await response.text()
    return { status: response.status, headers: response.headers, text }
  } catch (error) {
    // Next's own errors for not-found and redirects.
    if (error instanceof Error && 'digest' in error && /^NEXT_(HTTP_ERROR|REDIRECT)/.test(String(error.digest))) {
      return { status: 404, headers: new Headers(), text: '' }
    }
    world.faults.push(error instanceof Error ? `${error.stack}` : String(error))
    return { status: 500, headers: new Headers(), text: '' }
  }
}

test('every route file is included', () => {
  expect(new Set(routes.map(({ file }) => file)).size).toBe(globSync('app/**/route.ts').length)
})

test.each(routes)('$method $file', async route => {
  for (const request of poisonedOf(route.file, route.method, owner, key)) {
    const answer = await ask(route, request)
    expect([findFault(route.file, answer), ...world.faults], JSON.stringify(request)).toEqual([null])
  }
  await fc.assert(
    fc.asyncProperty(requestsOf(route.file, route.method, owner, key), async request => {
      const answer = await ask(route, request)
      expect([findFault(route.file, answer), ...world.faults]).toEqual([null])
    }),
    { numRuns: runs, seed: seed + routes.indexOf(route) },
  )
})
