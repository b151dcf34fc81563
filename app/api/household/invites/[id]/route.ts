import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { withdrawInvitation } from '#lib/services/household/invitations.ts'

export const DELETE = guarded(
  'household.withdraw',
  answer(({ session, params }) => withdrawInvitation(session.userId, params.id ?? '')),
)
