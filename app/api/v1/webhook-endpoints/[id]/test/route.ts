import { keyed } from '#app/api/v1/keyed.ts'
import { writeTestDelivery } from '#app/api/v1/views.ts'
import { sendTest } from '#lib/services/webhooks/log.ts'
import { operations } from '#lib/views/v1/operations.ts'

export const POST = keyed(operations.testWebhookEndpoint, ({ actor, id, keep }) =>
  sendTest(actor, id, keep(writeTestDelivery)),
)
