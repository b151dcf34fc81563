import { keyed } from '#app/api/v1/keyed.ts'
import { guarded } from '#app/guarded.ts'
import { operations } from '#lib/domain/v1-operations.ts'
import { createEndpointV1, listEndpointsV1 } from '#lib/services/webhooks/webhook-api.ts'

export const POST = guarded(
  'api.webhook',
  keyed(operations.createWebhookEndpoint, ({ holder, body, keep }) => createEndpointV1(holder, body, keep)),
)

export const GET = keyed(operations.listWebhookEndpoints, ({ holder }) => listEndpointsV1(holder))
