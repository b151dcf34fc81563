import { createHash, randomBytes } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { closeSession, findSession, openSession, ownPath } from '#lib/session.ts'
import { aPerson } from '#testing/people/a-person.ts'
import { listSessions, revokeSession, sweepSessions } from './sessions.ts'

vi.mock('next/headers', () => ({ cookies: vi.fn(), headers: vi.fn() }))

const start = new Date('2026-11-21T10:00:00Z')
const hours = (count: number) => new Date(start.getTime() + count * 3_600_000)
const from = (userId: string) => ({ userId, ip: '192.0.2.7', userAgent: 'Browser\u0000 1.0' })
let camille = ''
let thomas = ''

async function newUser(name: string): Promise<string> {
  return (await aPerson({ name })).userId
}

beforeAll(async () => {
  camille = await newUser('camille')
  thomas = await newUser('thomas')
})
afterEach(() => db().session.deleteMany())

describe('a session (C25)', () => {
  test('is found by its token, of which the database has only the hash', async () => {
    const token = await openSession(from(camille), null)
    expect(await findSession(token)).toMatchObject({ userId: camille, name: 'camille', locale: 'fr' })
    const [row] = await db().session.findMany()
    expect(JSON.stringify(row)).not.toContain(token)
    expect(row?.tokenHash).toBe(createHash('sha256').update(token).digest('hex'))
    expect(row?.userAgent).toBe('Browser 1.0')
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  })

  test('ends for good at sign-out', async () => {
    const token = await openSession(from(camille), null)
    await closeSession(token)
    expect(await findSession(token)).toBeNull()
    await closeSession(token)
    expect(await findSession(token)).toBeNull()
  })

  test('gets a new token at sign-in: the cookie from before is invalid', async () => {
    const before = await openSession(from(camille), null)
    const after = await openSession(from(camille), before)
    expect(after).not.toBe(before)
    expect(await findSession(before)).toBeNull()
    expect(await findSession(after)).not.toBeNull()
  })

  test('ends after twelve hours without a request; a request extends it', async () => {
    setClock(start)
    const idle = await openSession(from(camille), null)
    const visited = await openSession(from(camille), null)
    setClock(hours(11.9))
    expect(await findSession(visited)).not.toBeNull()
    setClock(hours(12))
    expect(await findSession(idle)).toBeNull()
    expect(await findSession(visited)).not.toBeNull()
  })

  test('ends after seven days, however often it is used', async () => {
    setClock(start)
    const token = await openSession(from(camille), null)
    for (let hour = 10; hour < 7 * 24; hour += 10) {
      setClock(hours(hour))
      expect(await findSession(token)).not.toBeNull()
    }
    setClock(hours(7 * 24))
    expect(await findSession(token)).toBeNull()
  })

  test('stores the time of the password apart from the time of the last request', async () => {
    setClock(start)
    const token = await openSession(from(camille), null)
    setClock(hours(5))
    expect((await findSession(token))?.authenticatedAt).toEqual(start)
  })

  test.each(['', 'x', 'a'.repeat(43), `${randomBytes(32).toString('base64url')}; DROP`])(
    'no token: %j',
    async token => {
      expect(await findSession(token)).toBeNull()
    },
  )
})

describe('listSessions and revokeSession', () => {
  test('lists a person’s current ones and marks the present one', async () => {
    const token = await openSession(from(camille), null)
    const ended = await openSession(from(camille), null)
    await closeSession(ended)
    await openSession(from(thomas), null)
    const current = await findSession(token)
    const listed = await listSessions({ userId: camille }, current?.sessionId ?? '')
    expect(listed).toHaveLength(1)
    expect(listed[0]).toMatchObject({
      id: current?.sessionId,
      current: true,
      ip: '192.0.2.7',
      userAgent: 'Browser 1.0',
    })
  })

  test('ends one at once', async () => {
    const token = await openSession(from(camille), null)
    await revokeSession({ userId: camille }, (await findSession(token))?.sessionId ?? '')
    expect(await findSession(token)).toBeNull()
  })

  test('C29: another person’s session is not found, and continues', async () => {
    const token = await openSession(from(thomas), null)
    const { sessionId = '' } = (await findSession(token)) ?? {}
    await expect(revokeSession({ userId: camille }, sessionId)).rejects.toMatchObject({ code: 'not_found' })
    await expect(revokeSession({ userId: camille }, 'no-uuid')).rejects.toMatchObject({ code: 'not_found' })
    expect(await findSession(token)).not.toBeNull()
  })
})

test('long-ended sessions are swept, current ones never', async () => {
  setClock(start)
  const closed = await openSession(from(camille), null)
  await closeSession(closed)
  setClock(hours(29 * 24))
  const living = await openSession(from(thomas), null)
  expect(await sweepSessions()).toBe(0)
  setClock(hours(31 * 24))
  expect(await sweepSessions()).toBe(1)
  expect(await findSession(living)).toBeNull()
  expect(await db().session.count()).toBe(1)
})

describe('ownPath', () => {
  test.each(['/home', '/accounts/1?q=a%20b', '/link/19870', '/'])('goes on to %s', path => {
    expect(ownPath(path)).toBe(path)
  })

  test.each([
    null,
    '',
    'home',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/home\r\nSet-Cookie: a=b',
    '/é',
    `/${'x'.repeat(600)}`,
  ])('stays here for %j', text => {
    expect(ownPath(text)).toBeNull()
  })
})
