export type Query = Record<string, string | string[] | undefined>

/** A member of a page's query; null when it is absent, or there more than once. */
export function oneOf(query: Query, name: string): string | null {
  const value = query[name]
  return typeof value === 'string' ? value : null
}
