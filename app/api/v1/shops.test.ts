import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { newShop } from '#testing/shop/api.ts'
import { type ServedApi, serveApi } from '#testing/shop/serve-api.ts'
import { openStack } from '#testing/stack/open.ts'

/** Every call of docs/shops.md, sent in its order over HTTP. */
openStack()
let api: ServedApi
beforeAll(async () => {
  api = await serveApi()
})
afterAll(() => api.close())

test('the calls of the recipes are answered as they say', async () => {
  const text = readFileSync('docs/shops.md', 'utf8')
  const calls = [
    ...text.matchAll(/```http\n(\S+) (\S+)\n(?:Idempotency-Key: (\S+)\n)?(?:\n([\s\S]*?))?```\n\nAnswer: `(\d+)`/g),
  ]
  expect(calls).toHaveLength(text.match(/```http/g)?.length ?? 0)
  expect(calls.length).toBeGreaterThan(6)
  const { key, organisationId } = await newShop()
  const returnUrls = [...text.matchAll(/^\| \w+ \| `(https:[^`]+)` \| `https:/gm)].map(([, address = '']) => address)
  expect(returnUrls).toHaveLength(2)
  await db().organisation.update({ where: { id: organisationId }, data: { returnUrls } })

  const ids = new Map<string, string>()
  const fill = (part: string) => part.replace(/\{(\w+)\}/g, (whole, name) => ids.get(name) ?? whole)
  for (const [, method = '', path = '', idempotencyKey, body, status] of calls) {
    if (path.endsWith('/refunds')) await receive(ids.get('payment_id') ?? '')
    const headers = new Headers({ authorization: `Bearer ${key}`, 'content-type': 'application/json' })
    if (idempotencyKey) headers.set('idempotency-key', idempotencyKey)
    const init = { method, headers, ...(body ? { body: fill(body) } : {}) }
    const answer = await fetch(api.origin + fill(path), init)
    const said = await answer.text()
    expect([`${method} ${path}`, answer.status, said]).toEqual([`${method} ${path}`, Number(status), said])
    const { object = '', id = '' } = said === '' ? {} : JSON.parse(said)
    if (object === 'checkout_session') ids.set('payment_id', id)
    if (object === 'webhook_endpoint') ids.set('endpoint_id', id)
  }
})

/** What reconciliation would see. */
const receive = (id: string) =>
  db().paymentOrder.update({ where: { id }, data: { receivedMinor: 2490n, receivedAt: now() } })

test('the addresses in the calls are those to register, with a query', () => {
  const text = readFileSync('docs/shops.md', 'utf8')
  for (const [, registered = '', sent = ''] of text.matchAll(/^\| \w+ \| `(https:[^`]+)` \| `(https:[^`]+)`/gm)) {
    expect(sent.split('?')[0]).toBe(registered)
  }
})
