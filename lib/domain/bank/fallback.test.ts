import { describe, expect, test } from 'vitest'
import { closedBreaker, type OpenBreaker } from './breaker.ts'
import { fallbackAfterMs, fallbackOffer } from './fallback.ts'

const now = new Date('2026-11-21T10:00:00Z')
const downFor = (ms: number): OpenBreaker => ({
  state: 'open',
  since: new Date(now.getTime() - ms),
  retryAt: now,
  failedProbes: 3,
  probeUntil: null,
})
const afterMs = fallbackAfterMs

describe('the emergency access', () => {
  test('is offered when the interface has been down for long enough and the operator allows it', () => {
    const breaker = downFor(afterMs)
    expect(fallbackOffer({ breaker, allowed: true, afterMs, now })).toEqual({ offered: true, downSince: breaker.since })
  })

  test.each([
    ['the interface is up, whatever the switch says', closedBreaker, true, 'interface_is_up'],
    ['it is down for a moment only', downFor(afterMs - 1), true, 'not_down_long_enough'],
    ['the operator has not allowed it', downFor(afterMs * 10), false, 'switched_off'],
  ] as const)('is not offered when %s', (_, breaker, allowed, because) => {
    expect(fallbackOffer({ breaker, allowed, afterMs, now })).toEqual({ offered: false, because })
  })
})
