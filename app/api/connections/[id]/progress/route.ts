import { answer } from '#app/problem.ts'
import { readProgress } from '#lib/services/sync.ts'

export const GET = answer(({ session, params }) => readProgress(session.userId, params.id ?? ''))
