/** Who may do what in an organisation: one table for all services. */

export const memberRoles = ['owner', 'admin', 'developer', 'accountant', 'viewer'] as const
export type MemberRole = (typeof memberRoles)[number]

export const memberActions = [
  /** See payments, links, totals. */
  'payments.read',
  /** Create links and checkouts manually, withdraw them, request a cancellation at the bank. */
  'payments.write',
  /** Send money back. */
  'refunds.write',
  /** Match incoming credits with orders. */
  'reconciliation.write',
  'exports.read',
  /** API keys and webhooks. */
  'developers.read',
  'developers.write',
  /** Names, return URLs, language. */
  'settings.write',
  /** The account that is paid to. */
  'beneficiary.write',
  'members.read',
  'members.write',
  /** Transfer ownership, close the organisation. */
  'ownership.write',
] as const
export type MemberAction = (typeof memberActions)[number]

const everybody: readonly MemberAction[] = ['payments.read', 'members.read']
const accountant: readonly MemberAction[] = [
  ...everybody,
  'payments.write',
  'refunds.write',
  'reconciliation.write',
  'exports.read',
]
const developer: readonly MemberAction[] = [...everybody, 'payments.write', 'developers.read', 'developers.write']

const allowed: { readonly [role in MemberRole]: readonly MemberAction[] } = {
  viewer: everybody,
  accountant,
  developer,
  admin: memberActions.filter(action => action !== 'ownership.write' && action !== 'beneficiary.write'),
  owner: memberActions,
}

/** Whether a role allows an action. */
export function may(role: MemberRole, action: MemberAction): boolean {
  return allowed[role].includes(action)
}

/**
 * Whether somebody may change a member's role, or remove them (`to` null). Only owners may change owners, and an
 * organisation keeps at least one.
 */
export function mayChangeMember(
  actor: MemberRole,
  change: { readonly from: MemberRole | null; readonly to: MemberRole | null; readonly owners: number },
): boolean {
  const { from, to, owners } = change
  if (!may(actor, 'members.write')) return false
  if ((from === 'owner' || to === 'owner') && actor !== 'owner') return false
  return !(from === 'owner' && to !== 'owner' && owners <= 1)
}

/** Whether somebody may leave: everybody except the last owner. */
export function mayLeave(role: MemberRole, owners: number): boolean {
  return role !== 'owner' || owners > 1
}

export type InvitationState = 'open' | 'accepted' | 'revoked' | 'expired'

/** The state of an invitation: accepted or withdrawn takes precedence over expired. */
export function invitationState(
  invitation: { readonly acceptedAt: Date | null; readonly revokedAt: Date | null; readonly expiresAt: Date },
  at: Date,
): InvitationState {
  if (invitation.acceptedAt !== null) return 'accepted'
  if (invitation.revokedAt !== null) return 'revoked'
  return invitation.expiresAt <= at ? 'expired' : 'open'
}
