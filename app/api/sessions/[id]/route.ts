import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { revokeSession } from '#lib/services/people/sessions.ts'

export const DELETE = guarded(
  'session.close',
  answer(({ session, params }) => revokeSession(session.userId, params.id ?? '')),
)
