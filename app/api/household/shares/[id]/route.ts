import { answer } from '#app/problem.ts'
import { endShare } from '#lib/services/household/household.ts'

export const DELETE = answer(({ session, params }) => endShare(session.userId, params.id ?? ''))
