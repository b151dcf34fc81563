import { dataRoute } from '#app/api/data/v1/answer-app.ts'
import { readChanges } from '#lib/services/apps/data.ts'
import { dataOperations } from '#lib/views/data-v1.ts'

/** What changed since `cursor`; without one, or with an empty one, everything. */
export const GET = dataRoute(dataOperations.syncTransactions, ({ app, by, query }) =>
  readChanges(app, query.cursor || null, by),
)
