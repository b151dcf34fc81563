import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import { setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { aPerson } from '#testing/people/a-person.ts'
import { codeOf } from '#testing/refusal-of.ts'
import { openMailbox } from '#testing/stack/mailbox.ts'
import {
  beginSecondFactor,
  checkSecondFactor,
  confirmSecondFactor,
  forgetShownCodes,
  hasSecondFactor,
  openPending,
  readNewSecret,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  sealPending,
} from './second-factor.ts'

const mailbox = openMailbox()
const ip = '192.0.2.7'
const start = new Date('2026-11-23T10:00:10Z')
const later = (seconds: number) => setClock(new Date(start.getTime() + seconds * 1000))

beforeEach(async () => {
  setClock(start)
  await db().rateLimit.deleteMany()
})

async function newPerson() {
  const { userId, email } = await aPerson({ locale: 'en' })
  return { userId, email, authenticatedAt: start }
}

/** A person whose second factor has been on since `start`, with their authenticator application and recovery codes. */
async function withCode() {
  const person = await newPerson()
  await beginSecondFactor(person)
  const made = await readNewSecret(person, person.email)
  const app = new TOTP({ secret: Secret.fromBase32(made?.secret ?? '') })
  const codeAt = (seconds: number) => app.generate({ timestamp: start.getTime() + seconds * 1000 })
  await confirmSecondFactor(person, codeAt(0), ip)
  const { newCodes } = await readSecondFactor(person)
  return { person, codeAt, codes: newCodes ?? [] }
}

describe('the code of an authenticator application', () => {
  test('is required once the first one was given, and the person is notified', async () => {
    const person = await newPerson()
    await beginSecondFactor(person)
    expect(await hasSecondFactor(person)).toBe(false)
    expect(await codeOf(confirmSecondFactor(person, '000000', ip))).toBe('wrong_code')
    expect(await hasSecondFactor(person)).toBe(false)
    const { person: other } = await withCode()
    expect(await hasSecondFactor(other)).toBe(true)
    expect(await readNewSecret(other, other.email)).toBeNull()
    expect(await mailbox.subjectsTo(other.email)).toEqual(['Your account now asks for a code'])
  })

  test('is valid one step early or late, and no further', async () => {
    const { person, codeAt } = await withCode()
    const check = (code: string) => codeOf(checkSecondFactor(person, code, ip))
    later(300)
    expect(await check(codeAt(240))).toBe('wrong_code')
    expect(await check(codeAt(360))).toBe('wrong_code')
    expect(await check(codeAt(270))).toBeNull()
    expect(await check(codeAt(330))).toBeNull()
  })

  test('is valid once, also for two requests in parallel, and earlier ones are not', async () => {
    const { person, codeAt } = await withCode()
    expect(await codeOf(checkSecondFactor(person, codeAt(0), ip))).toBe('wrong_code')
    later(60)
    const ends = await Promise.all([1, 2, 3].map(() => codeOf(checkSecondFactor(person, codeAt(60), ip))))
    expect(ends.filter(end => end === null)).toHaveLength(1)
    await db().rateLimit.deleteMany()
    expect(await codeOf(checkSecondFactor(person, codeAt(30), ip))).toBe('wrong_code')
  })

  test('can be guessed only with growing delays', async () => {
    const { person, codeAt } = await withCode()
    later(60)
    const ends: (string | null)[] = []
    for (let tries = 0; tries < 12; tries++) ends.push(await codeOf(checkSecondFactor(person, 'x', ip)))
    expect(ends).toContain('too_many_tries')
    expect(await codeOf(checkSecondFactor(person, codeAt(60), ip))).toBe('too_many_tries')
  })

  test('secret is sealed for its own person', async () => {
    const { person } = await withCode()
    const row = await db().totp.findUniqueOrThrow({ where: { userId: person.userId } })
    expect(row.secretSealed).toMatch(/^eyJ/)
  })
})

describe('a recovery code', () => {
  test('replaces the application once, however it is typed, and the person is notified', async () => {
    const { person, codes } = await withCode()
    expect(codes).toHaveLength(10)
    const [first = ''] = codes
    expect(first).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/)
    const typed = ` ${first.toLowerCase().replaceAll('-', ' ')} `
    expect(await codeOf(checkSecondFactor(person, typed, ip))).toBeNull()
    expect(await codeOf(checkSecondFactor(person, first, ip))).toBe('wrong_code')
    expect((await readSecondFactor(person)).codesLeft).toBe(9)
    expect(await mailbox.subjectsTo(person.email)).toContain('A recovery code was used')
  })

  test('is stored as a hash, and shown until dismissed, with a fresh password, for a quarter of an hour', async () => {
    const { person, codes } = await withCode()
    const rows = await db().recoveryCode.findMany({ where: { userId: person.userId } })
    for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code.replaceAll('-', ''))
    const stale = { ...person, authenticatedAt: new Date(0) }
    expect(await codeOf(readSecondFactor(stale))).toBe('reauthentication_required')
    later(15 * 60 + 1)
    expect((await readSecondFactor(person)).newCodes).toBeNull()
    setClock(start)
    await forgetShownCodes(person)
    expect((await readSecondFactor(person)).newCodes).toBeNull()
  })

  test('is invalid once new ones were made', async () => {
    const { person, codes } = await withCode()
    await renewRecoveryCodes(person, ip)
    expect(await codeOf(checkSecondFactor(person, codes[0] ?? '', ip))).toBe('wrong_code')
    expect((await readSecondFactor(person)).codesLeft).toBe(10)
  })

  test('of somebody else is invalid', async () => {
    const [one, other] = [await withCode(), await withCode()]
    expect(await codeOf(checkSecondFactor(one.person, other.codes[0] ?? '', ip))).toBe('wrong_code')
  })
})

test('it is turned on and off, and its codes renewed, only with a fresh password', async () => {
  const { person, codes } = await withCode()
  const stale = { ...person, authenticatedAt: new Date(0) }
  for (const act of [
    beginSecondFactor(stale),
    confirmSecondFactor(stale, '000000', ip),
    removeSecondFactor(stale, ip),
    renewRecoveryCodes(stale, ip),
  ]) {
    expect(await codeOf(act)).toBe('reauthentication_required')
  }
  await removeSecondFactor(person, ip)
  expect(await hasSecondFactor(person)).toBe(false)
  expect(await db().recoveryCode.count({ where: { userId: person.userId } })).toBe(0)
  expect(await mailbox.subjectsTo(person.email)).toContain('Your account no longer asks for a code')
  expect(codes).toHaveLength(10)
})

test('a right password is remembered for five minutes while the code is asked for, unless the text was changed', async () => {
  const { person } = await withCode()
  const sealed = await sealPending({ id: person.userId, passwordStamp: 'stamp' })
  expect(await openPending(sealed)).toEqual({ userId: person.userId, passwordStamp: 'stamp' })
  expect(await openPending(`${sealed.slice(0, -4)}AAAA`)).toBeNull()
  expect(await openPending(null)).toBeNull()
  later(5 * 60 + 1)
  expect(await openPending(sealed)).toBeNull()
})
