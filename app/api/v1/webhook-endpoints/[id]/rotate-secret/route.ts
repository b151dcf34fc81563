import { keyed } from '#app/api/v1/keyed.ts'
import { writeSecret } from '#app/api/v1/views.ts'
import { operations } from '#lib/domain/v1-operations.ts'
import { rotateSecret } from '#lib/services/webhooks/webhook-endpoints.ts'

export const POST = keyed(operations.rotateWebhookSecret, ({ actor, id, keep }) =>
  rotateSecret(actor, id, keep(writeSecret)),
)
