import { answerMember } from '#app/api/merchant/answer-member.ts'
import { changeEndpoint, deleteEndpoint } from '#lib/services/webhooks/endpoints.ts'
import { EndpointChange } from '#lib/views/webhook.ts'

/** Changes one, turns it on or off. */
export const PUT = answerMember('webhook.change', EndpointChange, ({ who, id, body }) => changeEndpoint(who, id, body))

export const DELETE = answerMember('webhook.delete', ({ who, id }) => deleteEndpoint(who, id))
