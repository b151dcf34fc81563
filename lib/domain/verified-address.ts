/**
 * What somebody may do whose address nobody has confirmed yet: everything that concerns themselves alone, and nothing that
 * moves money or speaks to others in their name (docs/decisions/2026-11-22-an-address-is-confirmed.md).
 */

const open = ['look_around', 'link_bank', 'change_password', 'leave'] as const
const closed = ['accept_invitation', 'found_organisation', 'send_transfer', 'invite'] as const

export const addressActs = [...open, ...closed] as const
export type AddressAct = (typeof addressActs)[number]

/** Whether an act waits until the person's address is confirmed. */
export function needsVerifiedAddress(act: AddressAct): boolean {
  return closed.some(one => one === act)
}
