import { checkAuditWhenDue } from '#lib/services/operator/audit-trail.ts'
import { eraseRetiredKeys, raiseCertificateAlarms } from '#lib/services/operator/certificate-sets.ts'
import { recordFault } from '#lib/services/operator/faults.ts'
import { markRound } from '#lib/services/operator/health.ts'
import { mailCertificateEnding } from '#lib/services/operator/mails.ts'
import { resetTimesAhead } from '#lib/services/operator/times-ahead.ts'
import { resealWhenDue } from '#lib/services/reseal.ts'
import { runAsJob } from '#lib/trace.ts'

/** Maintenance; each check finds out itself whether there is anything to do. */
const checks = {
  'audit.check': checkAuditWhenDue,
  'certificates.keys': eraseRetiredKeys,
  'certificates.alarms': () => raiseCertificateAlarms(mailCertificateEnding),
  'vault.reseal': resealWhenDue,
  'times.ahead': async () => void (await resetTimesAhead()),
}

/**
 * Runs every check once, in sequence; a failed one is retried in the next round. Each round also records that the
 * worker is alive.
 */
export async function watchOnce(): Promise<void> {
  for (const [name, check] of Object.entries(checks)) {
    await runAsJob(name, check).catch(error => recordFault(error, { method: 'WATCH', path: name }))
  }
  markRound()
}
