import { expect, test } from 'vitest'
import { runKills } from './test-kill.ts'

test('killed under traffic, the bank has lost nothing and executed nothing twice', {
  timeout: 300_000,
}, async () => {
  const report = await runKills({ kills: 1, seed: 20_261_121 })
  expect(report.faults).toEqual([])
  expect(report.kills).toBeGreaterThanOrEqual(1)
  expect(report.transfers).toBeGreaterThan(0)
})
