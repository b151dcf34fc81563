import { keyed } from '#app/api/v1/keyed.ts'
import { writeEndpoint, writePage, writeSecret } from '#app/api/v1/views.ts'
import { createEndpoint, listEndpoints } from '#lib/services/webhooks/endpoints.ts'
import { operations } from '#lib/views/v1/operations.ts'

export const POST = keyed(operations.createWebhookEndpoint, ({ actor, body, keep }) => {
  const { url, description, event_types: eventTypes } = body
  return createEndpoint(actor, { url, description, eventTypes }, keep(writeSecret))
})

export const GET = keyed(operations.listWebhookEndpoints, async ({ actor }) =>
  writePage(await listEndpoints(actor), null, writeEndpoint),
)
