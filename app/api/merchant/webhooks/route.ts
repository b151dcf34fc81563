import { answerMember } from '#app/api/merchant/answer-member.ts'
import { storeNothing } from '#lib/base/idempotent-result.ts'
import { createEndpoint, listEndpoints } from '#lib/services/webhooks/endpoints.ts'
import { EndpointInput } from '#lib/views/webhook.ts'

/** Webhook endpoints of an organisation in one mode. */
export const GET = answerMember('webhook.read', ({ who }) => listEndpoints(who))

/** Creates one; the answer contains its secret. */
export const POST = answerMember('webhook.create', EndpointInput, ({ who, body }) => {
  const { mode, ...input } = body
  return createEndpoint({ ...who, mode }, input, storeNothing)
})
