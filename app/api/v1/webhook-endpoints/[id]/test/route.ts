import { keyed } from '#app/api/v1/keyed.ts'
import { writeTestDelivery } from '#app/api/v1/views.ts'
import { operations } from '#lib/domain/v1-operations.ts'
import { sendTest } from '#lib/services/webhooks/webhook-log.ts'

export const POST = keyed(operations.testWebhookEndpoint, ({ actor, id, keep }) =>
  sendTest(actor, id, keep(writeTestDelivery)),
)
