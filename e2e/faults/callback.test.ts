import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { GET as report } from '#app/callback/[bank]/payment/[report]/route.ts'
import { GET as link } from '#app/callback/[bank]/route.ts'
import { arrivalLimits } from '#app/callback/callback-response.ts'
import { closeDb, db } from '#lib/db.ts'
import { writePeer } from '#lib/domain/requests/peer.ts'
import { workOnce } from '#lib/jobs/tasks.ts'
import { beginOnPhone, qrAddressOf, startHandoff } from '#lib/services/connections/app-to-app.ts'
import { startAttempt } from '#lib/services/payments/attempts.ts'
import { createOrder, type NewOrder } from '#lib/services/payments/orders.ts'
import { openSession } from '#lib/session.ts'
import { people } from '#testing/bank/customers.ts'
import { askDesk } from '#testing/bank/desk.ts'
import { walkPayment } from '#testing/bank/payer.ts'
import { authorizeAs } from '#testing/bank/screens.ts'
import { type Cut, type DatabaseProxy, openDatabaseProxy } from '#testing/database/proxy.ts'
import { forgetConnections, isWhole } from '#testing/processes/crew.ts'
import { findBrokenPayments } from '#testing/processes/payment-invariants.ts'
import { checkoutOrder } from '#testing/shop/checkout-order.ts'
import { openStack } from '#testing/stack/open.ts'
import { goToBank, newVisitor, presence } from '#testing/stack/start.ts'

/**
 * Browsers that come back from the bank while our database is away, cut at every statement in turn: nobody is redirected to an address from
 * which the code can't be brought again, and once the database is back the same address leads to the right page.
 */
const jar = vi.hoisted(() => new Map<string, string>())
vi.mock('next/headers', () => ({
  cookies: async () => ({ get: (name: string) => (jar.has(name) ? { name, value: jar.get(name) } : undefined) }),
  headers: async () => new Headers(),
}))

const stack = openStack()
const bankCode = '19870'
const ownerId = '0a0a0a0a-0000-4000-8000-00000000000c'
let proxy: DatabaseProxy

const { patienceMs } = arrivalLimits

beforeAll(async () => {
  // A busy machine takes longer than the minute for which a code is valid.
  await askDesk(stack.running, 'PUT', '/clock', { move: 'freeze' })
  await db().bank.update({ where: { code: bankCode }, data: { appToApp: true } })
  await closeDb()
  proxy = await openDatabaseProxy(process.env.DATABASE_URL ?? '')
  process.env.DATABASE_URL = proxy.url
})
afterAll(async () => {
  await closeDb()
  await proxy.close()
})
beforeEach(() => jar.clear())
afterEach(() => Object.assign(arrivalLimits, { patienceMs }))
afterEach(async () => {
  expect(await findBrokenPayments(stack.running)).toEqual([])
})

type Arrival = {
  /** Where the bank redirects the browser to. */
  readonly address: URL
  /** The only page to which it may be redirected. */
  readonly page: string
  /** Says what the right outcome is, once it is there. */
  readonly outcome: () => Promise<unknown>
  readonly right: unknown
}

/** The bank's customer approved a payment for that order: of cents, because there are hundreds. */
async function approved(
  change: Partial<NewOrder>,
  pageOf: (order: { id: string; publicId: string }) => string,
): Promise<Arrival> {
  const { id } = await createOrder(ownerId, checkoutOrder(5n, change))
  const { redirectTo } = await startAttempt(ownerId, id, { bankCode, presence })
  const { callbackUrl } = await walkPayment(stack.running, new URL(redirectTo), 'camille-bernard')
  const read = () => db().paymentOrder.findUniqueOrThrow({ where: { id } })
  return {
    address: callbackUrl,
    page: pageOf(await read()),
    outcome: async () => {
      await workOnce('payments')
      return (await read()).status
    },
    right: 'executed',
  }
}

/** The state of the flow that the bank's redirect belongs to: the last one. */
async function flowOf(userId: string) {
  return db().linkFlow.findFirstOrThrow({ where: { userId }, orderBy: { createdAt: 'desc' } })
}

async function linking(isSignedIn: boolean): Promise<Arrival> {
  await forgetConnections()
  const visitor = await newVisitor()
  const address = await goToBank(visitor, people.camille)
  if (isSignedIn) {
    const session = await openSession({ userId: visitor.userId, ip: null, userAgent: null }, null)
    jar.set('__Host-guichet.session', session)
  }
  const { id } = await flowOf(visitor.userId)
  return {
    address,
    page: isSignedIn ? '/connections/[^/]+/consent' : `/link/resume/${id}`,
    outcome: async () => (await flowOf(visitor.userId)).status,
    right: isSignedIn ? 'authorised' : 'quarantined',
  }
}

async function onPhone(): Promise<Arrival> {
  const computer = await newVisitor()
  const handoff = await startHandoff(computer, bankCode)
  const token = (await qrAddressOf(computer, handoff))?.split('/').at(-1) ?? ''
  const address = await authorizeAs(people.camille, new URL(await beginOnPhone(token)), 'approve')
  const outcome = async () => (await flowOf(computer.userId)).status
  return { address, page: `/link/resume/${(await flowOf(computer.userId)).id}`, outcome, right: 'quarantined' }
}

/** Each with statements before the look-up, between it and the write that keeps the code, and after that. */
const kinds = {
  payment: { begin: () => approved({}, ({ publicId }) => `/pay/${publicId}/return`), windows: [0, 3, 9] },
  refund: { begin: () => approved({ kind: 'refund' }, ({ id }) => `/refunds/${id}`), windows: [0, 3, 9] },
  transfer: {
    begin: () => approved({ ownerKind: 'person', kind: 'transfer' }, ({ id }) => `/transfers/${id}`),
    windows: [0, 3, 9],
  },
  link: { begin: () => linking(true), windows: [0, 3, 4] },
  'link without a session': { begin: () => linking(false), windows: [0, 1, 2] },
  'app on a phone': { begin: onPhone, windows: [0, 1, 2] },
} satisfies { readonly [kind: string]: { readonly begin: () => Promise<Arrival>; readonly windows: readonly number[] } }
type Kind = keyof typeof kinds
const names = Object.keys(kinds) as Kind[]

/** The browser asks for that address, as the bank or the page's refresh has it do. */
async function arrive({ pathname, search }: URL): Promise<Response> {
  const [, , bank = '', , reportId = ''] = pathname.split('/')
  const peer = writePeer({ address: '192.0.2.7', port: 1234, isDirect: true })
  const request = new Request(`http://localhost:3000${pathname}${search}`, { headers: { 'x-guichet-peer': peer } })
  return reportId === ''
    ? link(request, { params: Promise.resolve({ bank }) })
    : report(request, { params: Promise.resolve({ bank, report: reportId }) })
}

/** Either the right page, or the page that comes back here. */
async function expectKept(answer: Response, { page }: Arrival, about: string): Promise<void> {
  if (answer.status === 303) return expect(answer.headers.get('location'), about).toMatch(new RegExp(`^${page}$`))
  expect(answer.status, about).toBe(503)
  expect(answer.headers.get('location'), about).toBeNull()
  expect(Number(answer.headers.get('retry-after')), about).toBeGreaterThan(0)
  expect(await answer.text(), about).toMatch(/<meta http-equiv="refresh" content="\d+">/)
}

/** The page loads again until it is led on, and what it led to is right. */
async function expectRight(arrival: Arrival, about: string): Promise<void> {
  await expect
    .poll(async () => {
      const answer = await arrive(arrival.address)
      await expectKept(answer, arrival, about)
      return answer.status
    })
    .toBe(303)
  await expect.poll(arrival.outcome, { message: about }).toEqual(arrival.right)
  await expectKept(await arrive(arrival.address), arrival, about)
}

/** Cuts at that statement until somebody misses the database. False if the callback has fewer. */
async function blink(kind: Kind, after: number, how: Cut): Promise<boolean> {
  const arrival = await kinds[kind].begin()
  const about = `${kind}: ${how} ${after}`
  // A busy machine may take longer than eight seconds to reach the statement.
  arrivalLimits.patienceMs = 60_000
  proxy.cutAt(after, how)
  const answering = arrive(arrival.address)
  await proxy.missed(answering)
  const wasCut = proxy.isCut()
  proxy.heal()
  await expectKept(await answering, arrival, about)
  await expectRight(arrival, about)
  return wasCut
}

/**
 * `npm run soak -- faults`: every statement and window. Otherwise every fifth statement, and of the windows the one before the code is kept.
 */

/** Twenty minutes: each window is a payment or a link flow of its own. */
const windowsMs = 1_200_000

test.each(
  (['payment', 'link', 'link without a session'] as const).flatMap(kind =>
    (['before', 'after'] as const).map(how => [kind, how] as const),
  ),
)(
  '%s, cut at one statement after the other (%s it is executed), and back a moment later: led to the right page, with the right outcome',
  async (kind, how) => {
    let after = 0
    while (await blink(kind, after, how)) after += isWhole ? 1 : 5
    expect(after).toBeGreaterThan(5)
  },
  windowsMs,
)

describe('away for longer than a browser waits: the page that comes back, then the right one', () => {
  test.each(names)('%s', async kind => {
    for (const after of isWhole ? kinds[kind].windows : kinds[kind].windows.slice(1, 2))
      await stayAway(kind, after, 'before')
  })

  test.each(['payment', 'link'] as const)('%s: a server that says nothing', async kind => {
    for (const after of isWhole ? kinds[kind].windows.slice(1) : kinds[kind].windows.slice(1, 2))
      await stayAway(kind, after, 'hang')
  })
})

/** In the long form the browser loads the page again while the database is still away; of a server that says nothing, once is enough. */
async function stayAway(kind: Kind, after: number, how: Cut): Promise<void> {
  const arrival = await kinds[kind].begin()
  const about = `${kind}: ${how} ${after}`
  arrivalLimits.patienceMs = 500
  proxy.cutAt(after, how)
  const answers = [await arrive(arrival.address)]
  if (isWhole && how !== 'hang') answers.push(await arrive(arrival.address))
  proxy.heal()
  for (const answer of answers) {
    expect(answer.status, about).toBe(503)
    await expectKept(answer, arrival, about)
  }
  await expectRight(arrival, about)
}

async function setReadOnly(isReadOnly: boolean): Promise<void> {
  await db().$executeRawUnsafe('SET default_transaction_read_only = off')
  const name = new URL(proxy.url).pathname.slice(1)
  await db().$executeRawUnsafe(
    `ALTER DATABASE ${name} SET default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`,
  )
  // Sessions keep the setting they began with.
  await closeDb()
}

const setKeys = async (keys: string) => void vi.stubEnv('VAULT_KEYS', keys)
const forgetKeys = async () => void vi.unstubAllEnvs()

/** What else of ours can fail before the code is stored. */
test.each([
  ['payment', 'a database that takes no writes', () => setReadOnly(true), () => setReadOnly(false)],
  ['link', 'a database that takes no writes', () => setReadOnly(true), () => setReadOnly(false)],
  ['payment', 'no key to seal the code', () => setKeys(''), forgetKeys],
  [
    'link',
    'not the key of the verifier',
    () => setKeys(`other:${Buffer.alloc(32, 8).toString('base64url')}`),
    forgetKeys,
  ],
] as const)('%s, %s: the same page, then the right one', async (kind, failure, fail, end) => {
  const arrival = await kinds[kind].begin()
  arrivalLimits.patienceMs = 500
  await fail()
  const answer = await arrive(arrival.address).finally(end)
  expect(answer.status).toBe(503)
  await expectKept(answer, arrival, failure)
  await expectRight(arrival, failure)
})
