import { answer } from '#app/problem.ts'
import { listSessions } from '#lib/services/sessions.ts'

export const GET = answer(({ session }) => listSessions(session.userId, session.sessionId))
