import { answer } from '#app/problem.ts'
import { Refused } from '#lib/domain/refused.ts'
import { readFilter } from '#lib/domain/transaction-filter.ts'
import { searchTransactions } from '#lib/services/accounts/transactions.ts'

export const GET = answer(({ session, query }) => {
  const { filter, wrong } = readFilter(query)
  if (wrong !== null) throw new Refused('invalid_input', { field: wrong })
  return searchTransactions(session.userId, filter, query.get('cursor') ?? undefined)
})
