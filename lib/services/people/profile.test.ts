import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { aPerson } from '#testing/people/a-person.ts'
import { refusalOf } from '#testing/refusal-of.ts'
import { openMailbox } from '#testing/stack/mailbox.ts'
import { askNewAddress, changeAddress, changeName, readAddressLink, readWayBack, restoreAddress } from './profile.ts'

const mailbox = openMailbox()
const ip = '192.0.2.7'

beforeEach(() => db().rateLimit.deleteMany())

const newAddress = () => `${randomUUID()}@guichet.example`

const newPerson = () => aPerson({ name: 'Léa', locale: 'en' })
const stored = (userId: string) => db().user.findUniqueOrThrow({ where: { id: userId } })

const tokenTo = (email: string) => mailbox.lastTo(email, /\/email\/change\?token=([\w-]{43})/)

test('a name is changed, and cleaned', async () => {
  const { userId } = await newPerson()
  await changeName({ userId }, '  Léa \u202E Martin ', ip)
  expect((await stored(userId)).name).toBe('Léa Martin')
  expect(await refusalOf(changeName({ userId }, ' \u202E ', ip))).toMatchObject({
    code: 'invalid_input',
    field: 'name',
  })
})

describe('a new address', () => {
  test('replaces the old one once the mailed link is used, and the old one is notified', async () => {
    const person = await newPerson()
    const email = newAddress()
    await askNewAddress(person, ` ${email.toUpperCase()} `, ip)
    const token = await tokenTo(email)
    expect(await mailbox.subjectsTo(person.email)).toEqual([])
    expect(await readAddressLink(person, token)).toEqual({ email })
    expect((await stored(person.userId)).email).toBe(person.email)
    const ends = await Promise.all([1, 2].map(() => refusalOf(changeAddress(person, token, ip))))
    expect(ends.filter(end => end === null)).toHaveLength(1)
    expect((await stored(person.userId)).email).toBe(email)
    expect(await mailbox.subjectsTo(person.email)).toEqual(['Your Guichet account has another address'])
  })

  test('needs a fresh password and must be valid', async () => {
    const person = await newPerson()
    const stale = { ...person, authenticatedAt: new Date(0) }
    expect(await refusalOf(askNewAddress(stale, newAddress(), ip))).toMatchObject({ code: 'reauthentication_required' })
    expect(await refusalOf(askNewAddress(person, 'nowhere', ip))).toMatchObject({
      code: 'invalid_input',
      field: 'email',
    })
  })

  test('that another account has gets the same answer, and no mail (C27)', async () => {
    const [person, other] = [await newPerson(), await newPerson()]
    await askNewAddress(person, other.email, ip)
    expect(await mailbox.subjectsTo(other.email)).toEqual([])
    expect((await stored(person.userId)).email).toBe(person.email)
  })

  test('that another account took meanwhile changes nothing', async () => {
    const person = await newPerson()
    const email = newAddress()
    await askNewAddress(person, email, ip)
    const token = await tokenTo(email)
    await aPerson({ email })
    expect(await refusalOf(changeAddress(person, token, ip))).toMatchObject({ code: 'not_found' })
    expect((await stored(person.userId)).email).toBe(person.email)
  })

  test('is confirmed by its own person, within a day, with the newest link', async () => {
    const [person, other] = [await newPerson(), await newPerson()]
    const [first, second] = [newAddress(), newAddress()]
    await askNewAddress(person, first, ip)
    const old = await tokenTo(first)
    await askNewAddress(person, second, ip)
    const token = await tokenTo(second)
    expect(await refusalOf(changeAddress(person, old, ip))).toMatchObject({ code: 'not_found' })
    expect(await refusalOf(changeAddress(other, token, ip))).toMatchObject({ code: 'not_found' })
    expect(await readAddressLink(other, token)).toBeNull()
    setClock(new Date(Date.now() + 24.1 * 3_600_000))
    expect(await refusalOf(changeAddress(person, token, ip))).toMatchObject({ code: 'not_found' })
  })

  test('can be requested five times an hour at most', async () => {
    const person = await newPerson()
    const asks = await Promise.all(Array.from({ length: 6 }, () => refusalOf(askNewAddress(person, newAddress(), ip))))
    expect(asks.filter(Boolean)).toMatchObject([{ code: 'too_many_tries' }])
  })
})

describe('the way back to an old address', () => {
  const wayBackTo = (email: string) => mailbox.lastTo(email, /\/email\/restore\?token=([\w-]{43})/)
  async function moveTo(person: { userId: string; email: string; authenticatedAt: Date }, email: string) {
    await askNewAddress(person, email, ip)
    await changeAddress(person, await tokenTo(email), ip)
    return wayBackTo(person.email)
  }

  test('gives the account back to whoever has the old mailbox: password, sessions and new second factors end', async () => {
    const person = await newPerson()
    const { userId } = person
    const [old, fresh] = [new Date(Date.now() - 30 * 86_400_000), new Date()]
    const passkey = { userId, publicKey: Buffer.alloc(1), counter: 0n, name: 'x', backedUp: false }
    await db().passkey.create({ data: { ...passkey, credentialId: randomUUID(), createdAt: old } })
    await db().passkey.create({ data: { ...passkey, credentialId: randomUUID(), createdAt: fresh } })
    const app = { userId, kind: 'token' as const, name: 'x', expiresAt: new Date(Date.now() + 86_400_000) }
    for (const at of [old, fresh])
      await db().app.create({ data: { ...app, createdAt: at, agreedAt: at, claimedAt: at } })
    const before = await stored(userId)
    const token = await moveTo(person, newAddress())
    expect(await readWayBack(token)).toEqual({ email: person.email })
    const ends = await Promise.all([1, 2].map(() => refusalOf(restoreAddress(token, ip))))
    expect(ends.filter(end => end === null)).toHaveLength(1)
    const after = await stored(userId)
    expect(after.email).toBe(person.email)
    expect(after.passwordHash).not.toBe(before.passwordHash)
    expect(await db().session.count({ where: { userId, revokedAt: null } })).toBe(0)
    expect((await db().passkey.findMany({ where: { userId } })).map(({ createdAt }) => createdAt)).toEqual([old])
    const reading = await db().app.findMany({ where: { userId, endedAt: null } })
    expect(reading.map(({ agreedAt }) => agreedAt)).toEqual([old])
    expect(await mailbox.lastTo(person.email, /\/password\/new\?token=([\w-]{43})/)).toMatch(/^[\w-]{43}$/)
    expect(await readWayBack(token)).toBeNull()
  })

  test('cannot be outrun: later addresses have no way back past it, earlier ones stay', async () => {
    const person = await newPerson()
    const [second, third] = [newAddress(), newAddress()]
    const first = await moveTo(person, second)
    const later = await moveTo({ ...person, email: second }, third)
    await restoreAddress(later, ip)
    expect((await stored(person.userId)).email).toBe(second)
    const again = await moveTo({ ...person, email: second }, newAddress())
    await restoreAddress(first, ip)
    expect((await stored(person.userId)).email).toBe(person.email)
    expect(await refusalOf(restoreAddress(again, ip))).toMatchObject({ code: 'not_found' })
  })

  test('is open for seven days, and only while nobody else has the address', async () => {
    const person = await newPerson()
    const token = await moveTo(person, newAddress())
    await aPerson({ email: person.email })
    expect(await refusalOf(restoreAddress(token, ip))).toMatchObject({ code: 'not_found' })
    setClock(new Date(Date.now() + 7 * 86_400_000 + 1_000))
    expect(await readWayBack(token)).toBeNull()
    expect(await refusalOf(restoreAddress('x'.repeat(43), ip))).toMatchObject({ code: 'not_found' })
    setClock(null)
  })
})
