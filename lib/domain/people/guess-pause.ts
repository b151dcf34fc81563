/**
 * How long to wait between wrong passwords. They are counted in a row: some are free, then each asks for a pause twice as long as
 * the one before, up to a quarter of an hour; a day without a try forgets them. A guesser gets about a hundred tries a day, while
 * somebody who mistyped waits for seconds.
 */

export const freeGuesses = 5
const firstPauseSeconds = 30
export const longestPauseSeconds = 15 * 60
/** After this long without a try the row begins anew. */
const forgottenSeconds = 24 * 60 * 60

/** Wrong passwords in a row, and when the last of them was given. */
export type Guesses = { readonly count: number; readonly lastAt: Date }

/** Seconds that must lie between the last of so many wrong passwords in a row and the next try; 0 while they are free. */
export function pauseAfter(count: number): number {
  if (count < freeGuesses) return 0
  return Math.min(longestPauseSeconds, firstPauseSeconds * 2 ** Math.min(count - freeGuesses, 16))
}

/**
 * Whole seconds until the next try may be made, 0 for at once; never more than the longest pause. A last try that lies further
 * ahead than that was written by a clock that was wrong, and holds nobody up.
 */
export function guessWaitSeconds({ count, lastAt }: Guesses, at: Date): number {
  const sinceSeconds = (at.getTime() - lastAt.getTime()) / 1000
  if (sinceSeconds < -longestPauseSeconds) return 0
  const pauseSeconds = pauseAfter(count)
  return Math.max(0, Math.min(pauseSeconds, Math.ceil(pauseSeconds - sinceSeconds)))
}

/** The row with one more try in it, made now. */
export function withGuess(guesses: Guesses | null, at: Date): Guesses {
  const isOver = guesses === null || at.getTime() - guesses.lastAt.getTime() >= forgottenSeconds * 1000
  return { count: isOver ? 1 : Math.min(guesses.count + 1, 1_000_000), lastAt: at }
}
