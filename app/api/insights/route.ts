import { answer } from '#app/problem.ts'
import { readInsights } from '#lib/services/accounts/insights.ts'

export const GET = answer(({ session, query }) =>
  readInsights(session.userId, {
    currency: query.get('currency') ?? undefined,
    month: query.get('month') ?? undefined,
  }),
)
