import { keyed } from '#app/api/v1/keyed.ts'
import { writeSecret } from '#app/api/v1/views.ts'
import { rotateSecret } from '#lib/services/webhooks/endpoints.ts'
import { operations } from '#lib/views/v1/operations.ts'

export const POST = keyed(operations.rotateWebhookSecret, ({ actor, id, body, keep }) =>
  rotateSecret(actor, id, { isForced: body.force }, keep(writeSecret)),
)
