import { dataRoute } from '#app/api/data/v1/answer-app.ts'
import { testAppEndpoint } from '#lib/services/webhooks/app-endpoint.ts'
import { dataOperations } from '#lib/views/data-v1.ts'

export const POST = dataRoute(dataOperations.testWebhook, ({ app }) => testAppEndpoint(app))
