import { answer } from '#app/problem.ts'
import { readProgress } from '#lib/services/refresh/sync.ts'

export const GET = answer(({ session, params }) => readProgress(session.userId, params.id ?? ''))
