import { BankError } from '@guichet/stet/errors.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { setClock } from '#lib/clock.ts'
import {
  type Breaker,
  closedBreaker,
  firstPauseMs,
  longestPauseMs,
  type OpenBreaker,
} from '#lib/domain/bank/breaker.ts'
import { lanes } from '#lib/domain/bank/bulkhead.ts'
import { createGate, type HealthStore } from './gate.ts'

let now = new Date('2026-11-21T10:00:00Z')
const forward = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
beforeEach(() => {
  now = new Date('2026-11-21T10:00:00Z')
  setClock(() => now)
})
afterEach(() => setClock(null))

/** The bank's row as several processes share it. */
function memory() {
  let stored: Breaker = closedBreaker
  let probeId: string | null = null
  const asked = { reads: 0, writes: 0 }
  const store: HealthStore = {
    read: async () => {
      asked.reads += 1
      return stored
    },
    open: async (breaker: OpenBreaker) => {
      asked.writes += 1
      if (stored.state === 'open') return stored
      stored = breaker
      return breaker
    },
    takeProbe: async at => {
      asked.writes += 1
      if (stored.state !== 'open' || stored.retryAt > at) return null
      if (probeId !== null && stored.probeUntil !== null && stored.probeUntil > at) return null
      stored = { ...stored, probeUntil: new Date(at.getTime() + 60_000) }
      probeId = `probe ${asked.writes}`
      return probeId
    },
    endProbe: async (breaker, id) => {
      asked.writes += 1
      if (id === probeId) stored = breaker
      probeId = null
    },
    close: async () => {
      asked.writes += 1
      stored = closedBreaker
      probeId = null
    },
  }
  return { store, asked }
}

const call = (operation = 'balances.read', attended = true) => ({
  operation,
  method: 'GET',
  path: '/x',
  attended,
  requestId: 'r',
})
const fault = (operation = 'balances.read') =>
  new BankError({ kind: 'status', sent: 'yes', status: 503, operation, requestId: 'r', detail: '' })

type Opened = ReturnType<typeof createGate>
async function make(gate: Opened, end: 'answered' | 'not_sent' | BankError, operation?: string): Promise<void> {
  const pass = await gate.enter(call(operation), null)
  await pass.leave(end)
}
async function failTimes(gate: Opened, times: number): Promise<void> {
  for (let made = 0; made < times; made += 1) await make(gate, fault())
}

/** One process, which found the bank down. */
async function failed() {
  const { store, asked } = memory()
  const gate = createGate('19870', store)
  await failTimes(gate, 5)
  return { store, asked, gate }
}

/** Two processes: one found the bank down and then got an answer, the other only knows that it was down. */
async function reopenedElsewhere(): Promise<Opened> {
  const { store, gate: one } = await failed()
  const other = createGate('19870', store)
  other.learn(await store.read())
  forward(firstPauseMs * 1.2)
  await make(one, 'answered')
  forward(1_000)
  return other
}

describe('a bank that is well', () => {
  test('costs no question to the database', async () => {
    const { store, asked } = memory()
    const gate = createGate('19870', store)
    for (let made = 0; made < 100; made += 1) await make(gate, made % 10 === 0 ? fault() : 'answered')
    expect(asked).toEqual({ reads: 0, writes: 0 })
  })
})

describe('a bank that fails', () => {
  test('is left alone after five, and callers are told until when with nothing sent', async () => {
    const { store } = memory()
    const gate = createGate('19870', store, () => 0.5)
    await failTimes(gate, 5)
    await expect(gate.enter(call(), null)).rejects.toMatchObject({
      kind: 'paused',
      sent: 'no',
      retryAfterSeconds: firstPauseMs / 1_000,
    })
    expect(gate.load().attended).toMatchObject({ calling: 0, waiting: 0 })
  })

  test('is left alone by the other process too, once that has read the row', async () => {
    const { store } = await failed()
    const other = createGate('19870', store)
    other.learn(await store.read())
    await expect(other.enter(call(), null)).rejects.toMatchObject({ kind: 'paused' })
  })

  test('is asked by one probe only, of all callers of all processes', async () => {
    const { store } = memory()
    const gates = [createGate('19870', store), createGate('19870', store)]
    await failTimes(gates[0] as Opened, 5)
    gates[1]?.learn(await store.read())
    forward(firstPauseMs * 1.2)
    const tries = await Promise.allSettled(
      gates.flatMap(gate => Array.from({ length: 10 }, () => gate.enter(call(), null))),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('of many callers of one process, hardly one asks for the probe', async () => {
    const { gate, asked } = await failed()
    const before = asked.writes
    forward(firstPauseMs * 1.2)
    await Promise.allSettled(Array.from({ length: 50 }, () => gate.enter(call(), null)))
    expect(asked.writes - before).toBe(1)
    expect(asked.reads).toBe(1)
  })

  test('is open to everybody when the probe was answered, also for the process that did not probe', async () => {
    const other = await reopenedElsewhere()
    await expect(make(other, 'answered')).resolves.toBeUndefined()
  })

  test('is open to all who come at once to the process that did not probe', async () => {
    const other = await reopenedElsewhere()
    const callers = await Promise.allSettled(Array.from({ length: 10 }, () => make(other, 'answered')))
    expect(callers.map(({ status }) => status)).toEqual(Array(10).fill('fulfilled'))
  })

  test('a look at the row that never ends holds nobody, and the next one is another', async () => {
    const { store } = memory()
    let looks = 0
    const hanging = { ...store, read: () => (looks++ === 0 ? new Promise<Breaker>(() => undefined) : store.read()) }
    const gate = createGate('19870', hanging, Math.random, 10)
    await failTimes(gate, 5)
    await store.close(now)
    forward(1_000)
    const callers = await Promise.allSettled(Array.from({ length: 3 }, () => gate.enter(call(), null)))
    expect(callers.map(({ status }) => status)).toEqual(Array(3).fill('rejected'))
    forward(1_000)
    await expect(make(gate, 'answered')).resolves.toBeUndefined()
  })

  test('a token from its OAuth server does not prove that its data interface is back', async () => {
    const { gate } = await failed()
    forward(firstPauseMs * 1.2)
    await make(gate, 'answered', 'oauth.refresh')
    expect(gate.breaker().state).toBe('open')
    await make(gate, 'answered', 'balances.read')
    expect(gate.breaker().state).toBe('closed')
  })

  test('still takes a one-time code and an emergency', async () => {
    const { gate } = await failed()
    await expect(make(gate, 'answered', 'oauth.exchange')).resolves.toBeUndefined()
    await expect(make(gate, 'answered', 'oauth.fallback')).resolves.toBeUndefined()
    expect(gate.breaker().state).toBe('open')
  })

  test('a probe whose caller was stopped on our side makes room for the next', async () => {
    const { gate } = await failed()
    forward(firstPauseMs * 1.2)
    await make(gate, 'not_sent')
    await expect(make(gate, 'answered')).resolves.toBeUndefined()
  })

  test('a database that is away leaves each process its own breaker', async () => {
    const away = async () => {
      throw new Error('away')
    }
    const gate = createGate('19870', { read: away, open: away, takeProbe: away, endProbe: away, close: away })
    await failTimes(gate, 5)
    await expect(gate.enter(call(), null)).rejects.toMatchObject({ kind: 'paused' })
    forward(firstPauseMs * 1.2)
    await make(gate, 'answered')
    expect(gate.breaker().state).toBe('closed')
  })
})

describe('503 for six hours, then up (R11)', () => {
  test('the bank is asked by probes alone, and its return meets no herd', async () => {
    const { store } = memory()
    const processes = [createGate('19870', store), createGate('19870', store)]
    const downUntil = new Date(now.getTime() + 6 * 3_600_000)
    let asked = 0
    let atOnce = 0
    let peak = 0
    const tick = async (gate: Opened) => {
      // On every tick, fifty unattended refreshes try to call at once.
      const entered = Array.from({ length: 50 }, async () => {
        const pass = await gate.enter(call('balances.read', false), null)
        asked += 1
        atOnce += 1
        peak = Math.max(peak, atOnce)
        await new Promise(resolve => setImmediate(resolve))
        atOnce -= 1
        await pass.leave(now < downUntil ? fault() : 'answered')
      })
      return (await Promise.allSettled(entered)).filter(({ status }) => status === 'fulfilled').length
    }
    while (now < downUntil) {
      for (const gate of processes) await tick(gate)
      forward(60_000)
    }
    // A few calls until the breaker opened, then one probe per pause of five minutes (at least four).
    expect(asked).toBeLessThan(100 + (6 * 3_600_000) / (longestPauseMs * 0.8))
    peak = 0
    const before = asked
    let served = 0
    for (let minutes = 0; minutes < 10; minutes += 1) {
      for (const gate of processes) served += await tick(gate)
      forward(60_000)
    }
    expect(peak).toBeLessThanOrEqual(lanes.batch.slots * processes.length)
    expect(served).toBe(asked - before)
    expect(served).toBeGreaterThan(300)
  })
})
