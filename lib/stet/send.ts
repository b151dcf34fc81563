import type { z } from 'zod'
import type { Presence } from '#lib/domain/presence.ts'
import type { Bank } from './bank.ts'
import { digestBody } from './digest.ts'
import { BankError, readErrorWords } from './errors.ts'
import { parseJson } from './json.ts'
import { psuHeaders } from './psu-headers.ts'
import { signRequest } from './sign.ts'
import { checkToken, type Token, type TokenKind } from './token.ts'
import { TransportFailure, type WireAnswer, type WireRequest } from './transport.ts'

/** What a call is made in. */
export type CallContext = {
  /** The person's live request to us, or null for an automatic call. The PSU-* headers come from nothing else (C19). */
  readonly presence: Presence | null
  /** X-Request-ID of the first request of this call; a fresh UUIDv4 when absent, and for every further page (C17). */
  readonly requestId?: string
  readonly signal?: AbortSignal
  /** Told of this call, besides the bank's own `onCall`. */
  readonly onCall?: (call: CallRecord) => void
  /** Awaited before the bytes leave, once per page: the moment to count a quota. A throw stops the call. */
  readonly beforeSend?: (call: PlannedCall) => void | Promise<void>
}

/** A call about to be made. `path` is as in CallRecord. */
export type PlannedCall = Pick<CallRecord, 'operation' | 'method' | 'path' | 'attended' | 'requestId'>

/** One call, for an access log: nothing in it is secret. */
export type CallRecord = {
  /** `accounts.list`, `transactions.read`, `oauth.refresh` … */
  readonly operation: string
  readonly method: string
  /** Path with its query; of the OAuth endpoints the path alone. */
  readonly path: string
  readonly attended: boolean
  /** HTTP status, null when no answer came. */
  readonly status: number | null
  /** The bank's code, or what failed on our side of the wire (`timeout`, `transport`, …). Null on success. */
  readonly code: string | null
  readonly durationMs: number
  readonly requestId: string
  readonly at: Date
}
