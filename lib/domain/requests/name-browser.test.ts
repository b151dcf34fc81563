import { expect, test } from 'vitest'
import { rowsOf } from '#testing/rows.ts'
import { nameBrowser } from './name-browser.ts'

test.each(rowsOf<[string, string | null, string | null, boolean]>(import.meta.url, 'browsers'))(
  '%s',
  (userAgent, browser, system, mobile) => {
    expect(nameBrowser(userAgent)).toEqual({ browser, system, mobile })
  },
)

test('no header at all', () => {
  expect(nameBrowser(null)).toEqual({ browser: null, system: null, mobile: false })
})
