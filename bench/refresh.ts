import { closeBanks } from '#lib/banks.ts'
import { closeDb, db } from '#lib/db.ts'
import { workOnce } from '#lib/jobs/tasks.ts'
import { refreshConnection } from '#lib/services/refresh/connection.ts'
import { presence } from '#testing/bank/start.ts'
import { calibrate, isWithin, judgeTime } from './servers/calibration.ts'
import { createConstantBank } from './servers/constant-bank.ts'
import { openBenchDatabase } from './servers/database.ts'
import { linkAndConsent, median, openOurSide, walPosition } from './servers/our-side.ts'

/**
 * The cost of reading accounts again when nothing has changed: balances and three pages of a hundred booked transactions each,
 * with signed calls, consent, quota and access log; the bank answers at once and costs nothing. T2 (docs/costs.md): at most the
 * processor time of 20 empty routes, and 60 bytes of WAL a row.
 *
 * `schedule`: like a worker, many connections in parallel. `attended`: one after the other, with a person waiting.
 */
const calibration = await calibrate()
const maxWalBytes = 60
const pages = 3
const rowsPerAccount = pages * 100

const database = await openBenchDatabase('refresh')
const connectionsEach = 12
const wire = createConstantBank({ accountsOf: login => (login < connectionsEach ? 1 : 4), pagesPerAccount: pages })
const visitor = await openOurSide(wire)
for (const accounts of [1, 4]) await measure(accounts)
await closeBanks()
await closeDb()
await database.drop()

async function measure(accounts: number): Promise<void> {
  const connections: string[] = []
  for (let index = 0; index < connectionsEach; index += 1) connections.push(await linkAndConsent(visitor))
  for (const id of connections) await refreshConnection(visitor, id, presence)
  const attended = await cost(30, accounts, async round => {
    await refreshConnection(visitor, connections[round % connections.length] ?? '', presence)
    return 1
  })
  const scheduled = await cost(16, accounts, async () => {
    await db().quotaUse.deleteMany({})
    await db().connection.updateMany({ data: { nextRefreshAt: new Date(0) } })
    return refreshAllDue()
  })
  print('attended', accounts, attended)
  print('schedule', accounts, scheduled)
  await db().connection.updateMany({ data: { status: 'disconnected' } })
}

async function refreshAllDue(): Promise<number> {
  let done = 0
  for (let count = await workOnce('refreshes'); count > 0; count = await workOnce('refreshes')) done += count
  return done
}

type Cost = { readonly cpuMs: number; readonly perCoreSecond: number; readonly walBytesPerRow: number }

/** `act` returns how many connections it read. The first rounds warm the process. */
async function cost(rounds: number, accounts: number, act: (round: number) => Promise<number>): Promise<Cost> {
  for (let round = 0; round < 6; round += 1) await act(round)
  const wal = await walPosition()
  const cpuOf: number[] = []
  let read = 0
  for (let round = 0; round < rounds; round += 1) {
    const before = process.cpuUsage()
    const connections = await act(round)
    const { user, system } = process.cpuUsage(before)
    cpuOf.push((user + system) / 1_000 / (connections * accounts))
    read += connections * accounts
  }
  const walBytes = Number((await walPosition()) - wal)
  const cpuMs = median(cpuOf)
  return { cpuMs, perCoreSecond: 1_000 / cpuMs, walBytesPerRow: walBytes / (read * rowsPerAccount) }
}

function print(mode: string, accountsPerConnection: number, { cpuMs, perCoreSecond, walBytesPerRow }: Cost): void {
  const judged = { cpu: judgeTime(cpuMs, calibration, 'routes', 20) }
  const ok = isWithin(judged) && walBytesPerRow <= maxWalBytes
  if (!ok) process.exitCode = 1
  console.log(
    JSON.stringify({
      bench: 'refresh (T2)',
      mode,
      accountsPerConnection,
      rowsPerAccount,
      cpuMsPerAccount: Math.round(cpuMs * 10) / 10,
      accountsPerSecondAndCore: Math.round(perCoreSecond),
      walBytesPerRow: Math.round(walBytesPerRow),
      maxWalBytes,
      judged,
      ok,
    }),
  )
}
