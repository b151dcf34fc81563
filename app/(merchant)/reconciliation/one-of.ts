export type Query = Record<string, string | string[] | undefined>

/** A value of a page's query; null if it is absent or repeated. */
export function oneOf(query: Query, name: string): string | null {
  const value = query[name]
  return typeof value === 'string' ? value : null
}
