import { createDecipheriv, createECDH, createHash, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { now, setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { revokeSession } from '#lib/services/people/sessions.ts'
import { aBank } from '#testing/bank/of-directory.ts'
import { aPerson, storeSession } from '#testing/people/a-person.ts'
import { aConnection, aLine, anAccount } from '#testing/people/an-account.ts'
import { openMailbox, sendDueMails } from '#testing/stack/mailbox.ts'
import { changeAlerts, readAlertSettings } from './choose.ts'
import { noteForAlerts, sweepAlerts } from './give.ts'
import { addPushTarget, pushKey, removePushTarget } from './push.ts'

const mailbox = openMailbox()
const iban = 'FR7619870000010000000000138'
const wish = { kinds: [{ kind: 'large_debit', typed: '500' }], mail: true, amounts: false } as const

let person: Awaited<ReturnType<typeof aPerson>>
let accountId: string

beforeAll(() => aBank())
beforeEach(async () => {
  setClock(new Date('2026-11-28T10:00:00Z'))
  person = await aPerson()
  const connectionId = await aConnection(person.userId)
  const createdAt = new Date('2026-06-01T10:00:00Z')
  accountId = await anAccount({ userId: person.userId, connectionId, iban, createdAt })
})

const debit = (amountMinor: bigint, day = '2026-11-28') =>
  aLine(person.userId, accountId, randomUUID(), { amountMinor, day, label: 'VIR SEPA GARAGE LENOIR' })

async function read() {
  await db().$executeRaw(noteForAlerts(person.userId, now()))
  await Promise.all([sweepAlerts(), sweepAlerts()])
  await sendDueMails()
  return mailbox.readTo(person.email)
}

test('what is there when one chooses is never told; what comes after is told once, whatever its id', async () => {
  await debit(-60_000n)
  await changeAlerts(person, wish)
  expect(await read()).toEqual([])
  await debit(-70_050n)
  await debit(-100n)
  const [mail, ...others] = await read()
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Un débit important')
  expect(mail?.text).toContain('700,50\u00a0€')
  expect(mail?.text).not.toContain(iban)
  await db().transaction.updateMany({ where: { userId: person.userId, amountMinor: -70_050n }, data: { key: 'other' } })
  expect(await read()).toHaveLength(1)
  await debit(-60_000n)
  expect(await read(), 'a second one alike').toHaveLength(2)
})

test('the history of a new account is told to nobody, nor anything to who chose nothing', async () => {
  await debit(-60_000n)
  expect(await read()).toEqual([])
  await changeAlerts(person, wish)
  await db().account.updateMany({ where: { id: accountId }, data: { createdAt: new Date('2026-11-28T09:00:00Z') } })
  await debit(-90_000n)
  expect(await read()).toEqual([])
})

test('a choice is kept as it was typed, or refused by its field; without mail nothing is mailed', async () => {
  const kinds = [
    { kind: 'low_balance', typed: '1.234,50 €' },
    { kind: 'salary', typed: '' },
  ] as const
  await changeAlerts(person, { kinds, mail: false, amounts: true })
  const kept = { chosen: { low_balance: '1234.50', salary: null }, mail: false, amounts: true, devices: [] }
  expect(await readAlertSettings(person)).toEqual(kept)
  for (const typed of ['', '0', 'many', '-5']) {
    const wrong = { kinds: [{ kind: 'large_debit', typed }, ...kinds], mail: false, amounts: true } as const
    const refused = { code: 'invalid_input', field: 'large_debit' }
    await expect(changeAlerts(person, wrong)).rejects.toMatchObject(refused)
    expect(await readAlertSettings(person), 'the rest is kept').toEqual(kept)
  }
  await changeAlerts(person, { ...wish, mail: false })
  await debit(-60_000n)
  expect(await read()).toEqual([])
})

describe('on a device', () => {
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  const auth = randomBytes(16)
  let received: { readonly headers: Readonly<Record<string, unknown>>; readonly body: Buffer }[] = []
  let status = 201
  const service = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await buffer(request) })
    response.writeHead(status).end()
  })
  let endpoint = ''
  beforeAll(async () => {
    process.env.WEBHOOK_LOOPBACK = '1'
    await new Promise<void>(done => service.listen(0, 'localhost', done))
  })
  afterAll(() => new Promise(done => service.close(done)))
  beforeEach(() => {
    received = []
    status = 201
    endpoint = `http://localhost:${(service.address() as AddressInfo).port}/${randomUUID()}`
  })
  const target = () => {
    return { endpoint, keys: { p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') } }
  }
  const count = () => db().pushTarget.count({ where: { userId: person.userId } })

  /** RFC 8291: what the browser reads. */
  function decrypt(body: Buffer): { title: string; body: string; path: string } {
    const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 21 + (body[20] ?? 0))]
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender])
    const secret = Buffer.from(hkdfSync('sha256', browser.computeSecret(sender), auth, info, 32))
    const derive = (name: string, length: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), length))
    const sealed = body.subarray(21 + sender.length)
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
    decipher.setAuthTag(sealed.subarray(-16))
    const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString()
    return JSON.parse(text.slice(0, text.lastIndexOf('\u0002')))
  }

  async function told(): Promise<ReturnType<typeof decrypt>[]> {
    await debit(-60_000n - BigInt(received.length))
    await read()
    return received.map(({ body }) => decrypt(body))
  }

  async function subscribe(amounts = false) {
    await changeAlerts(person, { ...wish, amounts })
    const sessionId = await storeSession(person.userId)
    await addPushTarget({ userId: person.userId, sessionId }, target())
    return sessionId
  }

  test('what is sent can be read by the browser alone, and shows no amount unless one wishes', async () => {
    await subscribe()
    const [plain] = await told()
    expect(plain).toMatchObject({ title: 'Un débit important', path: '/home' })
    expect(plain?.body).toMatch(/Garage Lenoir/)
    expect(plain?.body).not.toMatch(/600|€|FR76/)
    expect(received[0]?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
    expect(String(received[0]?.headers.authorization)).toContain(`k=${pushKey()}`)
    await changeAlerts(person, { ...wish, amounts: true })
    expect((await told()).at(-1)?.body).toMatch(/600,01/)
  })

  test.each([404, 410, 403])('a browser that has gone (%d) is forgotten', async gone => {
    await subscribe()
    status = gone
    await told()
    expect(await count()).toBe(0)
  })

  test('a service that is away loses no browser', async () => {
    await subscribe()
    status = 500
    await told()
    expect(await count()).toBe(1)
  })

  test('who signs out, or turns it off, is told nothing there', async () => {
    const sessionId = await subscribe()
    const { devices } = await readAlertSettings(person)
    expect(devices).toEqual([createHash('sha256').update(endpoint).digest('hex')])
    await revokeSession(person, sessionId)
    expect(await readAlertSettings(person)).toMatchObject({ devices: [] })
    expect(await told()).toEqual([])
    await subscribe()
    await removePushTarget(person, endpoint)
    expect(await told()).toEqual([])
  })

  test('a browser belongs to who uses it last, and one person has ten at most', async () => {
    await subscribe()
    const other = await aPerson()
    await addPushTarget({ userId: other.userId, sessionId: await storeSession(other.userId) }, target())
    expect(await count()).toBe(0)
    const sessionId = await storeSession(person.userId)
    for (let made = 0; made < 12; made++)
      await addPushTarget({ userId: person.userId, sessionId }, { ...target(), endpoint: `${endpoint}${made}` })
    expect(await count()).toBe(10)
  })

  test.each([
    'http://127.0.0.1/x',
    'https://localhost/x',
    'https://10.0.0.1/x',
    'https://push.example:22/x',
    'ftp://p.example/',
  ])('the address %s is refused', async address => {
    const whose = { userId: person.userId, sessionId: randomUUID() }
    await expect(addPushTarget(whose, { ...target(), endpoint: address })).rejects.toMatchObject({
      field: 'endpoint',
    })
  })
})
