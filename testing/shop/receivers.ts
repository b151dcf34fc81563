import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { expect } from 'vitest'
import { exampleEvent } from '#lib/views/v1/events.ts'

/** What a receiver of webhooks meets: genuine ones, forged ones, and clients that don't finish. */

export const receiverSecret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`

type Headers = Readonly<Record<string, string>>

/** A webhook about `reference`, as Guichet signs it. */
function signedEvent(reference: string, at = new Date(), secret = receiverSecret) {
  const body = JSON.stringify({ ...exampleEvent, data: { ...exampleEvent.data, reference } })
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': `v1,other ${new Webhook(secret).sign('msg_1', at, body)}`,
  }
  return { body: Buffer.from(body), headers }
}

/** Sends a body in two pieces, and answers the status; null if the receiver hung up. */
async function send(port: number, headers: Headers, body: Buffer, cutAt = body.length): Promise<number | null> {
  const sent = request({ port, host: 'localhost', path: '/webhook', method: 'POST', agent: false })
  for (const [name, value] of Object.entries(headers)) sent.setHeader(name, value)
  sent.setHeader('content-length', body.length).setNoDelay(true)
  const answered = once(sent, 'response').then(
    ([{ statusCode }]) => Number(statusCode),
    () => null,
  )
  await new Promise(done => sent.write(body.subarray(0, cutAt), done))
  await setImmediate()
  sent.end(body.subarray(cutAt))
  return answered
}

/** Announces a body of a thousand bytes and sends ten of them. */
async function beginWebhook(port: number, path = '/webhook'): Promise<Socket> {
  const socket = connect(port, 'localhost').on('error', () => undefined)
  await once(socket, 'connect')
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n`
  await new Promise(done => socket.write(`${head}{"type":"p`, done))
  return socket
}

/** Signed with an empty key, which a receiver without its secret would believe. */
function forgedWithoutKey() {
  const { headers, body } = signedEvent('FORGED')
  const hash = createHmac('sha256', '').update(`msg_1.${headers['webhook-timestamp']}.`).update(body).digest('base64')
  return { headers: { ...headers, 'webhook-signature': `v1,${hash}` }, body }
}

export const postForged = (port: number) => {
  const { headers, body } = forgedWithoutKey()
  return send(port, headers, body)
}

/**
 * Expects of the receiver at `port`, which has `receiverSecret` and says on its output what is paid, that it believes genuine webhooks, also
 * one whose letters arrive in two pieces, refuses every forged one with 400, and outlives all of them.
 */
export async function expectSoundReceiver(port: number, said: () => string): Promise<void> {
  const { headers, body } = signedEvent('FORGED')
  await expect.poll(() => send(port, {}, body), { timeout: 60_000 }).toBe(400)
  const stuck = await beginWebhook(port)
  const other = `whsec_${Buffer.from('another').toString('base64')}`
  const forged: readonly Headers[] = [
    signedEvent('FORGED', new Date(), other).headers,
    signedEvent('FORGED', new Date(Date.now() - 301_000)).headers,
    signedEvent('FORGED', new Date(Date.now() + 310_000)).headers,
    forgedWithoutKey().headers,
    { ...headers, 'webhook-id': 'msg_2' },
    { ...headers, 'webhook-signature': 'v1,\u00e9' },
    { ...headers, 'webhook-signature': '' },
    { ...headers, 'webhook-timestamp': 'now' },
    { ...headers, 'webhook-timestamp': '' },
  ]
  for (const each of forged) expect([each, await send(port, each, body)]).toEqual([each, 400])
  expect(await send(port, headers, Buffer.from('{}'))).toBe(400)
  expect(await send(port, headers, Buffer.alloc(0))).toBe(400)
  for (let count = 0; count < 5; count += 1) (await beginWebhook(port)).destroy()
  expect(await send(port, {}, Buffer.alloc(2_000_000, 32)).catch(() => null)).not.toBe(204)

  const reference = `Café ${randomUUID()}`
  const genuine = signedEvent(reference)
  const middle = genuine.body.indexOf('é') + 1
  expect(await send(port, genuine.headers, genuine.body, middle)).toBe(204)
  await expect.poll(said, { timeout: 60_000 }).toContain(`${reference} is paid`)
  expect(said()).not.toContain('FORGED')
  stuck.destroy()
}
