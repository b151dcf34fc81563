import type { CallRecord } from '@guichet/stet/call.ts'
import { db } from '#lib/db.ts'
import { type Heard, type Pace, paceAfter, paceGapMs } from '#lib/domain/bank/refresh-pace.ts'
import { log } from '#lib/log.ts'

/** Of a claimed refresh: the bank's pace then, and whether all of it was used. */
export type ClaimedPace = Pace & { readonly isFull: boolean }

/** Listens to the calls of one refresh. */
export function openEar(): { readonly hear: (call: CallRecord) => void; readonly heard: () => Heard } {
  let heard: Heard = { calls: 0, slowestMs: 0, isTooMuch: false }
  const hear = ({ status, code, durationMs }: CallRecord) => {
    const isTooMuch = heard.isTooMuch || (status === 429 && code !== 'TMRQ') || code === 'timeout'
    heard = { calls: heard.calls + 1, slowestMs: Math.max(heard.slowestMs, durationMs), isTooMuch }
  }
  return { hear, heard: () => heard }
}

/** Writes only a change, and of those that come together one; by PostgreSQL's clock. Never fails. */
export async function keepPace(bankCode: string, claimed: ClaimedPace, heard: Heard): Promise<void> {
  const next = paceAfter(claimed, heard, claimed.isFull)
  if (next === claimed.atOnce) return
  const gapMs = next < claimed.atOnce ? paceGapMs.slower : paceGapMs.faster
  try {
    const changed = await db().$executeRaw`
      INSERT INTO "BankHealth" AS kept ("bankCode", "pacedTo", "pacedAt", "updatedAt")
      VALUES (${bankCode}, ${next}, now(), now())
      ON CONFLICT ("bankCode") DO UPDATE SET "pacedTo" = ${next}, "pacedAt" = now()
      WHERE kept."pacedAt" IS NULL OR kept."pacedAt" > now() OR kept."pacedAt" < now() - make_interval(secs => ${gapMs / 1_000})`
    if (changed > 0 && next < claimed.atOnce)
      log().warn({ bankCode, refreshesAtOnce: next }, 'a bank is asked less at once')
  } catch {
    // The next refresh hears the same.
  }
}
