/**
 * Whether two authorisations are of one bank login (bank:D11). The interface has no id for a login and its accounts
 * change, but a new grant revokes the login's old one: in doubt the old grant is tried at the bank.
 */

export type Overlap = 'equal' | 'grown' | 'shrunk' | 'crossed' | 'apart' | 'nothing_known'

/** What was listed before, and now. */
export function overlapOf(before: ReadonlySet<string>, after: ReadonlySet<string>): Overlap {
  if (before.size === 0 || after.size === 0) return 'nothing_known'
  const common = [...before].filter(iban => after.has(iban)).length
  if (common === 0) return 'apart'
  if (common === before.size) return common === after.size ? 'equal' : 'grown'
  return common === after.size ? 'shrunk' : 'crossed'
}

/** Was the old grant valid after the new authorisation? `unknown`: it had ended, or the bank did not answer. */
export type OldGrant = 'alive' | 'dead' | 'unknown'

export type Doubt = {
  readonly overlap: Overlap
  /** To renew this connection. */
  readonly meant: boolean
  readonly oldGrant: OldGrant
}

export function mustAskBank({ overlap, meant }: Omit<Doubt, 'oldGrant'>): boolean {
  if (overlap === 'equal' || overlap === 'apart') return false
  return overlap === 'nothing_known' ? meant : true
}

/**
 * Equal accounts are one login. An old grant still alive means another login; a dead one the same, if an account or
 * the person says so. Unknown: all old accounts must be listed, or the person meant it and nothing new is. Data of
 * two logins are never merged on a guess.
 */
export function isSameLogin({ overlap, meant, oldGrant }: Doubt): boolean {
  if (overlap === 'equal') return true
  if (oldGrant === 'alive') return false
  if (overlap === 'nothing_known') return meant
  if (overlap === 'apart') return false
  if (oldGrant === 'dead') return true
  return overlap === 'grown' || (overlap === 'shrunk' && meant)
}
