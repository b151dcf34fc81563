import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { db } from '#lib/db.ts'
import type { CurrentSession } from '#lib/session.ts'
import { aBank } from '#testing/bank/of-directory.ts'
import { aPerson, sessionOf } from '#testing/people/a-person.ts'
import { aConnection, anAccount } from '#testing/people/an-account.ts'
import { POST as send } from './[id]/consent/send/route.ts'
import { POST as disconnect } from './[id]/disconnect/start/route.ts'
import { POST as answer } from './[id]/holder/route.ts'

/** Matrix, disconnection and the answer about another name as plain forms, posted without scripts. */

const signedIn = vi.hoisted((): { session: CurrentSession | null } => ({ session: null }))
vi.mock(import('#lib/session.ts'), async original => ({
  ...(await original()),
  currentSession: async () => signedIn.session,
}))

const ibans = ['FR7619870003100039815002260', 'FR7619870003100039815003812'] as const
const [first, second] = ibans
let connectionId: string

beforeAll(() => aBank())
beforeEach(async () => {
  signedIn.session = sessionOf(await aPerson())
  const { userId } = signedIn.session
  connectionId = await aConnection(userId, { status: 'choosing' })
  for (const [ordinal, iban] of ibans.entries()) {
    const named = { resourceId: `r${ordinal}`, name: `Compte ${ordinal}`, mayBalances: false, mayTransactions: false }
    await anAccount({ userId, connectionId, iban, ordinal, ...named })
  }
})

const context = (id = connectionId) => ({ params: Promise.resolve({ id }) })

function post(fields: readonly (readonly [string, string])[], site = 'same-origin'): Request {
  const headers = { 'sec-fetch-site': site, 'x-guichet-peer': '203.0.113.7 40000' }
  const body = new URLSearchParams(fields.map(([name, value]) => [name, value]))
  return new Request('http://localhost:3000/x', { method: 'POST', headers, body })
}

const leadsTo = async (answer: Response | Promise<Response>) => {
  const { status, headers } = await answer
  expect(status).toBe(303)
  return headers.get('location') ?? ''
}

const ticked = [
  ['version', '0'],
  ['balances', first],
  ['transactions', first],
  ['balances', second],
  ['psuIdentity', 'yes'],
] as const

describe('the matrix', () => {
  const refused = (code: string) => `/connections/${connectionId}/consent?error=${code}`

  test('redirects to the page that shows what would change, with no IBAN in its address', async () => {
    const location = new URL(await leadsTo(send(post(ticked), context())), 'http://x')
    expect(location.pathname).toBe(`/connections/${connectionId}/consent/review`)
    expect(location.searchParams.get('boxes')).toBe('311')
    expect(location.searchParams.get('version')).toBe('0')
    expect(location.href).not.toMatch(/FR76/)
    expect(await db().consent.count({ where: { userId: signedIn.session?.userId ?? '' } })).toBe(0)
  })

  test('sends nothing that was not shown: another hash, an older version', async () => {
    const location = new URL(await leadsTo(send(post(ticked), context())), 'http://x')
    const hash = location.searchParams.get('hash') ?? ''
    const more = [...ticked, ['owners', first], ['hash', hash]] as const
    expect(await leadsTo(send(post(more), context()))).toBe(refused('consent_changed_meanwhile'))
    const old = [['version', '3'], ...ticked.slice(1)] as const
    expect(await leadsTo(send(post(old), context()))).toBe(refused('consent_changed_meanwhile'))
    expect(await db().consent.count({ where: { userId: signedIn.session?.userId ?? '' } })).toBe(0)
  })

  test.each([
    ['another site', () => post(ticked, 'cross-site')],
    ['an IBAN of somebody else', () => post([...ticked, ['balances', 'DE89370400440532013000']])],
    ['no version', () => post(ticked.slice(1).concat([['version', 'x'] as never]))],
    ['no IBAN', () => post([['version', '0'], ['balances', '<b>'] as const])],
  ])('%s: refused', async (_, request) => {
    expect(await leadsTo(send(request(), context()))).toBe(refused('invalid_input'))
  })

  test('another person’s bank, and no session', async () => {
    signedIn.session = sessionOf(await aPerson())
    expect(await leadsTo(send(post(ticked), context()))).toBe(refused('not_found'))
    signedIn.session = null
    const back = encodeURIComponent(`/connections/${connectionId}/consent`)
    expect(await leadsTo(send(post(ticked), context()))).toBe(`/signin?next=${back}`)
  })
})

describe('the disconnection', () => {
  const statusNow = async () => (await db().connection.findUniqueOrThrow({ where: { id: connectionId } })).status

  test('works with its button, and nobody else’s', async () => {
    expect(await leadsTo(disconnect(post([], 'cross-site'), context()))).toMatch(/error=invalid_input$/)
    const owner = signedIn.session
    signedIn.session = sessionOf(await aPerson())
    expect(await leadsTo(disconnect(post([]), context()))).toMatch(/error=not_found$/)
    signedIn.session = null
    expect(await leadsTo(disconnect(post([]), context()))).toMatch(/^\/signin/)
    expect(await statusNow()).toBe('choosing')
    signedIn.session = owner
    expect(await leadsTo(disconnect(post([]), context()))).toBe(`/connections/${connectionId}`)
    expect(await statusNow()).toBe('disconnected')
  })
})

describe('the answer about another name', () => {
  const kept = async () => (await db().connection.findUniqueOrThrow({ where: { id: connectionId } })).holderAnswer

  test('is stored, but not from another site, of another person, or with another value', async () => {
    await db().connection.update({ where: { id: connectionId }, data: { psuName: 'Julien Mercier' } })
    const yes = [['answer', 'theirs']] as const
    const owner = signedIn.session
    expect(await leadsTo(answer(post(yes, 'cross-site'), context()))).toMatch(/error=invalid_input$/)
    expect(await leadsTo(answer(post([['answer', 'perhaps']]), context()))).toMatch(/error=invalid_input$/)
    signedIn.session = sessionOf(await aPerson())
    expect(await leadsTo(answer(post(yes), context()))).toMatch(/error=not_found$/)
    signedIn.session = null
    expect(await leadsTo(answer(post(yes), context()))).toMatch(/^\/signin/)
    expect(await kept()).toBeNull()
    signedIn.session = owner
    expect(await leadsTo(answer(post(yes), context()))).toBe(`/connections/${connectionId}`)
    expect(await kept()).toBe('theirs')
  })
})
