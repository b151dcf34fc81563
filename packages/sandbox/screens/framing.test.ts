import { afterAll, expect, test } from 'vitest'
import { createScreens } from '#sandbox/screens-server.ts'
import { authorizePath, callbackUri, openTestBank } from './test-visitor.ts'

const tour = 'http://tour.localhost:3090'
const query = new URLSearchParams({
  response_type: 'code',
  client_id: 'tpp-1',
  scope: 'aisp',
  redirect_uri: callbackUri,
})
const screen = `http://19870.sandbox.localhost${authorizePath}?${query}`
const [bank, plain] = await Promise.all([openTestBank({}, { tourOrigin: tour }), openTestBank()])
afterAll(() => Promise.all([bank.close(), plain.close()]))

/** `at` with the headers of a request, from a bank that the tour may frame unless said otherwise. */
const ask = (at: string, headers: Record<string, string>, from = bank) =>
  createScreens(from.sandbox).request(at, { headers: { host: new URL(at).host, ...headers } })

test('in the frame of the tour a screen has its script, and cookies of that frame alone', async () => {
  const begun = await ask(screen, { 'sec-fetch-dest': 'iframe' })
  expect(begun.headers.getSetCookie()).toHaveLength(2)
  for (const cookie of begun.headers.getSetCookie()) expect(cookie).toMatch(/; Secure; SameSite=None; Partitioned$/)
  const page = await ask('http://19870.sandbox.localhost/', { cookie: '__Host-tour=1' })
  const policy = page.headers.get('content-security-policy')
  expect(policy).toContain(`frame-ancestors ${tour}`)
  expect(policy).toContain(`script-src 'self' ${tour};`)
  expect(page.headers.get('x-frame-options')).toBeNull()
  expect(await page.text()).toContain(`<head><script src="${tour}/hand.js"></script>`)
})

test.each([
  ['outside of a frame', screen, { 'sec-fetch-dest': 'document' }, true],
  ['the start page', 'http://sandbox.localhost/', { 'sec-fetch-dest': 'iframe' }, true],
  ['the control desk', 'http://sandbox.localhost/desk', { 'sec-fetch-dest': 'iframe' }, true],
  ['a bank without a tour', screen, { 'sec-fetch-dest': 'iframe' }, false],
])('%s: nothing changes', async (_, at, headers, hasTour) => {
  const page = await ask(at, headers, hasTour ? bank : plain)
  expect(page.headers.get('x-frame-options')).toBe('DENY')
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(page.headers.getSetCookie().join()).not.toContain('Partitioned')
  expect(await page.text()).not.toContain('hand.js')
})

test('the start page leads to the tour where there is one', async () => {
  const at = 'http://sandbox.localhost/'
  expect(await (await ask(at, {})).text()).toContain(`href="${tour}"`)
  expect(await (await ask(at, {}, plain)).text()).not.toContain(tour)
})
