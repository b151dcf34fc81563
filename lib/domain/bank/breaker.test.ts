import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  admit,
  afterCall,
  type Breaker,
  beginProbe,
  type CallHealth,
  closedBreaker,
  failuresInARow,
  failuresInWindow,
  firstPauseMs,
  longestPauseMs,
  type OpenBreaker,
  probeLimitMs,
  windowSize,
} from './breaker.ts'

const start = new Date('2026-11-21T10:00:00Z')
const later = (ms: number, from = start) => new Date(from.getTime() + ms)
const middle = 0.5

function through(healths: readonly CallHealth[], from: Breaker = closedBreaker): Breaker {
  return healths.reduce((breaker, health) => afterCall(breaker, { health, probe: false }, start, middle), from)
}

function opened(): OpenBreaker {
  const breaker = through(Array.from({ length: failuresInARow }, () => 'failed'))
  if (breaker.state !== 'open') throw new Error('not open')
  return breaker
}

describe('closed', () => {
  test('lets every call go', () => {
    expect(admit(closedBreaker, start)).toEqual({ go: 'call' })
  })

  test('opens at the fifth failure in a row, not at the fourth', () => {
    expect(through(['failed', 'failed', 'failed', 'failed']).state).toBe('closed')
    expect(through(['failed', 'failed', 'failed', 'failed', 'failed'])).toEqual({
      state: 'open',
      since: start,
      retryAt: later(firstPauseMs),
      failedProbes: 0,
      probeUntil: null,
    })
  })

  test('opens at half of the last twenty, never before there are twenty', () => {
    const half = Array.from({ length: 20 }, (_, index): CallHealth => (index % 2 === 0 ? 'failed' : 'answered'))
    expect(through(half.slice(0, -1)).state).toBe('closed')
    expect(through(half).state).toBe('open')
  })

  test('forgets what is older than the last twenty', () => {
    const old = Array.from({ length: 4 }, (): CallHealth => 'failed')
    const well = Array.from({ length: 20 }, (): CallHealth => 'answered')
    expect(through([...old, ...well])).toEqual({ state: 'closed', recent: well.map(() => false) })
  })

  test('neutral results do not count', () => {
    const four: CallHealth[] = ['failed', 'failed', 'failed', 'failed']
    expect(through([...four, 'neutral'])).toEqual(through(four))
    expect(through([...four, 'neutral', 'failed']).state).toBe('open')
  })
})

describe('open', () => {
  test('refuses at once, with the time to try again', () => {
    const breaker = opened()
    expect(admit(breaker, later(firstPauseMs - 1))).toEqual({ go: 'wait', retryAt: breaker.retryAt })
  })

  test('lets one probe go when the pause is over, and the others wait for it', () => {
    const due = later(firstPauseMs)
    expect(admit(opened(), due)).toEqual({ go: 'probe' })
    const probing = beginProbe(opened(), due)
    expect(admit(probing, due)).toEqual({ go: 'wait', retryAt: later(probeLimitMs, due) })
  })

  test('a probe whose process died blocks others no longer than its limit', () => {
    const due = later(firstPauseMs)
    expect(admit(beginProbe(opened(), due), later(probeLimitMs, due))).toEqual({ go: 'probe' })
  })

  test('closes, without any failure counted, when the probe is answered', () => {
    expect(afterCall(opened(), { health: 'answered', probe: true }, start, middle)).toEqual(closedBreaker)
  })

  test('doubles its pause with every failed probe, up to its limit, and keeps the time at which it opened', () => {
    let breaker: Breaker = opened()
    const pauses: number[] = []
    for (let probes = 0; probes < 8; probes += 1) {
      breaker = afterCall(breaker, { health: 'failed', probe: true }, start, middle)
      if (breaker.state !== 'open') throw new Error('closed')
      pauses.push(breaker.retryAt.getTime() - start.getTime())
      expect(breaker.since).toEqual(start)
    }
    expect(pauses).toEqual([20_000, 40_000, 80_000, 160_000, 300_000, 300_000, 300_000, 300_000])
  })

  test('after a failed probe the next one waits for the pause alone, not for the time that the failed one had', () => {
    const due = later(firstPauseMs)
    const failed = afterCall(beginProbe(opened(), due), { health: 'failed', probe: true }, due, middle)
    expect(admit(failed, later(20_000 - 1, due))).toEqual({ go: 'wait', retryAt: later(20_000, due) })
    expect(admit(failed, later(20_000, due))).toEqual({ go: 'probe' })
  })

  test('a probe with a neutral result allows the next one at once', () => {
    const probing = beginProbe(opened(), later(firstPauseMs))
    const next = afterCall(probing, { health: 'neutral', probe: true }, later(firstPauseMs), middle)
    expect(admit(next, later(firstPauseMs))).toEqual({ go: 'probe' })
  })

  test('calls that were running when it opened change nothing if they fail, and close it if they are answered', () => {
    const breaker = opened()
    expect(afterCall(breaker, { health: 'failed', probe: false }, start, middle)).toBe(breaker)
    expect(afterCall(breaker, { health: 'answered', probe: false }, start, middle)).toEqual(closedBreaker)
  })
})

describe('whatever happens', () => {
  const health = fc.constantFrom<CallHealth>('answered', 'failed', 'neutral')
  const calls = fc.array(
    fc.record({
      health,
      probe: fc.boolean(),
      waitMs: fc.nat(400_000),
      random: fc.double({ min: 0, max: 0.999, noNaN: true }),
    }),
    { maxLength: 120 },
  )

  test('it opens only after five failures in a row or half of twenty, and a pause is within its limits', () => {
    fc.assert(
      fc.property(calls, made => {
        let breaker: Breaker = closedBreaker
        let now = start
        let sinceClosed: boolean[] = []
        for (const { waitMs, random, ...ended } of made) {
          now = later(waitMs, now)
          const before: Breaker = breaker
          breaker = afterCall(before, ended, now, random)
          if (before.state === 'closed') {
            if (ended.health !== 'neutral') sinceClosed = [...sinceClosed, ended.health === 'failed']
            const five = sinceClosed.length >= failuresInARow && sinceClosed.slice(-failuresInARow).every(Boolean)
            const last = sinceClosed.slice(-windowSize)
            const half = last.length === windowSize && last.filter(Boolean).length >= failuresInWindow
            expect(breaker.state).toBe(five || half ? 'open' : 'closed')
          }
          if (breaker.state === 'closed' && before.state === 'open') sinceClosed = []
          if (
            breaker.state === 'open' &&
            breaker !== before &&
            breaker.probeUntil === null &&
            ended.health === 'failed'
          ) {
            const pauseMs = breaker.retryAt.getTime() - now.getTime()
            expect(pauseMs).toBeGreaterThanOrEqual(firstPauseMs * 0.8)
            expect(pauseMs).toBeLessThanOrEqual(longestPauseMs * 1.2)
            sinceClosed = []
          }
        }
      }),
    )
  })

  test.each([
    [0, 0.8],
    [0.5, 1],
    [1, 1.2],
  ])('with chance %d it waits %d times the pause', (random, share) => {
    const failed = { health: 'failed', probe: false } as const
    const open = Array.from({ length: failuresInARow }).reduce<Breaker>(
      breaker => afterCall(breaker, failed, start, random),
      closedBreaker,
    )
    expect(open).toMatchObject({ retryAt: later(firstPauseMs * share) })
  })

  test('times set by a wrong clock count as over (H19)', () => {
    const far = later(2 * 86_400_000)
    const open = { state: 'open', since: start, failedProbes: 0, probeUntil: null, retryAt: far } as const
    expect(admit(open, start)).toEqual({ go: 'probe' })
    expect(admit({ ...open, retryAt: start, probeUntil: far }, start)).toEqual({ go: 'probe' })
    expect(admit({ ...open, retryAt: later(longestPauseMs * 1.2) }, start).go).toBe('wait')
    expect(admit({ ...open, retryAt: later(longestPauseMs * 1.2 + 1) }, start)).toEqual({ go: 'probe' })
    expect(admit({ ...open, retryAt: start, probeUntil: later(probeLimitMs + 1) }, start)).toEqual({ go: 'probe' })
    expect(admit({ ...open, retryAt: start, probeUntil: later(probeLimitMs) }, start).go).toBe('wait')
  })

  test('it is never open for ever: after a pause and a lost probe a call is admitted', () => {
    fc.assert(
      fc.property(calls, made => {
        let breaker: Breaker = closedBreaker
        for (const { random, ...ended } of made) breaker = afterCall(breaker, ended, start, random)
        if (breaker.state === 'open') breaker = beginProbe(breaker, start)
        expect(admit(breaker, later(longestPauseMs * 1.2 + probeLimitMs)).go).not.toBe('wait')
      }),
    )
  })
})
