import type { Presence } from '#stet/terms/presence.ts'
import type { ByteBudget } from './byte-budget.ts'

export type CallContext = {
  /** The person's live request, or null: PSU-* headers come from nothing else (C19). */
  readonly presence: Presence | null
  /** X-Request-ID of the first page; a new UUIDv4 if absent, and for further pages (C17). */
  readonly requestId?: string
  readonly signal?: AbortSignal
  /** Also sent while the bank is paused, so that a fresh authorisation isn't lost. */
  readonly passesBreaker?: boolean
  /** Shared by the calls of a refresh. */
  readonly budget?: ByteBudget
  /** In addition to the bank's `onCall`. */
  readonly onCall?: (call: CallRecord) => void
  /** Awaited before each page, to count a quota; a throw stops the call. */
  readonly beforeSend?: (call: PlannedCall) => void | Promise<void>
}

export type PlannedCall = Pick<CallRecord, 'operation' | 'method' | 'path' | 'attended' | 'requestId'>

/** For an access log; no secrets. */
export type CallRecord = {
  /** `accounts.list`, `transactions.read`, `oauth.refresh` … */
  readonly operation: string
  readonly method: string
  /** With the query, except of OAuth endpoints. */
  readonly path: string
  readonly attended: boolean
  /** Null without an answer. */
  readonly status: number | null
  /** The bank's code, or our failure (`timeout`, `transport`, …); null on success. */
  readonly code: string | null
  readonly durationMs: number
  readonly requestId: string
  readonly at: Date
  /** By its `Date` header, at most a day; null without (fault:D3). */
  readonly bankAheadSeconds: number | null
}

/** How a call is named in errors and logs. */
export type CallName = Pick<CallRecord, 'operation' | 'requestId'>
