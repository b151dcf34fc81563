import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
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
  test.each([
    [{ status: 'sending' }, null],
    [{ status: 'sending', isDue: true }, 'give_up'],
    [{ status: 'created', isDue: true }, 'give_up'],
    [{}, null],
    [{ isDue: true }, 'read'],
    [{ isExpired: true }, 'expire'],
    [{ hasCode: true }, 'trade_code'],
    [{ hasCode: true, isExpired: true }, 'trade_code'],
    [{ hasCode: true, codeUsed: true }, null],
    [{ hasCode: true, codeUsed: true, isDue: true }, 'read'],
    [{ status: 'authorised' }, null],
    [{ status: 'authorised', isDue: true }, 'read'],
    [{ status: 'authorised', isCodeOver: true }, null],
    [{ status: 'authorised', isCodeOver: true, isDue: true }, 'let_go'],
    [{ status: 'authorised', isCodeOver: true, isDue: true, isExpired: true }, 'expire'],
    [{ status: 'authorised', isCodeOver: true, isDue: true, codeUsed: true }, 'read'],
    [{ status: 'authorised', isCodeOver: true, isDue: true, hasToken: true }, 'confirm'],
    [{ status: 'authorised', isCodeOver: true, hasCode: true }, 'trade_code'],
    [{ isCodeOver: true, isDue: true }, 'read'],
    [{ isCodeOver: true, hasCode: true }, 'trade_code'],
    [{ status: 'authorised', hasCode: true }, 'trade_code'],
    [{ status: 'authorised', hasToken: true, isExpired: true }, 'confirm'],
    [{ status: 'authorised', isExpired: true }, 'expire'],
    [{ status: 'confirming', hasToken: true }, null],
    [{ status: 'confirming', hasToken: true, isDue: true }, 'confirm'],
    [{ status: 'confirming', isDue: true, isExpired: true }, 'read'],
    [{ status: 'confirmed', isDue: true, isExpired: true }, 'read'],
    [{ status: 'held', isDue: true }, 'read'],
  ] as const)('%j: %s', (change, expected) => {
    expect(step(change)).toBe(expected)
  })

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
