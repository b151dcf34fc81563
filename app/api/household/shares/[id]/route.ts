import { answer } from '#app/problem.ts'
import { endShare } from '#lib/services/household.ts'

export const DELETE = answer(({ session, params }) => endShare(session.userId, params.id ?? ''))
