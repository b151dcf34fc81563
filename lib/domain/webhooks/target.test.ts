import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findTargetFault } from './target.ts'

test.each([
  ['https://shop.example/hooks', null],
  ['https://shop.example:443/hooks', null],
  ['https://shop.example:8443/hooks?a=b', null],
  ['https://SHOP.example', null],
  ['https://xn--caf-dma.example/', null],
  ['http://shop.example/hooks', 'not_https'],
  ['HTTP://shop.example/hooks', 'not_https'],
  ['ftp://shop.example/', 'not_an_address'],
  ['javascript:alert(1)', 'not_an_address'],
  ['file:///etc/passwd', 'not_an_address'],
  ['//shop.example', 'not_an_address'],
  ['https:shop.example', 'not_an_address'],
  ['https://', 'not_an_address'],
  ['https://shop.example\\@10.0.0.1/', 'not_an_address'],
  [' https://shop.example/', 'not_an_address'],
  ['https://shop.example/ x', 'not_an_address'],
  ['https://user@shop.example/', 'has_user'],
  ['https://user:pw@shop.example/', 'has_user'],
  ['https://@shop.example/', 'has_user'],
  ['https://shop.example/#x', 'has_fragment'],
  ['https://shop.example:80/', 'port_not_allowed'],
  ['https://shop.example:22/', 'port_not_allowed'],
  ['https://shop.example:5432/', 'port_not_allowed'],
  ['https://127.0.0.1/', 'ip_literal'],
  ['https://127.1/', 'ip_literal'],
  ['https://0x7f000001/', 'ip_literal'],
  ['https://2130706433/', 'ip_literal'],
  ['https://0177.0.0.1/', 'ip_literal'],
  ['https://8.8.8.8/', 'ip_literal'],
  ['https://８.８.８.８/', 'ip_literal'],
  ['https://[::1]/', 'ip_literal'],
  ['https://[::ffff:10.0.0.1]/', 'ip_literal'],
  ['https://localhost/', 'local_name'],
  ['https://localhost./', 'local_name'],
  ['https://LOCALHOST/', 'local_name'],
  ['https://app.localhost/', 'local_name'],
  ['https://metadata.google.internal/', 'local_name'],
  ['https://printer.local/', 'local_name'],
  ['https://intranet/', 'local_name'],
  ['https://:pw@shop.example/', 'has_user'],
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
