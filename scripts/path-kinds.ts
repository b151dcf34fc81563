import { readFileSync, writeFileSync } from 'node:fs'

/** What answers a path: a page, which is read only, or a route, which has its own methods. */
export type PathKindOf = (path: string) => 'page' | 'route' | 'nothing'
/** The methods of the route of a path; null where they are not known. */
export type MethodsOf = (path: string) => readonly string[] | null

const routesFile = '.next/app-path-routes-manifest.json'
const methodsFile = '.next/guichet-methods.json'

/** From the manifest that `next build` writes: source files with their paths. */
export function readPathKinds(): PathKindOf {
  return pathKindsOf(readJson(routesFile))
}

/** From what `writeMethods` kept of the sources. */
export function readMethods(): MethodsOf {
  return methodsOf(readJson(methodsFile))
}

/** Keeps the methods of every route of the API beside the build, which has no other list of them. */
export function writeMethods(): void {
  const methods = Object.entries(readJson<Readonly<Record<string, string>>>(routesFile)).flatMap(([file, path]) =>
    file.startsWith('/api/') && file.endsWith('/route') && !isFallback(path)
      ? [[path, exportedMethods(readFileSync(`app${file}.ts`, 'utf8'))]]
      : [],
  )
  writeFileSync(methodsFile, JSON.stringify(Object.fromEntries(methods)))
}

/** The methods that the source of a route exports. HEAD and OPTIONS are answered for every route that has GET. */
export function exportedMethods(source: string): readonly string[] {
  const exported = [...source.matchAll(/^export ([^=(\n]*)/gm)].map(([, names = '']) => names).join(' ')
  const found: string[] = exported.match(/\b(GET|POST|PUT|PATCH|DELETE)\b/g) ?? []
  return [...new Set(found.includes('GET') ? [...found, 'HEAD', 'OPTIONS'] : [...found, 'OPTIONS'])].sort()
}

/** By path, of paths as the framework writes them: `/api/accounts/[id]`. One without parts in brackets counts before others. */
export function methodsOf(routes: Readonly<Record<string, readonly string[]>>): MethodsOf {
  const known = Object.entries(routes)
    .sort(([one], [other]) => one.split('[').length - other.split('[').length)
    .map(([path, methods]) => ({ pattern: patternOf(path), methods }))
  return path => known.find(({ pattern }) => pattern.test(path))?.methods ?? null
}

/** Answers whatever nothing else does: no route of its own. */
const isFallback = (path: string) => path.startsWith('/api/[...')

function readJson<Value>(file: string): Value {
  return JSON.parse(readFileSync(file, 'utf8')) as Value
}

/** Of a path that both answer, the route counts: `/links/[id]` may be a page and `/links/new` a route. */
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
  // The framework sends whoever writes a slash at the end to the path without it.
  return new RegExp(`^${parts.join('/')}/*$`)
}
