import { answer } from '#app/problem.ts'
import { readConnection } from '#lib/services/connections/read.ts'

export const GET = answer(({ session, params }) => readConnection(session.userId, params.id ?? ''))
