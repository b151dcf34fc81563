import type { Presence } from '#stet/terms/presence.ts'
import type { ByteBudget } from './byte-budget.ts'

/** The circumstances of a call. */
export type CallContext = {
  /** The person's live request to us, or null for an unattended call. PSU-* headers come from nothing else (C19). */
  readonly presence: Presence | null
  /** X-Request-ID of the call's first request; a new UUIDv4 if absent, and for every further page (C17). */
  readonly requestId?: string
  readonly signal?: AbortSignal
  /** Sent even if the bank is left alone for a while: without it, what a person has just authorised would be lost. */
  readonly passesBreaker?: boolean
  /** The shared memory budget of a refresh; without it each call is limited by itself. */
  readonly budget?: ByteBudget
  /** Called after this call, in addition to the bank's `onCall`. */
  readonly onCall?: (call: CallRecord) => void
  /** Awaited before each page's request is sent, to count a quota. A throw stops the call. */
  readonly beforeSend?: (call: PlannedCall) => void | Promise<void>
}

/** A call about to be made. `path` is as in CallRecord. */
export type PlannedCall = Pick<CallRecord, 'operation' | 'method' | 'path' | 'attended' | 'requestId'>

/** One call, for an access log; contains no secrets. */
export type CallRecord = {
  /** `accounts.list`, `transactions.read`, `oauth.refresh` … */
  readonly operation: string
  readonly method: string
  /** Path with its query; of OAuth endpoints only the path. */
  readonly path: string
  readonly attended: boolean
  /** HTTP status, null when no answer came. */
  readonly status: number | null
  /** The bank's code, or the failure on our side (`timeout`, `transport`, …). Null on success. */
  readonly code: string | null
  readonly durationMs: number
  readonly requestId: string
  readonly at: Date
  /**
   * How far the bank's clock is ahead of ours by its `Date` header, to the second and at most a day; null without one
   * (fault:D3).
   */
  readonly bankAheadSeconds: number | null
}
