import { readFileSync, writeFileSync } from 'node:fs'

/** The kind of a path: a page, which is read-only, or a route, which has its own methods. */
export type PathKindOf = (path: string) => 'page' | 'route' | 'nothing'
/** The methods of a path's route; null if they are unknown. */
export type MethodsOf = (path: string) => readonly string[] | null

const routesFile = '.next/app-path-routes-manifest.json'
const methodsFile = '.next/guichet-methods.json'

/** From the manifest of `next build`: source files with their paths. */
export function readPathKinds(): PathKindOf {
  return pathKindsOf(readJson(routesFile))
}

/** From the file that `writeMethods` made of the sources. */
export function readMethods(): MethodsOf {
  return methodsOf(readJson(methodsFile))
}

/** Stores the methods of every API route with the build, which does not list them. */
export function writeMethods(): void {
  const methods = Object.entries(readJson<Readonly<Record<string, string>>>(routesFile)).flatMap(([file, path]) =>
    file.startsWith('/api/') && file.endsWith('/route') && !isFallback(path)
      ? [[path, exportedMethods(readFileSync(`app${file}.ts`, 'utf8'))]]
      : [],
  )
  writeFileSync(methodsFile, JSON.stringify(Object.fromEntries(methods)))
}

/** The methods that a route's source exports. HEAD and OPTIONS are answered for every route with GET. */
export function exportedMethods(source: string): readonly string[] {
  const exported = [...source.matchAll(/^export ([^=(\n]*)/gm)].map(([, names = '']) => names).join(' ')
  const found: string[] = exported.match(/\b(GET|POST|PUT|PATCH|DELETE)\b/g) ?? []
  return [...new Set(found.includes('GET') ? [...found, 'HEAD', 'OPTIONS'] : [...found, 'OPTIONS'])].sort()
}

/** By path, with the framework's notation: `/api/accounts/[id]`. One without parameters takes precedence. */
export function methodsOf(routes: Readonly<Record<string, readonly string[]>>): MethodsOf {
  const known = Object.entries(routes)
    .sort(([one], [other]) => one.split('[').length - other.split('[').length)
    .map(([path, methods]) => ({ pattern: patternOf(path), methods }))
  return path => known.find(({ pattern }) => pattern.test(path))?.methods ?? null
}

/** The route for all other paths, which does not count as one. */
const isFallback = (path: string) => path.startsWith('/api/[...')

function readJson<Value>(file: string): Value {
  return JSON.parse(readFileSync(file, 'utf8')) as Value
}

/** A route takes precedence over a page with the same path: `/links/[id]` may be a page and `/links/new` a route. */
export function pathKindsOf(tree: Readonly<Record<string, string>>): PathKindOf {
  const patternsOf = (kind: string) =>
    Object.entries(tree).flatMap(([file, path]) =>
      file.endsWith(`/${kind}`) && !isFallback(path) ? [patternOf(path)] : [],
    )
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
