import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { dayMs } from '@guichet/values/calendar/day.ts'
import { verifyWebhook } from 'guichet-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { workOnce } from '#lib/jobs/tasks.ts'
import { endApp, readApp } from '#lib/services/apps/allow.ts'
import { tellOfEndingApps } from '#lib/services/apps/sweep.ts'
import { remindOfExpiry } from '#lib/services/connections/reminders.ts'
import { tellApps } from '#lib/services/events/tell-apps.ts'
import { aBank } from '#testing/bank/of-directory.ts'
import { anAppWithToken } from '#testing/people/an-app.ts'
import { openMailbox, sendDueMails } from '#testing/stack/mailbox.ts'
import { POST as refresh } from './refresh/route.ts'
import { DELETE, GET, PUT } from './webhook/route.ts'
import { POST as tryOut } from './webhook/test/route.ts'

const mailbox = openMailbox()

type Received = { readonly headers: Record<string, string>; readonly body: string }
let receiver: Server
let url: string
let received: Received[] = []
let status = 200

beforeAll(async () => {
  process.env.WEBHOOK_LOOPBACK = '1'
  await aBank()
  receiver = createServer(async (request, response) => {
    received.push({ body: await text(request), headers: request.headers as Record<string, string> })
    response.writeHead(status).end()
  })
  await new Promise<void>(done => receiver.listen(0, 'localhost', done))
  url = `http://localhost:${(receiver.address() as AddressInfo).port}/hook`
})
afterAll(() => new Promise(done => receiver.close(done)))
beforeEach(() => {
  received = []
  status = 200
})

async function ask(route: typeof GET, token: string, body?: object) {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'x-guichet-peer': '192.0.2.8 1',
  }
  const init = body ? { method: 'PUT', body: JSON.stringify(body) } : { method: 'POST' }
  const answer = await route(new Request('http://localhost/api/data/v1', { ...init, headers }))
  return { status: answer.status, headers: answer.headers, body: answer.status === 204 ? null : await answer.json() }
}

/** An app that hears. */
async function listening() {
  const app = await anAppWithToken()
  return { ...app, secret: (await ask(PUT, app.token, { url })).body.secret as string }
}

type Listening = Awaited<ReturnType<typeof listening>>
const read = ({ userId, connectionId }: Listening) =>
  db().$transaction(tx => tellApps(tx, { type: 'accounts.updated', userId, accounts: { connectionId } }))
const events = (app: { readonly secret: string }) =>
  Promise.all(received.map(({ headers, body }) => verifyWebhook(app.secret, headers, body)))

describe('an app’s webhook', () => {
  test('hears which of its accounts were read, signed, and without any data', async () => {
    const app = await listening()
    await read(app)
    await workOnce('webhooks')
    expect(await events(app)).toMatchObject([
      { type: 'accounts.updated', sequence: null, data: { object: 'accounts', app_id: app.id, account_ids: app.ids } },
    ])
    expect(received[0]?.body).not.toMatch(/FR76|Compte|10\.00/)
    const { deliveries } = (await ask(GET, app.token)).body
    expect(deliveries).toMatchObject([{ type: 'accounts.updated', status: 'delivered', tries: 1, last_status: 200 }])
    const { webhook } = await readApp(app.person, app.id)
    expect(webhook).toEqual({ host: new URL(url).host, isOn: true, lastAt: expect.any(String) })
  })

  test('hears nothing of accounts that may not leave, of others’, once it ended, or without an address', async () => {
    const [app, silent] = [await listening(), await anAppWithToken()]
    await db().account.update({ where: { id: app.ids[0] }, data: { gone: true } })
    await read(app)
    await read({ ...silent, secret: '' })
    await workOnce('webhooks')
    expect(await events(app)).toMatchObject([{ data: { account_ids: [app.ids[1]] } }])
    await db().connection.update({ where: { id: app.connectionId }, data: { status: 'disconnected' } })
    await read(app)
    await db().connection.update({ where: { id: app.connectionId }, data: { status: 'active' } })
    await read(app)
    await endApp(app.person, app.id)
    await read(app)
    await workOnce('webhooks')
    expect(received).toHaveLength(1)
  })

  test('hears a week ahead that the person’s agreement ends, and when the bank’s consent is about to', async () => {
    const app = await listening()
    await db().app.update({ where: { id: app.id }, data: { expiresAt: new Date(now().getTime() + 3 * dayMs) } })
    await tellOfEndingApps()
    const inDays = (days: number) => new Date(now().getTime() + days * dayMs)
    const data = { authorisedAt: inDays(-173), expiresAt: inDays(7), remindAt: now() }
    await db().connection.update({ where: { id: app.connectionId }, data })
    await remindOfExpiry()
    await workOnce('webhooks')
    await workOnce('webhooks')
    const ending = { type: 'consent.ending', data: { account_ids: app.ids } }
    expect(await events(app)).toMatchObject([ending, ending])
  })

  test('can be tried, set anew with two secrets for a day, and deleted', async () => {
    const app = await listening()
    expect((await ask(tryOut, app.token)).body.event_id).toMatch(/^msg_/)
    const next = (await ask(PUT, app.token, { url })).body
    await workOnce('webhooks')
    for (const { secret } of [app, next]) expect(await events({ secret })).toMatchObject([{ type: 'endpoint.test' }])
    expect(next.previous_secret_until).not.toBeNull()
    expect((await ask(DELETE, app.token)).status).toBe(204)
    expect([(await ask(GET, app.token)).status, (await ask(tryOut, app.token)).status]).toEqual([404, 404])
  })

  test('is off once it answered 410, and goes on with what waited when it is set again', async () => {
    const app = await listening()
    status = 410
    await read(app)
    await workOnce('webhooks')
    expect((await ask(GET, app.token)).body).toMatchObject({ enabled: false })
    expect((await ask(tryOut, app.token)).body.code).toBe('endpoint_disabled')
    status = 200
    await ask(PUT, app.token, { url })
    await workOnce('webhooks')
    expect(received).toHaveLength(2)
  })

  test('is told to whoever runs the program once it fails or is gone, and not to people who only use it', async () => {
    const [failing, gone, used] = [await listening(), await listening(), await listening()]
    await db().app.update({ where: { id: used.id }, data: { kind: 'oauth' } })
    const told = async ({ person: { email } }: Listening) =>
      (await mailbox.readTo(email)).flatMap(({ text = '' }) => (text.includes(new URL(url).host) ? [text] : []))
    status = 500
    for (const app of [failing, failing, used]) await read(app)
    await db().webhookDelivery.updateMany({ data: { tries: 10 } })
    await workOnce('webhooks')
    status = 410
    await read(gone)
    await workOnce('webhooks')
    await sendDueMails()
    const page = ({ id }: Listening) => [expect.stringContaining(`/settings/apps/${id}`)]
    const all = [await told(failing), await told(gone), await told(used)]
    expect(all).toEqual([page(failing), page(gone), []])
    expect(all.flat().join()).not.toMatch(/paiements|organisation/)
  })

  test.each([
    ['http://example.org/hook', 'url_not_https'],
    ['https://127.0.0.1/hook', 'url_ip_literal'],
    ['https://169.254.169.254/latest', 'url_ip_literal'],
    ['https://user:secret@example.org/', 'url_has_user'],
    ['https://intranet/hook', 'url_local_name'],
  ])('is refused at %s: %s', async (address, code) => {
    expect((await ask(PUT, (await anAppWithToken()).token, { url: address })).body.code).toBe(code)
  })
})

describe('asking the banks now', () => {
  const askNow = async ({ token }: { readonly token: string }) => (await ask(refresh, token)).body.banks
  const set = (connectionId: string, data: object) => db().connection.update({ where: { id: connectionId }, data })
  const inHours = (hours: number) => new Date(now().getTime() + hours * 3_600_000)

  test('has them read soon, within the quota, and says when they were read and when it can be asked again', async () => {
    const app = await anAppWithToken()
    const { connectionId } = app
    await set(connectionId, { nextRefreshAt: inHours(5), lastSyncedAt: inHours(-2) })
    expect(await askNow(app)).toMatchObject([{ account_ids: app.ids, state: 'asked', left_today: 2 }])
    const { nextRefreshAt } = await db().connection.findUniqueOrThrow({ where: { id: connectionId } })
    expect(nextRefreshAt.getTime()).toBeLessThanOrEqual(now().getTime())
    await set(connectionId, { nextRefreshAt: inHours(5), lastSyncedAt: inHours(-0.5) })
    const [fresh] = await askNow(app)
    expect(fresh).toMatchObject({ state: 'fresh', next_possible_at: expect.any(String) })
    expect(Date.parse(fresh.next_possible_at) - now().getTime()).toBeLessThanOrEqual(1_800_000)
  })

  test('is no use once the bank’s day is used up, or its consent ended; others’ banks stay as they are', async () => {
    const [app, other] = [await anAppWithToken(), await anAppWithToken()]
    const { connectionId, userId } = app
    await set(connectionId, { nextRefreshAt: inHours(5) })
    await set(other.connectionId, { nextRefreshAt: inHours(5) })
    const paused = { resource: 'accounts#1', day: new Date(), used: 3, pausedUntil: inHours(3) }
    await db().quotaUse.create({ data: { psu: connectionId, connectionId, userId, ...paused } })
    expect(await askNow(app)).toMatchObject([
      { state: 'quota_used', left_today: 0, next_possible_at: expect.any(String) },
    ])
    await set(connectionId, { status: 'expired' })
    expect(await askNow(app)).toMatchObject([{ state: 'not_readable', next_possible_at: null }])
    const rows = await db().connection.findMany({ where: { id: { in: [connectionId, other.connectionId] } } })
    expect(rows.every(({ nextRefreshAt }) => nextRefreshAt > now())).toBe(true)
  })
})
