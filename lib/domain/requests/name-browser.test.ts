import { expect, test } from 'vitest'
import { nameBrowser } from './name-browser.ts'

test.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
    'Chrome',
    'Linux',
    false,
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36 Edg/156.0',
    'Edge',
    'Windows',
    false,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 20_0 like Mac OS X) AppleWebKit/605 Version/20.0 Mobile/15E148 Safari/604.1',
    'Safari',
    'iPhone',
    true,
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 15.0; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'macOS', false],
  [
    'Mozilla/5.0 (Linux; Android 16; Pixel) AppleWebKit/537.36 Chrome/156.0 Mobile Safari/537.36',
    'Chrome',
    'Android',
    true,
  ],
  ['curl/8.0', null, null, false],
])('%s', (userAgent, browser, system, mobile) => {
  expect(nameBrowser(userAgent)).toEqual({ browser, system, mobile })
})

test('no header at all', () => {
  expect(nameBrowser(null)).toEqual({ browser: null, system: null, mobile: false })
})
