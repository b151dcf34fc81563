import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  backoffCapMs,
  backoffMs,
  budgetCap,
  budgetShare,
  earnRetry,
  fullBudget,
  maxTries,
  payRetry,
} from './backoff.ts'

const almostOne = 1 - Number.EPSILON
const modes = ['attended', 'batch'] as const

describe('how long', () => {
  test('the ceiling doubles from half a second', () => {
    const ceilings = [1, 2].map(tries =>
      backoffMs({ tries, mode: 'attended', retryAfterSeconds: null, random: almostOne }),
    )
    expect(ceilings).toEqual([500, 1_000])
    const batch = [1, 2, 3, 4, 5, 6, 7].map(tries =>
      backoffMs({ tries, mode: 'batch', retryAfterSeconds: null, random: almostOne }),
    )
    expect(batch).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000])
  })

  test('full jitter: a random value of zero means no delay', () => {
    expect(backoffMs({ tries: 2, mode: 'batch', retryAfterSeconds: null, random: 0 })).toBe(0)
  })

  test('tries end at three attended and eight in a batch', () => {
    for (const mode of modes) {
      const at = (tries: number) => backoffMs({ tries, mode, retryAfterSeconds: null, random: 0.5 })
      expect(at(maxTries[mode] - 1)).not.toBeNull()
      expect(at(maxTries[mode])).toBeNull()
    }
    expect(maxTries).toEqual({ attended: 3, batch: 8 })
  })

  test('Retry-After wins, unless a person would wait longer than they do', () => {
    const said = (retryAfterSeconds: number, mode: (typeof modes)[number]) =>
      backoffMs({ tries: 1, mode, retryAfterSeconds, random: 0.5 })
    expect(said(3, 'attended')).toBe(3_000)
    expect(said(5, 'attended')).toBe(5_000)
    expect(said(6, 'attended')).toBeNull()
    expect(said(3_600, 'batch')).toBe(3_600_000)
  })

  test('never below the bank’s Retry-After, and never above the cap without one', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...modes),
        fc.integer({ min: 1, max: 10 }),
        fc.option(fc.nat(100_000)),
        fc.double({ min: 0, max: almostOne, noNaN: true }),
        (mode, tries, retryAfterSeconds, random) => {
          const waitMs = backoffMs({ tries, mode, retryAfterSeconds, random })
          if (waitMs === null) return
          expect(waitMs).toBeGreaterThanOrEqual((retryAfterSeconds ?? 0) * 1_000)
          if (retryAfterSeconds === null) expect(waitMs).toBeLessThanOrEqual(backoffCapMs[mode])
        },
      ),
    )
  })
})

describe('the budget', () => {
  test('a fresh process may repeat ten times, then not', () => {
    let budget: ReturnType<typeof payRetry> = fullBudget
    let paid = 0
    while (budget !== null) {
      budget = payRetry(budget)
      if (budget !== null) paid += 1
    }
    expect(paid).toBe(budgetCap)
  })

  test('ten calls earn one repetition', () => {
    let budget = { saved: 0 }
    for (let calls = 0; calls < 9; calls += 1) budget = earnRetry(budget)
    expect(payRetry(budget)).toBeNull()
    expect(payRetry(earnRetry(budget))).toEqual({ saved: 0 })
  })

  test('a bank that fails for everybody is asked a tenth more, plus what was saved', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000 }), calls => {
        let budget = fullBudget
        let repeated = 0
        for (let call = 0; call < calls; call += 1) {
          budget = earnRetry(budget)
          for (let paid = payRetry(budget); paid !== null; paid = payRetry(budget)) {
            budget = paid
            repeated += 1
          }
        }
        expect(repeated).toBeLessThanOrEqual(calls * budgetShare + budgetCap)
      }),
      { numRuns: 50 },
    )
  })
})
