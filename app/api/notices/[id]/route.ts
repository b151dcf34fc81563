import { answer } from '#app/problem.ts'
import { dismissNotice } from '#lib/services/people/notices.ts'

export const DELETE = answer(({ session, params }) => dismissNotice(session.userId, params.id ?? ''))
