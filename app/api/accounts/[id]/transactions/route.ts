import { answer } from '#app/problem.ts'
import { listTransactions } from '#lib/services/transactions/list.ts'

export const GET = answer(({ session, params, query }) =>
  listTransactions(session.userId, params.id ?? '', {
    q: query.get('q') ?? undefined,
    cursor: query.get('cursor') ?? undefined,
  }),
)
