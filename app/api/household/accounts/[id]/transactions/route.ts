import { answer } from '#app/answer.ts'
import { listSharedTransactions } from '#lib/services/transactions/list.ts'

export const GET = answer(({ who, id, query }) =>
  listSharedTransactions(who, id, {
    q: query.get('q') ?? undefined,
    cursor: query.get('cursor') ?? undefined,
  }),
)
