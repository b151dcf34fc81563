import { answer } from '#app/problem.ts'
import { readFilter } from '#lib/domain/accounts/read-filter.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { searchTransactions } from '#lib/services/transactions/list.ts'

export const GET = answer(({ session, query }) => {
  const { filter, wrong } = readFilter(query)
  if (wrong !== null) throw new Refused('invalid_input', { field: wrong })
  return searchTransactions(session.userId, filter, query.get('cursor') ?? undefined)
})
