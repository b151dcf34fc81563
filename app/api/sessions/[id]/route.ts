import { answer } from '#app/problem.ts'
import { revokeSession } from '#lib/services/people/sessions.ts'

export const DELETE = answer(({ session, params }) => revokeSession(session.userId, params.id ?? ''))
