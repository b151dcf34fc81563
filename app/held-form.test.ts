import { beforeEach, describe, expect, test, vi } from 'vitest'
import { setClock } from '#lib/clock.ts'
import type { ActName } from '#lib/domain/acts.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { CurrentSession } from '#lib/session.ts'
import { POST as confirm } from './(user)/settings/confirm/start/route.ts'
import { guarded, refuseForm } from './guarded.ts'

/** A form submitted with an old password, and what happens once the password is given (C24). */
const world = vi.hoisted((): { session: CurrentSession | null; isWrong: boolean } => ({
  session: null,
  isWrong: false,
}))
vi.mock('#lib/session.ts', async original => ({
  ...(await original<object>()),
  currentSession: async () => world.session,
  userIdOf: async (token: string) => (token === 'ended' ? userId : null),
  readDevice: async () => null,
  setDeviceCookie: async () => {},
}))
vi.mock('#lib/services/people/devices.ts', () => ({ rememberDevice: async () => 'device' }))
vi.mock('#lib/services/people/reauthenticate.ts', async original => ({
  ...(await original<object>()),
  reauthenticate: async () => {
    if (world.isWrong) throw new Refused('wrong_credentials')
    if (world.session) world.session = { ...world.session, authenticatedAt: new Date() }
  },
}))

const page = '/transfers/7/cancel'
const userId = '00000000-0000-7000-8000-000000000001'
const sessionOf = (change: Partial<CurrentSession> = {}): CurrentSession => ({
  userId,
  sessionId: '00000000-0000-7000-8000-000000000002',
  name: 'Name',
  email: 'name@guichet.example',
  locale: 'fr',
  isConfirmed: true,
  isOperator: false,
  authenticatedAt: new Date(0),
  ...change,
})

/** The fields of each form that reached the route. */
function newRoute(act: ActName = 'transfer.cancel') {
  const done: string[] = []
  const route = guarded(
    act,
    async (request: Request) => {
      done.push(await request.text())
      return new Response(null, { status: 303, headers: { location: '/done' } })
    },
    refuseForm(page),
  )
  return { done, route }
}

const post = (path: string, body: string, cookie = '', headers: Record<string, string> = {}) =>
  new Request(`http://localhost:3000${path}`, {
    method: 'POST',
    body,
    headers: {
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
      cookie,
      'x-guichet-peer': '203.0.113.7 40000',
      ...headers,
    },
  })
const cookieOf = (answer: Response) => answer.headers.get('set-cookie')?.split(';')[0] ?? ''

beforeEach(() => {
  setClock(null)
  world.session = sessionOf()
  world.isWrong = false
})

describe('a form submitted with an old password', () => {
  test('is submitted unchanged once the password is given, without pressing again', async () => {
    const { done, route } = newRoute()
    const asked = await route(post('/transfers/7/cancel/start', 'reason=DUPL&note=a%26b'))
    expect(asked.headers.get('location')).toBe(`/settings/confirm?next=${encodeURIComponent(page)}&held=1`)
    expect(asked.headers.get('set-cookie')).toMatch(/HttpOnly; Secure; SameSite=Lax$/)
    expect(cookieOf(asked)).not.toContain('DUPL')
    expect(done).toEqual([])
    const proved = await confirm(post('/settings/confirm/start', 'password=x&held=1', cookieOf(asked)))
    expect(proved.status).toBe(307)
    expect(proved.headers.get('location')).toBe('/transfers/7/cancel/start?held=1')
    // A browser repeats its last post: the password.
    const again = await route(post('/transfers/7/cancel/start?held=1', 'password=x&held=1', cookieOf(asked)))
    expect(again.headers.get('location')).toBe('/done')
    expect(again.headers.get('set-cookie')).toContain('Max-Age=0')
    expect(done).toEqual(['reason=DUPL&note=a%26b'])
  })

  test('is also kept if only the service knows that it needs a fresh password', async () => {
    const route = guarded(
      'transfer.send',
      async () => new Response(null, { status: 303, headers: { location: '/settings/confirm?next=%2Fsummary' } }),
    )
    const asked = await route(post('/transfers/new/7/start', ''))
    expect(asked.headers.get('location')).toBe('/settings/confirm?next=%2Fsummary&held=1')
    expect(cookieOf(asked)).not.toBe('')
  })

  test('is not kept if it is too long, not a plain form, or of another site', async () => {
    const { done, route } = newRoute()
    const others = [
      post('/a', `note=${'x'.repeat(600_000)}`),
      post('/a', `note=${'x'.repeat(2_000)}`),
      post('/a', '{}', '', { 'content-type': 'application/json' }),
      post('/a', 'a=1', '', { 'sec-fetch-site': 'cross-site' }),
    ]
    for (const request of others) {
      const asked = await route(request)
      expect(asked.headers.get('location')).toBe(`/settings/confirm?next=${encodeURIComponent(page)}`)
      expect(asked.headers.get('set-cookie')).toBeNull()
    }
    expect(done).toEqual([])
  })
})

describe('a form submitted after its session has ended', () => {
  const ended = '__Host-guichet.session=ended'
  const signIn = refuseForm(page)
  const note = () => {
    const done: string[] = []
    const route = guarded(
      'filing.change',
      async (request: Request) => {
        if (world.session) done.push(await request.text())
        const location = world.session ? '/done' : '/signin?next=%2Ftransactions%2F7'
        return new Response(null, { status: 303, headers: { location } })
      },
      signIn,
    )
    return { done, route }
  }

  test('is kept over the sign-in and submitted as it was', async () => {
    world.session = null
    const { done, route } = note()
    const asked = await route(post('/transactions/7/words', 'note=a%26b', ended))
    const next = '/settings/confirm?next=%2Ftransactions%2F7&held=1'
    expect(asked.headers.get('location')).toBe(`/signin?${new URLSearchParams({ notice: 'session_ended', next })}`)
    world.session = sessionOf({ sessionId: '00000000-0000-7000-8000-000000000004', authenticatedAt: new Date() })
    const again = await confirm(post('/settings/confirm/start', 'held=1', cookieOf(asked)))
    expect([again.status, again.headers.get('location')]).toEqual([307, '/transactions/7/words?held=1'])
    await route(post('/transactions/7/words?held=1', 'held=1', cookieOf(asked)))
    expect(done).toEqual(['note=a%26b'])
  })

  test.each([
    ['nobody’s', 'note=a', ''],
    ['an unknown session’s', 'note=a', '__Host-guichet.session=other'],
    ['with a password', 'password=secret', ended],
    ['with a code', 'code=123456', ended],
  ])('%s is not kept', async (_, body, cookie) => {
    world.session = null
    const asked = await note().route(post('/a', body, cookie))
    expect([asked.headers.get('location'), asked.headers.get('set-cookie')]).toEqual([
      '/signin?next=%2Ftransactions%2F7',
      null,
    ])
  })
})

test.each([
  ['signed out', '/signin?notice=signed_out'],
  ['a wrong password at the sign-in', '/signin?error=wrong_credentials&next=%2Fhome'],
  ['refused by its page', '/transactions/7?error=invalid_input'],
])('what leads elsewhere leads there, with an old session or without: %s', async (_, location) => {
  const answer = async () => new Response(null, { status: 303, headers: { location } })
  for (const session of [sessionOf(), null]) {
    world.session = session
    const request = post('/signout', 'a=1', '__Host-guichet.session=ended')
    const { headers } = await guarded('session.close', answer, refuseForm('/home'))(request)
    expect([headers.get('location'), headers.get('set-cookie')]).toEqual([location, null])
  }
})

describe('a kept form', () => {
  const kept = async () => cookieOf(await newRoute().route(post('/a', 'a=1')))

  test('is invalid for another person, after five minutes, or changed', async () => {
    const cookie = await kept()
    const proved = (held: string) => confirm(post('/settings/confirm/start', 'password=x&held=1&next=/home', held))
    expect((await proved(cookie)).status).toBe(307)
    expect((await proved(`${cookie.slice(0, -4)}AAAA`)).headers.get('location')).toBe('/home')
    setClock(new Date(Date.now() + 5 * 60_000 + 1_000))
    expect((await proved(cookie)).headers.get('location')).toBe('/home')
    setClock(null)
    world.session = sessionOf({ userId: '00000000-0000-7000-8000-000000000003' })
    expect((await proved(cookie)).headers.get('location')).toBe('/home')
  })

  test('is kept until it is requested, and not submitted to another address', async () => {
    const cookie = await kept()
    const proved = await confirm(post('/settings/confirm/start', 'password=x&next=/home', cookie))
    expect(proved.headers.get('location')).toBe('/home')
    const { done, route } = newRoute()
    await route(post('/b?held=1', 'own=1', cookie))
    expect(done).toEqual(['own=1'])
  })

  test('stays while the password is wrong, which is said and never kept itself', async () => {
    const cookie = await kept()
    world.isWrong = true
    const wrong = await confirm(post('/settings/confirm/start', 'password=x&held=1&next=/home', cookie))
    expect(wrong.headers.get('location')).toBe('/settings/confirm?error=wrong_credentials&next=%2Fhome&held=1')
    expect(wrong.headers.get('set-cookie')).toBeNull()
    world.isWrong = false
    expect((await confirm(post('/settings/confirm/start', 'password=y&held=1', cookie))).status).toBe(307)
  })

  test('is not submitted while the password is old', async () => {
    const cookie = await kept()
    const { done, route } = newRoute()
    const answer = await route(post('/a?held=1', 'password=x', cookie))
    expect(answer.headers.get('location')).toContain('/settings/confirm?next=')
    expect(done).toEqual([])
  })
})
