import { closeBanks } from '#lib/banks.ts'
import { closeDb, db } from '#lib/db.ts'
import type { TransactionLine } from '#lib/domain/accounts/reading.ts'
import { storeBooked } from '#lib/services/accounts/transaction-store.ts'
import { refreshConnection } from '#lib/services/refresh/sync.ts'
import { calibrate, isWithin, judgeTime } from './servers/calibration.ts'
import { openBenchDatabase } from './servers/database.ts'
import { createDelayedBank } from './servers/delayed-bank.ts'
import { linkAndConsent } from './servers/linked.ts'
import { median, openOurSide, presence } from './servers/our-side.ts'

/**
 * Transactions stored per second, new and unchanged, in batches of 300; bytes of WAL for an unchanged one; and our CPU for a
 * complete refresh of one account (balances, three pages, 300 unchanged transactions), with the bank at 0 ms. T2 (quality.md): at
 * most the processor time of 20 empty routes, and 60 bytes.
 */
const calibration = await calibrate()
const mostWalBytes = 60
const batch = 300
const batches = 60
const database = await openBenchDatabase('store')
const wire = createDelayedBank({ delayMs: 0, accounts: 1, pagesPerAccount: 3 })
const visitor = await openOurSide(wire)
const { userId } = visitor
const connectionId = await linkAndConsent(visitor)
await refreshConnection(userId, connectionId, presence)
const refresh = await measureRefresh()
const { id: accountId } = await db().account.findFirstOrThrow({ where: { userId } })
const owner = { userId, accountId }

const fresh = await storeAll()
const walBefore = await walPosition()
const unchanged = await storeAll()
const walBytes = Number((await walPosition()) - walBefore)

const unchangedWalBytesPerRow = Math.round(walBytes / (batch * batches))
const judged = {
  refresh: judgeTime(refresh.cpuMs, calibration, 'routes', 20),
}
const ok = isWithin(judged) && unchangedWalBytesPerRow <= mostWalBytes
console.log(
  JSON.stringify({
    bench: 'store (T2)',
    rows: batch * batches,
    freshRowsPerSecond: Math.round(fresh),
    unchangedRowsPerSecond: Math.round(unchanged),
    unchangedWalBytesPerRow,
    mostWalBytes,
    refreshCpuMs: refresh.cpuMs,
    refreshesPerSecond: refresh.perSecond,
    judged,
    ok,
  }),
)
await closeBanks()
await closeDb()
await database.drop()
if (!ok) process.exitCode = 1

async function measureRefresh(): Promise<{ cpuMs: number; perSecond: number }> {
  const rounds = 40
  for (let round = 0; round < 5; round += 1) await refreshConnection(userId, connectionId, presence)
  const cpu: number[] = []
  const from = performance.now()
  for (let round = 0; round < rounds; round += 1) {
    const before = process.cpuUsage()
    await refreshConnection(userId, connectionId, presence)
    const { user, system } = process.cpuUsage(before)
    cpu.push((user + system) / 1_000)
  }
  const perSecond = Math.round((rounds / (performance.now() - from)) * 1_000)
  return { cpuMs: Math.round(median(cpu) * 10) / 10, perSecond }
}

async function storeAll(): Promise<number> {
  const from = performance.now()
  for (let index = 0; index < batches; index += 1) await storeBooked(db(), owner, linesOf(index), '2026-11-21')
  return (batch * batches) / ((performance.now() - from) / 1_000)
}

function linesOf(index: number): TransactionLine[] {
  return Array.from({ length: batch }, (_, row) => lineOf(index * batch + row))
}

function lineOf(number: number): TransactionLine {
  const day = new Date(Date.UTC(2026, 8, 1) + (number % 80) * 86_400_000).toISOString().slice(0, 10)
  return {
    resourceId: `S${number}`,
    entryReference: `9${String(number).padStart(9, '0')}`,
    status: 'BOOK',
    amount: { amountMinor: BigInt(-number - 1), currency: 'EUR' },
    bookingDate: day,
    valueDate: day,
    transactionDate: day,
    expectedBookingDate: null,
    remittance: [`PRLV SEPA FOURNISSEUR ${number}`, 'REF 2026-11'],
    code: { domain: 'PMNT', family: 'RDDT', subFamily: 'ESDD', code: '537', issuer: 'SI2G' },
    endToEndId: `E2E-${number}`,
  }
}

async function walPosition(): Promise<bigint> {
  const [row] = await db().$queryRaw<{ bytes: bigint }[]>`
    SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint AS "bytes"`
  return row?.bytes ?? 0n
}
