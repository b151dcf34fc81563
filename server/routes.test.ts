import { expect, test } from 'vitest'
import { exportedMethods, methodsOf, pathKindsOf, routeOf } from './routes.ts'

const kindOf = pathKindsOf(
  [
    'app/(site)/page.tsx',
    'app/(merchant)/links/[id]/page.tsx',
    'app/(merchant)/links/new/route.ts',
    'app/(merchant)/links/[id]/qr/route.ts',
    'app/api/auth/[...nextauth]/route.ts',
    'app\\docs\\[...path]\\page.tsx',
    'app/llms.txt/route.ts',
  ].map(file => routeOf(file, '')),
)

test.each(['/', '/links/x', '/links/x/', '/links/%00', '/docs/a', '/docs/a/b'])('%s is a page', path => {
  expect(kindOf(path)).toBe('page')
})

test.each(['/links/new', '/links/new/', '/links/x/qr', '/api/auth/a/b', '/llms.txt'])('%s is a route', path => {
  expect(kindOf(path)).toBe('route')
})

test.each(['/links', '/links/', '/links/x/y', '/llmsxtxt', '/docs/', '/api/auth', ''])('%j is unknown', path => {
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
  const methods = methodsOf([
    { path: '/api/links/[id]', methods: ['GET'] },
    { path: '/api/links/new', methods: ['POST'] },
  ])
  expect([methods('/api/links/new'), methods('/api/links/7'), methods('/api/links')]).toEqual([['POST'], ['GET'], null])
})
