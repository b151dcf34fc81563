import { keyed } from '#app/api/v1/keyed.ts'
import { pageIn, writeEvent, writePage } from '#app/api/v1/views.ts'
import { simulateOrganisationEvent } from '#lib/services/events/outbox.ts'
import { listMessages } from '#lib/services/webhooks/log.ts'
import { operations } from '#lib/views/v1/operations.ts'

export const GET = keyed(operations.listEvents, async ({ actor, query }) => {
  const filter = { type: query.type ?? null, orderId: query.payment_id ?? null }
  const { messages, next } = await listMessages(actor, { ...filter, ...pageIn(query) })
  return writePage(messages, next, writeEvent)
})

export const POST = keyed(operations.createEvent, ({ actor, body, keep }) =>
  simulateOrganisationEvent(actor, body.type, keep(writeEvent)),
)
