import { answer } from '#app/problem.ts'
import { readStanding } from '#lib/services/transfers-read.ts'

export const GET = answer(({ session, params }) => readStanding(session.userId, params.id ?? ''))
