import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { now, setClock } from '#lib/clock.ts'
import { closeDb, db } from '#lib/db.ts'
import { openApiKey, revokeApiKey } from '#lib/services/merchant/api-keys.ts'
import {
  listRequests,
  logRequest,
  readRequest,
  requestLifeMs,
  sweepRequests,
  writtenRequests,
} from '#lib/services/merchant/api-log.ts'
import { apiLimit } from '#lib/services/merchant/api-requests.ts'
import type { ApiRequestFilter } from '#lib/views/api-request.ts'
import { asMember } from '#testing/people/as-member.ts'
import { type ApiShop, askApi, newShop, returnUrl } from '#testing/shop/api.ts'
import { newKey } from '#testing/shop/new-key.ts'

/** The log of API requests, through the routes, with a real database. */

let shop: ApiShop
let key: string
let keyId: string
beforeAll(async () => {
  shop = await newShop()
})
beforeEach(async () => {
  key = await newKey(shop)
  keyId = (await openApiKey(key, '203.0.113.7')).keyId
})

const session = { amount: '12.34', reference: 'Commande 4711', return_url: returnUrl, metadata: { cart: '7' } }

async function logged(filter: ApiRequestFilter = {}, as = shop) {
  await writtenRequests()
  return (await asMember(as.userId, as.organisationId, 'key.read', listRequests, keyId, filter)).requests
}
const read = (id: string, as = shop) => asMember(as.userId, as.organisationId, 'key.read', readRequest, keyId, id)

describe('a request', () => {
  test('is in the log of a process that ended right after its answer', async () => {
    const { body } = await askApi('createCheckoutSession', { key, body: session })
    await closeDb()
    const lines = await db().apiRequest.findMany({ where: { keyId } })
    expect(lines.map(({ response }) => response)).toEqual([expect.stringContaining(String(body.id))])
  })

  test('is logged with what was asked and answered', async () => {
    const headers = { 'x-request-id': 'order-4711', 'x-guichet-peer': '203.0.113.7 40000' }
    const { body } = await askApi('createCheckoutSession', { key, body: session, headers })
    const [line, ...more] = await logged()
    expect(more).toEqual([])
    expect(line).toMatchObject({
      method: 'POST',
      path: '/checkout-sessions',
      status: 201,
      code: null,
      requestId: 'order-4711',
      address: '203.0.113.7',
    })
    expect(line?.durationMs).toBeGreaterThanOrEqual(0)
    const whole = await read(line?.id ?? '')
    expect(JSON.parse(whole.request ?? '')).toEqual(session)
    expect(JSON.parse(whole.response ?? '')).toMatchObject({ id: body.id, status: 'open' })
  })

  test('that is refused is logged with its code, its query and its body', async () => {
    const from = Date.now()
    const asked = [
      () => askApi('listPayments', { key, query: '?search=FR7630006000011234567890189&limit=x' }),
      () => askApi('createCheckoutSession', { key, body: { ...session, amount: 'much' } }),
      () => askApi('createCheckoutSession', { key, raw: '{' }),
      () => askApi('readPayment', { key, id: randomUUID() }),
    ]
    for (const [at, ask] of asked.entries()) {
      setClock(new Date(from + at))
      await ask()
    }
    const lines = await logged()
    expect(lines.map(({ status, code }) => [status, code])).toEqual([
      [404, 'not_found'],
      [400, 'json_malformed'],
      [422, 'amount_not_valid'],
      [422, 'invalid_input'],
    ])
    expect(lines[3]?.path).toBe('/payments?search=FR76 •••• 0189&limit=x')
    expect((await read(lines[2]?.id ?? '')).request).toContain('"amount":"much"')
    expect((await read(lines[1]?.id ?? '')).request).toBeNull()
  })

  test('with a key that is revoked is logged; one with an unknown key belongs to nobody', async () => {
    await asMember(shop.userId, shop.organisationId, 'key.revoke', revokeApiKey, keyId)
    await askApi('listPayments', { key })
    const before = await db().apiRequest.count()
    await askApi('listPayments', { key: `gk_test_${'A'.repeat(43)}` })
    expect((await logged()).map(({ code }) => code)).toEqual(['key_not_valid'])
    expect(await db().apiRequest.count()).toBe(before + 1)
  })

  test('over the limit is logged once a minute', async () => {
    await db().rateLimit.create({ data: { key: `api:${keyId}`, windowStart: now(), count: apiLimit.limit } })
    for (let count = 0; count < 5; count += 1) await askApi('listPayments', { key })
    expect((await logged()).map(({ code }) => code)).toEqual(['too_many_tries'])
  })

  test('of another organisation is not shown', async () => {
    await askApi('listPayments', { key })
    const [line] = await logged()
    const other = await newShop()
    expect(await logged({}, other)).toEqual([])
    await expect(read(line?.id ?? '', other)).rejects.toMatchObject({ code: 'not_found' })
    for (const id of ['x', randomUUID()]) await expect(read(id)).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('is filtered by status, method and path, and read page by page', async () => {
  const entry = {
    organisationId: shop.organisationId,
    keyId,
    code: null,
    durationMs: 1,
    requestId: 'x',
    address: '::1',
  }
  const at = now()
  for (let count = 0; count < 120; count += 1) {
    const [status, method, path] = count % 2 ? [200, 'GET', '/payments?limit=1'] : [503, 'POST', '/refunds']
    logRequest({ ...entry, at, status, method, path, request: undefined, response: { count } })
  }
  const first = await logged()
  expect(first).toHaveLength(50)
  const second = await logged({ before: first.at(-1)?.id })
  const third = await logged({ before: second.at(-1)?.id })
  expect(new Set([...first, ...second, ...third].map(({ id }) => id)).size).toBe(120)
  expect(third).toHaveLength(20)
  for (const [filter, status] of [
    [{ status: '2xx' }, 200],
    [{ status: '5xx' }, 503],
    [{ method: 'POST' }, 503],
    [{ path: '/payments' }, 200],
    [{ path: 'limit=1', method: 'GET', status: '2xx' }, 200],
  ] as const) {
    const lines = await logged(filter)
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.every(line => line.status === status)).toBe(true)
  }
  for (const filter of [{ status: '4xx' }, { path: '%' }, { path: '_' }, { method: 'DELETE' }] as const)
    expect(await logged(filter)).toEqual([])
})

test('of a program that keeps reading the list of events is in the log once a minute', async () => {
  const from = Date.now()
  for (const seconds of [0, 1, 59, 60, 61]) {
    setClock(new Date(from + seconds * 1000))
    await askApi('listEvents', { key, query: '?limit=1' })
  }
  await askApi('listEvents', { key, query: '?limit=x' })
  const lines = await logged()
  expect(lines.map(({ status, at }) => [status, Math.round((Date.parse(at) - from) / 1000)])).toEqual([
    [422, 61],
    [200, 60],
    [200, 0],
  ])
})

test('is erased after 30 days, and of each key beyond its newest entries', async () => {
  const entry = { organisationId: shop.organisationId, status: 200, method: 'GET', path: '/payments', code: null }
  const rest = { durationMs: 1, requestId: 'x', address: '::1', request: undefined, response: undefined }
  const at = now().getTime()
  for (let count = 0; count < 9; count += 1) logRequest({ ...entry, ...rest, keyId, at: new Date(at - count) })
  logRequest({ ...entry, ...rest, keyId, at: new Date(at - requestLifeMs) })
  const other = await openApiKey(await newKey(shop), '203.0.113.7')
  logRequest({ ...entry, ...rest, keyId: other.keyId, at: new Date(at) })
  await writtenRequests()
  await sweepRequests(4)
  expect((await logged()).map(line => at - Date.parse(line.at))).toEqual([0, 1, 2, 3])
  expect(await db().apiRequest.count({ where: { keyId: other.keyId } })).toBe(1)
})
