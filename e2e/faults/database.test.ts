import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ground, openGround, playCrashes } from './crashes.ts'

/** Two web processes and two workers when the database goes down (docs/faults.md, fault:D1). */

const processesMs = 240_000
/** `npm run soak -- database`: for how long it is killed, about every five seconds of answers. */
const { SOAK_SECONDS } = process.env
const longMs = Number(SOAK_SECONDS ?? 0) * 1_000
let ground: Ground
beforeAll(async () => {
  ground = await openGround()
}, processesMs)
afterAll(() => ground.stop(), processesMs)

test(
  'PostgreSQL killed and restarted: no process ends, nothing acknowledged is lost, no connection ends (fault:D1)',
  async () => {
    const [crashes, answersEach] = longMs > 0 ? [3, 20] : [1, 6]
    const report = await playCrashes(ground, { crashes, answersEach, untilMs: performance.now() + longMs })
    expect(report.faults).toEqual([])
    expect(report.crashes).toBeGreaterThanOrEqual(crashes)
  },
  processesMs + longMs,
)
