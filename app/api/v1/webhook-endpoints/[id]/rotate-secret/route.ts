import { keyed } from '#app/api/v1/keyed.ts'
import { operations } from '#lib/domain/v1-operations.ts'
import { rotateSecretV1 } from '#lib/services/webhooks/webhook-api.ts'

export const POST = keyed(operations.rotateWebhookSecret, ({ holder, id, keep }) => rotateSecretV1(holder, id, keep))
