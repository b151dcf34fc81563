import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeDb, db } from '#lib/db.ts'
import { Refused } from '#lib/domain/refused.ts'
import { changeLocale, checkPassword, signUp } from './users.ts'

/** Work done with passwords, counted: equal work is equal time, and does not depend on this machine's mood (C27). */
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
const password = 'une phrase assez longue'
const lea = { email: 'lea@guichet.example', password, name: 'Léa', locale: 'fr', ip }

async function refusalOf(action: Promise<unknown>): Promise<Refused | null> {
  return action.then(
    () => null,
    (error: unknown) => (error instanceof Refused ? error : Promise.reject(error)),
  )
}

beforeEach(async () => {
  await db().user.deleteMany()
  await db().rateLimit.deleteMany()
  Object.assign(work, { hashes: 0, verifications: 0, costs: new Set() })
})
afterAll(closeDb)

describe('signUp', () => {
  test('stores an argon2id hash of the right cost, and nothing readable (C26)', async () => {
    await signUp(lea)
    const user = await db().user.findUniqueOrThrow({ where: { email: lea.email } })
    expect(user.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(JSON.stringify(user)).not.toContain(password)
  })

  test('C27: a known e-mail gets the same answer for the same work, and stays as it was', async () => {
    expect(await signUp(lea)).toBeUndefined()
    const before = await db().user.findUniqueOrThrow({ where: { email: lea.email } })
    expect(await signUp({ ...lea, password: 'une autre phrase longue', name: 'Mallory' })).toBeUndefined()
    expect(work.hashes).toBe(2)
    expect(await db().user.findUniqueOrThrow({ where: { email: lea.email } })).toEqual(before)
  })

  test('one person is one row, whatever the capitals', async () => {
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

  test('knows the right password, and only that', async () => {
    expect(await checkPassword('LEA@guichet.example', password, ip)).toMatchObject({
      name: 'Léa',
      email: lea.email,
      locale: 'fr',
    })
    expect(await checkPassword(lea.email, `${password} `, ip)).toBeNull()
    expect(await checkPassword('nobody@guichet.example', password, ip)).toBeNull()
    expect(await checkPassword('no address', password, ip)).toBeNull()
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
      await checkPassword(email, given, ip)
      expect(work.verifications).toBe(1)
    }
    expect([...work.costs]).toEqual(['argon2id$v=19$m=19456,t=2,p=1'])
  })

  test('wrong tries run out per e-mail, also for one nobody has, and also with the right password', async () => {
    for (const email of [lea.email, 'nobody@guichet.example']) {
      for (let count = 0; count < 10; count++)
        expect(await checkPassword(email, 'wrong password', `198.51.100.${count}`)).toBeNull()
      expect(await refusalOf(checkPassword(email, password, '198.51.100.99'))).toMatchObject({ code: 'too_many_tries' })
    }
  })

  test('wrong tries run out per network address', async () => {
    for (let count = 0; count < 30; count++) await checkPassword(`n${count}@guichet.example`, 'wrong password', ip)
    expect(await refusalOf(checkPassword(lea.email, password, ip))).toMatchObject({ code: 'too_many_tries' })
    expect(await checkPassword(lea.email, password, '203.0.113.1')).not.toBeNull()
  })

  test('right ones never run out', async () => {
    for (let count = 0; count < 40; count++) expect(await checkPassword(lea.email, password, ip)).not.toBeNull()
  })

  test('a refused try is in the trail, without what was typed', async () => {
    const known = await db().auditEvent.count()
    await checkPassword(lea.email, 'wrong password', ip)
    const trail = await db().auditEvent.findMany({ orderBy: { id: 'asc' }, skip: known })
    expect(trail.map(({ action }) => action)).toEqual(['sign_in.refused'])
    expect(JSON.stringify(trail[0]?.detail)).toBe('{}')
  })
})

describe('changeLocale', () => {
  test('changes the own one, refuses nonsense and strangers', async () => {
    await signUp(lea)
    const { id } = await db().user.findFirstOrThrow()
    await changeLocale(id, 'en')
    expect(await db().user.findFirstOrThrow()).toMatchObject({ locale: 'en' })
    expect(await refusalOf(changeLocale(id, 'de'))).toMatchObject({ code: 'invalid_input', field: 'locale' })
    expect(await refusalOf(changeLocale('01900000-0000-7000-8000-000000000000', 'en'))).toMatchObject({
      code: 'not_found',
    })
  })
})
