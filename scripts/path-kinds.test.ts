import { expect, test } from 'vitest'
import { pathKindsOf } from './path-kinds.ts'

const kindOf = pathKindsOf({
  '/page': '/',
  '/(merchant)/links/[id]/page': '/links/[id]',
  '/(merchant)/links/new/route': '/links/new',
  '/(merchant)/links/[id]/qr/route': '/links/[id]/qr',
  '/api/auth/[...nextauth]/route': '/api/auth/[...nextauth]',
  '/docs/[...path]/page': '/docs/[...path]',
  '/icon.svg/route': '/icon.svg',
})

test.each(['/', '/links/x', '/links/x/', '/links/%00', '/docs/a', '/docs/a/b'])('%s is a page', path => {
  expect(kindOf(path)).toBe('page')
})

test.each(['/links/new', '/links/new/', '/links/x/qr', '/api/auth/a/b', '/icon.svg'])('%s is a route', path => {
  expect(kindOf(path)).toBe('route')
})

test.each(['/links', '/links/', '/links/x/y', '/iconxsvg', '/docs/', '/api/auth', ''])('%j is nothing', path => {
  expect(kindOf(path)).toBe('nothing')
})
