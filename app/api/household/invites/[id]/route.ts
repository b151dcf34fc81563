import { answer } from '#app/problem.ts'
import { withdrawInvitation } from '#lib/services/household/household-invitations.ts'

export const DELETE = answer(({ session, params }) => withdrawInvitation(session.userId, params.id ?? ''))
