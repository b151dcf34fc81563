import { afterEach, describe, expect, test, vi } from 'vitest'
import { RequestProblem, readJson, sendJson, sendOnly } from './fetch-json.ts'

function answerWith(response: Response | Error) {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => {
    if (response instanceof Error) throw response
    return response
  })
  vi.stubGlobal('fetch', fetched)
  return fetched
}

afterEach(() => vi.unstubAllGlobals())

describe('reading our own routes', () => {
  test('an answer is returned as it is', async () => {
    answerWith(Response.json({ name: 'Littoral' }))
    expect(await readJson('/api/thing')).toEqual({ name: 'Littoral' })
  })

  test('an answer that is no JSON is reported as our fault', async () => {
    answerWith(new Response('<html>'))
    await expect(readJson('/api/thing')).rejects.toMatchObject({ status: 200, code: 'our_fault' })
  })

  test('a problem without words for it is reported as our fault', async () => {
    answerWith(Response.json({ type: 'about:blank', title: 'New', status: 409, code: 'new' }, { status: 409 }))
    await expect(readJson('/api/thing')).rejects.toMatchObject({ status: 409, code: 'our_fault' })
  })

  test('a problem keeps its code and support id', async () => {
    const problem = {
      type: 'about:blank',
      title: 'Busy',
      status: 409,
      code: 'busy',
      supportId: 'abc',
      words: { title: 'Busy' },
    }
    answerWith(Response.json(problem, { status: 409 }))
    const failure = await readJson('/api/thing').catch(error => error)
    expect(failure).toBeInstanceOf(RequestProblem)
    expect(failure).toMatchObject({ status: 409, code: 'busy', problem: { supportId: 'abc' } })
  })

  test('a refusal without a body still has its status', async () => {
    answerWith(new Response('<html>', { status: 401 }))
    await expect(readJson('/api/thing')).rejects.toMatchObject({ status: 401, code: 'not_signed_in' })
  })

  test('no answer at all has status 0', async () => {
    answerWith(new TypeError('network'))
    await expect(readJson('/api/thing')).rejects.toMatchObject({ status: 0 })
  })
})

describe('sending', () => {
  test('a body goes as JSON', async () => {
    const fetched = answerWith(Response.json({ name: 'x' }))
    await sendJson('PUT', '/api/thing', { a: 1 })
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({ method: 'PUT', body: '{"a":1}' })
  })

  test('an empty answer is accepted if no content is expected', async () => {
    const fetched = answerWith(new Response(null, { status: 204 }))
    await sendOnly('DELETE', '/api/thing')
    expect(fetched.mock.calls[0]?.[1]).not.toHaveProperty('body')
  })
})
