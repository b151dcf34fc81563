import { beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { messages } from '#components/i18n/messages.ts'
import { refusals } from '#lib/domain/refusals/failure.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { ProblemView } from '#lib/views/banking.ts'
import { answer, answerAnyone } from './answer.ts'
import { isOwnOrigin, problemOf } from './problem.ts'

const here = vi.hoisted(() => ({ session: null as object | null, faults: [] as unknown[] }))
vi.mock('#lib/session.ts', () => ({ currentSession: async () => here.session }))
vi.mock('#lib/services/operator/faults.ts', () => ({
  recordFault: (error: unknown) => {
    here.faults.push(error)
    return 'support-1'
  },
}))

const session = { userId: 'u1', sessionId: 's1', name: 'Camille', email: 'c@guichet.example', locale: 'fr' }
const context = { params: Promise.resolve({ id: 'a1' }) }
const own = { 'sec-fetch-site': 'same-origin', 'x-guichet-peer': '192.0.2.7 50000' }

function ask(method: string, headers: Record<string, string> = own, body?: string): Request {
  const sent = body === undefined ? { headers } : { headers: { 'content-type': 'application/json', ...headers }, body }
  return new Request('http://localhost:3000/api/x?q=1', { method, ...sent })
}

beforeEach(() => {
  here.session = session
  here.faults.length = 0
})

describe('answer', () => {
  test('gives the handler session, path, body and query, and answers uncached JSON', async () => {
    const route = answer(({ who: { userId }, id, query, presence }) => ({
      userId,
      id,
      q: query.get('q'),
      ip: presence().ipAddress,
    }))
    const got = await route(ask('GET'), context)
    expect(await got.json()).toEqual({ userId: 'u1', id: 'a1', q: '1', ip: '192.0.2.7' })
    expect(got.headers.get('cache-control')).toBe('private, no-store')
  })

  test('nothing to return is 204', async () => {
    expect((await answer(async () => undefined)(ask('POST'), context)).status).toBe(204)
  })

  test('C35: without a session nothing is done', async () => {
    here.session = null
    const handler = vi.fn(async () => ({}))
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const got = await answer(handler)(ask(method), context)
      expect([got.status, ProblemView.parse(await got.json()).code]).toEqual([401, 'not_signed_in'])
    }
    expect(handler).not.toHaveBeenCalled()
  })

  test('a change from another site is refused before the handler', async () => {
    const handler = vi.fn(async () => ({}))
    const strange = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example', host: 'localhost:3000' },
      { origin: 'null', host: 'localhost:3000' },
      {},
    ]
    for (const headers of strange) expect((await answer(handler)(ask('POST', headers), context)).status).toBe(422)
    expect(handler).not.toHaveBeenCalled()
  })

  test('invalid input names the member', async () => {
    const schema = z.object({ choice: z.object({ accounts: z.array(z.object({ iban: z.string() })) }) })
    const route = answer('preferences.change', schema, ({ body }) => body)
    const wrong = [
      ['{"choice":{"accounts":[{"iban":"a"},{"iban":1}]}}', 'choice.accounts.1.iban', 422],
      ['{"choice":{"accounts":[{"iban":"a","iban":"b"}]}}', 'choice.accounts.0.iban', 422],
      ['not json', 'body', 400],
      ['', 'body', 400],
      [`"${'x'.repeat(600_000)}"`, 'body', 413],
    ] as const
    for (const [text, field, status] of wrong) {
      const got = await route(ask('PUT', own, text), context)
      expect([got.status, await got.json()]).toEqual([
        status,
        expect.objectContaining({ code: 'invalid_input', field, status }),
      ])
    }
    const asText = await route(
      ask('PUT', { ...own, 'content-type': 'text/plain' }, '{"choice":{"accounts":[]}}'),
      context,
    )
    expect(asText.status).toBe(415)
    expect((await route(ask('PUT', own, '{"choice":{"accounts":[]}}'), context)).status).toBe(200)
  })

  test('a refusal becomes a problem with its members', async () => {
    const route = answer(async () => {
      throw new Refused('bank_asked_too_often', { bankCode: 'TMRQ', retryAfterSeconds: 60 })
    })
    const got = await route(ask('GET'), context)
    expect(got.headers.get('content-type')).toBe('application/problem+json')
    expect(got.headers.get('retry-after')).toBe('60')
    expect(await got.json()).toMatchObject({ status: 429, code: 'bank_asked_too_often', bankCode: 'TMRQ' })
  })

  test('C51: a bug becomes our fault with a support id, without any detail', async () => {
    const route = answer(async () => {
      throw new Error('secret detail FR7619870000000001234567890')
    })
    const got = await route(ask('GET'), context)
    const text = await got.text()
    expect([got.status, JSON.parse(text).supportId]).toEqual([500, 'support-1'])
    expect(text).not.toContain('secret')
    expect(here.faults).toHaveLength(1)
  })

  test('an unavailable database of ours is 503 with the time to retry (fault:D2)', async () => {
    const route = answer(async () => {
      throw new Error('Connection terminated unexpectedly')
    })
    const got = await route(ask('GET'), context)
    expect([got.status, got.headers.get('retry-after'), (await got.json()).code]).toEqual([503, '5', 'busy'])
    expect(here.faults).toHaveLength(1)
  })

  test('for everybody: no session is read, and Next passes no params to a route without any', async () => {
    here.session = null
    const context = { params: Promise.resolve(undefined) } as unknown
    const route = answerAnyone(async () => ({ ok: true }))
    const got = await Reflect.apply(route, null, [ask('GET'), context])
    expect(await got.json()).toEqual({ ok: true })
  })
})

const asked = new Request('https://guichet.example/', { headers: { cookie: 'guichet_locale=en' } })

test('every refusal has a status, a title and the page’s words, and matches the schema', async () => {
  for (const code of refusals) {
    const got = problemOf(new Refused(code), asked)
    const problem = ProblemView.parse(await got.json())
    expect(problem.words).toEqual(messages.en.failures.refusals[code])
    expect(problem.status).toBe(got.status)
    expect(got.status).toBeGreaterThanOrEqual(400)
    expect(problem.title).not.toBe('')
  }
})

test('isOwnOrigin prefers Sec-Fetch-Site to Origin', () => {
  expect(isOwnOrigin(ask('POST', { 'sec-fetch-site': 'same-origin', origin: 'null' }))).toBe(true)
  expect(
    isOwnOrigin(
      ask('POST', { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000', host: 'localhost:3000' }),
    ),
  ).toBe(false)
  expect(isOwnOrigin(ask('POST', { origin: 'http://localhost:3000', host: 'localhost:3000' }))).toBe(true)
  expect(isOwnOrigin(ask('POST', { origin: 'http://localhost:3001', host: 'localhost:3000' }))).toBe(false)
})

test('a refusal of several fields names all of them, the first as the field', async () => {
  const issues = [{ field: 'title' }, { field: 'amount' }]
  const { field, fields } = await problemOf(new Refused('invalid_input', { ...issues[0], issues }), asked).json()
  expect([field, fields]).toEqual(['title', ['title', 'amount']])
  const one = await problemOf(new Refused('invalid_input', { field: 'title' }), asked).json()
  expect([one.field, one.fields]).toEqual(['title', undefined])
})
