import { dataRoute } from '#app/api/data/v1/answer-app.ts'
import { readDataAccounts } from '#lib/services/apps/data.ts'
import { dataOperations } from '#lib/views/data-v1.ts'

export const GET = dataRoute(dataOperations.listAccounts, ({ app, by }) => readDataAccounts(app, by))
