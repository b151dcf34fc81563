import { randomUUID } from 'node:crypto'
import { closeBanks } from '#lib/banks.ts'
import { closeDb, db } from '#lib/db.ts'
import { presetChoice } from '#lib/domain/consent/choice.ts'
import { workOnce } from '#lib/jobs/tasks.ts'
import { receiveCallback, startLink } from '#lib/services/connections/link.ts'
import { compareConsent, readMatrix, sendConsent } from '#lib/services/consent/choose.ts'
import { refreshConnection } from '#lib/services/refresh/sync.ts'
import { createConstantBank } from './servers/constant-bank.ts'
import { openBenchDatabase } from './servers/database.ts'
import { median, openOurSide, presence } from './servers/our-side.ts'

/**
 * The cost of reading accounts again when nothing has changed: balances and three pages of a hundred booked transactions each,
 * with signed calls, consent, quota and access log; the bank answers at once and costs nothing (quality.md T2: at most 12 ms CPU,
 * 80 accounts a second and core, 60 bytes of WAL a row).
 *
 * `schedule`: like a worker, many connections in parallel. `attended`: one after the other, with a person waiting.
 */
const target = { cpuMs: 12, perSecond: 80, walBytes: 60 }
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
  for (let index = 0; index < connectionsEach; index += 1) connections.push(await linkAndConsent())
  for (const id of connections) await refreshConnection(visitor.userId, id, presence)
  const attended = await cost(30, accounts, async round => {
    await refreshConnection(visitor.userId, connections[round % connections.length] ?? '', presence)
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
  console.log(
    JSON.stringify({
      bench: 'refresh',
      mode,
      accountsPerConnection,
      rowsPerAccount,
      cpuMsPerAccount: Math.round(cpuMs * 10) / 10,
      targetCpuMs: target.cpuMs,
      accountsPerSecondAndCore: Math.round(perCoreSecond),
      targetAccountsPerSecond: target.perSecond,
      walBytesPerRow: Math.round(walBytesPerRow),
      targetWalBytesPerRow: target.walBytes,
    }),
  )
}

async function walPosition(): Promise<bigint> {
  const [row] = await db().$queryRaw<{ bytes: bigint }[]>`
    SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint AS "bytes"`
  return row?.bytes ?? 0n
}

async function linkAndConsent(): Promise<string> {
  const { userId } = visitor
  await db().rateLimit.deleteMany({})
  const { redirectTo } = await startLink(userId, { ...visitor, bankCode: '19870', purpose: 'link' })
  const query = new URLSearchParams({ code: randomUUID() })
  query.set('state', new URL(redirectTo).searchParams.get('state') ?? '')
  const { connectionId } = await receiveCallback({ bankCode: '19870', query, visitor, presence })
  if (connectionId === null) throw new Error('not linked')
  const { rows, version } = await readMatrix(userId, connectionId)
  const { accounts } = presetChoice(
    'balances_only',
    rows.map(({ iban }) => iban),
  )
  const choice = { accounts: accounts.map(account => ({ ...account, transactions: true })), psuIdentity: false }
  const { hash } = await compareConsent(userId, connectionId, choice)
  await sendConsent(userId, connectionId, { choice, hash, version }, presence)
  return connectionId
}
