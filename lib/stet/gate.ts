import type { BankError } from './errors.ts'
import type { PlannedCall } from './send.ts'

/**
 * What stands between us and one bank: whoever wants to call it asks here first, and says how it went. What decides (the
 * breaker, the places of the bulkhead) lives with whoever made the bank.
 */
export type Gate = {
  /** Resolves when the call may go. Throws `BankError` of kind `paused` or `crowded`, sent `no`; or the signal's reason. */
  readonly enter: (call: PlannedCall, signal: AbortSignal | null) => Promise<Pass>
}

/** A slot for one call, to be released once. `not_sent`: something of ours stopped the call. */
export type Pass = { readonly leave: (end: 'answered' | 'not_sent' | BankError) => Promise<void> }

const pass: Pass = { leave: async () => {} }

/** The gate that stands open for everybody. */
export const openGate: Gate = { enter: async () => pass }
