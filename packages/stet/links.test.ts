import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPathId, pathSegment, resolveLink } from './links.ts'
import { json, scriptBank } from './testing/scripted-bank.ts'

const call = { operation: 'payments.read', requestId: 'r' }

describe('an id as a path segment', () => {
  test.each([
    '',
    '.',
    '..',
    '%2e%2e',
    '%2E.',
    '%252e%252e',
    '../accounts',
    'a/..',
    'a/./b',
    'a\\..',
    '..%2Faccounts',
    '..%5caccounts',
    ' x',
    'x ',
    'x\u0000',
    'x\n',
    '\uD800',
    'x\u202Ey',
    'x'.repeat(141),
  ])('can not be %j', id => {
    expect(isPathId(id)).toBe(false)
    expect(() => pathSegment(id, call)).toThrow(expect.objectContaining({ kind: 'request', sent: 'no' }))
  })

  test.each(['A-z 0/9?:().,', '...', 'a.b', '.a', 'a..', '8c2b3ad5-93f4-4b7c-8e8f-6c4f9f8a3b21', 'é', 'x'.repeat(140)])(
    'may be %j',
    id => expect(isPathId(id)).toBe(true),
  )

  test('an accepted id stays one segment, unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('.', '/', '%', '2', 'e', '5', '?', '#', 'x', '\\') }), id => {
        fc.pre(isPathId(id))
        const { pathname, search, hash } = new URL(`https://bank.test/a/${pathSegment(id, call)}/b`)
        expect([pathname.split('/').length, search, hash]).toEqual([4, '', ''])
        expect(decodeURIComponent(pathname.split('/')[2] ?? '')).toBe(id)
      }),
    )
  })
})

describe('a link of a bank', () => {
  const { bank } = scriptBank(() => json(200, {}))
  const answered = new URL('https://19870.bank.test:8443/stet/accounts?page=1')

  test.each([
    '/stet/accounts?page=2',
    '?page=2',
    'accounts?page=2',
    './accounts?page=2',
    '//19870.bank.test:8443/stet/accounts?page=2',
    'https://19870.bank.test:8443/stet/accounts?page=2#rest',
  ])('%s is followed from the answer that has it', href => {
    expect(resolveLink(bank, href, answered, call).href).toBe('https://19870.bank.test:8443/stet/accounts?page=2')
  })

  test.each([
    ['https://evil.test/accounts', 'a link to another host'],
    ['//evil.test/x', 'a link to another host'],
    ['https://19870.bank.test:8443@evil.test/', 'a link to another host'],
    ['https://19870.bank.test/x', 'a link to another host'],
    ['javascript:alert(1)', 'a link to another host'],
    ['https://u:p@19870.bank.test:8443/x', 'a link to another host'],
    ['http://19870.bank.test:8443/accounts', 'a link to another host'],
    ['https://me@19870.bank.test:8443/accounts', 'a link to another host'],
    ['https://:secret@19870.bank.test:8443/accounts', 'a link to another host'],
    ['https://[', 'a link that is no address'],
  ])('%s is refused before anything is sent', (href, detail) => {
    expect(() => resolveLink(bank, href, answered, call)).toThrow(
      expect.objectContaining({ kind: 'redirect_host', sent: 'no', message: expect.stringContaining(detail) }),
    )
  })
})
