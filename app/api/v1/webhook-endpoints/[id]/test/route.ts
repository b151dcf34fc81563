import { keyed } from '#app/api/v1/keyed.ts'
import { operations } from '#lib/domain/v1-operations.ts'
import { testEndpointV1 } from '#lib/services/webhooks/webhook-api.ts'

export const POST = keyed(operations.testWebhookEndpoint, ({ holder, id, keep }) => testEndpointV1(holder, id, keep))
