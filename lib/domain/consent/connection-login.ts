/**
 * Whether two authorisations are of the same bank login (D11). The interface has no name for a login: what it shows are the
 * accounts that the login reaches, which come and go, and which couples share. What it does have is a rule: one grant per
 * customer, so that a new authorisation of the same login kills the old grant. Where accounts leave doubt, the bank is
 * asked whether the old grant lives.
 */

/** What one listing is to another, by the IBANs in it. */
export type Overlap = 'equal' | 'grown' | 'shrunk' | 'crossed' | 'apart' | 'nothing_known'

/** `before` is what a connection reached when it was last listed, `after` what the new authorisation reaches. */
export function overlapOf(before: ReadonlySet<string>, after: ReadonlySet<string>): Overlap {
  if (before.size === 0 || after.size === 0) return 'nothing_known'
  const common = [...before].filter(iban => after.has(iban)).length
  if (common === 0) return 'apart'
  if (common === before.size) return common === after.size ? 'equal' : 'grown'
  return common === after.size ? 'shrunk' : 'crossed'
}

/** Whether the old grant still lived after the new authorisation; unknown when it was over before, or nobody answers. */
export type OldGrant = 'alive' | 'dead' | 'unknown'

export type Doubt = {
  readonly overlap: Overlap
  /** The person set out to renew this very connection. */
  readonly meant: boolean
  readonly oldGrant: OldGrant
}

/** Whether the bank's answer about the old grant would decide. */
export function mustAskBank({ overlap, meant }: Omit<Doubt, 'oldGrant'>): boolean {
  if (overlap === 'equal' || overlap === 'apart') return false
  return overlap === 'nothing_known' ? meant : true
}

/**
 * The verdict. Equal accounts are one login: nothing can be mixed. A grant that lived on is another login, whatever the
 * accounts say; one that died with the new authorisation is the same, as soon as an account, or the person, says so too.
 * When nobody can tell, all old accounts must be among the new ones, or the person must have meant it and the new ones be
 * among the old: never are the data of two logins put together on a guess.
 */
export function isSameLogin({ overlap, meant, oldGrant }: Doubt): boolean {
  if (overlap === 'equal') return true
  if (oldGrant === 'alive') return false
  if (overlap === 'nothing_known') return meant
  if (overlap === 'apart') return false
  if (oldGrant === 'dead') return true
  return overlap === 'grown' || (overlap === 'shrunk' && meant)
}
