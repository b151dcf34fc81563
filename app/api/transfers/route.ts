import { answer } from '#app/problem.ts'
import { listTransfers } from '#lib/services/transfers/read.ts'

export const GET = answer(({ session, query }) => listTransfers(session.userId, query.get('cursor')))
