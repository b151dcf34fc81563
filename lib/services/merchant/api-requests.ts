import { randomUUID } from 'node:crypto'
import { countTry } from '#lib/base/rate-limit.ts'
import { now } from '#lib/clock.ts'
import { readRequestId } from '#lib/domain/requests/given-id.ts'
import { readEnv } from '#lib/env.ts'
import { currentOrigin } from '#lib/trace.ts'

/** C46. */

/** In a demonstration http: programs don't know its authority. */
export function readApiOrigin(): string {
  return readEnv('LOCAL_TLS') === undefined ? readEnv('APP_URL') : `http://localhost:${readEnv('PORT')}`
}

/** Where webhooks come from; empty: from no address that we tell. */
export function readWebhookSenders(): readonly string[] {
  return readEnv('WEBHOOK_SENDERS')?.split(' ') ?? []
}

/** The client's if well-formed. */
export function requestIdOf(header: string | null): string {
  return readRequestId(header) ?? currentOrigin() ?? randomUUID()
}

export type ApiQuota = {
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
  readonly isOver: boolean
  /** In its minute. */
  readonly isFirstOver: boolean
}

/** Per key. */
export const apiLimit = { limit: 600, windowSeconds: 60 } as const

/** Returns what is left in the minute. */
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
