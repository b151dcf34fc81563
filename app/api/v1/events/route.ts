import { keyed } from '#app/api/v1/keyed.ts'
import { readCursor, writeEvent, writePage } from '#app/api/v1/views.ts'
import { listMessages } from '#lib/services/webhooks/log.ts'
import { operations } from '#lib/views/v1/operations.ts'

export const GET = keyed(operations.listEvents, async ({ actor, query }) => {
  const { limit, cursor, type = null, payment_id: orderId = null, created_from: from, created_to: to } = query
  const { messages, next } = await listMessages(actor, {
    limit,
    before: readCursor(cursor),
    type,
    orderId,
    created: { from, to },
  })
  return writePage(messages, next, writeEvent)
})
