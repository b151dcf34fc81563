import { answer } from '#app/answer.ts'
import { withdrawInvitation } from '#lib/services/household/invitations.ts'

export const DELETE = answer('household.withdraw', ({ who, id }) => withdrawInvitation(who, id))
