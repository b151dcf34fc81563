import { beforeEach, describe, expect, test, vi } from 'vitest'
import { setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { refusalOf } from '#testing/refusal-of.ts'
import { rememberDevice } from './devices.ts'
import { changeLocale, checkPassword, signUp } from './users.ts'

/** Counts password hashing: equal work means equal time, independent of the machine's load (C27). */
const work = vi.hoisted(() => ({ hashes: 0, verifications: 0, costs: new Set<string>() }))
vi.mock('@node-rs/argon2', async importOriginal => {
  const real = await importOriginal<typeof import('@node-rs/argon2')>()
  return {
    ...real,
    hash: (password: string, options: object) => {
      work.hashes++
      return real.hash(password, options)
    },
    verify: (hashed: string, password: string) => {
      work.verifications++
      work.costs.add(hashed.split('$').slice(1, 4).join('$'))
      return real.verify(hashed, password)
    },
  }
})

const ip = '192.0.2.7'
/** A browser in which nobody has signed in. */
const stranger = (address = ip) => ({ ip: address, device: null })
const start = new Date('2026-11-21T10:00:00Z')
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000)
const password = 'une phrase assez longue'
const lea = { email: 'lea@guichet.example', password, name: 'Léa', locale: 'fr', ip }

beforeEach(async () => {
  await db().user.deleteMany()
  await db().rateLimit.deleteMany()
  Object.assign(work, { hashes: 0, verifications: 0, costs: new Set() })
})

describe('signUp', () => {
  test('stores an argon2id hash of the right cost, and nothing readable (C26)', async () => {
    await signUp(lea)
    const user = await db().user.findUniqueOrThrow({ where: { email: lea.email } })
    expect(user.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(JSON.stringify(user)).not.toContain(password)
  })

  test('C27: a known e-mail gets the same answer for the same work, and does not change', async () => {
    expect(await signUp(lea)).toBeUndefined()
    const before = await db().user.findUniqueOrThrow({ where: { email: lea.email } })
    expect(await signUp({ ...lea, password: 'une autre phrase longue', name: 'Mallory' })).toBeUndefined()
    expect(work.hashes).toBe(2)
    expect(await db().user.findUniqueOrThrow({ where: { email: lea.email } })).toEqual(before)
  })

  test('is counted per address and per network', async () => {
    const tries = (changes: object, count: number) =>
      Promise.all(Array.from({ length: count }, () => refusalOf(signUp({ ...lea, ...changes }))))
    expect((await tries({}, 6)).filter(Boolean)).toMatchObject([{ code: 'too_many_tries' }])
    expect(await refusalOf(signUp({ ...lea, email: 'other@guichet.example' }))).toBeNull()
    await db().rateLimit.updateMany({ where: { key: `signup:ip:${ip}` }, data: { count: 60 } })
    expect(await refusalOf(signUp({ ...lea, email: 'third@guichet.example' }))).toMatchObject({
      code: 'too_many_tries',
    })
    expect(await refusalOf(signUp({ ...lea, email: 'third@guichet.example', ip: '203.0.113.1' }))).toBeNull()
  })

  test('an address is one account, whatever the capitals', async () => {
    await signUp({ ...lea, email: ' LEA@Guichet.example' })
    await signUp(lea)
    expect(await db().user.count()).toBe(1)
  })

  test.each([
    [{ email: 'nowhere' }, 'email'],
    [{ name: ' \u202E ' }, 'name'],
    [{ password: 'court' }, 'password'],
    [{ password: 'motdepasse2026' }, 'password'],
    [{ password: 'x'.repeat(300) }, 'password'],
  ])('refuses %o', async (changes, field) => {
    expect(await refusalOf(signUp({ ...lea, ...changes }))).toMatchObject({ code: 'invalid_input', field })
    expect(await db().user.count()).toBe(0)
  })

  test('an unknown language falls back', async () => {
    await signUp({ ...lea, locale: 'xx' })
    expect(await db().user.findFirstOrThrow()).toMatchObject({ locale: 'fr' })
  })
})

describe('checkPassword', () => {
  beforeEach(() => signUp(lea))

  test('accepts the right password only', async () => {
    expect(await checkPassword('LEA@guichet.example', password, stranger())).toMatchObject({
      name: 'Léa',
      email: lea.email,
      locale: 'fr',
    })
    expect(await checkPassword(lea.email, `${password} `, stranger())).toBeNull()
    expect(await checkPassword('nobody@guichet.example', password, stranger())).toBeNull()
    expect(await checkPassword('no address', password, stranger())).toBeNull()
  })

  test('C27: exactly one verification of the same cost, known or unknown, right or wrong', async () => {
    const tries = [
      [lea.email, password],
      [lea.email, 'wrong password'],
      ['nobody@guichet.example', password],
      ['no address', password],
      ['', ''],
    ] as const
    for (const [email, given] of tries) {
      work.verifications = 0
      await checkPassword(email, given, stranger())
      expect(work.verifications).toBe(1)
    }
    expect([...work.costs]).toEqual(['argon2id$v=19$m=19456,t=2,p=1'])
  })

  test('five wrong ones are free, then they wait longer and longer, also for an unknown address', async () => {
    for (const email of [lea.email, 'nobody@guichet.example']) {
      setClock(start)
      for (let count = 0; count < 5; count++)
        expect(await checkPassword(email, 'wrong password', stranger(`198.51.100.${count}`))).toBeNull()
      const other = stranger('203.0.113.9')
      expect(await refusalOf(checkPassword(email, password, other))).toMatchObject({
        code: 'too_many_tries',
        retryAfterSeconds: 30,
      })
      setClock(later(29))
      expect(await refusalOf(checkPassword(email, password, other))).toMatchObject({ retryAfterSeconds: 1 })
      setClock(later(30))
      expect(await checkPassword(email, 'wrong password', other)).toBeNull()
      expect(await refusalOf(checkPassword(email, password, other))).toMatchObject({ retryAfterSeconds: 60 })
    }
  })

  test('of forty wrong ones in parallel, five are checked', async () => {
    const tries = Array.from({ length: 40 }, (_, n) =>
      checkPassword(lea.email, 'wrong password', stranger(`198.51.100.${n}`)).catch((error: unknown) => error),
    )
    const ends = await Promise.all(tries)
    expect(ends.filter(end => end === null)).toHaveLength(5)
    expect(work.verifications).toBe(5)
  })

  test('wrong ones of strangers do not delay a person who signed in here before; their own do, in this browser only', async () => {
    const { id } = await db().user.findUniqueOrThrow({ where: { email: lea.email } })
    const device = await rememberDevice(id, null)
    const [known, elsewhere] = [
      { ip, device },
      { ip, device: await rememberDevice(id, null) },
    ]
    for (let count = 0; count < 40; count++) await refusalOf(checkPassword(lea.email, 'wrong password', stranger()))
    expect(await refusalOf(checkPassword(lea.email, password, stranger()))).toMatchObject({ code: 'too_many_tries' })
    expect(await checkPassword(lea.email, password, known)).not.toBeNull()
    for (let count = 0; count < 5; count++) expect(await checkPassword(lea.email, 'wrong password', known)).toBeNull()
    expect(await refusalOf(checkPassword(lea.email, password, known))).toMatchObject({ retryAfterSeconds: 30 })
    expect(await checkPassword(lea.email, password, elsewhere)).not.toBeNull()
  })

  test('a browser known for one account is unknown for all others', async () => {
    await signUp({ ...lea, email: 'mallory@guichet.example' })
    const { id } = await db().user.findUniqueOrThrow({ where: { email: 'mallory@guichet.example' } })
    const device = await rememberDevice(id, null)
    for (let count = 0; count < 5; count++) await checkPassword(lea.email, 'wrong password', { ip, device })
    expect(await refusalOf(checkPassword(lea.email, password, stranger()))).toMatchObject({ code: 'too_many_tries' })
  })

  test.each([
    [ip, ip, '203.0.113.1'],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:3::1'],
  ])('wrong ones run out per network, an IPv4 address or 64 bits of IPv6: %s', async (here, near, far) => {
    await checkPassword('n0@guichet.example', 'wrong password', stranger(here))
    const { count } = await db().rateLimit.updateMany({
      where: { key: { startsWith: 'signin:ip:' }, count: 1 },
      data: { count: 29 },
    })
    expect(count).toBe(1)
    expect(await checkPassword('n1@guichet.example', 'wrong password', stranger(near))).toBeNull()
    expect(await refusalOf(checkPassword(lea.email, password, stranger(near)))).toMatchObject({
      code: 'too_many_tries',
    })
    expect(await checkPassword(lea.email, password, stranger(far))).not.toBeNull()
  })

  test('right ones are not limited', async () => {
    for (let count = 0; count < 40; count++) expect(await checkPassword(lea.email, password, stranger())).not.toBeNull()
  })

  test('a refused try is in the audit trail, without what was typed', async () => {
    const known = await db().auditEvent.count()
    await checkPassword(lea.email, 'wrong password', stranger())
    const trail = await db().auditEvent.findMany({ orderBy: { id: 'asc' }, skip: known })
    expect(trail.map(({ action }) => action)).toEqual(['sign_in.refused'])
    expect(JSON.stringify(trail[0]?.detail)).toBe('{}')
  })
})

describe('changeLocale', () => {
  test('changes one’s own, refuses unknown languages and unknown users', async () => {
    await signUp(lea)
    const { id } = await db().user.findFirstOrThrow()
    await changeLocale({ userId: id }, 'en')
    expect(await db().user.findFirstOrThrow()).toMatchObject({ locale: 'en' })
    expect(await refusalOf(changeLocale({ userId: id }, 'de'))).toMatchObject({
      code: 'invalid_input',
      field: 'locale',
    })
    expect(await refusalOf(changeLocale({ userId: '01900000-0000-7000-8000-000000000000' }, 'en'))).toMatchObject({
      code: 'not_found',
    })
  })
})
