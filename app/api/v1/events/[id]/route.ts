import { keyed } from '#app/api/v1/keyed.ts'
import { writeEvent } from '#app/api/v1/views.ts'
import { readMessage } from '#lib/services/webhooks/log.ts'
import { operations } from '#lib/views/v1/operations.ts'

export const GET = keyed(operations.readEvent, async ({ actor, id }) =>
  writeEvent(await readMessage(actor, id.startsWith('msg_') ? id.slice(4) : '')),
)
