import { keyed } from '#app/api/v1/keyed.ts'
import { guarded } from '#app/guarded.ts'
import { operations } from '#lib/domain/v1-operations.ts'
import { testEndpointV1 } from '#lib/services/webhooks/webhook-api.ts'

export const POST = guarded(
  'api.webhook_test',
  keyed(operations.testWebhookEndpoint, ({ holder, id, keep }) => testEndpointV1(holder, id, keep)),
)
