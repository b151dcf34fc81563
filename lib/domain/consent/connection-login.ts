/**
 * Whether two authorisations are of the same bank login (bank:D11). The interface has no identifier for a login: it only
 * shows the login's accounts, which change over time and may be shared by couples. But there is one grant per customer,
 * so a new authorisation of the same login revokes the old grant. If the accounts leave doubt, the old grant is tried
 * at the bank.
 */

/** How two listings relate, by their IBANs. */
export type Overlap = 'equal' | 'grown' | 'shrunk' | 'crossed' | 'apart' | 'nothing_known'

/** `before` is what a connection listed last, `after` what the new authorisation lists. */
export function overlapOf(before: ReadonlySet<string>, after: ReadonlySet<string>): Overlap {
  if (before.size === 0 || after.size === 0) return 'nothing_known'
  const common = [...before].filter(iban => after.has(iban)).length
  if (common === 0) return 'apart'
  if (common === before.size) return common === after.size ? 'equal' : 'grown'
  return common === after.size ? 'shrunk' : 'crossed'
}

/**
 * Whether the old grant was still valid after the new authorisation; unknown if it had ended before, or the bank did
 * not answer.
 */
export type OldGrant = 'alive' | 'dead' | 'unknown'

export type Doubt = {
  readonly overlap: Overlap
  /** The person meant to renew this connection. */
  readonly meant: boolean
  readonly oldGrant: OldGrant
}

/** Whether the state of the old grant would decide. */
export function mustAskBank({ overlap, meant }: Omit<Doubt, 'oldGrant'>): boolean {
  if (overlap === 'equal' || overlap === 'apart') return false
  return overlap === 'nothing_known' ? meant : true
}

/**
 * The decision. Equal accounts are one login. If the old grant is still valid, it is another login, whatever the
 * accounts; if the new authorisation ended it, it is the same login if an account or the person says so too. If
 * unknown, all old accounts must be among the new ones, or the person must have meant it and the new ones be among the
 * old: data of two logins are never merged on a guess.
 */
export function isSameLogin({ overlap, meant, oldGrant }: Doubt): boolean {
  if (overlap === 'equal') return true
  if (oldGrant === 'alive') return false
  if (overlap === 'nothing_known') return meant
  if (overlap === 'apart') return false
  if (oldGrant === 'dead') return true
  return overlap === 'grown' || (overlap === 'shrunk' && meant)
}
