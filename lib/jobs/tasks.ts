import { sweepLimits } from '#lib/base/rate-limit.ts'
import { resealWhenDue } from '#lib/base/rotate-vault-keys.ts'
import { type Clocks, isSteady } from '#lib/clock/steady.ts'
import { sweepOutdatedFilings } from '#lib/services/accounts/outdated-filings.ts'
import { sweepAlerts, sweepOldAlerts } from '#lib/services/alerts/give.ts'
import { sweepPushTargets } from '#lib/services/alerts/push.ts'
import { sweepApps, tellOfEndingApps } from '#lib/services/apps/sweep.ts'
import { makeMonthsAhead, sweepCalls } from '#lib/services/banks/calls.ts'
import { sweepQuota } from '#lib/services/banks/quota-use.ts'
import { sweepHandoffs } from '#lib/services/connections/app-to-app.ts'
import { sweepDeadExchanges, sweepExpiredFlows, sweepQuarantine } from '#lib/services/connections/link-sweeps.ts'
import { remindOfExpiry } from '#lib/services/connections/reminders.ts'
import { findUnansweredConsents, finishConsent } from '#lib/services/consent/sending.ts'
import { sweepPayers } from '#lib/services/data-rights/payers.ts'
import { sweepProofsOfPayment } from '#lib/services/data-rights/proofs-of-payment.ts'
import { sweepMessages } from '#lib/services/events/outbox.ts'
import { findDueRevocations, revokeNow } from '#lib/services/grants/revocations.ts'
import { sweepWeeklySummaries } from '#lib/services/home/weekly-summary.ts'
import { sweepReminders } from '#lib/services/invoices/reminders.ts'
import { findDueMails, sweepMails } from '#lib/services/mail/sending.ts'
import { warnOfExpiringKeys } from '#lib/services/merchant/api-keys.ts'
import { sweepRequests } from '#lib/services/merchant/api-log.ts'
import { settleBeneficiaries } from '#lib/services/merchant/beneficiary.ts'
import { sweepAnswers } from '#lib/services/merchant/idempotency.ts'
import { checkAuditWhenDue } from '#lib/services/operator/audit-trail.ts'
import { eraseRetiredKeys, raiseCertificateAlarms } from '#lib/services/operator/certificate-sets.ts'
import { recordFault } from '#lib/services/operator/faults.ts'
import { markRound } from '#lib/services/operator/health.ts'
import { mailCertificateEnding } from '#lib/services/operator/mails.ts'
import { mailNewRequests } from '#lib/services/operator/merchants.ts'
import { watchClocks } from '#lib/services/operator/times-ahead.ts'
import { sweepCancellations } from '#lib/services/payments/cancellations.ts'
import { driveAttempt, findDueAttempts } from '#lib/services/payments/drive.ts'
import { sweepBatchPayers } from '#lib/services/payments/link-batches.ts'
import { sweepExpiredOrders } from '#lib/services/payments/orders.ts'
import { sweepStandingOrders } from '#lib/services/people/activity-mails.ts'
import { sweepDevices } from '#lib/services/people/devices.ts'
import { sweepMailedLinks } from '#lib/services/people/mailed-links.ts'
import { sweepChallenges } from '#lib/services/people/passkeys.ts'
import { sweepSessions } from '#lib/services/people/sessions.ts'
import { sweepReconciliation } from '#lib/services/reconciliation/reconcile.ts'
import { runDueRefresh, takeDueRefreshes } from '#lib/services/refresh/connection.ts'
import { sweepDrafts } from '#lib/services/transfers/send.ts'
import { deliver, takeDueDeliveries } from '#lib/services/webhooks/dispatch.ts'
import { runAsJob } from '#lib/trace.ts'
import { sendQueuedMail } from './mail-rules.ts'
import { runOnce, startWorker, sweep, type Task, task, type Worker } from './worker.ts'

/** Somebody may wait. */
const soonMs = 3_000
/** Scans tables; nobody waits. */
const seldomMs = 10 * 60_000

const hourMs = 60 * 60_000

/**
 * Ends for good. Waits a minute after a clock jump, which may be undone (H19); `machine`: only for jumps nobody
 * meant.
 */
const ending = (name: string, everyMs: number, act: () => Promise<unknown>, clock?: Clocks) =>
  sweep(name, everyMs, async () => (isSteady(clock) ? act() : 0))
/** Nobody waits: an hour after a jump. */
const deletion = (name: string, act: () => Promise<unknown>, everyMs = seldomMs) =>
  sweep(name, everyMs, async () => (isSteady('ours', hourMs) ? act() : 0))

const tasks: readonly Task[] = [
  // A shop waits.
  task({ name: 'webhooks', take: takeDueDeliveries, run: one => deliver(one), atOnce: 64, everyMs: 200 }),
  task({ name: 'mails', take: findMailsToSend, run: ({ id }) => sendQueuedMail(id), atOnce: 4, everyMs: 2_000 }),
  task({
    name: 'payments',
    take: findDueAttempts,
    run: ({ id }) => driveAttempt(id, null),
    atOnce: 16,
    everyMs: 1_000,
  }),
  ending('payments.orders', 1_000, sweepExpiredOrders),
  ending('payments.cancellations', 1_000, sweepCancellations),
  // Mostly waiting for banks, which have their own limits.
  task({
    name: 'refreshes',
    take: async capacity => (await takeDueRefreshes(capacity)).map(lease => ({ id: lease.leaseId, lease })),
    run: ({ lease }, stopping) => runDueRefresh(lease, stopping),
    atOnce: 48,
    everyMs: 2_000,
  }),
  task({
    name: 'consents',
    take: findUnansweredConsents,
    run: ({ id }) => finishConsent(id),
    atOnce: 4,
    everyMs: soonMs,
  }),
  task({
    name: 'revocations',
    take: findDueRevocations,
    run: ({ id }) => revokeNow(id, null),
    atOnce: 4,
    everyMs: soonMs,
  }),
  ending('flows.expired', soonMs, sweepExpiredFlows, 'machine'),
  ending('flows.dead', soonMs, sweepDeadExchanges, 'machine'),
  ending('flows.quarantine', soonMs, sweepQuarantine, 'machine'),
  ending('authorisations.ending', soonMs, remindOfExpiry),
  deletion('quota', sweepQuota, soonMs),
  sweep('reconciliation', soonMs, sweepReconciliation),
  sweep('invoices.reminders', seldomMs, sweepReminders),
  sweep('activations', 30_000, mailNewRequests),
  ending('beneficiaries', 30_000, settleBeneficiaries),
  sweep('alerts', soonMs, sweepAlerts),
  sweep('watch', 30_000, watchOnce),
  // It may take minutes.
  sweep('audit', seldomMs, checkAuditWhenDue),
  deletion('transfers.drafts', sweepDrafts),
  deletion('limits', sweepLimits),
  deletion('handoffs', sweepHandoffs),
  deletion('sessions', sweepSessions),
  deletion('devices', sweepDevices),
  sweep('apps.ending', seldomMs, tellOfEndingApps),
  deletion('apps', sweepApps),
  deletion('old-alerts', sweepOldAlerts),
  deletion('push-targets', sweepPushTargets),
  deletion('passkey-challenges', sweepChallenges),
  sweep('standing-orders', seldomMs, sweepStandingOrders),
  sweep('weekly-summaries', seldomMs, sweepWeeklySummaries),
  sweep('filings', seldomMs, sweepOutdatedFilings),
  deletion('mailed-links', sweepMailedLinks),
  deletion('proofs-of-payment', sweepProofsOfPayment),
  deletion('payers', () => sweepPayers()),
  deletion('batch-payers', sweepBatchPayers),
  deletion('sent-mails', sweepMails),
  deletion('answers', sweepAnswers),
  deletion('api-requests', () => sweepRequests()),
  sweep('months-ahead', seldomMs, makeMonthsAhead),
  deletion('bank-calls', () => sweepCalls()),
  deletion('webhook-messages', () => sweepMessages()),
  sweep('expiring-keys', seldomMs, warnOfExpiringKeys),
]

/** What is no longer valid is dropped with its text. */
async function findMailsToSend(capacity: number): Promise<readonly { readonly id: string }[]> {
  return isSteady('machine') ? findDueMails(capacity) : []
}

/** All tasks, or those named (benchmarks). */
export function startJobs(...names: string[]): Worker {
  return startWorker(names.length === 0 ? tasks : named(names))
}

/**
 * Runs due work of tasks with these names, or names that begin with one and a dot; returns the items started. For
 * tests and benchmarks. @internal
 */
export function workOnce(...names: string[]): Promise<number> {
  return runOnce(named(names))
}

function named(names: readonly string[]): Task[] {
  return tasks.filter(({ name }) => names.some(one => name === one || name.startsWith(`${one}.`)))
}

/** Each finds out whether there is anything to do. */
const checks = {
  'certificates.keys': async () => (isSteady('ours', hourMs) ? eraseRetiredKeys() : undefined),
  'certificates.alarms': () => raiseCertificateAlarms(mailCertificateEnding),
  'vault.reseal': resealWhenDue,
  'times.ahead': async () => void (await watchClocks()),
}

/** In sequence; a failed one is retried next round. Records that the worker is alive. */
async function watchOnce(): Promise<void> {
  for (const [name, check] of Object.entries(checks)) {
    await runAsJob(name, check).catch(error => recordFault(error, { method: 'WATCH', path: name }))
  }
  markRound()
}
