import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rowsOf } from '#testing/rows.ts'
import { attemptStatuses, finalAttemptStatuses } from './machine.ts'
import { type AttemptFacts, nextPaymentStep } from './step.ts'

const facts: AttemptFacts = {
  status: 'redirected',
  hasCode: false,
  codeUsed: false,
  hasToken: false,
  isExpired: false,
  isDue: false,
  isCodeOver: false,
}
const step = (change: Partial<AttemptFacts>) => nextPaymentStep({ ...facts, ...change })
const any = fc.record({
  status: fc.constantFrom(...attemptStatuses),
  hasCode: fc.boolean(),
  codeUsed: fc.boolean(),
  hasToken: fc.boolean(),
  isExpired: fc.boolean(),
  isDue: fc.boolean(),
  isCodeOver: fc.boolean(),
})

describe('the next step', () => {
  test.each(rowsOf<[Partial<AttemptFacts>, string | null]>(import.meta.url, 'next-steps'))(
    '%j: %s',
    (change, expected) => {
      expect(step(change)).toBe(expected)
    },
  )

  test('nothing for a finished attempt', () => {
    fc.assert(
      fc.property(any, fc.constantFrom(...finalAttemptStatuses), (random, status) => {
        expect(nextPaymentStep({ ...random, status })).toBeNull()
      }),
    )
  })

  test('a used code is never exchanged again, and an attempt that may be confirmed never expires at once', () => {
    fc.assert(
      fc.property(any, random => {
        const next = nextPaymentStep(random)
        if (random.codeUsed) expect(next).not.toBe('trade_code')
        if (random.status === 'confirming' || random.status === 'confirmed') expect(next).not.toBe('expire')
        if (next === 'confirm') expect(random.hasToken).toBe(true)
      }),
    )
  })
})
