import { hashOf } from '#lib/base/secrets.ts'

/** Short enough that a cookie holds those of a page, by which a refused form knows its boxes again. */
export function markOf(id: string): string {
  return hashOf(id).slice(0, 12)
}
