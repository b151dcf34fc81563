import { expect, test } from 'vitest'
import { setClock } from '#lib/clock.ts'
import { type Expected, secondsToNextTry, waitingPage } from './waiting-page.ts'

const address = 'http://localhost:3000/callback/19870?code=a-secret-code&state=a-state'
const arrivedAt = new Date('2026-11-28T10:00:00Z')

type Wish = { readonly to?: string; readonly language?: string; readonly cookie?: string; readonly expected?: Expected }

/** What the browser gets that many seconds after it arrived, with the cookies that it got then. */
function pageAfter(seconds: number, { to = address, language = 'en', cookie = '', expected = 'link' }: Wish = {}) {
  const ask = (url: string, cookies: string) =>
    waitingPage(
      new Request(url, { headers: { 'accept-language': language, cookie: cookies, 'x-nonce': 'n0nce' } }),
      expected,
    )
  setClock(arrivedAt)
  const [kept = ''] = ask(address, '').headers.get('set-cookie')?.split(';') ?? []
  setClock(new Date(arrivedAt.getTime() + seconds * 1_000))
  return ask(to, `${cookie}; ${kept}`)
}

const refreshOf = async (page: Response) => /http-equiv="refresh" content="(\d+)"/.exec(await page.text())?.[1] ?? null

test('503 with the time to retry, never cached, no referrer, and the code in neither page nor cookie', async () => {
  const page = pageAfter(5)
  expect(page.status).toBe(503)
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'retry-after': '3',
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
  })
  const said = (await page.text()) + page.headers.get('set-cookie')
  expect(said).toContain('<meta http-equiv="refresh" content="3">')
  expect(said).toContain('<style nonce="n0nce">')
  expect(said).not.toMatch(/a-secret-code|a-state|<script/)
})

test.each([
  [0, 3],
  [59, 3],
  [60, 15],
  [3_599, 15],
  [3_600, null],
])('after %i s the page loads again in %s s', async (waited, seconds) => {
  expect(secondsToNextTry(waited * 1_000)).toBe(seconds)
  expect(await refreshOf(pageAfter(waited))).toBe(seconds === null ? null : String(seconds))
})

test('once the code is over, the page says what can be so', async () => {
  const titleOf = async (page: Response) => /<h1>(.*)<\/h1>/.exec(await page.text())?.[1]
  expect(await titleOf(pageAfter(59))).toBe('Our service is slow to answer')
  expect(await titleOf(pageAfter(60))).toBe('We can’t tell yet whether your bank is linked')
  // Another return of the same browser begins anew, and so does one with a clock or a cookie that can't be.
  expect(await titleOf(pageAfter(60, { to: `${address}2` }))).toBe('Our service is slow to answer')
  expect(await titleOf(pageAfter(-60))).toBe('Our service is slow to answer')
})

test.each(['payment', 'link'] as const)('%s: in the language of the browser, or the one chosen', async expected => {
  const textOf = async (language: string, cookie = '') =>
    (await pageAfter(5, { language, cookie, expected }).text()).replaceAll('\u202f', ' ')
  const [french, english] = {
    payment: ['Ne payez pas une seconde fois', 'Do not pay again'],
    link: ['Ne recommencez pas', 'There is no need to start again'],
  }[expected]
  expect(await textOf('fr-CA,en;q=0.5')).toContain(french)
  expect(await textOf('en-GB')).toContain(english)
  expect(await textOf('en-GB', 'guichet_locale=fr')).toContain(french)
})
