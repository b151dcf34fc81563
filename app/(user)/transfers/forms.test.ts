import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { db } from '#lib/db.ts'
import type { CurrentSession } from '#lib/session.ts'
import { aBank } from '#testing/bank/of-directory.ts'
import { aPerson, sessionOf } from '#testing/people/a-person.ts'
import { POST as again } from './[orderId]/again/route.ts'
import { POST as cancel } from './[orderId]/cancel/start/route.ts'
import { POST as withdraw } from './[orderId]/withdraw/route.ts'
import { POST as start } from './new/[draftId]/start/route.ts'
import { POST as save } from './new/save/route.ts'

/** The plain forms of transfers, posted without scripts. */

const signedIn = vi.hoisted((): { session: CurrentSession | null } => ({ session: null }))
vi.mock(import('#lib/session.ts'), async importOriginal => ({
  ...(await importOriginal()),
  currentSession: async () => signedIn.session,
}))

beforeAll(() => aBank({ supports: ['payments'] }))
beforeEach(async () => {
  signedIn.session = sessionOf(await aPerson())
})

const sound = {
  bankCode: '19870',
  to: 'new',
  name: 'Garage Lenoir',
  iban: 'DE89 3704 0044 0532 0130 00',
  bic: '',
  count: '1',
  'amount.0': '12,34',
  'remittance.0': 'Facture 7',
  when: 'today',
  locale: 'fr',
  action: 'continue',
}

function post(fields: Record<string, string>, site = 'same-origin'): Request {
  const headers = { 'sec-fetch-site': site, 'x-guichet-peer': '203.0.113.7 40000' }
  return new Request('http://localhost:3000/x', { method: 'POST', headers, body: new URLSearchParams(fields) })
}

const leadsTo = async (answer: Response | Promise<Response>) => {
  const { status, headers } = await answer
  expect(status).toBe(303)
  return headers.get('location') ?? ''
}
const draftOf = (location: string) => /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(location)?.[0] ?? ''
const typedOf = async (location: string) =>
  (await db().transferDraft.findUniqueOrThrow({ where: { id: draftOf(location) } })).typed

describe('the form', () => {
  test('valid: redirects to the summary, without any of it in the address', async () => {
    const location = await leadsTo(save(post(sound)))
    expect(location).toMatch(/^\/transfers\/new\/[0-9a-f-]{36}$/)
    expect(await typedOf(location)).toMatchObject({ name: 'Garage Lenoir', payments: [{ amount: '12,34' }] })
  })

  test('with errors: redirects to the form, which keeps the input', async () => {
    const location = await leadsTo(save(post({ ...sound, 'amount.0': '1.234' })))
    expect(location).toMatch(/^\/transfers\/new\?draft=[0-9a-f-]{36}&check=1$/)
    expect(await typedOf(location)).toMatchObject({ payments: [{ amount: '1.234' }] })
  })

  test('one payment added, then the first removed: the same draft', async () => {
    const added = await leadsTo(save(post({ ...sound, action: 'add' })))
    expect(await typedOf(added)).toMatchObject({ payments: [{ amount: '12,34' }, { amount: '', remittance: '' }] })
    const two = {
      ...sound,
      draft: draftOf(added),
      count: '2',
      'amount.1': '5',
      'remittance.1': 'B',
      action: 'remove.0',
    }
    const removed = await leadsTo(save(post(two)))
    expect(draftOf(removed)).toBe(draftOf(added))
    expect(await typedOf(removed)).toMatchObject({ payments: [{ amount: '5', remittance: 'B' }] })
  })

  test.each([
    ['another site', post(sound, 'cross-site')],
    ['no such time', post({ ...sound, when: 'never' })],
    ['no language', post({ ...sound, locale: 'xx' })],
  ])('%s: refused, nothing kept', async (_, request) => {
    expect(await leadsTo(save(request))).toBe('/transfers/new?error=invalid_input')
    expect(await db().transferDraft.count({ where: { userId: signedIn.session?.userId ?? '' } })).toBe(0)
  })

  test('another person’s draft can’t be changed', async () => {
    const draft = draftOf(await leadsTo(save(post(sound))))
    signedIn.session = sessionOf(await aPerson())
    expect(await leadsTo(save(post({ ...sound, draft, name: 'Thief' })))).toBe('/transfers/new?error=not_found')
    expect(await typedOf(draft)).toMatchObject({ name: 'Garage Lenoir' })
  })
})

describe('starting at the bank', () => {
  const to = (draftId: string, request = post({})) => start(request, { params: Promise.resolve({ draftId }) })

  test('a new payee and an old password: the password first, and the form is kept until then', async () => {
    signedIn.session = { ...sessionOf(await aPerson()), authenticatedAt: new Date(Date.now() - 6 * 60_000) }
    const summary = await leadsTo(save(post(sound)))
    expect(await leadsTo(to(draftOf(summary)))).toBe(`/settings/confirm?next=${encodeURIComponent(summary)}&held=1`)
    expect(await db().paymentOrder.count({ where: { ownerId: signedIn.session.userId } })).toBe(0)
  })

  test('signed out meanwhile: through the sign-in', async () => {
    const summary = await leadsTo(save(post(sound)))
    signedIn.session = null
    expect(await leadsTo(to(draftOf(summary)))).toBe(`/signin?next=${encodeURIComponent(summary)}`)
  })

  test('another site’s form, another person’s draft, no draft', async () => {
    const draftId = draftOf(await leadsTo(save(post(sound))))
    const refused = (id: string, code: string) => `/transfers/new/${id}?error=${code}`
    expect(await leadsTo(to(draftId, post({}, 'cross-site')))).toBe(refused(draftId, 'invalid_input'))
    expect(await leadsTo(to('x'))).toBe(refused('x', 'not_found'))
    signedIn.session = sessionOf(await aPerson())
    expect(await leadsTo(to(draftId))).toBe(refused(draftId, 'not_found'))
    expect(await db().paymentOrder.count({ where: { ownerId: signedIn.session.userId } })).toBe(0)
  })
})

test.each([
  ['again', again, ''],
  ['withdraw', withdraw, ''],
  ['cancel', cancel, '/cancel'],
])(
  '%s: refused for what is not one’s own and from another site, through the sign-in for nobody',
  async (_, act, on) => {
    const orderId = randomUUID()
    const page = `/transfers/${orderId}${on}`
    const context = () => ({ params: Promise.resolve({ orderId }) })
    const fields = { reason: 'DS02', what: 'whole' }
    expect(await leadsTo(act(post(fields), context()))).toBe(`${page}?error=not_found`)
    expect(await leadsTo(act(post(fields, 'cross-site'), context()))).toBe(`${page}?error=invalid_input`)
    signedIn.session = null
    expect(await leadsTo(act(post(fields), context()))).toBe(`/signin?next=${encodeURIComponent(page)}`)
  },
)
