import type { RequestListener } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { now } from '#lib/clock.ts'
import { openLocal } from '#testing/local-http.ts'
import { aheadVariable, clockPath, serveDemonstration, storedPath } from './demonstration.ts'

const application: RequestListener = (_request, response) => response.end('application')
const readStored = async (emails: readonly string[]) => emails.map(email => ({ column: email, value: 'ey…' }))
const local = openLocal(() => serveDemonstration(application, 'http://tour.localhost:3090', readStored))
afterEach(() => Reflect.deleteProperty(globalThis, 'guichetAheadMs'))

async function ask(body: string, { path = clockPath, method = 'PUT', headers = {} } = {}) {
  const { status, text } = await local(path, { method, headers, body })
  return { status, text }
}
const aheadOfReal = () => now().getTime() - Date.now()

test('the application is as far ahead as was asked, and comes back', async () => {
  const days = 180 * 86_400_000
  expect(await ask(`{"aheadMs":${days}}`)).toEqual({ status: 200, text: `{"aheadMs":${days}}` })
  expect(Math.abs(aheadOfReal() - days)).toBeLessThan(60_000)
  await ask('{"aheadMs":0}')
  expect(Math.abs(aheadOfReal())).toBeLessThan(60_000)
})

test.each([
  ['no number', '{"aheadMs":"1"}'],
  ['too far', `{"aheadMs":${801 * 86_400_000}}`],
  ['another member', '{"aheadMs":1,"days":1}'],
  ['no JSON', 'soon'],
  ['a long body', ' '.repeat(1_000)],
])('%s moves nothing and says what to send', async (_, body) => {
  const { status, text } = await ask(body)
  expect(status).toBe(400)
  expect(text).toContain('aheadMs')
  expect(Math.abs(aheadOfReal())).toBeLessThan(60_000)
})

test.each([
  ['a browser', { headers: { origin: 'http://localhost:3000' } }],
  ['a reading', { method: 'GET' }],
])('%s is refused', async (_, wish) => {
  expect((await ask('{"aheadMs":60000}', wish)).status).toBe(403)
  expect(Math.abs(aheadOfReal())).toBeLessThan(60_000)
})

test('a program reads how somebody’s tokens are kept, a browser does not', async () => {
  const wish = { method: 'GET', path: `${storedPath}?email=a%40guichet.example` }
  expect(await ask('', wish)).toEqual({
    status: 200,
    text: '{"stored":[{"column":"a@guichet.example","value":"ey…"}]}',
  })
  expect((await ask('', { ...wish, headers: { 'sec-fetch-mode': 'navigate' } })).status).toBe(403)
  expect((await ask('', { ...wish, method: 'PUT' })).status).toBe(403)
})

test('everything else is the application’s', async () => {
  expect(await ask('', { path: '/home', method: 'GET' })).toEqual({ status: 200, text: 'application' })
})

test('at its start the application is as far ahead as the bank', () => {
  process.env[aheadVariable] = '3600000'
  try {
    serveDemonstration(application, 'http://tour.localhost:3090')
    expect(Math.abs(aheadOfReal() - 3_600_000)).toBeLessThan(60_000)
  } finally {
    delete process.env[aheadVariable]
  }
})

test('without a tour there is no such address, and no other time', () => {
  process.env[aheadVariable] = '3600000'
  try {
    expect(serveDemonstration(application, null)).toBe(application)
    expect(Math.abs(aheadOfReal())).toBeLessThan(60_000)
  } finally {
    delete process.env[aheadVariable]
  }
})
