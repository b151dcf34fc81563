import type { StatementOrder } from './statements.ts'

/** What a test says to one of our processes, and what that answers. */

export type FaultOrder = {
  readonly bankCode: string
  /** Part of `GET /stet/psd2/v1.6.2/accounts?page=2`. */
  readonly match: string
  /** So many matching requests pass first (0). */
  readonly after?: number
  /** For so many requests (1). */
  readonly times?: number
  /**
   * `die_before`: killed before a byte leaves. `die_after`: killed when the bank has acted and answered. `stop_…`: the same, but
   * it stands still (SIGSTOP) until told to go on. `hang`: never an answer. `lost_…`: as in e2e/services/stack.ts. A status: an
   * answer that the bank did not give. `replace`: in the answer that it did give, the first text of each pair is the second.
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
  | { readonly does: 'call'; readonly module: string; readonly name: string; readonly args: readonly unknown[] }
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
