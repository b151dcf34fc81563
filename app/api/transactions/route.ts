import { answer } from '#app/answer.ts'
import { readFilter } from '#lib/domain/accounts/read-filter.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { searchTransactions } from '#lib/services/transactions/list.ts'

export const GET = answer(({ who, query }) => {
  const { filter, wrong } = readFilter(query, who.locale)
  if (wrong !== null) throw new Refused('invalid_input', { field: wrong })
  return searchTransactions(who, filter, query.get('cursor') ?? undefined)
})
