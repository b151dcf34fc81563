import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendOnly } from './fetch-json.ts'
import { readKept } from './read-kept.ts'

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })

/** What our server was asked, and answers in the end. */
let asked: PromiseWithResolvers<Response>[]

beforeEach(() => {
  asked = []
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', page)
  vi.stubGlobal('fetch', async (_url: string, { method }: RequestInit) => {
    if (method) return new Response(null, { status: 204 })
    const answer = Promise.withResolvers<Response>()
    asked.push(answer)
    return answer.promise
  })
})

afterEach(() => {
  page.visibilityState = 'visible'
  vi.unstubAllGlobals()
})

async function answer(nth: number, body: unknown, status = 200) {
  await expect.poll(() => asked.length).toBe(nth)
  asked[nth - 1]?.resolve(Response.json(body, { status }))
}

test('a page is read once, and again in a new version', async () => {
  const read = readKept('/api/versions', { version: 'one' })
  await answer(1, 'old rows')
  expect(await read).toBe('old rows')
  expect(await readKept('/api/versions', { version: 'one' })).toBe('old rows')
  const again = readKept('/api/versions', { version: 'two' })
  await answer(2, 'new rows')
  expect(await again).toBe('new rows')
})

test('a page is read again after a change', async () => {
  const read = readKept('/api/changed')
  await answer(1, 'old rows')
  await read
  await sendOnly('POST', '/api/refresh')
  const again = readKept('/api/changed')
  await answer(2, 'new rows')
  expect(await again).toBe('new rows')
})

test('a change that ends while a page is read does not fail it: it is read anew', async () => {
  const read = readKept('/api/overtaken')
  await expect.poll(() => asked.length).toBe(1)
  await sendOnly('POST', '/api/refresh')
  await answer(2, 'new rows')
  expect(await read).toBe('new rows')
})

test('a request that failed goes on when a hidden page is seen again', async () => {
  page.visibilityState = 'hidden'
  const read = readKept('/api/hidden')
  await answer(1, null, 503)
  // React Query waits a second before it looks whether the page is seen.
  const { openQueries } = await import('./client.ts')
  await expect
    .poll(() => openQueries().getQueryState(['/api/hidden', ''])?.fetchStatus, { timeout: 60_000 })
    .toBe('paused')
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  await answer(2, 'rows')
  expect(await read).toBe('rows')
})
