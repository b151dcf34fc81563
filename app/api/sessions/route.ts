import { answer } from '#app/answer.ts'
import { listSessions } from '#lib/services/people/sessions.ts'

export const GET = answer(({ who }) => listSessions(who.userId, who.sessionId))
