import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowsOf } from '#testing/rows.ts'
import { findTargetFault } from './target.ts'

test.each([
  ...rowsOf<[string, string | null]>(import.meta.url, 'targets'),
  [`https://shop.example/${'a'.repeat(479)}`, null],
  [`https://shop.example/${'a'.repeat(480)}`, 'too_long'],
])('%s: %s', (url, fault) => {
  expect(findTargetFault(url, { loopback: false })).toBe(fault)
})

test.each([
  ['http://localhost:4242/hooks', null],
  ['http://localhost/', null],
  ['http://127.0.0.1:4242/', 'not_https'],
  ['http://shop.example/', 'not_https'],
  ['https://127.0.0.1/', 'ip_literal'],
  ['http://user@localhost:4242/', 'has_user'],
])('where this machine is allowed, %s: %s', (url, fault) => {
  expect(findTargetFault(url, { loopback: true })).toBe(fault)
})

test('no IPv4 address is taken, however it is written', () => {
  const part = fc.integer({ min: 0, max: 255 })
  fc.assert(
    fc.property(part, part, part, part, (a, b, c, d) => {
      const number = ((a * 256 + b) * 256 + c) * 256 + d
      for (const host of [
        `${a}.${b}.${c}.${d}`,
        String(number),
        `0x${number.toString(16)}`,
        `${a}.${b}.${c * 256 + d}`,
      ]) {
        expect(findTargetFault(`https://${host}/`, { loopback: true })).toBe('ip_literal')
      }
    }),
  )
})
