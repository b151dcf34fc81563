import { dataRoute } from '#app/api/data/v1/answer-app.ts'
import { askBanks } from '#lib/services/apps/ask-banks.ts'
import { dataOperations } from '#lib/views/data-v1.ts'

export const POST = dataRoute(dataOperations.refresh, ({ app }) => askBanks(app))
