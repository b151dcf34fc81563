import type { CallContext, PlannedCall } from './call.ts'
import type { BankError } from './errors.ts'

/** What a call passes before it is sent. Implemented by whoever creates the bank. */
export type Gate = {
  /** Throws `BankError` `paused` or `crowded`, sent `no`, or the signal's reason. */
  readonly enter: (call: PlannedCall & Pick<CallContext, 'passesBreaker'>, signal: AbortSignal | null) => Promise<Pass>
}

/** Release it once. `not_sent`: stopped on our side. */
export type Pass = { readonly leave: (end: 'answered' | 'not_sent' | BankError) => Promise<void> }

const pass: Pass = { leave: async () => {} }

export const openGate: Gate = { enter: async () => pass }
