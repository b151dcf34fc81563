import { globSync, readFileSync, writeFileSync } from 'node:fs'

/** The kind of a path: a page, which is read-only, or a route, which has its own methods. */
export type PathKindOf = (path: string) => 'page' | 'route' | 'nothing'
/** The methods of a path's route; null if they are unknown. */
export type MethodsOf = (path: string) => readonly string[] | null

/** A file of `app/`: its path with the framework's notation, and what it exports. */
type Route = { readonly path: string; readonly kind: 'page' | 'route'; readonly methods: readonly string[] }

const routesFile = '.next/guichet-routes.json'

/** Stores the pages and routes with the build, which runs without its sources. */
export function writeRoutes(): void {
  const routes = globSync('app/**/{page.tsx,route.ts}').map(file => routeOf(file, readFileSync(file, 'utf8')))
  writeFileSync(routesFile, JSON.stringify(routes.filter(({ path }) => !isFallback(path))))
}

/** What `writeRoutes` stored. */
export function readRoutes(): { readonly kindOf: PathKindOf; readonly methodsOf: MethodsOf } {
  const routes: readonly Route[] = JSON.parse(readFileSync(routesFile, 'utf8'))
  return { kindOf: pathKindsOf(routes), methodsOf: methodsOf(routes.filter(({ path }) => path.startsWith('/api/'))) }
}

/** Of a file's name and source: `app/(user)/accounts/[id]/page.tsx` is the page `/accounts/[id]`. */
export function routeOf(file: string, source: string): Route {
  const parts = file.split(/[\\/]/).slice(1)
  const kind = parts.pop() === 'page.tsx' ? 'page' : 'route'
  const path = `/${parts.filter(part => !part.startsWith('(')).join('/')}`
  return { path, kind, methods: exportedMethods(source) }
}

/** The methods that a route's source exports. HEAD and OPTIONS are answered for every route with GET. */
export function exportedMethods(source: string): readonly string[] {
  const exported = [...source.matchAll(/^export ([^=(\n]*)/gm)].map(([, names = '']) => names).join(' ')
  const found: string[] = exported.match(/\b(GET|POST|PUT|PATCH|DELETE)\b/g) ?? []
  return [...new Set(found.includes('GET') ? [...found, 'HEAD', 'OPTIONS'] : [...found, 'OPTIONS'])].sort()
}

/** One without parameters takes precedence. */
export function methodsOf(routes: readonly Pick<Route, 'path' | 'methods'>[]): MethodsOf {
  const known = routes
    .toSorted((one, other) => one.path.split('[').length - other.path.split('[').length)
    .map(({ path, methods }) => ({ pattern: patternOf(path), methods }))
  return path => known.find(({ pattern }) => pattern.test(path))?.methods ?? null
}

/** The route for all other paths, which does not count as one. */
const isFallback = (path: string) => path.startsWith('/api/[...')

/** A route takes precedence over a page with the same path: `/links/[id]` may be a page and `/links/new` a route. */
export function pathKindsOf(tree: readonly Pick<Route, 'path' | 'kind'>[]): PathKindOf {
  const patternsOf = (wanted: Route['kind']) =>
    tree.flatMap(({ path, kind }) => (kind === wanted ? [patternOf(path)] : []))
  const [pages, routes] = [patternsOf('page'), patternsOf('route')]
  const isOf = (patterns: readonly RegExp[], path: string) => patterns.some(pattern => pattern.test(path))
  return path => (isOf(routes, path) ? 'route' : isOf(pages, path) ? 'page' : 'nothing')
}

function patternOf(path: string): RegExp {
  const parts = path.split('/').map(part => {
    if (part.startsWith('[...')) return '.+'
    return part.startsWith('[') ? '[^/]+' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  })
  // The framework redirects a path with a trailing slash to the one without it.
  return new RegExp(`^${parts.join('/')}/*$`)
}
