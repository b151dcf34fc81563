import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { issueAuthority, issueTpp } from '@guichet/sandbox/pki/issue.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { closeBanks } from '#lib/banks.ts'
import { closeDb, db } from '#lib/db.ts'
import { recordCalls } from '#lib/services/banks/calls.ts'
import { aBank } from '#testing/bank/of-directory.ts'
import { aPerson } from '#testing/people/a-person.ts'
import { connectionsSql, workSql } from './calls-report.ts'
import { markRound, markWorker } from './health.ts'
import { mayReadMetrics, readMetrics } from './metrics.ts'

beforeAll(async () => {
  const dir = mkdtempSync(join(tmpdir(), 'guichet-metrics-'))
  await issueAuthority(dir)
  await issueTpp(dir, { organisationId: 'PSDFR-ACPR-17843', name: 'Guichet SAS', roles: ['PSP_AI'] }, dir)
  const files = {
    TPP_QWAC_CERT: 'qwac.pem',
    TPP_QWAC_KEY: 'qwac.key',
    TPP_QSEAL_CERT: 'qseal.pem',
    TPP_QSEAL_KEY: 'qseal.key',
    BANK_CA: 'ca.pem',
  }
  for (const [name, file] of Object.entries(files)) process.env[name] = join(dir, file)
  await aBank()
})
beforeEach(() => {
  delete process.env.METRICS_TOKEN
})
afterAll(closeBanks)

describe('access to the metrics', () => {
  const from = (address: string, isDirect = true) => ({ address, port: 4, isDirect })

  test('from this machine', () => {
    for (const address of ['127.0.0.1', '::1']) expect(mayReadMetrics(from(address), null)).toBe(true)
  })

  test('through a proxy on this machine only with the token (C60)', () => {
    expect(mayReadMetrics(from('127.0.0.1', false), null)).toBe(false)
    process.env.METRICS_TOKEN = 'a-token-of-some-length'
    expect(mayReadMetrics(from('127.0.0.1', false), null)).toBe(false)
    expect(mayReadMetrics(from('127.0.0.1', false), 'Bearer a-token-of-some-length')).toBe(true)
  })

  test('from another machine only with the token, if there is one', () => {
    expect(mayReadMetrics(from('203.0.113.7'), null)).toBe(false)
    expect(mayReadMetrics(from('203.0.113.7'), 'Bearer undefined')).toBe(false)
    expect(mayReadMetrics(null, null)).toBe(false)
    process.env.METRICS_TOKEN = 'a-token-of-some-length'
    expect(mayReadMetrics(from('203.0.113.7'), 'Bearer a-token-of-some-length')).toBe(true)
    expect(mayReadMetrics(from('203.0.113.7'), 'Bearer a-token-of-some-lengtH')).toBe(false)
    expect(mayReadMetrics(from('203.0.113.7'), null)).toBe(false)
  })
})

test('due work, including rows that are their own queue', async () => {
  const { userId } = await aPerson()
  const connection = { userId, bankCode: '19870', status: 'active' as const, authorisedAt: new Date() }
  const dueAt = new Date(Date.now() - 90_000)
  await db().connection.create({ data: { ...connection, nextRefreshAt: dueAt } })
  await db().connection.create({ data: { ...connection, nextRefreshAt: new Date(Date.now() + 3_600_000) } })
  const leased = { syncLeaseId: userId, syncLeaseUntil: new Date(Date.now() + 60_000) }
  await db().connection.create({ data: { ...connection, nextRefreshAt: dueAt, ...leased } })
  const mail = { userId, kind: 'notice', aboutId: userId, language: 'fr' as const }
  // Postponed because the mail server is down: due since it was written.
  const postpone = { key: 'a', createdAt: dueAt, nextTryAt: new Date(Date.now() + 3_600_000), tries: 3 }
  await db().mail.create({ data: { ...mail, ...postpone } })
  const ended = { createdAt: dueAt, finishedAt: new Date() }
  await db().mail.create({ data: { ...mail, ...ended, key: 'b', state: 'failed' } })
  await db().mail.create({ data: { ...mail, ...ended, key: 'c', state: 'sent' } })
  const { text } = await readMetrics()
  expect(text).toContain('guichet_queue_jobs{queue="mails",state="waiting"} 1')
  expect(text).toContain('guichet_queue_jobs{queue="mails",state="failed"} 1')
  expect(Number(/guichet_queue_oldest_seconds\{queue="mails"\} (\S+)/.exec(text)?.[1])).toBeGreaterThanOrEqual(90)
  expect(text).toContain('guichet_queue_jobs{queue="refreshes",state="waiting"} 1')
  expect(text).toContain('guichet_queue_jobs{queue="refreshes",state="active"} 1')
  expect(text).toContain('guichet_queue_jobs{queue="webhooks",state="waiting"} 0')
  expect(text).toContain('guichet_queue_jobs{queue="payments",state="waiting"} 0')
  expect(Number(/guichet_queue_oldest_seconds\{queue="refreshes"\} (\S+)/.exec(text)?.[1])).toBeGreaterThanOrEqual(90)
})

test('what is counted reads no more with a hundred times the rows', async () => {
  const { userId } = await aPerson()
  const read = async () => {
    const plans = [workSql(new Date(), 50), connectionsSql(50)].map(
      sql => db().$queryRaw<{ 'QUERY PLAN': unknown }[]>`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
    )
    return (await Promise.all(plans)).flatMap(rows => scansOf(rows)).reduce((all, rows) => all + rows, 0)
  }
  const add = (count: number) => db().$executeRaw`
    INSERT INTO "Connection" ("id", "userId", "bankCode", "status", "nextRefreshAt")
    SELECT gen_random_uuid(), ${userId}::uuid, '19870', 'active', now() - n * interval '1 second'
    FROM generate_series(1, ${count}::int) AS n`
  await add(100)
  await db().$executeRaw`ANALYZE "Connection"`
  const few = await read()
  await add(10_000)
  await db().$executeRaw`ANALYZE "Connection"`
  expect(await read()).toBeLessThan(few + 100)
  await db().connection.deleteMany({ where: { userId } })
})

/** Rows that the scans of tables and indexes returned or dropped. */
function scansOf(plan: unknown): number[] {
  if (typeof plan !== 'object' || plan === null) return []
  const node = new Map<string, unknown>(Object.entries(plan))
  const numberOf = (key: string) => Number(node.get(key) ?? 0)
  const isScan = /Scan$/.test(String(node.get('Node Type'))) && node.get('Relation Name') !== undefined
  const own = (numberOf('Actual Rows') + numberOf('Rows Removed by Filter')) * numberOf('Actual Loops')
  return [...(isScan ? [own] : []), ...[...node.values()].flatMap(scansOf)]
}

test('the age of the worker’s last round, in a process that has a worker', async () => {
  const readAge = async () => /^guichet_worker_round_age_seconds (\S+)/m.exec((await readMetrics()).text)?.[1]
  expect(await readAge()).toBeUndefined()
  // In its first round.
  markWorker('running')
  expect(Number(await readAge())).toBeLessThan(60)
  markRound()
  expect(Number(await readAge())).toBeLessThan(60)
})

test('a process without its database still answers: it is not ready, and tells nothing out of date', async () => {
  expect((await readMetrics()).text).toMatch(/^guichet_ready\{check="ready"\} 1$/m)
  const address = process.env.DATABASE_URL
  await closeDb()
  process.env.DATABASE_URL = 'postgresql://nobody:x@127.0.0.1:9/none'
  Reflect.deleteProperty(globalThis, 'guichetProcessState')
  const { text } = await readMetrics()
  for (const check of ['ready', 'database', 'writes']) expect(text).toContain(`guichet_ready{check="${check}"} 0`)
  for (const check of ['running', 'vault', 'clock']) expect(text).toContain(`guichet_ready{check="${check}"} 1`)
  expect(text).not.toMatch(/^guichet_queue_jobs/m)
  await closeDb()
  process.env.DATABASE_URL = address
})

test('one reading that fails blanks its own gauge only', async () => {
  await db().$executeRaw`ALTER TABLE "AuditCheck" RENAME TO "AuditAway"`
  const { text } = await readMetrics()
  await db().$executeRaw`ALTER TABLE "AuditAway" RENAME TO "AuditCheck"`
  expect(text).not.toMatch(/^guichet_audit_breaks/m)
  expect(text).toMatch(/^guichet_queue_jobs\{/m)
  expect(text).toMatch(/^guichet_payments_held 0$/m)
  expect((await readMetrics()).text).toMatch(/^guichet_audit_breaks 0$/m)
})

test('how long nobody looked through the audit trail', async () => {
  const readAge = async () => /^guichet_audit_check_age_seconds (\S+)/m.exec((await readMetrics()).text)?.[1]
  expect(await readAge()).toBeUndefined()
  const found = { streams: 0, events: 0, heads: '', broken: [] }
  await db().auditCheck.create({ data: { ...found, at: new Date(Date.now() - 90_000_000) } })
  expect(Math.floor(Number(await readAge()) / 100)).toBe(900)
  await db().auditCheck.deleteMany()
})

test('calls by bank, operation and outcome; certificates, connections, breakers; the process itself', async () => {
  const calls = recordCalls({ userId: null, connectionId: null, bankCode: '19870', presence: null })
  const call = {
    operation: 'accounts.list',
    method: 'GET',
    path: '/accounts?secret',
    attended: true,
    requestId: 'r',
    at: new Date(),
    bankAheadSeconds: null,
  }
  calls.context.onCall?.({ ...call, status: 200, code: null, durationMs: 40, bankAheadSeconds: -61 })
  calls.context.onCall?.({ ...call, status: 429, code: 'TMRQ', durationMs: 12 })
  calls.context.onCall?.({ ...call, operation: 'oauth.refresh', status: null, code: 'timeout', durationMs: 12_000 })
  await calls.written()
  const { text, contentType } = await readMetrics()
  expect(contentType).toContain('text/plain')
  const lines = [
    'guichet_bank_clock_ahead_seconds{bank="19870"} -61',
    'guichet_bank_call_seconds_count{bank="19870",operation="accounts.list",outcome="ok"} 1',
    'guichet_bank_call_seconds_count{bank="19870",operation="accounts.list",outcome="4xx"} 1',
    'guichet_bank_call_seconds_count{bank="19870",operation="oauth.refresh",outcome="timeout"} 1',
    'guichet_quota_refusals_total{bank="19870"} 1',
    'guichet_token_refreshes_total{outcome="timeout"} 1',
    'guichet_bank_breaker_open{bank="19870"} 0',
    'guichet_bank_refreshes_at_once{bank="19870"} 30',
    'guichet_bank_lane_calls{bank="19870",lane="attended",state="waiting"} 0',
    'guichet_certificate_days_left{use="qwac"} 730',
    'guichet_audit_breaks 0',
    'guichet_payments_held 0',
    'guichet_database_waiting 0',
    'guichet_database_connections{state="in_use"} 0',
  ]
  for (const line of lines) expect(text).toContain(line)
  expect(text).toMatch(/guichet_nodejs_eventloop_lag_seconds/)
  expect(text).toMatch(/guichet_process_cpu_seconds_total/)
  expect(text).not.toContain('secret')
})
