import { readFileSync } from 'node:fs'

/** What answers a path: a page, which is only read, or a route, which says itself what it takes. */
export type PlaceOf = (path: string) => 'page' | 'route' | 'nothing'

/** By what `next build` wrote down of the tree: files with the paths that they answer. */
export function readPlaces(file = '.next/app-path-routes-manifest.json'): PlaceOf {
  return placesOf(JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>)
}

/** Of a path that both answer, the route counts: `/links/[id]` may be a page and `/links/new` a route. */
export function placesOf(tree: Readonly<Record<string, string>>): PlaceOf {
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
