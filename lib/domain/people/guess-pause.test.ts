import { describe, expect, test } from 'vitest'
import {
  freeGuesses,
  type Guesses,
  guessWaitSeconds,
  longestPauseSeconds,
  pauseAfter,
  withGuess,
} from './guess-pause.ts'

const start = new Date('2026-11-22T10:00:00Z')
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000)

describe('the pause after wrong passwords in a row', () => {
  test.each([
    [0, 0],
    [1, 0],
    [4, 0],
    [5, 30],
    [6, 60],
    [7, 120],
    [8, 240],
    [9, 480],
    [10, 900],
    [11, 900],
    [1_000_000, 900],
  ])('after %i: %i s', (count, seconds) => {
    expect(pauseAfter(count)).toBe(seconds)
  })

  test('never shrinks, and never passes the longest', () => {
    for (let count = 1; count < 2_000; count++) {
      expect(pauseAfter(count)).toBeGreaterThanOrEqual(pauseAfter(count - 1))
      expect(pauseAfter(count)).toBeLessThanOrEqual(longestPauseSeconds)
    }
  })
})

describe('what is left of it', () => {
  test.each([
    [4, 0, 0],
    [5, 0, 30],
    [5, 0.2, 30],
    [5, 1, 29],
    [5, 29.5, 1],
    [5, 30, 0],
    [10, 899, 1],
    [10, 900, 0],
    [10, 100_000, 0],
  ])('after %i, the last %f s ago: %i s', (count, ago, left) => {
    expect(guessWaitSeconds({ count, lastAt: start }, later(ago))).toBe(left)
  })

  test('a slow clock never lengthens the pause; a time in the far future blocks nobody', () => {
    expect(guessWaitSeconds({ count: 5, lastAt: later(2) }, start)).toBe(30)
    expect(guessWaitSeconds({ count: 10, lastAt: later(longestPauseSeconds) }, start)).toBe(longestPauseSeconds)
    expect(guessWaitSeconds({ count: 10, lastAt: later(longestPauseSeconds + 1) }, start)).toBe(0)
    expect(guessWaitSeconds({ count: 10, lastAt: later(2 * 86_400) }, start)).toBe(0)
  })
})

test('a row grows by one, and begins anew a day after its last try', () => {
  expect(withGuess(null, start)).toEqual({ count: 1, lastAt: start })
  expect(withGuess({ count: 7, lastAt: start }, later(86_399))).toEqual({ count: 8, lastAt: later(86_399) })
  expect(withGuess({ count: 999_999, lastAt: start }, later(1)).count).toBe(1_000_000)
  expect(withGuess({ count: 1_000_000, lastAt: start }, later(1)).count).toBe(1_000_000)
  expect(withGuess({ count: 7, lastAt: start }, later(86_400))).toEqual({ count: 1, lastAt: later(86_400) })
})

test('an attacker gets about a hundred tries on the first day, and fewer on each later day', () => {
  const triesUntil = (endSeconds: number, begin: number, row: Guesses | null) => {
    let [at, guesses, tries] = [begin, row, 0]
    while (at < endSeconds) {
      guesses = withGuess(guesses, later(at))
      tries++
      at += guessWaitSeconds(guesses, later(at))
    }
    return tries
  }
  const first = triesUntil(86_400, 0, null)
  expect(first).toBeGreaterThan(freeGuesses)
  expect(first).toBeLessThanOrEqual(105)
  expect(triesUntil(86_400, 0, { count: 100, lastAt: start })).toBeLessThanOrEqual(96)
})
