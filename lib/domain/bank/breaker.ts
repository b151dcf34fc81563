/**
 * One bank's circuit breaker: after five failures in a row, or half of the last twenty, the bank is not called for a while, longer every
 * time; then one probe at a time. One whose process died counts as failed when its time is over.
 */

/** True is a failure, newest last; since it closed. */
export type ClosedBreaker = { readonly state: 'closed'; readonly recent: readonly boolean[] }

export type OpenBreaker = {
  readonly state: 'open'
  /** Unchanged while probes fail. */
  readonly since: Date
  /** No probe before. */
  readonly retryAt: Date
  /** In a row. */
  readonly failedProbes: number
  /** A probe under way. */
  readonly probeUntil: Date | null
}

export type Breaker = ClosedBreaker | OpenBreaker

/** `neutral`: the caller gave up, or nothing was sent. */
export type CallHealth = 'answered' | 'failed' | 'neutral'

/** `wait`: refused at once. */
export type Admission = { readonly go: 'call' | 'probe' } | { readonly go: 'wait'; readonly retryAt: Date }

export const failuresInARow = 5
export const windowSize = 20
export const failuresInWindow = windowSize / 2
/** Doubles with every failed probe, up to `longestPauseMs`. */
export const firstPauseMs = 10_000
export const longestPauseMs = 300_000
/** A share of the pause. */
const spread = 0.2
/** Longer than any call: a probe without a result is lost. */
export const probeLimitMs = 60_000

export const closedBreaker: ClosedBreaker = { state: 'closed', recent: [] }

/** No side effects: who gets `probe` calls `beginProbe`. */
export function admit(breaker: Breaker, now: Date): Admission {
  if (breaker.state === 'closed') return { go: 'call' }
  const { retryAt, probeUntil } = breaker
  const busyUntil = probeUntil !== null && isAhead(probeUntil, now, probeLimitMs) ? probeUntil : null
  const isPaused = isAhead(retryAt, now, longestPauseMs * (1 + spread))
  if (!isPaused && busyUntil === null) return { go: 'probe' }
  return { go: 'wait', retryAt: isPaused ? retryAt : (busyUntil ?? retryAt) }
}

/** Written by a wrong clock: counts as over. */
function isAhead(until: Date, now: Date, longestMs: number): boolean {
  const leftMs = until.getTime() - now.getTime()
  return leftMs > 0 && leftMs <= longestMs
}

export function beginProbe(breaker: OpenBreaker, now: Date): OpenBreaker {
  return { ...breaker, probeUntil: new Date(now.getTime() + probeLimitMs) }
}

/** `random` (0 to below 1) spreads pauses by a fifth. A call from before the opening changes it only by an answer. */
export function afterCall(
  breaker: Breaker,
  ended: { readonly health: CallHealth; readonly probe: boolean },
  now: Date,
  random: number,
): Breaker {
  if (breaker.state === 'closed')
    return ended.health === 'neutral' ? breaker : count(breaker, ended.health, now, random)
  if (ended.health === 'answered') return closedBreaker
  if (!ended.probe) return breaker
  // Its caller left: the next probe may go.
  if (ended.health === 'neutral') return { ...breaker, probeUntil: null }
  const failedProbes = breaker.failedProbes + 1
  return { ...breaker, failedProbes, probeUntil: null, retryAt: pauseFrom(now, failedProbes, random) }
}

function count(breaker: ClosedBreaker, health: 'answered' | 'failed', now: Date, random: number): Breaker {
  const recent = [...breaker.recent, health === 'failed'].slice(-windowSize)
  if (!isTooMuch(recent)) return { state: 'closed', recent }
  return { state: 'open', since: now, retryAt: pauseFrom(now, 0, random), failedProbes: 0, probeUntil: null }
}

function isTooMuch(recent: readonly boolean[]): boolean {
  const last = recent.slice(-failuresInARow)
  if (last.length === failuresInARow && last.every(failed => failed)) return true
  return recent.length === windowSize && recent.filter(failed => failed).length >= failuresInWindow
}

function pauseFrom(now: Date, failedProbes: number, random: number): Date {
  const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failedProbes, 16))
  return new Date(now.getTime() + Math.round(pauseMs * (1 - spread + 2 * spread * random)))
}
