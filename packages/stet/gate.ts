import type { CallContext, PlannedCall } from './call.ts'
import type { BankError } from './errors.ts'

/**
 * What a call passes before it is sent, and where its outcome is reported. The implementation (circuit breaker,
 * bulkhead) belongs to whoever creates the bank.
 */
export type Gate = {
  /**
   * Resolves when the call may be sent. Throws `BankError` of kind `paused` or `crowded`, sent `no`; or the signal's
   * reason.
   */
  readonly enter: (call: PlannedCall & Pick<CallContext, 'passesBreaker'>, signal: AbortSignal | null) => Promise<Pass>
}

/** A slot for one call, to be released once. `not_sent`: the call was stopped on our side. */
export type Pass = { readonly leave: (end: 'answered' | 'not_sent' | BankError) => Promise<void> }

const pass: Pass = { leave: async () => {} }

/** A gate that lets every call pass. */
export const openGate: Gate = { enter: async () => pass }
