import { answer } from '#app/problem.ts'
import { listBankCalls } from '#lib/services/connections/read.ts'

export const GET = answer(({ session, params, query }) =>
  listBankCalls(session.userId, params.id ?? '', query.get('cursor') ?? undefined),
)
