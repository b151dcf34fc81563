import { readFileSync } from 'node:fs'

/** What answers a path: a page, which is read only, or a route, which has its own methods. */
export type PathKindOf = (path: string) => 'page' | 'route' | 'nothing'

/** From the manifest that `next build` writes: source files with their paths. */
export function readPathKinds(file = '.next/app-path-routes-manifest.json'): PathKindOf {
  return pathKindsOf(JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>)
}

/** Of a path that both answer, the route counts: `/links/[id]` may be a page and `/links/new` a route. */
export function pathKindsOf(tree: Readonly<Record<string, string>>): PathKindOf {
  const patternsOf = (kind: string) =>
    Object.entries(tree).flatMap(([file, path]) => (file.endsWith(`/${kind}`) ? [patternOf(path)] : []))
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
