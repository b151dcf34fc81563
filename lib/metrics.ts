import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Prometheus counters of this process; gauges are in services/metrics.ts. Labels are codes, never a person or path. */
export type Metrics = {
  readonly registry: Registry
  readonly bankCalls: Histogram<'bank' | 'operation' | 'outcome'>
  readonly signatures: Histogram<'place' | 'outcome'>
  readonly answers: Counter<'kind' | 'class'>
  readonly databaseConnections: Gauge<'state'>
  readonly databaseWaiting: Gauge
  readonly refreshes: Counter<'outcome'>
  readonly quotaRefusals: Counter<'bank'>
  readonly queueJobs: Gauge<'queue' | 'state'>
  readonly queueOldest: Gauge<'queue'>
  readonly connections: Gauge<'bank' | 'status'>
  readonly breaker: Gauge<'bank'>
  readonly bankRefreshes: Gauge<'bank'>
  readonly bankLanes: Gauge<'bank' | 'lane' | 'state'>
  readonly bankClockAhead: Gauge<'bank'>
  readonly paymentsHeld: Gauge
  readonly ready: Gauge<'check'>
  readonly workerRoundAge: Gauge
  readonly certificateDays: Gauge<'use'>
  readonly auditBreaks: Gauge
  readonly auditAge: Gauge
  readonly sealedValues: Gauge<'table' | 'kid'>
}

/** Next loads modules more than once. */
const shared = globalThis as typeof globalThis & { guichetMetrics?: Metrics }

/** Seconds, to a batch's limit. */
const callSeconds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30]

/** Seconds, to both tries of a far signer. */
const signatureSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 4]

export function metrics(): Metrics {
  shared.guichetMetrics ??= make(new Registry())
  return shared.guichetMetrics
}

function make(registry: Registry): Metrics {
  collectDefaultMetrics({ register: registry, prefix: 'guichet_' })
  const registers = [registry]
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge<Label>({ name: `guichet_${name}`, help, labelNames, registers })
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter<Label>({ name: `guichet_${name}`, help, labelNames, registers })
  return {
    registry,
    bankCalls: new Histogram({
      name: 'guichet_bank_call_seconds',
      help: 'Calls to banks by operation and outcome: ok, the class of a refusal, or what failed without an answer',
      labelNames: ['bank', 'operation', 'outcome'],
      buckets: callSeconds,
      registers,
    }),
    signatures: new Histogram({
      name: 'guichet_signature_seconds',
      help: 'Signatures by a QSealC’s key that is not ours to hold, by its place (http) and outcome: ok, or why there is none',
      labelNames: ['place', 'outcome'],
      buckets: signatureSeconds,
      registers,
    }),
    answers: counter(
      'answers_total',
      'Answers of the application by kind of address and class of status; probes excepted',
      ['kind', 'class'],
    ),
    databaseConnections: gauge('database_connections', 'Connections of this process to the database, in use or idle', [
      'state',
    ]),
    databaseWaiting: gauge('database_waiting', 'Requests of this process that wait for a connection to the database'),
    refreshes: counter('token_refreshes_total', 'Refreshes of tokens, by outcome', ['outcome']),
    quotaRefusals: counter('quota_refusals_total', 'Calls a bank refused because the day’s quota is used', ['bank']),
    queueJobs: gauge('queue_jobs', 'Jobs by queue and state, refreshes up to 10,000 a bank', ['queue', 'state']),
    queueOldest: gauge('queue_oldest_seconds', 'Age of the oldest job that waits', ['queue']),
    connections: gauge('connections', 'Connections by bank and state, counted up to 10,000 each', ['bank', 'status']),
    breaker: gauge('bank_breaker_open', '1 while the circuit breaker of a bank is not closed', ['bank']),
    bankRefreshes: gauge(
      'bank_refreshes_at_once',
      'Scheduled refreshes a bank may have at once, as its answers allow',
      ['bank'],
    ),
    bankLanes: gauge(
      'bank_lane_calls',
      'Calls of this process in the lanes of a bank’s bulkhead, under way or waiting',
      ['bank', 'lane', 'state'],
    ),
    bankClockAhead: gauge('bank_clock_ahead_seconds', 'How far a bank’s clock is ahead of ours, by its last answer', [
      'bank',
    ]),
    paymentsHeld: gauge('payments_held', 'Payments held because a bank’s answer contradicts the order, or itself'),
    ready: gauge('ready', '1 for each check of /api/ready that holds, also `ready` for all of them', ['check']),
    workerRoundAge: gauge(
      'worker_round_age_seconds',
      'Time since this process’s worker started or finished a round; absent without a worker',
    ),
    certificateDays: gauge('certificate_days_left', 'Days until a certificate of ours ends', ['use']),
    auditBreaks: gauge('audit_breaks', 'Breaks the last look through the audit trail found'),
    auditAge: gauge('audit_check_age_seconds', 'Time since that look; absent before the first'),
    sealedValues: gauge(
      'sealed_values',
      'Encrypted values in the database by table and vault key, counted up to 10,000 a column; without a key: damaged',
      ['table', 'kid'],
    ),
  }
}
