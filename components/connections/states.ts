import { consentKinds } from '@guichet/stet/terms/consent-choice.ts'
import type { Tone } from '#components/ui/card.tsx'
import type { ConnectionState } from '#lib/domain/consent/connection.ts'
import type { ConnectionView } from '#lib/views/banking.ts'

export const stateTones: Record<ConnectionState, Tone> = {
  choosing: 'warning',
  active: 'success',
  renew_soon: 'warning',
  quota_limited: 'info',
  resting: 'warning',
  bank_down: 'warning',
  expired: 'danger',
  revoked: 'danger',
  replaced: 'danger',
  disconnected: 'neutral',
}

/** The sentence for a state. For an access that has ended it depends on who ended it, and on whether anything was shared. */
export function stateSentence({ state, endedBy, consent }: Pick<ConnectionView, 'state' | 'endedBy' | 'consent'>) {
  if ((state === 'expired' || state === 'revoked') && consent === null) return 'endings.unchosen' as const
  return state === 'revoked' || state === 'replaced'
    ? (`endings.${endedBy ?? 'unknown'}` as const)
    : (`states.${state}.sentence` as const)
}

/** Kinds of data allowed on at least one account, in the order of the matrix. */
export function allowedKinds({ accounts }: ConnectionView) {
  return consentKinds.filter(kind => accounts.some(account => account.may[kind]))
}

/** Kinds of data that the bank offers to share, in the order of the matrix: v1.4.2 knows neither owners nor overdrafts. */
export function offeredKinds({ bank, accounts }: ConnectionView) {
  return consentKinds.filter(
    kind =>
      kind === 'balances' ||
      kind === 'transactions' ||
      bank.supports.includes(kind) ||
      accounts.some(account => account.may[kind]),
  )
}

/** Accounts with consented data; cards follow their account and are not counted. */
export function allowedAccounts({ accounts }: ConnectionView) {
  return accounts.filter(({ kind, may }) => kind === 'account' && consentKinds.some(name => may[name]))
}
