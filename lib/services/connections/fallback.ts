import { requestFallback } from '@guichet/stet/fallback.ts'
import type { Presence } from '@guichet/stet/terms/presence.ts'
import { openBank } from '#lib/banks.ts'
import { appendAudit } from '#lib/base/audit.ts'
import { takeTry } from '#lib/base/rate-limit.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { recordCalls } from '#lib/services/banks/calls.ts'
import { readHealthOf } from '#lib/services/banks/health.ts'
import { toRefused } from '#lib/services/banks/refusal.ts'
import type { BankHealthView } from '#lib/views/bank-health.ts'

/**
 * The emergency access (document 1, Fallback mode): leads to the bank's own online banking and no further. We see no credentials,
 * read no page and store no data.
 */

const openLimit = { limit: 10, windowSeconds: 600 }

/** A bank's emergency access as shown to a person: whether it is offered, and since when the interface is down. */
export type FallbackStatus = Pick<BankHealthView, 'state' | 'downSince' | 'retryAt'> & {
  readonly offered: boolean
}

/** The health of a bank's interface, for people. Null if the bank is not in the directory. */
export async function readFallbackStatus(bankCode: string): Promise<FallbackStatus | null> {
  const health = await readHealthOf(bankCode)
  if (health === null) return null
  const { state, downSince, retryAt, fallback } = health
  return { state, downSince, retryAt, offered: fallback.offered }
}

/**
 * Requests the bank's emergency access while the PSU is present and returns the address of its login page for their browser. Every
 * use is recorded in the access log and the audit trail. Refusals: `bank_unknown`, `fallback_not_offered` (the interface is up, not
 * down for long enough, or the operator's switch is off), `too_many_tries`, `bank_unavailable`, `bank_refused`, `our_fault` (also
 * for an address that is not the bank's own).
 */
export async function openFallback(userId: string, bankCode: string, presence: Presence): Promise<URL> {
  const status = await readFallbackStatus(bankCode)
  if (status === null) throw new Refused('bank_unknown')
  if (!status.offered) throw new Refused('fallback_not_offered')
  await takeTry(`fallback:${userId}`, openLimit)
  const bank = await openBank(bankCode)
  if (!bank) throw new Refused('bank_unknown')
  const calls = recordCalls({ userId, connectionId: null, bankCode, presence })
  try {
    const url = await requestFallback(bank, { ...calls.context, presence })
    const detail = { bank: bankCode, downSince: status.downSince }
    const ip = presence.ipAddress
    await appendAudit({ userId, stream: `user:${userId}`, action: 'fallback.opened', detail, ip })
    return url
  } catch (error) {
    throw toRefused(error, 'fallback.open')
  } finally {
    await calls.written()
  }
}
