/**
 * Delays between wrong passwords. Consecutive ones are counted: some are free, then each doubles the delay, up to a
 * quarter of an hour; a day without a try resets the count. An attacker gets about a hundred tries a day, a person who
 * mistyped waits for seconds.
 */

export const freeGuesses = 5
const firstPauseSeconds = 30
export const longestPauseSeconds = 15 * 60
/** The count is reset after this time without a try. */
const forgottenSeconds = 24 * 60 * 60

/** Number of consecutive wrong passwords, and the time of the last. */
export type Guesses = { readonly count: number; readonly lastAt: Date }

/** The delay in seconds after this many consecutive wrong passwords; 0 while they are free. */
export function pauseAfter(count: number): number {
  if (count < freeGuesses) return 0
  return Math.min(longestPauseSeconds, firstPauseSeconds * 2 ** (count - freeGuesses))
}

/**
 * Whole seconds until the next try, 0 for now; never more than the longest delay. A last try further ahead than that
 * was written by a wrong clock and is ignored.
 */
export function guessWaitSeconds({ count, lastAt }: Guesses, at: Date): number {
  const sinceSeconds = (at.getTime() - lastAt.getTime()) / 1000
  if (sinceSeconds < -longestPauseSeconds) return 0
  const pauseSeconds = pauseAfter(count)
  return Math.max(0, Math.min(pauseSeconds, Math.ceil(pauseSeconds - sinceSeconds)))
}

/** The counter after one more try now. */
export function withGuess(guesses: Guesses | null, at: Date): Guesses {
  const isOver = guesses === null || at.getTime() - guesses.lastAt.getTime() >= forgottenSeconds * 1000
  return { count: isOver ? 1 : Math.min(guesses.count + 1, 1_000_000), lastAt: at }
}
