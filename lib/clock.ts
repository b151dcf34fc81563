/** SQL uses its own now() for leases only. */

type Clock = () => Date

/** Set by a demonstration only. */
const shared = globalThis as typeof globalThis & { guichetAheadMs?: number }
const usual: Clock = () => new Date(Date.now() + (shared.guichetAheadMs ?? 0))

let clock: Clock = usual

export function now(): Date {
  return clock()
}

/** Null restores the real one. @internal */
export function setClock(replacement: Clock | Date | null): void {
  if (replacement === null) clock = usual
  else if (replacement instanceof Date) clock = () => new Date(replacement)
  else clock = replacement
}
