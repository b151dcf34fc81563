export const memberRoles = ['owner', 'admin', 'developer', 'accountant', 'viewer', 'cashier'] as const
export type MemberRole = (typeof memberRoles)[number]

export const memberActions = [
  'payments.read',
  'payments.write',
  'till.write',
  'refunds.write',
  'reconciliation.write',
  'exports.read',
  'developers.read',
  'developers.write',
  'settings.write',
  'beneficiary.write',
  'members.read',
  'members.write',
  'ownership.write',
] as const
export type MemberAction = (typeof memberActions)[number]

const everybody: readonly MemberAction[] = ['payments.read', 'members.read']
const accountant: readonly MemberAction[] = [
  ...everybody,
  'payments.write',
  'till.write',
  'refunds.write',
  'reconciliation.write',
  'exports.read',
]
const developer: readonly MemberAction[] = [
  ...everybody,
  'payments.write',
  'till.write',
  'developers.read',
  'developers.write',
]

const allowed: { readonly [role in MemberRole]: readonly MemberAction[] } = {
  viewer: everybody,
  accountant,
  developer,
  admin: memberActions.filter(action => action !== 'ownership.write' && action !== 'beneficiary.write'),
  owner: memberActions,
  /** Sells at the till, and sees nothing else. */
  cashier: ['till.write'],
}

export function may(role: MemberRole, action: MemberAction): boolean {
  return allowed[role].includes(action)
}

/** `to` null: removal. Only owners change owners; one stays. */
export function mayChangeMember(
  actor: MemberRole,
  change: { readonly from: MemberRole | null; readonly to: MemberRole | null; readonly owners: number },
): boolean {
  const { from, to, owners } = change
  if (!may(actor, 'members.write')) return false
  if ((from === 'owner' || to === 'owner') && actor !== 'owner') return false
  return !(from === 'owner' && to !== 'owner' && owners <= 1)
}

/** All but the last owner. */
export function mayLeave(role: MemberRole, owners: number): boolean {
  return role !== 'owner' || owners > 1
}

export type InvitationState = 'open' | 'accepted' | 'revoked' | 'expired'

/** Accepted or withdrawn outweighs expired. */
export function invitationState(
  invitation: { readonly acceptedAt: Date | null; readonly revokedAt: Date | null; readonly expiresAt: Date },
  at: Date,
): InvitationState {
  if (invitation.acceptedAt !== null) return 'accepted'
  if (invitation.revokedAt !== null) return 'revoked'
  return invitation.expiresAt <= at ? 'expired' : 'open'
}
