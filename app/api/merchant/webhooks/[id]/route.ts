import { answerMember } from '#app/api/merchant/answer-member.ts'
import { changeEndpoint, deleteEndpoint } from '#lib/services/webhooks/endpoints.ts'
import { EndpointChange } from '#lib/views/webhook.ts'

/** Changes one, turns it on or off. */
export const PUT = answerMember('webhook.change', async ({ actor, id, body }) =>
  changeEndpoint(actor, id, await body(EndpointChange)),
)

export const DELETE = answerMember('webhook.delete', ({ actor, id }) => deleteEndpoint(actor, id))
