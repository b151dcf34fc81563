/** The time, from one place, so that a test can move it. SQL uses its own now() for leases only. */

type Clock = () => Date

let clock: Clock = () => new Date()

/** This instant. */
export function now(): Date {
  return clock()
}

/**
 * Puts another clock in place of the real one, or the real one back with null. For tests.
 * @internal
 */
export function setClock(replacement: Clock | Date | null): void {
  if (replacement === null) clock = () => new Date()
  else if (replacement instanceof Date) clock = () => new Date(replacement)
  else clock = replacement
}
