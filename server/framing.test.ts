import { expect, test } from 'vitest'
import { openLocal } from '#testing/local-http.ts'
import { allowFraming, partitioned, readTourOrigin } from './framing.ts'

const tour = 'http://tour.localhost:3090'
const cookie = '__Host-session=1; Path=/; HttpOnly; Secure; SameSite=Lax'

const local = openLocal(() =>
  allowFraming((request, response) => {
    response.setHeader('x-frame-options', 'DENY')
    response.setHeader('content-security-policy', "script-src 'self' 'nonce-abc'; frame-ancestors 'none'")
    response.setHeader('set-cookie', cookie)
    response.setHeader('x-encodings', request.headers['accept-encoding'] ?? 'none')
    if (request.url === '/data') {
      response.writeHead(200, { 'content-type': 'application/json' })
      return response.end('"<head>"')
    }
    response.setHeader('content-type', 'text/html; charset=utf-8')
    const page = '<!doctype html><html><head><title>é</title></head><body>'
    response.setHeader('content-length', Buffer.byteLength(`${page}<head></body>`))
    response.write(page)
    response.end(Buffer.from('<head></body>'))
  }, tour),
)

const ask = (path: string, headers: Record<string, string>) =>
  local(path, { headers: { 'accept-encoding': 'gzip', ...headers } })

test('outside of a frame nothing changes, whatever the page', async () => {
  for (const headers of [
    {},
    { 'sec-fetch-dest': 'document' },
    { 'sec-fetch-dest': 'empty', cookie: 'x=__Host-tour=1' },
  ]) {
    const answer = await ask('/', headers)
    expect(answer.headers['x-frame-options']).toBe('DENY')
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(answer.headers['set-cookie']).toEqual([cookie])
    expect(answer.headers['x-encodings']).toBe('gzip')
    expect(answer.text).not.toContain('hand.js')
  }
})

test('in a frame the tour alone is allowed, and the page loads its script once, with its nonce', async () => {
  const { headers, text } = await ask('/', { 'sec-fetch-dest': 'iframe' })
  expect(headers['x-frame-options']).toBeUndefined()
  expect(headers['content-security-policy']).toBe(`script-src 'self' 'nonce-abc'; frame-ancestors ${tour}`)
  expect(headers['set-cookie']).toEqual([
    '__Host-session=1; Path=/; HttpOnly; Secure; SameSite=None; Partitioned',
    '__Host-tour=1; Path=/; HttpOnly; Secure; SameSite=None; Partitioned',
  ])
  expect(headers['x-encodings']).toBe('none')
  expect(text).toBe(
    `<!doctype html><html><head><script nonce="abc" src="${tour}/hand.js"></script><title>é</title></head><body><head></body>`,
  )
})

test('a page of the frame is told once its browser has kept a cookie', async () => {
  const { text } = await ask('/', { 'sec-fetch-dest': 'iframe', cookie: 'a=1; __Host-tour=1' })
  expect(text).toContain(`src="${tour}/hand.js" data-cookies></script>`)
})

test('what a framed page requests has its cookies partitioned too, and data is left as it is', async () => {
  const { headers, text } = await ask('/data', { cookie: 'a=1; __Host-tour=1' })
  expect(headers['set-cookie']?.[0]).toContain('Partitioned')
  expect(text).toBe('"<head>"')
})

test('a cookie loses no attribute but where it may go', () => {
  expect(partitioned('a=Secure; Max-Age=0; samesite=strict; Path=/')).toBe(
    'a=Secure; Max-Age=0; Path=/; Secure; SameSite=None; Partitioned',
  )
})

test('only a demonstration on this machine can be framed', () => {
  expect(readTourOrigin(undefined, 'https://guichet.example')).toBeNull()
  expect(readTourOrigin('', 'http://localhost:3000')).toBeNull()
  expect(readTourOrigin(tour, 'http://localhost:3000')).toBe(tour)
  for (const [origin, appUrl] of [
    [tour, 'https://guichet.example'],
    [tour, 'http://127.0.0.1:3000'],
    ['http://evil.example:3090', 'http://localhost:3000'],
    ['http://tour.localhost:3090/x', 'http://localhost:3000'],
    ['http://tour.localhost:3090; script-src *', 'http://localhost:3000'],
  ] as const)
    expect(() => readTourOrigin(origin, appUrl)).toThrow('TOUR_ORIGIN')
})
