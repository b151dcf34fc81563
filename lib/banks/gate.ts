import { setTimeout as delay } from 'node:timers/promises'
import { pauseSeconds } from '@guichet/stet/bank-time.ts'
import type { PlannedCall } from '@guichet/stet/call.ts'
import { BankError } from '@guichet/stet/errors.ts'
import type { Gate, Pass } from '@guichet/stet/gate.ts'
import { now } from '#lib/clock.ts'
import { operationOf, policyFor } from '#lib/domain/bank/answer.ts'
import {
  admit,
  afterCall,
  type Breaker,
  beginProbe,
  type CallHealth,
  closedBreaker,
  type OpenBreaker,
} from '#lib/domain/bank/breaker.ts'
import { openLanes } from './lanes.ts'

/**
 * Breaker and bulkhead of a bank in this process. State changes are stored, and others learn them with the bank's
 * row: a call to a healthy bank needs no query.
 */

export type HealthStore = {
  readonly read: () => Promise<Breaker>
  /** Unless another process was first; returns the stored one. */
  readonly open: (breaker: OpenBreaker, reason: string) => Promise<OpenBreaker>
  /** Its id; null if another process has it or the breaker closed. */
  readonly takeProbe: (at: Date) => Promise<string | null>
  readonly endProbe: (breaker: OpenBreaker, probeId: string) => Promise<void>
  readonly close: (at: Date) => Promise<void>
}

export type BankGate = Gate & {
  readonly breaker: () => Breaker
  /** As read with the bank's row. */
  readonly learn: (stored: Breaker) => void
  readonly load: ReturnType<typeof openLanes>['load']
}

const lookAgainMs = 1_000
/** Without database each process probes by itself. */
const ownProbe = 'own'

/** `random` (0 to below 1) spreads pauses; the store gets `patienceMs` at most. */
export function createGate(
  bankCode: string,
  store: HealthStore,
  random: () => number = Math.random,
  patienceMs = 2_000,
): BankGate {
  const guard = createGuard(bankCode, store, random, patienceMs)
  const lanes = openLanes()
  return {
    breaker: guard.breaker,
    learn: guard.learn,
    load: lanes.load,
    enter: async (call, signal) => {
      const passes = call.passesBreaker || (operationOf(call.operation)?.passesBreaker ?? false)
      const probeId = passes ? null : await guard.pass(call)
      try {
        const leave = await lanes.enter(call.attended ? 'attended' : 'batch', call, signal)
        return leaveOnce(async end => {
          leave()
          await guard.judge(call, probeId, end)
        })
      } catch (error) {
        await guard.judge(call, probeId, 'not_sent')
        throw error
      }
    },
  }
}

function leaveOnce(leave: Pass['leave']): Pass {
  let left = false
  return {
    leave: async end => {
      if (left) return
      left = true
      await leave(end)
    },
  }
}

function createGuard(bankCode: string, store: HealthStore, random: () => number, patienceMs: number) {
  let breaker: Breaker = closedBreaker
  let lookedAt = 0
  let looking: Promise<void> | null = null

  /** Open and closed elsewhere count here; local failures are kept. */
  const learn = (stored: Breaker): void => {
    if (stored.state === 'open') {
      breaker = stored
      lookedAt = now().getTime()
    } else if (breaker.state === 'open') breaker = closedBreaker
  }

  /** One for all callers: who did not wait could be refused by an outdated state. */
  const readAgain = (): Promise<void> => {
    lookedAt = now().getTime()
    looking ??= look().finally(() => {
      looking = null
    })
    return looking
  }
  /** If it hangs, callers go on with the known state. */
  const look = async (): Promise<void> => {
    const over = new AbortController()
    const late = delay(patienceMs, undefined, { signal: over.signal }).catch(() => undefined)
    await Promise.race([store.read().then(learn, () => undefined), late])
    over.abort()
  }
  const isStale = () => looking !== null || Math.abs(now().getTime() - lookedAt) >= lookAgainMs

  /** Throws `paused`. The probe's id, or null for an ordinary call. */
  const pass = async (call: PlannedCall): Promise<string | null> => {
    if (breaker.state === 'open' && isStale()) await readAgain()
    const asked = admit(breaker, now())
    if (asked.go === 'call') return null
    if (asked.go === 'wait') throw pausedUntil(asked.retryAt, bankCode, call)
    return probe(call)
  }

  const probe = async (call: PlannedCall): Promise<string | null> => {
    // Before the store is asked, so that only one caller asks.
    if (breaker.state === 'open') breaker = beginProbe(breaker, now())
    const probeId = await store.takeProbe(now()).catch(() => ownProbe)
    if (probeId !== null) return probeId
    await readAgain()
    const asked = admit(breaker, now())
    if (asked.go === 'call') return null
    const retryAt = asked.go === 'wait' ? asked.retryAt : new Date(now().getTime() + lookAgainMs)
    throw pausedUntil(retryAt, bankCode, call)
  }

  /** Uses the database only for a change of state. */
  const judge = async (call: PlannedCall, probeId: string | null, end: End): Promise<void> => {
    const before = breaker
    const health = healthOf(call.operation, end)
    const after = afterCall(before, { health, probe: probeId !== null }, now(), random())
    breaker = after
    if (after === before || (after.state === 'closed' && before.state === 'closed')) return
    try {
      if (after.state === 'closed') await store.close(now())
      else if (before.state === 'closed') learn(await store.open(after, reasonOf(call, end)))
      else if (probeId !== null && probeId !== ownProbe) await store.endProbe(after, probeId)
    } catch {
      // No database: this process decides alone.
    }
  }
  return { breaker: () => breaker, learn, pass, judge }
}

type End = 'answered' | 'not_sent' | BankError

function pausedUntil(retryAt: Date, bankCode: string, { operation, requestId }: PlannedCall): BankError {
  const retryAfterSeconds = pauseSeconds(Math.max(1, (retryAt.getTime() - now().getTime()) / 1_000))
  const detail = `bank ${bankCode} is left alone`
  return new BankError({ kind: 'paused', sent: 'no', operation, requestId, detail, retryAfterSeconds })
}

/** The OAuth server's answer proves nothing about the interface; any failure counts. */
function healthOf(operation: string, end: End): CallHealth {
  if (end === 'not_sent' || operationOf(operation)?.isApart) return 'neutral'
  const health = end === 'answered' ? 'answered' : policyFor(end, true).health
  return health === 'answered' && operationOf(operation)?.showsHealth === false ? 'neutral' : health
}

/** No personal data. */
function reasonOf({ operation }: PlannedCall, end: End): string {
  const said = typeof end === 'string' ? end : (end.code ?? end.rawCode ?? end.status ?? end.kind)
  return `${operation}: ${said}`.slice(0, 120)
}
