import { answer } from '#app/problem.ts'
import { readTransferProgress } from '#lib/services/transfers/read.ts'

export const GET = answer(({ session, params }) => readTransferProgress(session.userId, params.id ?? ''))
