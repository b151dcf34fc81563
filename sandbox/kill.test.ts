import { expect, test } from 'vitest'
import { runKills } from './test-kill.ts'

test('killed eight times under traffic, the bank has lost nothing and done nothing twice', {
  timeout: 120_000,
}, async () => {
  const report = await runKills({ kills: 8, seed: 20_261_121 })
  expect(report.faults).toEqual([])
  expect(report.kills).toBe(8)
  // There was something to lose.
  expect(Object.entries(report.acknowledged).filter(([, count]) => count === 0)).toEqual([])
  expect(report.transfers).toBeGreaterThan(0)
})
