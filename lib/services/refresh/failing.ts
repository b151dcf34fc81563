import type { Tx } from '#lib/db.ts'
import { failedBeforeAlarm } from '#lib/domain/bank/schedule.ts'
import { parisDay } from '#lib/domain/calendar/paris.ts'
import { log } from '#lib/log.ts'
import { appendAudit } from '#lib/services/audit.ts'
import { mailReadingsFail } from '#lib/services/operator/mails.ts'

/**
 * Tells operators that three readings of a connection in a row failed on our side: in the log and the audit trail for each
 * connection, by mail once a day for a bank.
 */
export async function notifyOfFailures(
  tx: Tx,
  { connectionId, bankCode }: { readonly connectionId: string; readonly bankCode: string },
  at: Date,
): Promise<void> {
  const detail = { connectionId, bankCode, failed: failedBeforeAlarm }
  log().error(detail, 'readings of a connection fail on our side')
  await appendAudit({ userId: null, stream: 'system', action: 'reading.fails', detail }, tx)
  await mailReadingsFail(tx, { bankCode, day: parisDay(at) })
}
