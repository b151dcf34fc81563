import { db } from '#lib/db.ts'
import { people } from '#testing/bank/customers.ts'
import { forgetBatchCounts, highestCount, readBatchCounts } from '#testing/bank/desk.ts'
import { dumpBackup, fileBackup, findInstalled, momentBackup } from '#testing/database/clusters.ts'
import { type Crew, forgetConnections, newCrew, newCustomer, passLeases } from '#testing/processes/crew.ts'
import { findBroken } from '#testing/processes/invariants.ts'
import { type Ground, openGround, playCrashes } from './crashes.ts'
import { planDeaths, playDeaths } from './deaths.ts'
import { playFailover } from './failover.ts'
import { playRestore } from './restore.ts'

/** The long forms of the faults of account information: R2, R8 and fault:D1 (docs/faults.md), each with its own database. */

/** R2 and R3: a number of seeds, starting with this one. */
export function runDeaths({ runs, seed }: { readonly runs: number; readonly seed: number }) {
  return onGround(async ({ stack }, crew) => {
    const survivor = await crew.start()
    const report = { played: 0, deaths: 0, lost: 0, faults: [] as string[] }
    for (let run = 0; run < runs; run += 1) {
      const plan = planDeaths(seed + run)
      const { deaths, lost, faults } = await playDeaths(stack, survivor, plan)
      report.played += 1
      report.deaths += deaths
      report.lost += lost ? 1 : 0
      report.faults.push(...faults.map(fault => `${fault}: ${JSON.stringify(plan)}`))
      await forgetConnections()
    }
    return report
  })
}

/** R8: a number of days, on each of which ten workers are killed. */
export function runWorkers({ days, seed }: { readonly days: number; readonly seed: number }) {
  return onGround(async ({ stack }) => {
    const report = { days: 0, kills: 0, most: 0, faults: [] as string[] }
    for (let day = 0; day < days; day += 1) {
      await forgetConnections()
      forgetBatchCounts(stack.running)
      await newCustomer(people.thomas)
      for (let death = 0; death < 10; death += 1) if (await killWorker(seed + day * 10 + death)) report.kills += 1
      report.days += 1
      report.most = Math.max(report.most, highestCount(readBatchCounts(stack.running)))
      report.faults.push(...(await findBroken(stack.running)).map(fault => `day ${day} from seed ${seed}: ${fault}`))
    }
    return report
  })
}

/** Dies at its n-th statement, within the number of a reading. True if it got that far. */
async function killWorker(seed: number): Promise<boolean> {
  const crew = newCrew()
  try {
    const worker = await crew.start()
    await worker.addStatement({ after: (seed * 7_919) % 90, act: seed % 2 === 0 ? 'die_before' : 'die_after' })
    const data = { nextRefreshAt: new Date(0), syncLeaseId: null, syncLeaseUntil: null }
    await db().connection.updateMany({ where: { status: 'active' }, data })
    const work = worker.call('lib/jobs/tasks.ts', 'workOnce', 'refreshes').then(
      () => false,
      () => true,
    )
    return await Promise.race([work, worker.gone.then(() => true)])
  } finally {
    await crew.kill()
    await passLeases()
  }
}

/** fault:D1: kills the database about every five seconds of answers, for a time. */
export function runDatabase({ seconds }: { readonly seconds: number }) {
  return onGround(ground =>
    playCrashes(ground, { crashes: 3, untilMs: performance.now() + seconds * 1_000, answersEach: 20 }),
  )
}

/** Backups of every kind; all but the first with the commands of docs/operations, on the system's PostgreSQL. */
export async function runRestore() {
  const installed = findInstalled()
  const files = await playRestore(fileBackup)
  if (installed === null)
    return { version: null, files, faults: ['apt-get install postgresql: only files were restored'] }
  const dump = await playRestore(dumpBackup(installed.bin))
  const moment = await playRestore(momentBackup(installed.bin))
  const faults = [files, dump, moment].flatMap(({ faults: own, withWrongKey }) =>
    withWrongKey.includes('VAULT_KEYS: key ground is not the one of this name')
      ? own
      : [...own, `with a wrong key: ${withWrongKey}`],
  )
  return { version: installed.version, files, dump, moment, faults }
}

/** A failover with and without synchronous replication; only the first may lose nothing. */
export async function runFailover() {
  const synchronous = await playFailover({ isSynchronous: true })
  const asynchronous = await playFailover({ isSynchronous: false })
  return { synchronous, asynchronous, faults: synchronous.faults }
}

async function onGround<T>(run: (ground: Ground, crew: Crew) => Promise<T>): Promise<T> {
  const ground = await openGround()
  const crew = newCrew()
  try {
    return await run(ground, crew)
  } finally {
    await crew.kill()
    await ground.stop()
  }
}
