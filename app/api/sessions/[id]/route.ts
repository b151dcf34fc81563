import { answer } from '#app/answer.ts'
import { revokeSession } from '#lib/services/people/sessions.ts'

export const DELETE = answer('session.close', ({ who, id }) => revokeSession(who, id))
