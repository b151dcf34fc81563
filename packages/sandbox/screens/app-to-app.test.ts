import { describe, expect, test } from 'vitest'
import {
  type AppFacts,
  chooseSurface,
  compareVersions,
  readInstalledApp,
  type Surface,
  writeInstalledApp,
} from './app-to-app.ts'

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1'
const android =
  'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36'
const tablet =
  'Mozilla/5.0 (Linux; Android 16; Pixel Tablet) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'
const desktop = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

const link = 'https://tpp.example/app/callback'
const allHold: AppFacts = {
  userAgent: iPhone,
  clientHintMobile: null,
  segments: ['retail'],
  app: { version: '6.4.0', opened: true },
  liveHost: 'bank',
  redirectUri: link,
  declaredUris: ['https://tpp.example', link],
}
const app = (version: string): Surface => ({ surface: 'app', version })
const web = (because: Extract<Surface, { surface: 'web' }>['because']): Surface => ({ surface: 'web', because })

describe('app-to-app activation (document 1)', () => {
  const cases: [string, Partial<AppFacts>, Surface][] = [
    ['every condition holds', {}, app('6.4.0')],
    ['an Android phone', { userAgent: android }, app('6.4.0')],
    ['the browser says it is mobile', { userAgent: desktop, clientHintMobile: '?1' }, app('6.4.0')],
    ['a name set by hand, the browser says it is none', { userAgent: android, clientHintMobile: '?0' }, app('6.4.0')],
    ['a computer that says so', { userAgent: desktop, clientHintMobile: '?0' }, web('on_phone')],
    ['a computer', { userAgent: desktop }, web('on_phone')],
    ['a tablet', { userAgent: tablet }, web('on_phone')],
    ['no user agent', { userAgent: null }, web('on_phone')],
    ['a professional bank', { segments: ['professional'] }, web('retail')],
    ['a bank for both', { segments: ['retail', 'professional'] }, app('6.4.0')],
    ['the generic live host', { liveHost: 'generic' }, web('bank_host')],
    ['no app', { app: null }, web('installed')],
    ['an app never opened', { app: { version: '7.1.0', opened: false } }, web('opened_once')],
    ['version 6.3.99', { app: { version: '6.3.99', opened: true } }, web('version')],
    ['version 6.10.0', { app: { version: '6.10.0', opened: true } }, app('6.10.0')],
    ['version 10.0.0', { app: { version: '10.0.0', opened: true } }, app('10.0.0')],
    ['no version at all', { app: { version: 'new', opened: true } }, web('version')],
    ['a callback under a declared origin only', { declaredUris: ['https://tpp.example'] }, web('universal_link')],
    ['a callback never declared', { declaredUris: [] }, web('universal_link')],
    ['a scheme of its own', { redirectUri: 'tpp:cb', declaredUris: ['tpp:cb'] }, web('universal_link')],
    [
      'plain HTTP',
      { redirectUri: 'http://tpp.example/', declaredUris: ['http://tpp.example/'] },
      web('universal_link'),
    ],
    [
      'plain HTTP on loopback',
      { redirectUri: 'http://localhost:3000/cb', declaredUris: ['http://localhost:3000/cb'] },
      app('6.4.0'),
    ],
  ]
  test.each(cases)('%s', (_name, change, expected) => {
    expect(chooseSurface({ ...allHold, ...change })).toEqual(expected)
  })
})

test.each([
  ['6.4.0', '6.4.0', 0],
  ['6.4.1', '6.4.0', 1],
  ['6.10.0', '6.9.9', 1],
  ['5.99.99', '6.0.0', -1],
  ['', '0.0.0', -1],
])('%s compared with %s: %i', (one, other, sign) => {
  expect(Math.sign(compareVersions(one, other))).toBe(sign)
})

test('the switch reads what it wrote, and nothing else', () => {
  for (const installed of [
    { version: '6.4.0', opened: true },
    { version: '7.1.0', opened: false },
  ])
    expect(readInstalledApp(writeInstalledApp(installed))).toEqual(installed)
  for (const text of [undefined, '', '6.4', 'none', '6.4.0 ', '<b>', '6.4.0-old'])
    expect(readInstalledApp(text)).toBeNull()
})
