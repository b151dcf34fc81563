import { setTimeout as delay } from 'node:timers/promises'
import { checkAuditWhenDue } from '#lib/services/operator/audit-trail.ts'
import { recordFault } from '#lib/services/operator/faults.ts'
import { markRound } from '#lib/services/operator/health.ts'
import { eraseRetiredKeys, raiseCertificateAlarms } from '#lib/services/operator/operator-certificates.ts'
import { mailCertificateEnding } from '#lib/services/operator/operator-mail.ts'
import { pullTimesBack } from '#lib/services/operator/times-ahead.ts'
import { resealWhenDue } from '#lib/services/reseal.ts'
import { runAsJob } from '#lib/trace.ts'

/** What keeps the house sound and nobody waits for; each task finds by itself whether there is anything to do. */
const tasks = {
  'audit.check': checkAuditWhenDue,
  'certificates.keys': eraseRetiredKeys,
  'certificates.alarms': () => raiseCertificateAlarms(mailCertificateEnding),
  'vault.reseal': resealWhenDue,
  'times.ahead': async () => void (await pullTimesBack()),
}

const roundMs = 30_000

/** Goes through the tasks until stopped; one that fails leaves its work to the next round. */
export async function watchUntil(stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    await watchOnce()
    await delay(roundMs, undefined, { signal: stopped }).catch(() => undefined)
  }
}

/** One round of every task. */
export async function watchOnce(): Promise<void> {
  for (const [name, task] of Object.entries(tasks)) {
    await runAsJob(name, task).catch(error => recordFault(error, { method: 'WATCH', path: name }))
  }
  markRound()
}
