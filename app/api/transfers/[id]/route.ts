import { answer } from '#app/problem.ts'
import { readStanding } from '#lib/services/transfers/transfers-read.ts'

export const GET = answer(({ session, params }) => readStanding(session.userId, params.id ?? ''))
