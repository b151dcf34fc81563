/** The application's clock, replaceable in tests. SQL uses its own now() for leases only. */

type Clock = () => Date

/** Set by a demonstration alone (scripts/demonstration-clock.ts), outside of the framework's modules. */
const shared = globalThis as typeof globalThis & { guichetAheadMs?: number }
const usual: Clock = () => new Date(Date.now() + (shared.guichetAheadMs ?? 0))

let clock: Clock = usual

/** This instant. */
export function now(): Date {
  return clock()
}

/** Replaces the clock, or restores the real one with null. For tests. @internal */
export function setClock(replacement: Clock | Date | null): void {
  if (replacement === null) clock = usual
  else if (replacement instanceof Date) clock = () => new Date(replacement)
  else clock = replacement
}
