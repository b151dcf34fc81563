import { type ChildProcess, spawn } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeNothing } from '#lib/base/idempotent-result.ts'
import { db } from '#lib/db.ts'
import { workOnce } from '#lib/jobs/tasks.ts'
import { createApiKey } from '#lib/services/merchant/api-keys.ts'
import { startAttempt } from '#lib/services/payments/attempts.ts'
import { receiveReport } from '#lib/services/payments/report.ts'
import { createEndpoint } from '#lib/services/webhooks/endpoints.ts'
import { freePort } from '#scripts/run/postgres.ts'
import { walkPayment } from '#testing/bank/payer.ts'
import { aShop } from '#testing/people/a-shop.ts'
import { asMember } from '#testing/people/as-member.ts'
import { beginWebhook } from '#testing/shop/receivers.ts'
import { type ServedApi, serveApi } from '#testing/shop/serve-api.ts'
import { openStack } from '#testing/stack/open.ts'
import { presence } from '#testing/stack/start.ts'

/** The example shop, unchanged, in its own process, with the API's route, the sandbox bank and the real dispatcher. */
const stack = openStack()
let api: ServedApi
let shop: ChildProcess

beforeAll(async () => {
  process.env.WEBHOOK_LOOPBACK = '1'
  api = await serveApi()
})
afterAll(async () => {
  shop?.kill()
  await api.close()
})

async function openShop(home: string, port: number): Promise<string> {
  const { organisationId: id, userId } = await aShop({ returnUrls: [home] })
  const { key } = await asMember(userId, id, 'key.create', createApiKey, {
    mode: 'test',
    name: 'Shop',
    scopes: ['payments:write'],
  })
  const target = { mode: 'test' as const, url: `${home}hooks`, description: '', eventTypes: [] }
  const { secret } = await asMember(userId, id, 'webhook.create', actor => createEndpoint(actor, target, storeNothing))
  shop = spawn(process.execPath, ['examples/shop/shop.ts'], {
    env: {
      ...process.env,
      GUICHET_ORIGIN: api.origin,
      GUICHET_KEY: key,
      GUICHET_SECRET: secret,
      SHOP_PORT: String(port),
    },
    stdio: 'inherit',
  })
  return id
}

async function deliverAll(): Promise<void> {
  while ((await workOnce('webhooks')) > 0);
}

test('from the shop to paid: a checkout by key, the bank, a verified webhook', async () => {
  const port = await freePort()
  const home = `http://localhost:${port}/`
  const organisationId = await openShop(home, port)
  const look = () =>
    fetch(home).then(
      answer => answer.text(),
      () => '',
    )
  await expect.poll(look).toContain('24.90 EUR: open')
  const bought = await fetch(`${home}buy`, { method: 'POST', redirect: 'manual' })
  expect(bought.status).toBe(303)
  expect(bought.headers.get('location')).toMatch(/\/pay\/[\w-]{22}$/)

  const forged = await fetch(`${home}hooks`, { method: 'POST', body: '{"type":"payment.executed","data":{}}' })
  expect(forged.status).toBe(400)
  for (let count = 0; count < 3; count += 1) (await beginWebhook(port, '/hooks')).destroy()
  expect(await look()).toContain('24.90 EUR: open')

  const order = await db().paymentOrder.findFirstOrThrow({ where: { ownerId: organisationId } })
  const { redirectTo } = await startAttempt(organisationId, order.id, { bankCode: '19870', presence })
  const { callbackUrl } = await walkPayment(stack.running, new URL(redirectTo), 'camille-bernard', 'approve')
  const [, , bankCode = '', , reportId = ''] = callbackUrl.pathname.split('/')
  await receiveReport({ bankCode, reportId, query: callbackUrl.searchParams, presence })
  const { status } = await db().paymentOrder.findUniqueOrThrow({ where: { id: order.id } })
  await deliverAll()
  await expect.poll(look).toContain(status === 'executed' ? '24.90 EUR: paid' : `24.90 EUR: ${status}`)
  expect(status).toBe('executed')
})
