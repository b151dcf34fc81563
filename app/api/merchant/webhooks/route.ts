import { answerMember } from '#app/api/merchant/answer-member.ts'
import { guarded } from '#app/guarded.ts'
import { EndpointInput } from '#lib/domain/webhook-view.ts'
import { createEndpoint, listEndpoints } from '#lib/services/webhooks/webhook-endpoints.ts'

/** Webhook endpoints of an organisation in one mode. */
export const GET = answerMember(({ session, organisation, mode }) =>
  listEndpoints(session.userId, organisation.id, mode),
)

/** Makes one; the answer holds its secret. */
export const POST = guarded(
  'webhook.create',
  answerMember(async ({ session, organisation, body }) =>
    createEndpoint(session.userId, organisation.id, await body(EndpointInput), session),
  ),
)
