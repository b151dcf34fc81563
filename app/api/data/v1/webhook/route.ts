import { dataRoute } from '#app/api/data/v1/answer-app.ts'
import { deleteAppEndpoint, putAppEndpoint, readAppEndpoint } from '#lib/services/webhooks/app-endpoint.ts'
import { dataOperations } from '#lib/views/data-v1.ts'

export const GET = dataRoute(dataOperations.readWebhook, ({ app }) => readAppEndpoint(app))
export const PUT = dataRoute(dataOperations.setWebhook, ({ app, body }) => putAppEndpoint(app, body.url))
export const DELETE = dataRoute(dataOperations.deleteWebhook, async ({ app }) => {
  await deleteAppEndpoint(app)
  return undefined
})
