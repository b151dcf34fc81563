import { answerMember } from '#app/api/merchant/answer-member.ts'
import { storeNothing } from '#lib/base/idempotent-result.ts'
import { createEndpoint } from '#lib/services/webhooks/endpoints.ts'
import { EndpointInput } from '#lib/views/webhook.ts'

/** Creates one; the answer contains its secret. */
export const POST = answerMember('webhook.create', EndpointInput, ({ who, body }) => {
  const { mode, ...input } = body
  return createEndpoint({ ...who, mode }, input, storeNothing)
})
