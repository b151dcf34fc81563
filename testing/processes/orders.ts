import type { ModuleName } from './modules.ts'
import type { StatementOrder } from './statements.ts'

/** Messages between a test and our processes. */

export type FaultOrder = {
  readonly bankCode: string
  /** Part of the request line, as in `GET /stet/psd2/v1.6.2/accounts?page=2`. */
  readonly match: string
  /** How many matching requests pass first; by default 0. */
  readonly after?: number
  /** How many requests it applies to; by default 1. */
  readonly times?: number
  /**
   * `die_before`: killed before sending. `die_after`: killed when the bank has processed and answered. `stop_…`: the same, but
   * paused (SIGSTOP) until resumed. `hang`: never answered. `lost_…`: as in testing/stack/start.ts. A status: an answer that the
   * bank did not give. `replace`: replaces texts in the bank's answer, given as pairs.
   */
  readonly act:
    | 'die_before'
    | 'die_after'
    | 'stop_before'
    | 'stop_after'
    | 'hang'
    | 'lost_before'
    | 'lost_after'
    | { readonly status: number; readonly body?: unknown }
    | { readonly replace: readonly (readonly [string, string])[] }
}

export type Order = { readonly id: string } & (
  | { readonly does: 'call'; readonly module: ModuleName; readonly name: string; readonly args: readonly unknown[] }
  | { readonly does: 'clock'; readonly at: Date | null; readonly running: boolean }
  | { readonly does: 'jobs' | 'heal' | 'sent' | 'statements' | 'peak' }
  | { readonly does: 'watch'; readonly bankCode: string; readonly withBreaker: boolean }
  | { readonly does: 'statement'; readonly statement: StatementOrder }
  | { readonly does: 'fault'; readonly fault: FaultOrder }
)

export type Reply = {
  readonly id: string
  readonly value?: unknown
  readonly error?: { readonly message: string; readonly code: string | null }
}
