import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { findSession, openSession } from '#lib/session.ts'
import { statementsOf } from '#testing/database/statements-of.ts'
import { aPerson } from '#testing/people/a-person.ts'
import { codeOf, refusalOf } from '#testing/refusal-of.ts'
import { openMailbox, sendDueMails } from '#testing/stack/mailbox.ts'
import { findDeviceOwner, rememberDevice } from './devices.ts'
import { askNewPassword, changePassword, readResetLink, resetPassword } from './password-change.ts'
import { freshMs } from './reauthenticate.ts'
import { checkPassword, hashPassword } from './users.ts'

vi.mock('next/headers', () => ({ cookies: vi.fn(), headers: vi.fn() }))

const mailbox = openMailbox()
const ip = '192.0.2.7'
const stranger = { ip, device: null, browser: null }
const [old, fresh] = ['une phrase assez longue', 'une autre phrase, longue aussi']
let passwordHash = ''

beforeAll(async () => {
  passwordHash = await hashPassword(old)
})
beforeEach(() => db().rateLimit.deleteMany())

async function newPerson() {
  return aPerson({ name: 'Léa', locale: 'en', passwordHash, emailVerifiedAt: null })
}

const signIn = (userId: string) => openSession({ userId, ip, userAgent: null }, null)

const link = /\/password\/new\?token=([\w-]{43})/
const tokenTo = (email: string) => mailbox.lastTo(email, link)
describe('a person who forgot their password', () => {
  test('chooses another by a mailed link; every session ends, and the address is confirmed', async () => {
    const { userId, email } = await newPerson()
    const sessions = [await signIn(userId), await signIn(userId)]
    const elsewhere = await rememberDevice(userId, null)
    await askNewPassword(` ${email.toUpperCase()} `, ip)
    const token = await tokenTo(email)
    for (let looks = 0; looks < 3; looks++) expect(await readResetLink(token)).toMatchObject({ email })
    const { device } = await resetPassword(token, fresh, stranger)
    expect(await checkPassword(email, old, { ip, device })).toBeNull()
    expect(await checkPassword(email, fresh, { ip, device })).toMatchObject({ id: userId })
    for (const session of sessions) expect(await findSession(session)).toBeNull()
    expect(await findDeviceOwner(email, elsewhere)).toBeNull()
    expect(await findDeviceOwner(email, device)).toBe(userId)
    expect((await db().user.findUniqueOrThrow({ where: { id: userId } })).emailVerifiedAt).not.toBeNull()
    expect(await mailbox.subjectsTo(email)).toEqual(['Choose a new password', 'Your password has changed'])
    const trail = (await db().auditEvent.findMany({ where: { userId }, orderBy: { id: 'asc' } })).map(one => one.action)
    expect(trail).toContain('password.reset_asked')
    expect(trail).toContain('password.reset')
  })

  test('uses the newest link once, also from two requests in parallel, within an hour', async () => {
    const { email } = await newPerson()
    await askNewPassword(email, ip)
    const first = await tokenTo(email)
    await askNewPassword(email, ip)
    expect(await readResetLink(first)).toBeNull()
    const second = await tokenTo(email)
    const ends = await Promise.all([1, 2, 3].map(() => refusalOf(resetPassword(second, fresh, stranger))))
    expect(ends.filter(end => end === null)).toHaveLength(1)
    expect(await refusalOf(resetPassword(second, fresh, stranger))).toMatchObject({ code: 'not_found' })
    await askNewPassword(email, ip)
    const third = await tokenTo(email)
    setClock(new Date(Date.now() + 61 * 60_000))
    expect(await refusalOf(resetPassword(third, fresh, stranger))).toMatchObject({ code: 'not_found' })
    for (const nonsense of ['', 'x', 'a'.repeat(43)]) expect(await readResetLink(nonsense)).toBeNull()
  })

  test('can use the link again after a refused password', async () => {
    const { email } = await newPerson()
    await askNewPassword(email, ip)
    const token = await tokenTo(email)
    for (const weak of ['court', 'motdepasse2026', email])
      expect(await refusalOf(resetPassword(token, weak, stranger))).toMatchObject({
        code: 'invalid_input',
        field: 'password',
      })
    expect(await readResetLink(token)).not.toBeNull()
  })

  test('gets three mails an hour at most without a refusal; a network is refused', async () => {
    const { email } = await newPerson()
    for (let asked = 0; asked < 6; asked++) {
      await askNewPassword(email, `198.51.100.${asked}`)
      await sendDueMails()
    }
    expect(await mailbox.findTo(email, link)).toHaveLength(3)
    expect(await readResetLink(await tokenTo(email))).not.toBeNull()
    await db().rateLimit.updateMany({ where: { key: { startsWith: 'forgotten:ip:' } }, data: { count: 20 } })
    const refused = await refusalOf(askNewPassword('other@guichet.example', '198.51.100.1'))
    expect(refused).toMatchObject({ code: 'too_many_tries' })
  })

  test('C27: the same answer, the same statements and the same rows for an address that no account has', async () => {
    const { email } = await newPerson()
    const rows = async () => [await db().mail.count(), await db().mailedLink.count(), await db().auditEvent.count()]
    const asking = async (address: string) => {
      const before = await rows()
      const statements = await statementsOf(async () => expect(await askNewPassword(address, ip)).toBeUndefined())
      return { statements, grown: (await rows()).map((count, at) => count - (before[at] ?? 0)) }
    }
    await askNewPassword(`${randomUUID()}@guichet.example`, ip)
    const known = await asking(email)
    const unknown = await asking(`${randomUUID()}@guichet.example`)
    expect(known.statements.length).toBeGreaterThan(6)
    expect(unknown).toEqual(known)
    await sendDueMails()
    expect(mailbox.mails.map(({ to }) => to)).toEqual([email])
    expect(await refusalOf(askNewPassword('no address', ip))).toMatchObject({ code: 'invalid_input', field: 'email' })
  })
})

describe('a signed-in person', () => {
  async function signedIn(authenticatedAt = new Date()) {
    const person = await newPerson()
    const token = await signIn(person.userId)
    const session = await findSession(token)
    return { ...person, token, sessionId: session?.sessionId ?? '', authenticatedAt }
  }

  test('changes it: this session continues under a new token, all others end, and the person is notified', async () => {
    const person = await signedIn()
    const other = await signIn(person.userId)
    await askNewPassword(person.email, ip)
    const mailed = await tokenTo(person.email)
    const mine = await rememberDevice(person.userId, null)
    const theirs = await rememberDevice(person.userId, null)
    const kept = await changePassword(person, fresh, { ip, device: mine })
    expect(await findSession(person.token)).toBeNull()
    expect(await findSession(other)).toBeNull()
    expect(await findSession(kept.session)).toMatchObject({ sessionId: person.sessionId })
    expect(kept.device).toBe(mine)
    expect(await findDeviceOwner(person.email, theirs)).toBeNull()
    expect(await readResetLink(mailed)).toBeNull()
    expect(await checkPassword(person.email, fresh, stranger)).not.toBeNull()
    expect(await mailbox.subjectsTo(person.email)).toContain('Your password has changed')
    expect(await db().auditEvent.count({ where: { userId: person.userId, action: 'password.changed' } })).toBe(1)
  })

  test('without a fresh password, with a weak new one or an ended session changes nothing', async () => {
    const person = await signedIn()
    const longAgo = { ...person, authenticatedAt: new Date(Date.now() - freshMs - 1_000) }
    expect(await codeOf(changePassword(longAgo, fresh, stranger))).toBe('reauthentication_required')
    const weak = { code: 'invalid_input', field: 'password' }
    expect(await refusalOf(changePassword(person, 'court', stranger))).toMatchObject(weak)
    expect(await findSession(person.token)).not.toBeNull()
    await db().session.updateMany({ where: { id: person.sessionId }, data: { revokedAt: new Date() } })
    expect(await refusalOf(changePassword(person, fresh, stranger))).toMatchObject({ code: 'not_signed_in' })
    expect(await checkPassword(person.email, old, stranger)).not.toBeNull()
  })
})

test('no session of the old password survives a change, not even one opened at the same moment', async () => {
  const { userId, email } = await newPerson()
  const { passwordStamp } = (await checkPassword(email, old, stranger)) ?? { passwordStamp: '' }
  await askNewPassword(email, ip)
  const token = await tokenTo(email)
  const signIns = Array.from({ length: 8 }, () =>
    openSession({ userId, ip, userAgent: null, passwordStamp }, null).catch((error: unknown) => error),
  )
  const [ends] = await Promise.all([Promise.all(signIns), resetPassword(token, fresh, stranger)])
  const late = openSession({ userId, ip, userAgent: null, passwordStamp }, null)
  expect(await refusalOf(late)).toMatchObject({ code: 'wrong_credentials' })
  for (const end of ends) {
    if (typeof end === 'string') expect(await findSession(end)).toBeNull()
    else expect(end).toMatchObject({ code: 'wrong_credentials' })
  }
  expect(await db().session.count({ where: { userId, revokedAt: null } })).toBe(0)
})

test('a browser keeps the token that we issued, even if two people share it, and gets no other', async () => {
  const [one, two] = [await newPerson(), await newPerson()]
  const made = 'a'.repeat(43)
  const token = await rememberDevice(one.userId, made)
  expect(token).not.toBe(made)
  expect(await rememberDevice(two.userId, token)).toBe(token)
  expect(await rememberDevice(one.userId, token)).toBe(token)
  expect(await db().knownDevice.count({ where: { userId: one.userId } })).toBe(1)
  const rows = await db().knownDevice.findMany()
  expect(JSON.stringify(rows)).not.toContain(token)
})
