/**
 * Some wrong passwords are free, then each doubles the delay, to a quarter of an hour; a day resets. About a hundred
 * tries a day.
 */

export const freeGuesses = 5
const firstPauseSeconds = 30
export const longestPauseSeconds = 15 * 60
const forgottenSeconds = 24 * 60 * 60

/** Consecutive. */
export type Guesses = { readonly count: number; readonly lastAt: Date }

/** Seconds; 0 while free. */
export function pauseAfter(count: number): number {
  if (count < freeGuesses) return 0
  return Math.min(longestPauseSeconds, firstPauseSeconds * 2 ** (count - freeGuesses))
}

/** Whole seconds, 0 for now. A last try ahead of any delay was a wrong clock's. */
export function guessWaitSeconds({ count, lastAt }: Guesses, at: Date): number {
  const sinceSeconds = (at.getTime() - lastAt.getTime()) / 1000
  if (sinceSeconds < -longestPauseSeconds) return 0
  const pauseSeconds = pauseAfter(count)
  return Math.max(0, Math.min(pauseSeconds, Math.ceil(pauseSeconds - sinceSeconds)))
}

export function withGuess(guesses: Guesses | null, at: Date): Guesses {
  const isOver = guesses === null || at.getTime() - guesses.lastAt.getTime() >= forgottenSeconds * 1000
  return { count: isOver ? 1 : Math.min(guesses.count + 1, 1_000_000), lastAt: at }
}
