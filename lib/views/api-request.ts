import { typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'

/** Requests with an API key as the pages of their organisation show them. */

export const requestStatuses = ['2xx', '4xx', '5xx'] as const
export const requestMethods = ['GET', 'POST', 'PATCH', 'DELETE'] as const

/** Filters as in the address of the page; what makes no sense is left out. */
export const ApiRequestFilter = z.object({
  status: z.enum(requestStatuses).optional().catch(undefined),
  method: z.enum(requestMethods).optional().catch(undefined),
  /** A part of the path or its query. */
  path: typedSingleLine(100).optional().catch(undefined),
  before: z.uuid().optional().catch(undefined),
})
export type ApiRequestFilter = z.infer<typeof ApiRequestFilter>

export type ApiRequestLine = {
  readonly id: string
  /** ISO 8601 in UTC. */
  readonly at: string
  readonly method: string
  /** Below /api/v1, with its query. */
  readonly path: string
  readonly status: number
  readonly code: string | null
  readonly durationMs: number
  readonly requestId: string
  readonly address: string
}

/** Bodies are JSON, masked and cut; null for none. */
export type ApiRequestView = ApiRequestLine & { readonly request: string | null; readonly response: string | null }
