import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#lib/db.ts'
import { people } from '#testing/bank/customers.ts'
import { type Crew, forgetConnections, newCrew, newCustomer } from '#testing/processes/crew.ts'
import { findBroken } from '#testing/processes/invariants.ts'
import { type Ground, openGround, playCrashes } from './crashes.ts'

/** Two web processes and two workers when the database goes down (docs/faults.md, fault:D1, fault:D2). */

const processesMs = 240_000
let ground: Ground
let crew: Crew
beforeAll(async () => {
  ground = await openGround()
  crew = newCrew()
}, processesMs)
afterAll(async () => {
  await crew.kill()
  await ground.stop()
}, processesMs)

test(
  'PostgreSQL killed and restarted: no process ends, nothing acknowledged is lost, no connection ends (fault:D1)',
  async () => {
    const report = await playCrashes(ground, { crashes: 1, answersEach: 6 })
    expect(report.faults).toEqual([])
    expect(report.crashes).toBe(1)
    await forgetConnections()
  },
  processesMs,
)

test(
  'every database connection closed while two processes read: each reconnects by itself (fault:D2)',
  async () => {
    const scope = await newCustomer(people.camille)
    const webs = [await crew.start(), await crew.start()]
    for (let cut = 0; cut < 3; cut += 1) {
      const reading = webs.map(web =>
        web.call<(number | string)[]>('testing/processes/acts.ts', 'readLists', scope, 20),
      )
      await db().$executeRaw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'guichet' AND pid <> pg_backend_pid()`
      await Promise.all(reading)
    }
    const after = await Promise.all(
      webs.map(web => web.call<(number | string)[]>('testing/processes/acts.ts', 'readLists', scope, 5)),
    )
    expect(after.flat().every(seen => typeof seen === 'number')).toBe(true)
    expect(await findBroken(ground.stack.running)).toEqual([])
  },
  processesMs,
)
