import { createHash, timingSafeEqual } from 'node:crypto'
import type { Gauge } from 'prom-client'
import { countSealed, sealedColumns, tableOf } from '#lib/base/sealed-values.ts'
import { now } from '#lib/clock.ts'
import { db, readPool } from '#lib/db.ts'
import type { RequestPeer } from '#lib/domain/requests/peer.ts'
import { readEnv } from '#lib/env.ts'
import { log } from '#lib/log.ts'
import { metrics } from '#lib/metrics.ts'
import { readBankHealth, readLoadOf } from '#lib/services/banks/health.ts'
import { readVaultKeys } from '#lib/vault/keys.ts'
import { connectionsSql, countWork, mostCounted } from './calls-report.ts'
import { readDaysLeft } from './certificate-sets.ts'
import { checkReadiness, readRoundAge } from './health.ts'

/** This machine directly, or with METRICS_TOKEN: a proxy here has the same address (C60). */
export function mayReadMetrics(peer: RequestPeer | null, authorization: string | null): boolean {
  if (peer?.isDirect && (peer.address === '127.0.0.1' || peer.address === '::1')) return true
  const token = readEnv('METRICS_TOKEN')
  if (token === undefined || authorization === null) return false
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(authorization), digest(`Bearer ${token}`))
}

export async function readMetrics(): Promise<{ text: string; contentType: string }> {
  const { registry, ...all } = metrics()
  fillWorker()
  fillPool()
  await Promise.all([
    fill([all.ready], fillReady),
    fill([all.queueJobs, all.queueOldest], fillQueue),
    fill([all.paymentsHeld], fillPayments),
    fill([all.connections], fillConnections),
    fill([all.breaker, all.bankLanes, all.bankRefreshes], fillBanks),
    fill([all.certificateDays], fillCertificates),
    fill([all.auditBreaks, all.auditAge], fillAudit),
    fill([all.sealedValues], fillSealed),
  ])
  return { text: await registry.metrics(), contentType: registry.contentType }
}

/** What can't be read is absent: neither out of date nor 0. */
async function fill(gauges: readonly Pick<Gauge, 'reset' | 'remove'>[], read: () => Promise<void>): Promise<void> {
  await read().catch(error => {
    log().warn({ err: error }, 'a metric was not read')
    for (const gauge of gauges) {
      gauge.reset()
      // One without labels is 0 after a reset.
      gauge.remove({})
    }
  })
}

async function fillReady(): Promise<void> {
  const { stopping, ...checks } = await checkReadiness()
  const values = { ...checks, running: !stopping }
  for (const [check, holds] of Object.entries(values)) metrics().ready.set({ check }, holds ? 1 : 0)
}

async function fillQueue(): Promise<void> {
  const { queueJobs, queueOldest } = metrics()
  const work = await countWork()
  queueJobs.reset()
  queueOldest.reset()
  for (const { name: queue, waiting, active, failed, oldestSeconds } of work) {
    queueJobs.set({ queue, state: 'waiting' }, waiting)
    queueJobs.set({ queue, state: 'active' }, active)
    queueJobs.set({ queue, state: 'failed' }, failed)
    queueOldest.set({ queue }, oldestSeconds ?? 0)
  }
}

function fillWorker(): void {
  const { workerRoundAge } = metrics()
  const age = readRoundAge()
  workerRoundAge.remove()
  if (age !== null) workerRoundAge.set(age)
}

function fillPool(): void {
  const { databaseConnections, databaseWaiting } = metrics()
  const { inUse, idle, waiting } = readPool()
  databaseConnections.set({ state: 'in_use' }, inUse)
  databaseConnections.set({ state: 'idle' }, idle)
  databaseWaiting.set(waiting)
}

async function fillPayments(): Promise<void> {
  metrics().paymentsHeld.set(await db().paymentOrder.count({ where: { status: 'held', mode: 'live' } }))
}

async function fillConnections(): Promise<void> {
  const { connections } = metrics()
  const counts = await db().$queryRaw<{ bank: string; status: string; count: number }[]>(connectionsSql())
  connections.reset()
  for (const { bank, status, count } of counts) connections.set({ bank, status }, count)
}

async function fillBanks(): Promise<void> {
  const { breaker, bankLanes, bankRefreshes } = metrics()
  const banks = await readBankHealth()
  for (const gauge of [breaker, bankLanes, bankRefreshes]) gauge.reset()
  for (const { code: bank, state, refreshesAtOnce } of banks) {
    breaker.set({ bank }, state === 'up' ? 0 : 1)
    bankRefreshes.set({ bank }, refreshesAtOnce)
    for (const [lane, { calling, waiting }] of Object.entries(readLoadOf(bank))) {
      bankLanes.set({ bank, lane, state: 'calling' }, calling)
      bankLanes.set({ bank, lane, state: 'waiting' }, waiting)
    }
  }
}

async function fillCertificates(): Promise<void> {
  for (const [use, days] of Object.entries(await readDaysLeft())) metrics().certificateDays.set({ use }, days)
}

async function fillAudit(): Promise<void> {
  const { auditBreaks, auditAge } = metrics()
  const last = await db().auditCheck.findFirst({ orderBy: { id: 'desc' }, select: { at: true, broken: true } })
  auditBreaks.set(Array.isArray(last?.broken) ? last.broken.length : 0)
  if (last === null) auditAge.remove()
  else auditAge.set((now().getTime() - last.at.getTime()) / 1_000)
}

async function fillSealed(): Promise<void> {
  const { sealedValues } = metrics()
  const counts = await countSealed(mostCounted)
  sealedValues.reset()
  for (const { kid } of readVaultKeys())
    for (const { model } of sealedColumns) sealedValues.set({ table: tableOf(model), kid }, 0)
  for (const { table, kid, count } of counts) sealedValues.set({ table, kid }, count)
}
