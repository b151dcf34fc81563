/** Every text of a table, with its path. */
export function flatten(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => flatten(inner, `${path}.${name}`))
}
