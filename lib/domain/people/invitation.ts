/** Days. */
export const invitationDays = 7

const dayMs = 86_400_000

export function invitationEnds(from: Date): Date {
  return new Date(from.getTime() + invitationDays * dayMs)
}
