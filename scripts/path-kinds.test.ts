import { expect, test } from 'vitest'
import { exportedMethods, methodsOf, pathKindsOf } from './path-kinds.ts'

const kindOf = pathKindsOf({
  '/page': '/',
  '/(merchant)/links/[id]/page': '/links/[id]',
  '/(merchant)/links/new/route': '/links/new',
  '/(merchant)/links/[id]/qr/route': '/links/[id]/qr',
  '/api/auth/[...nextauth]/route': '/api/auth/[...nextauth]',
  '/docs/[...path]/page': '/docs/[...path]',
  '/icon.svg/route': '/icon.svg',
  '/api/[...path]/route': '/api/[...path]',
})

test.each(['/', '/links/x', '/links/x/', '/links/%00', '/docs/a', '/docs/a/b'])('%s is a page', path => {
  expect(kindOf(path)).toBe('page')
})

test.each(['/links/new', '/links/new/', '/links/x/qr', '/api/auth/a/b', '/icon.svg'])('%s is a route', path => {
  expect(kindOf(path)).toBe('route')
})

test.each(['/links', '/links/', '/links/x/y', '/iconxsvg', '/docs/', '/api/auth', ''])('%j is unknown', path => {
  expect(kindOf(path)).toBe('nothing')
})

test.each([
  ['export const GET = answer(() => 1)\nexport const POST = POSTED', ['GET', 'HEAD', 'OPTIONS', 'POST']],
  ['export async function GET() {}', ['GET', 'HEAD', 'OPTIONS']],
  ['export const { GET, POST } = handlers', ['GET', 'HEAD', 'OPTIONS', 'POST']],
  ["export { GET } from './other.ts'", ['GET', 'HEAD', 'OPTIONS']],
  ['export const DELETE = remove\nconst GET = 1', ['DELETE', 'OPTIONS']],
])('the methods of %j', (source, methods) => {
  expect(exportedMethods(source)).toEqual(methods)
})

test('a path without parameters takes precedence over one with', () => {
  const methods = methodsOf({ '/api/links/[id]': ['GET'], '/api/links/new': ['POST'] })
  expect([methods('/api/links/new'), methods('/api/links/7'), methods('/api/links')]).toEqual([['POST'], ['GET'], null])
})
