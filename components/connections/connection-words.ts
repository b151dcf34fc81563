import type { Tone } from '#components/ui/badge.tsx'
import { consentKinds } from '#lib/domain/consent.ts'
import type { ConnectionView } from '#lib/domain/views.ts'

export const stateTones: Record<ConnectionView['state'], Tone> = {
  choosing: 'warning',
  active: 'success',
  renew_soon: 'warning',
  expired: 'danger',
  revoked: 'danger',
  replaced: 'danger',
  disconnected: 'neutral',
}

/** Whether Guichet may still read something there, or could after the person chose. */
export function isAlive(state: ConnectionView['state']): boolean {
  return state === 'choosing' || state === 'active' || state === 'renew_soon'
}

/** Kinds of data allowed on at least one account, in the order of the matrix. */
export function allowedKinds({ accounts }: ConnectionView) {
  return consentKinds.filter(kind => accounts.some(account => account.may[kind]))
}

/** Accounts of which something may be read; cards follow theirs and are not counted. */
export function allowedAccounts({ accounts }: ConnectionView) {
  return accounts.filter(({ kind, may }) => kind === 'account' && consentKinds.some(name => may[name]))
}
