import { randomUUID } from 'node:crypto'
import { countTry } from '#lib/base/rate-limit.ts'
import { now } from '#lib/clock.ts'
import { readRequestId } from '#lib/domain/requests/given-id.ts'
import { readEnv } from '#lib/env.ts'
import { currentOrigin } from '#lib/trace.ts'

/** API requests: origin, ids and rate limit per key (C46). */

/** The origin of the API. On a demonstration's machine it is the one with http: programs don't know the authority of its https. */
export function readApiOrigin(): string {
  return readEnv('LOCAL_TLS') === undefined ? readEnv('APP_URL') : `http://localhost:${readEnv('PORT')}`
}

/** The id of a request: the client's if it is well-formed, else the one in our log. */
export function requestIdOf(header: string | null): string {
  return readRequestId(header) ?? currentOrigin() ?? randomUUID()
}

export type ApiQuota = {
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
  readonly isOver: boolean
  /** Whether it is the first one over the limit in its minute. */
  readonly isFirstOver: boolean
}

/** Per key: 600 requests a minute. */
export const apiLimit = { limit: 600, windowSeconds: 60 } as const

/** Counts one request of a key and returns what is left in its minute, in one statement. */
export async function countRequest(
  keyId: string,
  { limit, windowSeconds }: { readonly limit: number; readonly windowSeconds: number } = apiLimit,
): Promise<ApiQuota> {
  const { count, windowStart } = await countTry(`api:${keyId}`, windowSeconds)
  const resetMs = windowStart.getTime() + windowSeconds * 1000 - now().getTime()
  return {
    limit,
    remaining: Math.max(0, limit - count),
    resetSeconds: Math.max(1, Math.ceil(resetMs / 1000)),
    isOver: count > limit,
    isFirstOver: count === limit + 1,
  }
}
