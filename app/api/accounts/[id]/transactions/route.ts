import { answer } from '#app/answer.ts'
import { listTransactions } from '#lib/services/transactions/list.ts'

export const GET = answer(({ who, id, query }) =>
  listTransactions(who, id, {
    q: query.get('q') ?? undefined,
    cursor: query.get('cursor') ?? undefined,
  }),
)
