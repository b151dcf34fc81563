import { keyed } from '#app/api/v1/keyed.ts'
import { writeEndpoint } from '#app/api/v1/views.ts'
import { changeEndpoint, deleteEndpoint, readEndpoint } from '#lib/services/webhooks/endpoints.ts'
import { operations } from '#lib/views/v1/operations.ts'

export const GET = keyed(operations.readWebhookEndpoint, async ({ actor, id }) =>
  writeEndpoint(await readEndpoint(actor, id)),
)

export const PATCH = keyed(operations.changeWebhookEndpoint, async ({ actor, id, body }) => {
  const { url, description, event_types: eventTypes, enabled: isEnabled, missed_events: missed } = body
  return writeEndpoint(await changeEndpoint(actor, id, { url, description, eventTypes, isEnabled, missed }))
})

export const DELETE = keyed(operations.deleteWebhookEndpoint, async ({ actor, id }) => {
  await deleteEndpoint(actor, id)
  return undefined
})
