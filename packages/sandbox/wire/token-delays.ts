import type { Sandbox } from '#sandbox/running-bank.ts'
import { readSetting, writeSetting } from '#sandbox/store/settings.ts'
import { type Grant, revokePair } from '#sandbox/store/tokens.ts'

const dayMs = 86_400_000

/** A refresh token is valid for 180 days from its pair's issue (document 1, Limits); no setting extends it. */
export const refreshTokenDays = 180

/** Days without strong authentication after which the law, and the bank's own rule, end an access. */
export type Delays = {
  readonly legalDays: number
  /** Null if the bank has no rule of its own. */
  readonly bankDays: number | null
}

/** The current delays: as set while the bank runs, else by the start settings. */
export function readDelays(sandbox: Sandbox): Delays {
  const { db, settings } = sandbox
  const bankDays = Number(readSetting(db, 'bankDelayDays') ?? settings.bankDelayDays)
  return {
    legalDays: Number(readSetting(db, 'legalDelayDays') ?? settings.legalDelayDays),
    bankDays: bankDays === 0 ? null : bankDays,
  }
}

/** Sets the delays while the bank runs; they survive a restart. */
export function changeDelays(sandbox: Sandbox, { legalDays, bankDays }: Delays): void {
  writeSetting(sandbox.db, 'legalDelayDays', String(legalDays))
  writeSetting(sandbox.db, 'bankDelayDays', String(bankDays ?? 0))
}

/** Which delay ended a pair (document 1, token states); null while it is valid. */
export type Elapsed = 'refresh_token_age' | 'legal_delay' | 'bank_delay'

/**
 * Whether a delay of a pair has expired, by the bank's clock. The two delays revoke both of its tokens, which is stored; a
 * refresh token of 180 days is expired.
 */
export function endWhenElapsed(sandbox: Sandbox, grant: Grant): Elapsed | null {
  if (grant.personId === null) return null
  const now = sandbox.clock.now()
  const elapsed = findElapsed(grant, readDelays(sandbox), now)
  if (elapsed === 'legal_delay' || elapsed === 'bank_delay') revokePair(sandbox.db, grant.pairId, elapsed, now)
  return elapsed
}

function findElapsed({ scaAt, issuedAt }: Grant, { legalDays, bankDays }: Delays, now: Date): Elapsed | null {
  const since = (start: Date, days: number) => now.getTime() - start.getTime() >= days * dayMs
  if (since(issuedAt, refreshTokenDays)) return 'refresh_token_age'
  if (scaAt === null || since(scaAt, legalDays)) return 'legal_delay'
  return bankDays !== null && since(scaAt, bankDays) ? 'bank_delay' : null
}
