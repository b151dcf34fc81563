import { requestFallback } from '@guichet/stet/fallback.ts'
import type { Presence } from '@guichet/stet/terms/presence.ts'
import { openBank } from '#lib/banks.ts'
import { appendAudit } from '#lib/base/audit.ts'
import { takeTry } from '#lib/base/rate-limit.ts'
import { Refused, requireFound } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import { recordCalls } from '#lib/services/banks/calls.ts'
import { readHealthOf } from '#lib/services/banks/health.ts'
import { toRefused } from '#lib/services/banks/refusal.ts'
import type { BankHealthView } from '#lib/views/bank-health.ts'

/** Document 1, Fallback mode: leads to the bank's online banking. We see no credentials and read nothing. */

const openLimit = { limit: 10, windowSeconds: 600 }

export type FallbackStatus = Pick<BankHealthView, 'state' | 'downSince' | 'retryAt'> & {
  readonly offered: boolean
}

/** Null if not in the directory. */
export async function readFallbackStatus(bankCode: string): Promise<FallbackStatus | null> {
  const health = await readHealthOf(bankCode)
  if (health === null) return null
  const { state, downSince, retryAt, fallback } = health
  return { state, downSince, retryAt, offered: fallback.offered }
}

/**
 * The bank's login page, while the PSU is present; logged and audited. Refusals: `bank_unknown`,
 * `fallback_not_offered`, `too_many_tries`, `bank_unavailable`, `bank_refused`, `our_fault` (also another host).
 */
export async function openFallback({ userId }: Person, bankCode: string, presence: Presence): Promise<URL> {
  const status = requireFound(await readFallbackStatus(bankCode), 'bank_unknown')
  if (!status.offered) throw new Refused('fallback_not_offered')
  await takeTry(`fallback:${userId}`, openLimit)
  const bank = requireFound(await openBank(bankCode), 'bank_unknown')
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
