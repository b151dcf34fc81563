import { keyed } from '#app/api/v1/keyed.ts'
import { guarded } from '#app/guarded.ts'
import { operations } from '#lib/domain/v1-operations.ts'
import { changeEndpointV1, deleteEndpointV1, readEndpointV1 } from '#lib/services/webhooks/webhook-api.ts'

export const GET = keyed(operations.readWebhookEndpoint, ({ holder, id }) => readEndpointV1(holder, id))

export const PATCH = guarded(
  'api.webhook',
  keyed(operations.changeWebhookEndpoint, ({ holder, id, body }) => changeEndpointV1(holder, id, body)),
)

export const DELETE = guarded(
  'api.webhook',
  keyed(operations.deleteWebhookEndpoint, async ({ holder, id }) => {
    await deleteEndpointV1(holder, id)
    return undefined
  }),
)
