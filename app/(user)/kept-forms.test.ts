import { beforeEach, expect, test, vi } from 'vitest'
import { type CurrentSession, lastTyped } from '#lib/session.ts'
import { aPerson, sessionOf } from '#testing/people/a-person.ts'
import { POST as alerts } from './settings/alerts/route.ts'
import { POST as changeAddress } from './settings/email/start/route.ts'
import { POST as rename } from './settings/name/route.ts'
import { POST as changeMany } from './transactions/many/change/route.ts'
import { markOf } from './transactions/many/mark-of.ts'

/** A refused plain form comes back as it was typed, from a cookie that nobody reads. */

const world = vi.hoisted(() => ({ session: null as CurrentSession | null, jar: new Map<string, string>() }))
vi.mock(import('#lib/session.ts'), async importOriginal => ({
  ...(await importOriginal()),
  currentSession: async () => world.session,
}))
vi.mock('next/headers', () => ({
  headers: async () => new Headers(),
  cookies: async () => ({
    get: (name: string) => (world.jar.has(name) ? { value: world.jar.get(name) } : undefined),
    set: (name: string, value: string) => world.jar.set(name, value),
  }),
}))

beforeEach(async () => {
  world.jar.clear()
  world.session = sessionOf(await aPerson())
})

function post(fields: string[][]): Request {
  const headers = { 'sec-fetch-site': 'same-origin', 'x-guichet-peer': '203.0.113.7 40000' }
  return new Request('http://localhost:3000/x', { method: 'POST', headers, body: new URLSearchParams(fields) })
}
const boxes = Array.from({ length: 150 }, (_, at) => `0190${at}`)

test.each([
  {
    of: 'an alert’s limit',
    answer: alerts,
    fields: [
      ['large_debit', 'on'],
      ['limit.large_debit', 'mille'],
      ['limit.low_balance', '50'],
    ],
    leadsTo: '/settings?field=large_debit',
    typed: { 'limit.large_debit': 'mille', 'limit.low_balance': '50' },
  },
  {
    of: 'one’s name',
    answer: rename,
    fields: [['name', '\u202e']],
    leadsTo: '/settings?error=invalid_input&field=name',
    typed: { name: '\u202e' },
  },
  {
    of: 'a new address',
    answer: changeAddress,
    fields: [['email', 'zoe@guichet.example']],
    leadsTo: '/settings/email?error=mails_off',
    typed: { email: 'zoe@guichet.example' },
  },
  {
    of: 'many transactions, with the boxes of a whole page',
    answer: changeMany,
    fields: [['filter', 'q=edf'], ['tags', ''], ['leftOut', ''], ['category', ''], ...boxes.map(id => ['id', id])],
    leadsTo: '/transactions/many?q=edf&error=invalid_input&field=change',
    typed: { category: '', tags: '', leftOut: '', ids: boxes.map(markOf).join(' ') },
  },
])('$of', async ({ answer, fields, leadsTo, typed }) => {
  const { status, headers } = await answer(post(fields))
  expect([status, headers.get('location')]).toEqual([303, leadsTo])
  expect(await lastTyped()).toEqual(typed)
  const [kept = ''] = [...world.jar.values()]
  expect(kept).toMatch(/^eyJ/)
  expect(kept.length).toBeLessThan(4_000)
})
