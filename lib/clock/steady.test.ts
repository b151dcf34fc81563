import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Clocks, distrustClock, isSteady } from './steady.ts'

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]
const shared = globalThis as typeof globalThis & { guichetAheadMs?: number; guichetClocks?: unknown }
let [machineMs, monotonicMs] = [0, 0]

beforeEach(() => {
  ;[machineMs, monotonicMs] = [Date.parse('2026-11-28T08:00:00Z'), 1_000_000]
  vi.spyOn(Date, 'now').mockImplementation(() => machineMs)
  vi.spyOn(performance, 'now').mockImplementation(() => monotonicMs)
  const seen = () => ({ aheadMs: machineMs - monotonicMs, jumpedAt: Number.NEGATIVE_INFINITY })
  shared.guichetClocks = { machine: seen(), ours: seen() }
})
afterEach(() => {
  vi.restoreAllMocks()
  Reflect.deleteProperty(shared, 'guichetAheadMs')
  Reflect.deleteProperty(shared, 'guichetClocks')
})

const pass = (ms: number) => {
  machineMs += ms
  monotonicMs += ms
}
const steady = (clock: Clocks) => [isSteady(clock), isSteady(clock, hourMs)]

test('time that passes, nudges and a clock set back are no jump', () => {
  pass(dayMs)
  machineMs += 50_000
  expect(steady('ours')).toEqual([true, true])
  machineMs += 50_000
  expect(steady('ours')).toEqual([true, true])
  machineMs -= 40 * dayMs
  expect(steady('ours')).toEqual([true, true])
})

test.each([61_000, hourMs, 40 * dayMs])('%d ms ahead at once is one, for a minute and for an hour', aheadMs => {
  machineMs += aheadMs
  expect([...steady('machine'), ...steady('ours')]).toEqual([false, false, false, false])
  pass(minuteMs)
  expect(steady('machine')).toEqual([true, false])
  pass(hourMs)
  expect(steady('machine')).toEqual([true, true])
})

test('back after ten seconds: still a jump, until the minute is over', () => {
  machineMs += 40 * dayMs
  expect(isSteady()).toBe(false)
  pass(10_000)
  machineMs -= 40 * dayMs
  expect(isSteady()).toBe(false)
  pass(50_000)
  expect(isSteady()).toBe(true)
})

test('a demonstration’s move is a jump of our clock and none of the machine’s', () => {
  shared.guichetAheadMs = 40 * dayMs
  expect([isSteady('machine'), isSteady('ours')]).toEqual([true, false])
})

test('a clock known to be wrong counts as jumped', () => {
  distrustClock()
  expect([isSteady('machine'), isSteady('ours')]).toEqual([false, false])
})
