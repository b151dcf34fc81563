import { answer } from '#app/problem.ts'
import { listCalls } from '#lib/services/connections/connections.ts'

export const GET = answer(({ session, params, query }) =>
  listCalls(session.userId, params.id ?? '', query.get('cursor') ?? undefined),
)
