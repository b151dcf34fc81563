import { answer } from '#app/problem.ts'
import { listSessions } from '#lib/services/people/sessions.ts'

export const GET = answer(({ session }) => listSessions(session.userId, session.sessionId))
