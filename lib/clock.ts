/** The clock, replaceable in tests. SQL uses its own now() for leases only. */

type Clock = () => Date

let clock: Clock = () => new Date()

/** This instant. */
export function now(): Date {
  return clock()
}

/** Replaces the clock, or restores the real one with null. For tests. @internal */
export function setClock(replacement: Clock | Date | null): void {
  if (replacement === null) clock = () => new Date()
  else if (replacement instanceof Date) clock = () => new Date(replacement)
  else clock = replacement
}
