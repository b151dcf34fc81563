import { answerMember } from '#app/api/merchant/answer-member.ts'
import { withoutKey } from '#lib/services/keep.ts'
import { createEndpoint, listEndpoints } from '#lib/services/webhooks/endpoints.ts'
import { EndpointInput } from '#lib/views/webhook.ts'

/** Webhook endpoints of an organisation in one mode. */
export const GET = answerMember('webhook.read', ({ actor }) => listEndpoints(actor))

/** Creates one; the answer contains its secret. */
export const POST = answerMember('webhook.create', async ({ actor, body }) => {
  const { mode, ...input } = await body(EndpointInput)
  return createEndpoint({ ...actor, mode }, input, withoutKey)
})
