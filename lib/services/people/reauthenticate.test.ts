import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import type { Refused } from '#lib/domain/refusals/refused.ts'
import { aPerson, storeSession } from '#testing/people/a-person.ts'
import { freshMs, isFreshlyAuthenticated, reauthenticate, requireFreshPassword } from './reauthenticate.ts'
import { checkPassword, hashPassword } from './users.ts'

const password = 'un mot de passe assez long'
let passwordHash = ''
const from = (ip: string) => ({ ip, device: null })

beforeAll(async () => {
  passwordHash = await hashPassword(password)
})

async function signedIn(authenticatedAt = new Date(0)) {
  const { userId } = await aPerson({ passwordHash })
  return { userId, sessionId: await storeSession(userId, authenticatedAt) }
}

const stored = (id: string) => db().session.findUniqueOrThrow({ where: { id } })

describe('a fresh password', () => {
  const at = new Date('2026-03-01T12:00:00Z')
  test.each([
    [0, true],
    [freshMs, true],
    [freshMs + 1, false],
    [-1, false],
  ])('%i ms after it was: %s', (ageMs, fresh) => {
    setClock(at)
    const session = { authenticatedAt: new Date(at.getTime() - ageMs) }
    expect(isFreshlyAuthenticated(session)).toBe(fresh)
    if (fresh) expect(() => requireFreshPassword(session)).not.toThrow()
    else expect(() => requireFreshPassword(session)).toThrow('reauthentication_required')
  })
})

describe('giving it again', () => {
  test('makes this session fresh, and no other', async () => {
    const { userId, sessionId } = await signedIn()
    const elsewhere = await db().session.create({
      data: { ...(await stored(sessionId)), id: randomUUID(), tokenHash: randomUUID() },
    })
    await reauthenticate({ userId }, sessionId, password, from('203.0.113.1'))
    expect(isFreshlyAuthenticated(await stored(sessionId))).toBe(true)
    expect(isFreshlyAuthenticated(await stored(elsewhere.id))).toBe(false)
    const event = { userId, action: 'session.reauthenticated' }
    expect(await db().auditEvent.count({ where: event })).toBe(1)
  })

  test('with a wrong one is refused and changes nothing', async () => {
    const { userId, sessionId } = await signedIn()
    const wrong = reauthenticate({ userId }, sessionId, 'another one entirely', from('203.0.113.2'))
    await expect(wrong).rejects.toMatchObject({ code: 'wrong_credentials', field: 'password' })
    expect((await stored(sessionId)).authenticatedAt).toEqual(new Date(0))
  })

  test('with wrong ones waits longer and longer, in this session only, whatever strangers tried before', async () => {
    const { userId, sessionId } = await signedIn()
    const { email } = await db().user.findUniqueOrThrow({ where: { id: userId } })
    for (let n = 0; n < 6; n += 1) await checkPassword(email, 'no', from(`198.51.100.${n}`)).catch(() => undefined)
    const elsewhere = await db().session.create({
      data: { ...(await stored(sessionId)), id: randomUUID(), tokenHash: randomUUID() },
    })
    const guess = (session: string, typed: string, n: number) =>
      reauthenticate({ userId }, session, typed, from(`203.0.113.${n}`)).catch((error: Refused) => error)
    for (let n = 0; n < 5; n += 1) expect(await guess(sessionId, 'no', n)).toMatchObject({ code: 'wrong_credentials' })
    expect(await guess(sessionId, password, 9)).toMatchObject({ code: 'too_many_tries', retryAfterSeconds: 30 })
    expect(await guess(elsewhere.id, password, 9)).toHaveProperty('authenticatedAt')
  })

  test('in a session that has ended, or is another person’s, is refused', async () => {
    const [one, other] = [await signedIn(), await signedIn()]
    await db().session.update({ where: { id: one.sessionId }, data: { revokedAt: new Date() } })
    for (const sessionId of [one.sessionId, other.sessionId]) {
      const asked = reauthenticate(one, sessionId, password, from('203.0.113.3'))
      await expect(asked).rejects.toMatchObject({ code: 'not_signed_in' })
    }
    expect((await stored(other.sessionId)).authenticatedAt).toEqual(new Date(0))
  })
})
