import { closeBanks } from '#lib/banks.ts'
import { closeDb, db } from '#lib/db.ts'
import type { TransactionLine } from '#lib/domain/accounts/reading.ts'
import { presetChoice } from '#lib/domain/consent/choice.ts'
import { storeBooked } from '#lib/services/accounts/transaction-store.ts'
import { receiveCallback, startLink } from '#lib/services/connections/link.ts'
import { compareConsent, readMatrix, sendConsent } from '#lib/services/consent/choose.ts'
import { refreshConnection } from '#lib/services/refresh/sync.ts'
import { openBenchDatabase } from './servers/database.ts'
import { createDelayedBank } from './servers/delayed-bank.ts'
import { median, openOurSide, presence } from './servers/our-side.ts'

/**
 * Transactions stored per second, new and unchanged, in batches of 300; bytes of WAL for an unchanged one; and our CPU for a
 * complete refresh of one account (balances, three pages, 300 unchanged transactions), with the bank at 0 ms (quality.md T2: at
 * most 12 ms, 80 accounts a second, 60 bytes).
 */
const batch = 300
const batches = 60
const database = await openBenchDatabase('store')
const wire = createDelayedBank({ delayMs: 0, accounts: 1, pagesPerAccount: 3 })
const visitor = await openOurSide(wire)
const { userId } = visitor
const connectionId = await linkAndConsent()
await refreshConnection(userId, connectionId, presence)
const refresh = await measureRefresh()
const { id: accountId } = await db().account.findFirstOrThrow({ where: { userId } })
const owner = { userId, accountId }

const fresh = await storeAll()
const walBefore = await walPosition()
const unchanged = await storeAll()
const walBytes = Number((await walPosition()) - walBefore)

console.log(
  JSON.stringify({
    bench: 'store',
    rows: batch * batches,
    freshRowsPerSecond: Math.round(fresh),
    unchangedRowsPerSecond: Math.round(unchanged),
    unchangedWalBytesPerRow: Math.round(walBytes / (batch * batches)),
    targetWalBytesPerRow: 60,
    refreshCpuMs: refresh.cpuMs,
    targetRefreshCpuMs: 12,
    refreshesPerSecond: refresh.perSecond,
    targetRefreshesPerSecond: 80,
  }),
)
await closeBanks()
await closeDb()
await database.drop()

async function linkAndConsent(): Promise<string> {
  const { redirectTo } = await startLink(userId, { ...visitor, bankCode: '19870', purpose: 'link' })
  const query = new URLSearchParams({ code: 'bench' })
  query.set('state', new URL(redirectTo).searchParams.get('state') ?? '')
  const { connectionId: id } = await receiveCallback({ bankCode: '19870', query, visitor, presence })
  if (id === null) throw new Error('not linked')
  const { rows } = await readMatrix(userId, id)
  const { accounts } = presetChoice(
    'balances_only',
    rows.map(({ iban }) => iban),
  )
  const choice = { accounts: accounts.map(account => ({ ...account, transactions: true })), psuIdentity: false }
  const { hash } = await compareConsent(userId, id, choice)
  await sendConsent(userId, id, { choice, hash, version: 0 }, presence)
  return id
}

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
