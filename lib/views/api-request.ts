import { typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'

export const requestStatuses = ['2xx', '4xx', '5xx'] as const
export const requestMethods = ['GET', 'POST', 'PATCH', 'DELETE'] as const

/** What makes no sense is left out. */
export const ApiRequestFilter = z.object({
  status: z.enum(requestStatuses).optional().catch(undefined),
  method: z.enum(requestMethods).optional().catch(undefined),
  path: typedSingleLine(100).optional().catch(undefined),
  before: z.uuid().optional().catch(undefined),
})
export type ApiRequestFilter = z.infer<typeof ApiRequestFilter>

export type ApiRequestLine = {
  readonly id: string
  /** ISO 8601, UTC. */
  readonly at: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly code: string | null
  readonly durationMs: number
  readonly requestId: string
  readonly address: string
}

/** JSON, masked and cut. */
export type ApiRequestView = ApiRequestLine & { readonly request: string | null; readonly response: string | null }
