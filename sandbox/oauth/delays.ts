import type { Sandbox } from '#sandbox/sandbox.ts'
import { readSetting, writeSetting } from '#sandbox/store/settings.ts'
import { type Grant, revokePair } from '#sandbox/store/tokens.ts'

const dayMs = 86_400_000

/** A refresh token is good for 180 days from its pair's issue (document 1, Limits); no setting makes it longer. */
export const refreshTokenDays = 180

/** After how many days without strong authentication the law, and the bank's own rule, end an access. */
export type Delays = {
  readonly legalDays: number
  /** null: the bank has no rule of its own. */
  readonly bankDays: number | null
}

/** The delays in force: what was stored while the bank ran, else 180 days by law and no rule of the bank. */
export function readDelays(sandbox: Sandbox): Delays {
  const bankDays = readSetting(sandbox.db, 'bankDelayDays')
  return {
    legalDays: Number(readSetting(sandbox.db, 'legalDelayDays') ?? refreshTokenDays),
    bankDays: bankDays === null || bankDays === '' ? null : Number(bankDays),
  }
}

/** Sets the delays while the bank runs; they outlive a restart. */
export function changeDelays(sandbox: Sandbox, { legalDays, bankDays }: Delays): void {
  writeSetting(sandbox.db, 'legalDelayDays', String(legalDays))
  writeSetting(sandbox.db, 'bankDelayDays', bankDays === null ? '' : String(bankDays))
}

/** How the time that passed ended a pair (document 1, token states); null while it lives. */
export type Elapsed = 'refresh_token_age' | 'legal_delay' | 'bank_delay'

/**
 * Whether a delay has run out on a pair, by the bank's clock. The two delays revoke both of its tokens, and that is
 * stored; a refresh token of 180 days is expired.
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
