import { expect, test } from 'vitest'
import { runKills } from './test-kill.ts'

test('killed five times under traffic, the bank has lost nothing and done nothing twice', {
  timeout: 120_000,
}, async () => {
  const report = await runKills({ kills: 5, seed: 20_261_121 })
  expect(report.faults).toEqual([])
  expect(report.kills).toBe(5)
  // There was something to lose.
  expect(Object.values(report.acknowledged).every(count => count > 0)).toBe(true)
  expect(report.transfers).toBeGreaterThan(0)
})
