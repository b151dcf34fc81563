import { parisDay } from '@guichet/values/calendar/paris.ts'
import { appendAudit } from '#lib/base/audit.ts'
import type { Tx } from '#lib/db.ts'
import { failedBeforeAlarm } from '#lib/domain/bank/schedule.ts'
import { log } from '#lib/log.ts'
import { mailReadingsFail, mailReadingsRest } from '#lib/services/operator/mails.ts'

/**
 * One that kills its process would kill every worker. Started and never ended three times: paused for a day, tried
 * once. Any that ends ends the pause.
 */

export const maxUnfinished = 3
export const restMs = 24 * 3_600_000

type Resting = { readonly connectionId: string; readonly bankCode: string }

/** Mail once a day per bank. */
export async function notifyOfRest(tx: Tx, resting: readonly Resting[], at: Date): Promise<void> {
  for (const { connectionId, bankCode } of resting) {
    log().error({ connectionId, bankCode, unfinished: maxUnfinished }, 'a connection rests: its readings never end')
    const detail = { connectionId, bankCode, unfinished: maxUnfinished }
    await appendAudit({ userId: null, stream: 'system', action: 'reading.rests', detail }, tx)
  }
  for (const [bankCode, ofBank] of Map.groupBy(resting, one => one.bankCode)) {
    await mailReadingsRest(tx, { bankCode, count: ofBank.length, day: parisDay(at) })
  }
}

/** Three in a row through our fault; mail once a day per bank. */
export async function notifyOfFailures(
  tx: Tx,
  { connectionId, bankCode }: { readonly connectionId: string; readonly bankCode: string },
  at: Date,
): Promise<void> {
  const detail = { connectionId, bankCode, failed: failedBeforeAlarm }
  log().error({ connectionId, bankCode, failed: failedBeforeAlarm }, 'readings of a connection fail on our side')
  await appendAudit({ userId: null, stream: 'system', action: 'reading.fails', detail }, tx)
  await mailReadingsFail(tx, { bankCode, day: parisDay(at) })
}
