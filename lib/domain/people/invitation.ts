/** Days until an invitation by mail expires, for a household or an organisation. */
export const invitationDays = 7

const dayMs = 86_400_000

/** The instant at which an invitation made at `from` expires. */
export function invitationEnds(from: Date): Date {
  return new Date(from.getTime() + invitationDays * dayMs)
}
